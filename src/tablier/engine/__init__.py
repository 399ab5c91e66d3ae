"""Everything that runs the games' rules as machine code."""

from tablier.engine.cache import prepare

prepare()
