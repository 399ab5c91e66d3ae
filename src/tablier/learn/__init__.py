"""Nets that learn from games of the engine against itself, and from solved games."""
