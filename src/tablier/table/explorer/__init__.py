"""What was played from where, counted."""
