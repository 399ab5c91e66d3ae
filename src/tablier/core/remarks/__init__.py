"""What is said, drawn and tried beside a game."""
