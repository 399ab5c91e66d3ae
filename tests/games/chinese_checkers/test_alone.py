"""A player alone on the star: sets and their numbers, and moves there and back."""

from collections.abc import Iterator
from random import Random

import pytest

from tablier.core.rules.bits import bits
from tablier.core.rules.kernel import replaced
from tablier.games.chinese_checkers import alone, rules
from tablier.games.chinese_checkers.alone import PegSet, earlier, later, number_of, numbered
from tablier.games.chinese_checkers.board import HOLES, OPPOSITE, TRIANGLES, UPPER
from tablier.games.chinese_checkers.position import Position

CHAIRS = [(players, seat) for players in (2, 3) for seat in range(players)]


def some_pegs(random: Random) -> tuple[int, ...]:
    """Six holes, often several of them near the goal or in it."""
    near = sorted(range(HOLES), reverse=True)[:30]
    chosen = set(random.sample(near, random.randrange(6)))
    while len(chosen) < 6:
        chosen.add(random.randrange(HOLES))
    return tuple(sorted(chosen))


def lonely(players: int, seat: int, pegs: tuple[int, ...]) -> Position:
    """A position with the pegs of one seat, to move."""
    options = {"passes": 0, "swap": False, "forfeit": False, "play_on": False, "draws": False}
    upper, lower = bits(pegs, UPPER)
    return rules.start(players, options)._replace(
        upper=replaced((0, 0, 0), seat, upper),
        lower=replaced((0, 0, 0), seat, lower),
        seat=seat,
    )


def after_moves(position: Position, seat: int) -> Iterator[int]:
    """The numbers of the sets that the rules' moves lead to."""
    out = [0] * rules.MOST_ACTIONS
    for action in out[: rules.actions(position, seat, out)]:
        yield number_of(alone.alone(rules.play(position, seat, action), seat))


def listed(count: int, out: list[int]) -> list[int]:
    return sorted(out[:count])


def test_a_set_and_its_reflection_have_one_number() -> None:
    random = Random(1)
    ends = [*range(50), *range(alone.NUMBERS - 50, alone.NUMBERS)]
    for number in [*ends, *(random.randrange(alone.NUMBERS) for _ in range(1_000))]:
        pegs = numbered(alone.FILLED, number)
        assert number_of(pegs) == number
        assert number_of(PegSet(pegs.right, pegs.middle, pegs.left)) == number
        assert sum(side.bit_count() for side in pegs) == 6


@pytest.mark.parametrize("chair", CHAIRS)
def test_every_seat_sees_its_own_goal(chair: tuple[int, int]) -> None:
    players, seat = chair
    home = {2: ("N", "S"), 3: ("N", "SE", "SW")}[players][seat]
    there = lonely(players, seat, TRIANGLES[OPPOSITE[home]])
    assert alone.alone(there, seat) == alone.FILLED
    begun = {number_of(alone.alone(lonely(players, seat, TRIANGLES[home]), seat))}
    assert begun == {number_of(alone.alone(lonely(2, 0, TRIANGLES["N"]), 0))}


@pytest.mark.rule("CC-12")
@pytest.mark.parametrize("chair", CHAIRS)
def test_moves_are_those_of_the_rules(chair: tuple[int, int]) -> None:
    random, out = Random(sum(chair)), [0] * alone.ROOM
    for _ in range(60):
        position = lonely(*chair, some_pegs(random))
        pegs = alone.alone(position, chair[1])
        if pegs != alone.FILLED:
            assert listed(later(pegs, out), out) == sorted(after_moves(position, chair[1]))


def test_moves_back_lead_to_where_moves_came_from() -> None:
    random, out, back = Random(3), [0] * alone.ROOM, [0] * alone.ROOM
    for _ in range(30):
        pegs = alone.alone(lonely(2, 0, some_pegs(random)), 0)
        number = number_of(pegs)
        for after in listed(later(pegs, out), out):
            assert number in listed(earlier(numbered(pegs, after), back), back)
        for before in listed(earlier(pegs, out), out):
            assert number in listed(later(numbered(pegs, before), back), back)
