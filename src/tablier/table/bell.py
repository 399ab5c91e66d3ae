"""The bell: who was first, although their messages took different times to arrive.

A press is judged by what the device measured between the painted frame and the
finger, but only within what the server's own measurements allow. All times are
in milliseconds.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

CAP, CAP_STRANGERS = 250.0, 150.0
"""No line is believed to be longer; the second, where a stranger's word is all there is."""
QUOTA, REFILL, MOST_QUOTA = 16.0, 8.0, 48.0
"""Milliseconds that a seat may be slower than its line: drawing, reading keys, a line that falters.

It has some of it when the game begins, gets more for every bell that it has pressed, and never
holds more than the last. It is also all that a liar can gain: 8 ms for each press are 0.7 points
of a hundred bells, 15 ms 1.6, 25 ms 3.5. Devices that all take longer to draw are all charged the
rest, and so nobody gains by it.
"""
QUICKEST = 150.0
"""Nobody reacts faster than this."""
PATIENCE = 250.0
"""The bell is decided this long after the first press, at the latest."""
TIE = 15.0
"""Scores as near as this are equal, and a lot is drawn."""


class Press(NamedTuple):
    """One press of the bell, with all that is needed to judge it."""

    seat: int
    elapsed: float
    """E: from the dice' leaving the server to the press' arrival."""
    reported: float | None
    """r: what the device says; None when it says nothing."""
    line: float
    """R: the line's round trip, as far as it is believed."""
    drawn: float
    """Q: what is taken from the seat's quota."""

    @property
    def allowed(self) -> float:
        """C: how much of `elapsed` is believed to be neither eye nor finger."""
        return self.line + self.drawn

    @property
    def score(self) -> float:
        """The reaction that counts."""
        least = max(self.elapsed - self.allowed, QUICKEST)
        return max(self.elapsed if self.reported is None else self.reported, least)

    def evidence(self) -> dict[str, float | None]:
        """What goes into the log."""
        return {
            "E": round(self.elapsed, 1),
            "r": None if self.reported is None else round(self.reported, 1),
            "R": round(self.line, 2),
            "Q": round(self.drawn, 1),
            "C": round(self.allowed, 1),
            "score": round(self.score, 1),
        }


def believed(ping: float, *, is_proven: bool, public: bool) -> float:
    """How much of a round trip counts: less where strangers alone say what it takes."""
    return min(ping, CAP if is_proven or not public else CAP_STRANGERS)


def measured(seat: int, elapsed: float, reported: float | None, line: float, quota: float) -> Press:
    """A press, which takes from the quota what it claims beyond its line."""
    claimed = 0.0 if reported is None else elapsed - line - max(reported, QUICKEST)
    return Press(seat, elapsed, reported, line, max(0.0, min(claimed, quota)))


def hopeless(best: float, elapsed: float, line: float, quota: float) -> bool:
    """Whether a press that arrived only now could no longer beat the best score."""
    return measured(0, elapsed, 0.0, line, quota).score > best + TIE


class Quotas:
    """What each seat has left of its quota, by the events of its game."""

    def __init__(self, players: int) -> None:
        self.left = [QUOTA] * players

    def draw(self, seat: int, ms: float) -> None:
        """A press has taken something."""
        self.left[seat] = max(0.0, self.left[seat] - ms)

    def refill(self, pressed: Iterable[int]) -> None:
        """A bell was decided; who had not pressed gets nothing, and so can't save up by waiting."""
        for seat in pressed:
            self.left[seat] = min(MOST_QUOTA, self.left[seat] + REFILL)


def winner(presses: Sequence[tuple[int, Mapping[str, Any]]], lot: str) -> tuple[int, bool]:
    """Who was first, from the seats and evidence in the log; and whether a lot was drawn.

    `lot` is the hash of the last event: nobody could know it when pressing.
    """
    scores = {seat: float(evidence["score"]) for seat, evidence in presses}
    best = min(scores.values())
    first = sorted(seat for seat, score in scores.items() if score <= best + TIE)
    drawn = int(hashlib.sha256(lot.encode()).hexdigest(), 16)
    return first[drawn % len(first)], len(first) > 1
