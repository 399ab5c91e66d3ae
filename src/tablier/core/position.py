"""Position texts: one line that says what stands where, and whose turn it is.

The game's name, the options that differ from the default, then the game's own
words: `zhizhu draws=off ......../........ …`. The name alone, with or without
options, is the start position.
"""

from tablier.core import registry
from tablier.core.errors import BadOption, BadPosition
from tablier.core.match import Match


def read_position(text: str) -> Match:
    """A match that begins at the position."""
    words = text.split()
    if not words:
        raise BadPosition("a position begins with the name of its game")
    game = registry.find(words[0])
    given: dict[str, str] = {}
    rest = words[1:]
    while rest and "=" in rest[0]:
        name, _, value = rest.pop(0).partition("=")
        if name in given:
            raise BadOption(f"the option {name} is given twice")
        given[name] = value
    count = given.pop("players", None)
    players = None if count is None else int(count) if count.isdecimal() else -1
    if players == -1:
        raise BadOption(f"{count!r} is not a number of players")
    start, setup = game.start(players, given)
    if not rest:
        return Match(game, setup, start)
    return Match(game, setup, game.notation.read_position(rest, start), standard=False)
