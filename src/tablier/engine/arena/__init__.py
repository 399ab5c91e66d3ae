"""Players against each other: round robins, ratings, and weights found by play."""
