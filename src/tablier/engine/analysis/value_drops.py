"""How often play has dropped the value of a position, by books that know it exactly.

A turn drops it if who played it could win and can't any more, or could draw and has lost. Books
leave draws by count and repetition out of account; a game that has ended so is drawn.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tablier.core.game import Game, Position
from tablier.core.match import Match
from tablier.engine.bot import Bot
from tablier.solver.endgames import Endgames

PLACING, MOVING = "placing", "moving"
"""Phases of a game: while pieces wait to be placed, and after."""


class Drops(NamedTuple):
    """What was seen of some turns."""

    turns: int = 0
    """Those before and after which the value is known."""
    dropped: int = 0
    won: int = 0
    """Those that began with a win."""
    thrown: int = 0
    """Those of them that threw it away."""

    def with_turn(self, before: int, after: int) -> "Drops":
        """The same and one turn more; values are 1, 0 and -1, for who played it."""
        won = before > 0
        return Drops(
            self.turns + 1,
            self.dropped + (after < before),
            self.won + won,
            self.thrown + (won and after <= 0),
        )

    def __add__(self, other: object) -> "Drops":
        """Both together."""
        assert isinstance(other, Drops)
        return Drops(*(one + more for one, more in zip(self, other, strict=True)))


def drops_in(match: Match, endgames: Endgames) -> dict[str, Drops]:
    """What was dropped in a match, by phase."""
    found = {PLACING: Drops(), MOVING: Drops()}
    for before, after in _whole_turns(match):
        seat = before.seat
        had = outcome(before, seat, endgames)
        has = outcome(after, seat, endgames)
        if had is not None and has is not None:
            phase = PLACING if endgames.endgame.sizes(before)[0] else MOVING
            found[phase] = found[phase].with_turn(had, has)
    return found


def outcome(position: Position, seat: int, endgames: Endgames) -> int | None:
    """What a position is worth to a seat where a turn begins; None if no book knows."""
    rules = endgames.game.rules
    if rules.reason(position):
        return int(rules.place(position, 1 - seat)) - int(rules.place(position, seat))
    value = endgames.exact(position)
    if value is None:
        return None
    return value.outcome if position.seat == seat else -value.outcome


def _whole_turns(match: Match) -> Iterator[tuple[Position, Position]]:
    """The positions before and after each turn that was finished."""
    before = match.states[0]
    for state in match.states[1:]:
        if state.turn > before.turn:
            yield before, state
            before = state


def self_play(game: Game, level: int, seed: int, opening: tuple[int, int]) -> Match:
    """A game of a level against itself; at first as many actions as `opening` says are drawn."""
    random = Random(seed)
    start, setup = game.start(None, {})
    match, bot = Match(game, setup, start), Bot(game, level, seed=seed)
    for _ in range(random.randint(*opening)):
        if match.result is None:
            match.play(random.choice(match.legal()))
    while match.result is None:
        match.play(bot.choose(match))
    return match
