"""Whole screens: home, the form before a game, tables to play at, and what lies over them."""
