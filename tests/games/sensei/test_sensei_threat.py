"""Whoever could lose to a claim in the opponent's next turn is warned; and colours."""

from random import Random

import pytest

import tablier
from tablier.games.sensei import rules
from tablier.games.sensei.threat import exposed

rule = pytest.mark.rule
OPENING = ["d1*e1", "end", "a7-a2", "b7-b2", "end"]
"""Green waits, and Red brings two stones before Green's start line."""


def tokens(match: tablier.Match) -> list[str]:
    """What whoever is to act is warned of."""
    return [warning.token for warning in match.scene.warnings]


def can_claim_next(position: rules.Position) -> bool:
    """The same by the rules alone: everything that the opponent can do in a turn is tried."""
    turn = position._replace(seat=1 - position.seat, moved=0, flown=0, unfair=rules.BY_PLAYER)
    seen, waiting = {turn}, [turn]
    out = [0] * rules.MOST_ACTIONS
    while waiting:
        at = waiting.pop()
        if rules.can_claim(at):
            return True
        for action in out[: rules.actions(at, at.seat, out)]:
            after = rules.play(at, at.seat, action)
            if after.turn == at.turn and after.ending == 0 and after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def crowd(way: str, random: Random) -> rules.Position:
    """A line of the player in turn, bent or not, and the opponent's stones near it."""
    height, rows = random.choice([1, 2, 3]), []
    for column in range(7):
        height = min(max(height + random.choice([-1, 0, 0, 1]), 1), 4)
        rows.append(height * 7 + column)
    if random.random() < 0.3:
        rows[random.randrange(7)] = random.randrange(7)
    line = set(rows)
    near = [square for square in range(49) if square not in line]
    weights = [4 if square - 7 in line else 2 if square - 14 in line else 1 for square in near]
    others: set[int] = set()
    while len(others) < 7:
        others.add(random.choices(near, weights)[0])
    own = sum(1 << square for square in line)
    while own.bit_count() < 7:
        own |= 1 << random.choice([s for s in near if s not in others])
    start = rules.start(2, tablier.new("sensei", way=way).setup.options)
    carriers = (min(line), random.choice(sorted(others)))
    return start._replace(stones=(own, sum(1 << s for s in others)), characters=carriers)


@rule("SE-16", "SE-17")
@pytest.mark.parametrize(("way", "count"), [("shizukana", 200), ("arashi", 40)])
def test_the_warning_is_exact(way: str, count: int) -> None:
    random, warned = Random(way), set()
    for _ in range(count):
        position = crowd(way, random)
        assert (exposed(position) != 0) == can_claim_next(position), position
        warned.add(exposed(position) != 0)
    assert warned == {True, False}


@rule("SE-16")
def test_a_newcomer_who_keeps_the_start_line_is_warned_and_can_lose_on_the_third_turn() -> None:
    match = tablier.new("sensei")
    assert tokens(match) == []
    for action in OPENING:
        match.play(action)
    assert tokens(match) == ["start_line"]
    (mark,) = match.scene.marks
    assert (mark.kind, mark.seat, len(mark.points)) == ("exposed", 0, 7)
    lost = match.copy().play("e1*d1").play("end").play("c7-c2")
    assert "claim" in lost.legal() and lost.scene.prompt.token == "claim_start"
    assert lost.play("claim").result == tablier.Result((2, 1), "unfair")
    match.play("d1-d2")
    assert tokens(match) == ["line"], "it only bends"
    match.play("d2-d5")
    assert tokens(match) == []


@rule("SE-16", "SE-18")
def test_nobody_is_warned_where_nothing_is_claimed() -> None:
    match = tablier.new("sensei", unfair="off")
    for action in OPENING:
        match.play(action)
    assert tokens(match) == [] and match.scene.marks == ()


@rule("SE-03")
def test_red_may_begin() -> None:
    match = tablier.new("sensei", begins="red")
    assert match.seat == 1 and match.position().startswith("sensei begins=red ")
    match.play("d7*e7").play("end")
    assert match.seat == 0 and tablier.read_record(match.record()).states == match.states
    assert tablier.read_position(match.position()).state == match.state
    with pytest.raises(tablier.BadPosition, match=r"Red begins, then in turn \(SE-03\)"):
        tablier.read_position(match.position().replace(" g 0 0 2", " g 0 0 1"))


@rule("SE-02")
def test_the_sage_and_the_monkey_are_called_by_their_names() -> None:
    match = tablier.new("sensei")
    with pytest.raises(tablier.IllegalMove, match="your Sage stands on d1"):
        match.play("d1-d2")
    match.play("b1-b2").play("end")
    with pytest.raises(tablier.IllegalMove, match="your Monkey stands on d7"):
        match.play("d7-d6")
    assert match.scene.prompt.details["who"] == "monkey"
