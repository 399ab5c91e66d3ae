"""The players' clocks: how much time each has left."""

from typing import Any, NamedTuple

from tablier.core.errors import BadOption

DAY_MS = 24 * 60 * 60 * 1000
LONGEST_MS = DAY_MS
MOST_DAYS = 30
LAG_QUOTA, LAG_REFILL, MOST_LAG_QUOTA = 1_000.0, 500.0, 2_000.0
"""Delay that a seat is not charged for: in all at first, more with every turn, and at most."""
MOST_LAG = 250.0
"""No more than this of one action's delay is taken off."""
UNPROVEN_SHARE = 0.05
"""Where only the client itself says how far it is, at most this share of an average turn."""
TURNS = 40
"""How many turns of a player an average is taken over."""


class Pace(NamedTuple):
    """How much time a table gives: at first, and with every turn."""

    base_ms: int
    increment_ms: int
    renewed: bool
    """Days for each move: every turn begins with the whole time."""


def read_pace(given: Any) -> Pace | None:
    """The pace that a person asked for, checked."""
    if given is None:
        return None
    if not isinstance(given, dict):
        raise BadOption("a clock is null, {base, increment} in milliseconds, or {days}")
    if set(given) == {"days"}:
        days = _whole(given["days"], "days", 1, MOST_DAYS)
        return Pace(days * DAY_MS, 0, renewed=True)
    if set(given) == {"base", "increment"}:
        base = _whole(given["base"], "base", 1_000, LONGEST_MS)
        return Pace(base, _whole(given["increment"], "increment", 0, 600_000), renewed=False)
    raise BadOption("a clock is null, {base, increment} in milliseconds, or {days}")


def written(pace: Pace | None) -> dict[str, int] | None:
    """A pace as `read_pace` reads it."""
    if pace is None:
        return None
    if pace.renewed:
        return {"days": pace.base_ms // DAY_MS}
    return {"base": pace.base_ms, "increment": pace.increment_ms}


def _whole(value: Any, name: str, least: int, most: int) -> int:
    if type(value) is int and least <= value <= most:
        return value
    raise BadOption(f"the clock's {name} is a whole number from {least} to {most}, not {value!r}")


class Clocks:
    """The time that each seat has left, in milliseconds."""

    def __init__(self, pace: Pace, players: int) -> None:
        self.pace = pace
        self.left = [float(pace.base_ms)] * players
        self.lag_quota = [LAG_QUOTA] * players

    def excused(self, seat: int, lag: float, *, is_proven: bool) -> float:
        """How much of a line's delay a seat is not charged for."""
        most = MOST_LAG
        if not is_proven:
            turn = self.pace.base_ms / TURNS + self.pace.increment_ms
            most = min(most, UNPROVEN_SHARE * turn)
        return min(lag, most, self.lag_quota[seat])

    def excuse(self, seat: int, lag: float) -> None:
        """A seat was not charged for some delay."""
        self.lag_quota[seat] = max(0.0, self.lag_quota[seat] - lag)

    def charge(self, seat: int, spent: float) -> None:
        """Take off what a seat has spent."""
        self.left[seat] -= spent

    def earn(self, seat: int) -> None:
        """A finished turn earns its increment, or the whole time anew."""
        bonus = self.pace.increment_ms
        self.lag_quota[seat] = min(MOST_LAG_QUOTA, self.lag_quota[seat] + LAG_REFILL)
        self.left[seat] = self.pace.base_ms if self.pace.renewed else self.left[seat] + bonus
