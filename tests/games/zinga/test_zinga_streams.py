"""Whatever anybody tries at whatever moment, the table stays in order."""

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import TABLE, Match
from tablier.core.turn import Move
from tablier.games.zinga import notation, rules
from tablier.games.zinga.policy import choice
from tablier.games.zinga.position import Eight, Position
from tablier.games.zinga.sheet.lines import has_five, missing
from tablier.games.zinga.soundness import sound

STREAMS = int(os.environ.get("TABLIER_STREAMS", "100"))
ATTEMPTS = 60
RULES = (*(f"ZI-{number:02}" for number in (5, 7, 9, 11, 14, 15, 19, 20, 21, 22, 24)), "ZI-26")


def eight(numbers: list[int]) -> Eight:
    one, two, three, four, five, six, seven, last = (*numbers, *[0] * 8)[:8]
    return one, two, three, four, five, six, seven, last


def some_ticks(random: Random) -> int:
    """A sheet somewhere in the middle of a game."""
    ticks, share = 0, random.random() * 0.8
    for cell in random.sample(range(25), 25):
        if random.random() < share and not has_five(ticks | 1 << cell):
            ticks |= 1 << cell
    return ticks


def some_sheet(random: Random) -> list[str]:
    """One on which many cells stand twice."""
    cells = [random.choice("roygb") + random.choice("5789") for _ in range(25)]
    return [*cells[:12], "b9", *cells[13:]]


def some_table(random: Random) -> Match:
    """A table in the pause before a roll."""
    players = random.randint(2, 8)
    options = {"untimed": random.random() < 0.2, "pawn_again": random.random() < 0.8}
    sheets = [some_sheet(random)] if random.random() < 0.3 else []
    match = tablier.new("zinga", players=players, sheets=sheets, **options)
    ticks = [some_ticks(random) for _ in range(players)]
    declared = [missing(ticked) & random.getrandbits(25) for ticked in ticks]
    holders = [-1, *range(players)] if any(ticked >> 12 & 1 for ticked in ticks) else [-1]
    state: Position = match.state._replace(
        ticks=eight(ticks),
        declared=eight(declared),
        plus=eight([random.randint(0, 3) for _ in range(players)]),
        blunders=eight([random.randint(0, 2) for _ in range(players)]),
        pawn=random.choice(holders),
        active=random.randrange(players),
        turn=50,
    )
    return Match(match.game, match.setup, state, standard=False)


def attempt(match: Match, random: Random) -> tuple[str, int]:
    """What somebody tries: sensible, possible or out of place."""
    mood = random.random()
    if mood < 0.3 or (mood < 0.6 and match.decision.dice):
        action = random.choice([random.randrange(rules.ROLL), random.randrange(rules.ACTIONS)])
        seat = random.choice([*range(match.players), TABLE, TABLE])
        return notation.write(match.state, min(seat, match.players - 1), action), seat
    if mood < 0.31:
        return "resign", random.randrange(match.players)
    seat = random.choice(match.seats)
    if mood < 0.5 and not match.decision.dice:
        return random.choice(match.legal(seat)), seat
    chosen = choice(match.state, seat, random.getrandbits(32), int(mood < 0.6))
    return notation.write(match.state, seat, chosen), seat


class Witness:
    """Watches a match and remembers what must not happen twice."""

    def __init__(self) -> None:
        self.ringers: set[int] = set()
        self.bonuses: set[int] = set()

    def watch(self, before: Position, move: Move, after: Position) -> None:
        assert sound(before, after)
        if move.text.startswith("roll"):
            self.ringers.clear()
        if move.text == "ring":
            assert not self.ringers
            self.ringers.add(move.seat)
        if move.text.startswith("bonus"):
            assert move.seat not in self.bonuses
            self.bonuses.add(move.seat)
        if before.pawn != after.pawn:
            gone = before.playing & ~after.playing
            assert move.text in ("take", "stop", "rescue") or gone >> before.pawn & 1


def check_ranks(match: Match) -> None:
    assert match.result is not None
    ranks, state = match.result.ranks, match.state
    assert ranks.count(1) == 1
    for seat, rank in enumerate(ranks):
        better = sum(other < rank for other in ranks)
        assert rank == better + 1
        assert state.playing >> seat & 1 or rank == state.places[seat] > 1
        assert (state.blunders[seat] == 3) <= (not state.playing >> seat & 1)


@pytest.mark.rule(*RULES, "ZI-10", "ZI-18", "ZI-23")
@given(st.integers(0, 2**64))
@settings(max_examples=STREAMS)
def test_hostile_streams_break_nothing(seed: int) -> None:
    random = Random(seed)
    match, witness = some_table(random), Witness()
    for _ in range(ATTEMPTS):
        if match.result is not None:
            break
        states, (text, seat) = match.states, attempt(match, random)
        try:
            match.play(text, seat)
        except tablier.IllegalMove as refused:
            assert refused.rule or refused.code == "not_playing"
            assert match.states == states and match.state is states[-1]
        else:
            witness.watch(states[-1], match.history[-1], match.state)
    if match.result is not None:
        check_ranks(match)
    if match.result is None or match.result.reason != "resigned":
        assert tablier.read_position(match.position()).state == match.state
    assert tablier.read_record(match.record()).states == match.states
