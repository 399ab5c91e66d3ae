"""Puzzles: found in play, proven, and graded by how the levels do on them."""
