"""Live connections."""
