"""What the games' `rules.py` and `evaluate.py` are built from."""
