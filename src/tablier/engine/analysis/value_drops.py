"""How often play has dropped the value of a position, by books that know it exactly.

A turn drops it if who played it could win and can't any more, or could draw and has lost. Books
leave draws by count and repetition out of account; a game that has ended so is drawn.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from tablier.core.game import Game, Position
from tablier.core.match import Match
from tablier.core.parts import Endgame
from tablier.core.reading.position import read_position
from tablier.engine.bot import Bot
from tablier.solver.endgames import UNTOLD, Endgames
from tablier.solver.tablebase.tablebase import Tablebase

PLACING, MOVING = "placing", "moving"
"""Phases of a game: while pieces wait to be placed, and after."""
NEAR = 12
"""Turns within which a win should never be let go."""


class ExactValues(Protocol):
    """Books, or files of a whole game."""

    game: Game
    endgame: Endgame

    def exact(self, position: Position) -> Any:
        """What a position is worth without draws by count; None where nobody knows."""


class Drops(NamedTuple):
    """What was seen of some turns."""

    turns: int = 0
    """Those before and after which the value is known."""
    dropped: int = 0
    won: int = 0
    """Those that began with a win."""
    thrown: int = 0
    """Those of them that threw it away."""
    near: int = 0
    """Those that began with a win that was known to take no more than NEAR turns."""
    missed: int = 0
    """Those of them that threw it away."""

    def with_turn(self, before: int, after: int, turns: int = UNTOLD) -> "Drops":
        """The same and one turn more; values are 1, 0 and -1, for who played it.

        `turns` are how many it took from before it.
        """
        won = before > 0
        thrown, near = won and after <= 0, won and UNTOLD < turns <= NEAR
        return Drops(
            self.turns + 1,
            self.dropped + (after < before),
            self.won + won,
            self.thrown + thrown,
            self.near + near,
            self.missed + (near and thrown),
        )

    def __add__(self, other: object) -> "Drops":
        """Both together."""
        assert isinstance(other, Drops)
        return Drops(*(one + more for one, more in zip(self, other, strict=True)))


class Judgement(NamedTuple):
    """What was seen of some games."""

    placing: Drops = Drops()
    moving: Drops = Drops()
    games: int = 0
    held: int = 0
    """Players who had a won position at some time, of games that have ended."""
    converted: int = 0
    """Those of them who won the game."""

    def __add__(self, other: object) -> "Judgement":
        """Both together."""
        assert isinstance(other, Judgement)
        return Judgement(
            self.placing + other.placing,
            self.moving + other.moving,
            self.games + other.games,
            self.held + other.held,
            self.converted + other.converted,
        )


def judgement_of(match: Match, values: ExactValues, drawn: int = 0) -> Judgement:
    """What was dropped in a match, and whether wins were won; the first actions `drawn` by lot
    are not looked at, nor is a turn that they have begun.
    """
    found, held = {PLACING: Drops(), MOVING: Drops()}, set()
    for before, after in _whole_turns(match, drawn):
        seat = before.seat
        had = outcome(before, seat, values)
        has = outcome(after, seat, values)
        if had is not None and has is not None:
            phase = PLACING if values.endgame.sizes(before)[0] else MOVING
            found[phase] = found[phase].with_turn(had, has, turns_left(before, values))
        if had:
            held.add(seat if had > 0 else 1 - seat)
    if match.result is None:
        return Judgement(found[PLACING], found[MOVING], 1)
    converted = [seat for seat in held if match.result.ranks[seat] < match.result.ranks[1 - seat]]
    return Judgement(found[PLACING], found[MOVING], 1, len(held), len(converted))


def outcome(position: Position, seat: int, values: ExactValues) -> int | None:
    """What a position is worth to a seat where a turn begins; None if no book knows."""
    rules = values.game.rules
    if rules.reason(position):
        return int(rules.place(position, 1 - seat)) - int(rules.place(position, seat))
    value = values.exact(position)
    if value is None:
        return None
    return int(value.outcome if position.seat == seat else -value.outcome)


def turns_left(position: Position, values: ExactValues) -> int:
    """The turns that a value takes where a turn begins; UNTOLD where only the outcome is known."""
    value = values.exact(position)
    return UNTOLD if value is None else int(value.turns)


def _whole_turns(match: Match, first: int) -> Iterator[tuple[Position, Position]]:
    """The positions before and after each turn that began after some actions, and was finished."""
    states = match.states
    starts = [
        number
        for number, state in enumerate(states)
        if number == 0 or state.turn > states[number - 1].turn
    ]
    for number, following in pairwise(starts):
        if number >= first:
            yield states[number], states[following]


class JudgedGame(NamedTuple):
    """A game of a level against itself, which any process can play and judge."""

    start: str
    level: int
    seed: int
    opening: tuple[int, int]
    """The fewest and the most actions that are drawn by lot at first."""
    seconds: float | None = None
    """For each action; None is as long as the level thinks."""
    learned: bool = True
    """Whether it asks the game's net."""

    def played(self) -> tuple[Match, int]:
        """The game, to its end, and how many actions were drawn by lot."""
        random, match = Random(self.seed), read_position(self.start)
        bot = Bot(match.game, self.level, seconds=self.seconds, seed=self.seed)
        bot.level = bot.level._replace(learned=bot.level.learned and self.learned)
        for _ in range(random.randint(*self.opening)):
            if match.result is None:
                match.play(random.choice(match.legal()))
        drawn = len(match.history)
        while match.result is None:
            match.play(bot.choose(match))
        return match, drawn


def play_and_judge(plan: JudgedGame, folder: Path | None, files: Path | None) -> Judgement:
    """Play a game and judge it by what is in a folder of books, or of files."""
    match, drawn = plan.played()
    return judgement_of(match, exact_values(match.game.name, folder, files), drawn)


@cache
def exact_values(name: str, folder: Path | None, files: Path | None) -> ExactValues:
    """What knows a game best: files of the whole where they are, unless a folder of books is named.

    They stay open.
    """
    from tablier.core import registry

    game = registry.find(name)
    if folder is None:
        tablebase = Tablebase(game, files)
        if tablebase.books or files is not None:
            return tablebase
    return Endgames(game, folder)
