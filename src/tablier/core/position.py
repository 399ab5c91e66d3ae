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
    if not isinstance(text, str):
        raise BadPosition(f"{text!r} is no text")
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
    start, setup = game.start(read_players(given.pop("players", None)), given)
    if not rest:
        return Match(game, setup, start)
    return Match(game, setup, game.notation.read_position(rest, start), standard=False)


def read_players(text: str | None) -> int | None:
    """A number of players, or None where none is given."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadOption(f"{text!r} is not a number of players")
    return int(text)
