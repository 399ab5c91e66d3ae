"""Whoever thinks about a game: bots and their levels, searches, analyses and arenas."""
