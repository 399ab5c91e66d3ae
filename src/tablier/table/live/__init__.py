"""A table that is being played: its mailbox, who is connected, its timers, and its bots."""
