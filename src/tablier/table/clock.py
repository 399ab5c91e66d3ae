"""The players' clocks: how much time each has left."""

from typing import Any, NamedTuple

from tablier.core.errors import BadOption

DAY_MS = 24 * 60 * 60 * 1000
LONGEST_MS = DAY_MS
MOST_DAYS = 30


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

    def charge(self, seat: int, spent: float) -> None:
        """Take off what a seat has spent."""
        self.left[seat] -= spent

    def earn(self, seat: int) -> None:
        """A finished turn earns its increment, or the whole time anew."""
        bonus = self.pace.increment_ms
        self.left[seat] = self.pace.base_ms if self.pace.renewed else self.left[seat] + bonus
