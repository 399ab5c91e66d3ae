"""Small nets that say how good a position is, where a game brings one that was trained."""
