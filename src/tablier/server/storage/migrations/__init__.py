"""How the database came to be what it is, step by step."""

NEWEST = "0007"
"""The last step."""
