"""Positions of ZINGA set up by the names of ticked cells, and what is looked at in them."""

from collections.abc import Sequence

import refusals

import tablier
from tablier import TABLE, Match
from tablier.games.zinga.sheet.layouts import OURS


def table(
    *ticked: str,
    rest: str = "- - 1 open 323611 - - - 20",
    declared: Sequence[str] = (),
    plus: Sequence[int] = (),
    blunders: Sequence[int] = (),
    places: Sequence[int] = (),
    options: str = "",
) -> Match:
    """A match at a position: everyone's ticked cells by name, then the table's words."""
    words = []
    for seat, ticks in enumerate(ticked):
        marked = [*declared, *[""] * TABLE][seat].split()
        assert {*ticks.split(), *marked} <= set(OURS[seat % 4])
        letters = [
            "x" if c in ticks.split() else "d" if c in marked else "." for c in OURS[seat % 4]
        ]
        rows = "/".join("".join(letters[first : first + 5]) for first in range(0, 25, 5))
        boxes = [str([*numbers, *[0] * TABLE][seat]) for numbers in (plus, blunders, places)]
        words.append(":".join([rows, *boxes]))
    return tablier.read_position(f"zinga players={len(ticked)} {options} {' '.join(words)} {rest}")


def refused(match: Match, action: str, seat: int, rule: str) -> None:
    """The action is refused under a rule, and leaves the match as it was."""
    refusal = refusals.refused(match, action, seat)
    assert refusal.rule == rule, refusal


def sheet(match: Match, seat: int) -> tuple[set[str], int, int]:
    """A player's ticked cells, PLUS and BLUNDER boxes."""
    state = match.state
    ticked = {name for cell, name in enumerate(OURS[seat % 4]) if state.ticks[seat] >> cell & 1}
    return ticked, state.plus[seat], state.blunders[seat]


def announced(match: Match, seat: int, claim: str) -> Match:
    return match.play("ring", seat).play(claim, seat)
