"""A board: where its points lie, what stands on it, and how both are written and drawn."""
