"""Games that are to be played, and those that were."""

from typing import NamedTuple, Protocol


class Pairing(NamedTuple):
    """One game to be played."""

    key: str
    start: str
    """The game and its options, as a position text."""
    players: tuple[str, ...]
    """Who sits in each seat."""
    opening: int
    """How many random actions come first."""
    opening_seed: int
    """Also tells the dice, which so fall alike for both sides of a pair."""
    seed: int


class Outcome(NamedTuple):
    """One game that was played."""

    key: str
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    reason: str
    actions: int
    record: str


class Fixtures(Protocol):
    """Games that are to be played, and what to know them by."""

    def pairings(self) -> list[Pairing]:
        """All of them."""

    def head(self) -> dict[str, object]:
        """What the games have in common, after the name of what is played."""
