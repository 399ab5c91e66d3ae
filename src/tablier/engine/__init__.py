"""Everything that runs the games' rules as machine code."""
