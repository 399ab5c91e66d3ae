"""The contract between the games and everything that plays them."""
