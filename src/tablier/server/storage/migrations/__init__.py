"""How the database came to be what it is, step by step."""

NEWEST = "0006"
"""The last step."""
