"""A match as pictures that move, and as pages to be printed."""
