"""How strong a bot plays: seven levels, the same for every game, and one that adapts."""

import sys
from collections.abc import Iterable
from typing import NamedTuple

from tablier.core.errors import BadOption, listing, shortened
from tablier.core.game import Game
from tablier.core.words import shared_words

LONGEST_S = 86_400
"""The most seconds that anybody may let a bot or an analysis think."""
PROMPT = 0.9
"""The seconds in which all but the highest level answer, however slow the machine."""


class Level(NamedTuple):
    """How much a bot looks at, how often it does not look properly, and how quick it is."""

    nodes: int
    """Positions looked at for one action; 0 is no limit."""
    lapses: float
    """The share of actions that are chosen after a glance at the own turn only."""
    sight: float
    """The share of the legal actions that such a glance sees."""
    pace: int
    """The time that the bot takes where the quickest acts, in percent of the usual."""
    slips: float
    """The share of its actions that go wrong there."""
    seconds: float = PROMPT
    """The time for one action, in seconds."""
    knows: bool = False
    """Whether it looks up a whole game where that was solved and its files are at hand."""
    learned: bool = True
    """Whether it asks the game's net, where there is one; who errs like people goes by less."""


class ThoughtLimits(NamedTuple):
    """When a bot has to stop thinking about an action, or an analysis."""

    nodes: int
    """0 is no limit."""
    seconds: float | None
    """None where nodes are the only limit, so that the same is thought on every machine."""
    brief: bool
    """Whether a small part of it is enough where the game is as good as decided."""


LEVELS = {
    1: Level(nodes=100, lapses=1.0, sight=0.15, pace=850, slips=0.16, learned=False),
    2: Level(nodes=200, lapses=0.6, sight=0.3, pace=560, slips=0.11, learned=False),
    3: Level(nodes=600, lapses=0.3, sight=0.4, pace=370, slips=0.07, learned=False),
    4: Level(nodes=4_000, lapses=0.12, sight=0.5, pace=250, slips=0.04),
    5: Level(nodes=30_000, lapses=0.05, sight=0.5, pace=180, slips=0.02),
    6: Level(nodes=300_000, lapses=0.0, sight=1.0, pace=130, slips=0.01, knows=True),
    7: Level(nodes=0, lapses=0.0, sight=1.0, pace=100, slips=0.0, seconds=5.0, knows=True),
}

HAS_THREADS = sys.platform not in ("emscripten", "wasi")
"""In a browser there is no thread that could end a thought, and no Ctrl-C."""
SLOWEST = 5_000
"""The nodes a second that any machine looks at, even where nothing is compiled."""

ADAPTIVE = 8
"""The number that stands beside the levels, not above them: a bot as quick as those it plays."""
GENTLE = 2
"""The level at which that one begins."""


def levels_of(game: Game) -> tuple[int, ...]:
    """The levels of a game's bots; where it says who was quickest, one adapts."""
    return (*LEVELS, ADAPTIVE) if game.quickest else tuple(LEVELS)


def level_in(game: Game, number: int) -> Level:
    """The level of that number in a game; of the bot that adapts, the one it begins at."""
    levels = levels_of(game)
    adapts = type(number) is int and number == ADAPTIVE and ADAPTIVE in levels
    return LEVELS[GENTLE] if adapts else level_of(number, levels)


def level_of(number: int, levels: Iterable[int] = LEVELS) -> Level:
    """The level of that number, of those that are the same for every game."""
    there = f"there are {listing(levels)}"
    if type(number) is not int:
        raise BadOption(f"a level is a whole number, not {shortened(repr(number))}; {there}")
    if number not in LEVELS:
        raise BadOption(f"there is no level {shortened(number)}; {there}")
    return LEVELS[number]


def limits_of(level: Level, seconds: float, speed: int | None) -> ThoughtLimits:
    """What limits a level that has some seconds for an action.

    A machine's speed in nodes a second takes the place of the clock, for whoever has none.

    >>> limits_of(LEVELS[4], 0.9, None)
    ThoughtLimits(nodes=4000, seconds=0.9, brief=False)
    >>> limits_of(LEVELS[7], 5.0, 1_000_000)
    ThoughtLimits(nodes=5000000, seconds=None, brief=True)
    """
    brief = level.nodes == 0
    if speed is None:
        return ThoughtLimits(level.nodes, seconds, brief)
    most = max(int(speed * seconds), 1)
    return ThoughtLimits(min(level.nodes or most, most), None, brief)


def level_name(number: int, language: str = "en") -> str:
    """What a level is called.

    >>> level_name(1), level_name(1, "fr"), level_name(ADAPTIVE)
    ('Sapling', 'Brindille', 'Companion')
    """
    if number != ADAPTIVE:
        level_of(number)
    name: str = shared_words(language)["levels"][str(number)]
    return name
