"""What must hold of a game's folder, told in words: for `tablier check-game` and for the tests."""
