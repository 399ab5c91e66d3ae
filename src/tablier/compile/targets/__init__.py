"""Code for other processors than the one at hand, from what numba makes of a function."""
