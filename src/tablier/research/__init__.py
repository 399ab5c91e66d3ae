"""Tablier for researchers: environments, vectors of games, datasets."""

from tablier.research.vector import VectorEnv

__all__ = ["VectorEnv"]
