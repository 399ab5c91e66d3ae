"""The games, one folder each. Nothing outside a folder knows its game by name.

Folders that TABLIER_GAMES names, as PATH names folders of commands, hold more games.

`tablier.games()` lists the names, while `tablier.games` is also this package:
so the package can be called.
"""

import os
import sys
from types import ModuleType

from tablier.core import registry


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of all games, sorted."""
        return registry.games()


_named = os.environ.get("TABLIER_GAMES", "").split(os.pathsep)
__path__ += [os.path.abspath(folder) for folder in _named if folder]
sys.modules[__name__].__class__ = _Games
