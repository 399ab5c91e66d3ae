"""Whole games played fast: at random, counted exhaustively, or as a race between quick hands."""
