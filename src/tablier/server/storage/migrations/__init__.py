"""How the database came to be what it is, step by step."""

NEWEST = "0004"
"""The last step."""
