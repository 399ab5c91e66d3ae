"""What a match was worth, action by action."""
