"""Position texts: one line that says what stands where, and whose turn it is.

The game's name, the options that differ from the default, then the game's own
words: `zhizhu draws=off ......../........ …`. The name alone, with or without
options, is the start position.
"""

from itertools import takewhile

from tablier.core import registry
from tablier.core.errors import BadOption, BadPosition, shortened
from tablier.core.match import Match


def read_position(text: str, version: int | None = None) -> Match:
    """A match that begins at a position, which is written as `Match.position` writes it.

    The name of a game alone, with or without options, is its start position. BadPosition says
    what is wrong with a text, BadOption what is wrong with an option in it. A text from before the
    rules changed may need their `version` of then: the options that it doesn't name are as they
    were; OtherRules says that the rules of now can't go on from there.

    >>> read_position("zhizhu draws=off ......../..w...../........ b 8-9 0 - - 0 2").seat
    1
    """
    if not isinstance(text, str):
        raise BadPosition(f"{shortened(repr(text))} is no text")
    words = text.split()
    if not words:
        raise BadPosition("a position begins with the name of its game")
    game = registry.find(words[0])
    given: dict[str, str] = {}
    for word in takewhile(lambda word: "=" in word, words[1:]):
        name, _, value = word.partition("=")
        if name in given:
            raise BadOption(f"the option {shortened(name)} is given twice")
        given[name] = value
    rest = words[1 + len(given) :]
    start, setup = game.start(read_players(given.pop("players", None)), given, version)
    standard = not rest
    position = start if standard else game.notation.read_position(rest, start)
    return Match(game, setup, position, standard=standard, version=version)


def read_players(text: str | None) -> int | None:
    """A number of players, or None where none is given."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadOption(f"{shortened(text)!r} is not a number of players")
    return int(text)
