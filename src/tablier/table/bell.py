"""The bell: who was first, although their messages took different times to arrive.

A press is judged by what the device measured between the painted frame and the
finger, but only within what the server's own measurements allow. All times are
in milliseconds.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

SLACK = 25.0
"""What a device may be slower than its line: drawing a frame, reading a key.

It is also what a liar can gain. 40 ms gave one seven points of a hundred bells.
"""
CAP_FRIENDS, CAP_PUBLIC = 250.0, 150.0
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
    ping: float
    """R: the least of the last pings."""
    allowed: float
    """C: how much of `elapsed` is believed to be the line."""

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
            "R": round(self.ping, 2),
            "C": round(self.allowed, 1),
            "score": round(self.score, 1),
        }


def measured(
    seat: int, elapsed: float, reported: float | None, ping: float, *, public: bool
) -> Press:
    """A press, with the allowance for its line."""
    allowed = min(ping + SLACK, CAP_PUBLIC if public else CAP_FRIENDS)
    return Press(seat, elapsed, reported, ping, allowed)


def hopeless(best: float, elapsed: float, ping: float, *, public: bool) -> bool:
    """Whether a press that arrived only now could no longer beat the best score."""
    allowed = min(ping + SLACK, CAP_PUBLIC if public else CAP_FRIENDS)
    return max(elapsed - allowed, QUICKEST) > best + TIE


def winner(presses: Sequence[tuple[int, Mapping[str, Any]]], lot: str) -> tuple[int, bool]:
    """Who was first, from the seats and evidence in the log; and whether a lot was drawn.

    `lot` is the hash of the last event: nobody could know it when pressing.
    """
    scores = {seat: float(evidence["score"]) for seat, evidence in presses}
    best = min(scores.values())
    first = sorted(seat for seat, score in scores.items() if score <= best + TIE)
    drawn = int(hashlib.sha256(lot.encode()).hexdigest(), 16)
    return first[drawn % len(first)], len(first) > 1
