"""A match as a drawing: the board of the page, as SVG that needs nothing else.

The page draws in the browser what is drawn here in Python. Both take where things lie from
the topology, what stands there from the scene, and how it looks from the game's look.
"""
