"""What a game sets to be found: lessons and puzzles."""
