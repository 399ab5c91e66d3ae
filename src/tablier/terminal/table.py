"""The table's part in a game: it throws the dice and keeps the deadlines."""

from collections.abc import Callable
from pathlib import Path

from tablier.core.dice import Dice, roll_text, rolls
from tablier.core.game import TABLE
from tablier.core.match import Match

EXPIRED = "expired"
"""The table's action when a deadline has passed, in every game that has deadlines."""


class Table:
    """Watches a match with a clock, which counts seconds and only ever goes forward."""

    def __init__(self, match: Match, dice: Dice, clock: Callable[[], float]) -> None:
        self.match = match
        self.dice = dice
        self.clock = clock
        self._running: tuple[int, int] | None = None
        self._due = 0.0
        self.attend()

    def attend(self) -> None:
        """Do what the table has to do now: roll, call a deadline, start another."""
        while self._rolls() or self._calls():
            pass

    def remaining(self) -> float | None:
        """Seconds until the deadline, or None if none runs."""
        return None if self._running is None else max(0.0, self._due - self.clock())

    def _rolls(self) -> bool:
        count = self.match.decision.dice
        if not count:
            return False
        faces = self.dice.roll(len(rolls(self.match)), count)
        self.match.play(roll_text(faces), TABLE)
        return True

    def _calls(self) -> bool:
        """Call the deadline if it has passed. One that goes on is not started again."""
        decision = self.match.decision
        running = (decision.deadline, self.match.state.turn) if decision.deadline else None
        if running != self._running:
            self._running = running
            self._due = self.clock() + decision.ms / 1000
        if running is None or self.clock() < self._due:
            return False
        self.match.play(EXPIRED, TABLE)
        self._running = None
        return True


def seed_of(path: Path) -> Path:
    """Where the secret of the game saved at `path` is kept until it ends."""
    return path.with_suffix(".seed")


def kept_dice(path: Path, players: int) -> Dice:
    """The dice of the game saved at `path`: those that it began with, else new ones."""
    secret = seed_of(path)
    try:
        seed, *nonces = secret.read_text("ascii").split()
        return Dice(bytes.fromhex(seed), tuple(nonces))
    except (OSError, ValueError):
        dice = Dice.fresh(players)
    secret.parent.mkdir(parents=True, exist_ok=True)
    secret.touch(mode=0o600)
    secret.write_text(" ".join([dice.seed.hex(), *dice.nonces]), "ascii")
    return dice


def show_seed(match: Match, dice: Dice, path: Path) -> None:
    """Enter the dice into the record of a game that has ended."""
    if rolls(match):
        dice.enter(match)
    seed_of(path).unlink(missing_ok=True)
