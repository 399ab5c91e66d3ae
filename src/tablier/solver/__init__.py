"""Perfect play by retrograde analysis, for games whose folder has an `endgame.py`.

A state is the start of a turn: the sets of points where the player to move and
the opponent have pieces, and marks that tell states with the same pieces
apart. What follows what, and which states are equal by symmetry, is the
game's; how states are numbered, solved and kept is ours.
"""
