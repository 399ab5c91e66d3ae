"""A match as it is played from this terminal, wherever the others sit; no screen is known here."""
