"""Nets with weights by lot, and what a net comes to by the book, for tests of nets."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from tablier.compile.marks import compiled
from tablier.compile.position_rows import load, width
from tablier.core import registry
from tablier.core.game import Game, Position
from tablier.core.match import Match
from tablier.engine.net.assess import judged
from tablier.engine.net.known_nets import net_with, rows_of
from tablier.engine.net.net import Net
from tablier.engine.net.net_file import HIDDEN, SUMS, Weights, lengths

MILD = Weights(60, 60, 60, 20_000, 100, 20_000)
WILD = Weights(9_000, 9_000, 127, 1 << 20, 127, 1 << 20)
"""How large weights are at most; sums of wild ones wrap around."""


@compiled
def judged_compiled(position: Position, seat: int, place: int, net: Net) -> int:
    """The same, for Python to call."""
    return judged(position, seat, place, net)


def nets() -> list[str]:
    """The games that say what a net is to see."""
    return [name for name in registry.games() if registry.find(name).net is not None]


def weights_by_lot(game: Game, seed: int, most: Weights = MILD) -> Weights:
    random, counts = Random(seed), lengths(game)
    return Weights(
        *(
            [random.randint(-high, high) for _ in range(n)]
            for n, high in zip(counts, most, strict=True)
        )
    )


def net_by_lot(game: Game, seed: int, places: int = 1, most: Weights = MILD) -> Net:
    return net_with(game, rows_of(game, weights_by_lot(game, seed, most)), places)


@cache
def positions(name: str) -> list[Match]:
    """Matches that go on, of all setups, after some actions by lot."""
    from tablier.checks.setups import setups

    game, random, found = registry.find(name), Random(name), []
    for setup in setups(game):
        for played in (0, 5, 14, 25, 70, 150):
            match = Match(game, setup, game.rules.start(setup.players, setup.options))
            for _ in range(played):
                match.play(random.choice(match.legal()))
                if match.result is not None:
                    match.undo()
                    break
            found.append(match)
    return found


def by_the_book(game: Game, weights: Weights, position: Position, seat: int) -> int:
    """What a net says, added up from nothing."""
    assert game.net is not None
    part, players, seats = game.net.part(position), game.net.viewers(position), max(game.players)
    hidden = [weights.hidden_bias[part * HIDDEN + n] for n in range(HIDDEN)]
    for turn in range(players):
        own = _clipped(_sums(game, weights, position, (seat + turn) % players), 0)
        for n in range(HIDDEN):
            first = ((part * seats + turn) * HIDDEN + n) * SUMS
            hidden[n] += sum(a * b for a, b in zip(own, weights.hidden[first:], strict=False))
    result = weights.result[part * HIDDEN : (part + 1) * HIDDEN]
    products = zip(_clipped(hidden, 6), result, strict=True)
    found: int = sum(a * b for a, b in products) + weights.result_bias[part]
    return found * 100 // (127 * 64)


def _sums(game: Game, weights: Weights, position: Position, seat: int) -> list[int]:
    assert game.net is not None
    sums, first = [*weights.bias], 0
    for word, length in zip(game.net.inputs(position, seat), game.net.WIDTHS, strict=True):
        for bit in range(length):
            if word >> bit & 1:
                row = weights.inputs[(first + bit) * SUMS : (first + bit + 1) * SUMS]
                sums = [a + b for a, b in zip(sums, row, strict=True)]
        first += length
    return [(number + (1 << 15)) % (1 << 16) - (1 << 15) for number in sums]


def _clipped(numbers: Sequence[int], shift: int) -> list[int]:
    return [max(0, min(number >> shift, 127)) for number in numbers]


def judge_rows(like: Any, rows: Any, net: Net, found: Any, first: int, last: int) -> None:
    """A thread of a GPU for each position: what the net says of it for the seat in turn."""
    for index in range(first, last):
        position = load(like, rows, index * width(like))
        found[index] = judged(position, position.seat, index, net)
