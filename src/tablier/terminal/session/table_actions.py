"""The table's part in a game: it throws the dice and keeps the deadlines."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tablier.core.dice import Dice, rolls
from tablier.core.errors import TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match

EXPIRED = "expired"
"""The table's action when a deadline has passed, in every game that has deadlines."""


class TableActions:
    """Watches a match with a clock, which counts seconds and only ever goes forward.

    There are `dice` where the game has any.
    """

    def __init__(self, match: Match, dice: Dice | None, clock: Callable[[], float]) -> None:
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
        if self.dice is None or not self.match.to_roll:
            return False
        self.match.roll(self.dice)
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
    return path.with_name(f"{path.name}.seed")


def redo(match: Match) -> None:
    """Play again what was taken back, with the rolls that followed it."""
    match.redo()
    with suppress(TablierError):
        while match.to_roll:
            match.redo()


def table_dice(match: Match, path: Path, source: Path) -> Dice | None:
    """The dice that a match began with, from beside `source`, now kept beside `path`.

    A match that has not begun gets new ones. What its record commits to can't be exchanged.
    There are none where none are thrown, and none are needed any more once a match is over.
    """
    if not match.game.dice or match.result is not None:
        return None
    if "Commitment" not in match.headers:
        dice = Dice.fresh(match.players)
        match.headers["Commitment"] = dice.commitment
    else:
        dice = _kept(source)
        if dice.commitment != match.headers["Commitment"]:
            raise TablierError(f"{seed_of(source)} does not hold the dice of this game")
    secret = seed_of(path)
    secret.parent.mkdir(parents=True, exist_ok=True)
    secret.touch(mode=0o600)
    secret.write_text(" ".join([dice.seed.hex(), *dice.nonces]), "ascii")
    return dice


def _kept(source: Path) -> Dice:
    try:
        seed, *nonces = seed_of(source).read_text("ascii").split()
        return Dice(bytes.fromhex(seed), tuple(nonces))
    except (OSError, ValueError) as error:
        raise TablierError(f"{seed_of(source)}: the dice of this game can't be read") from error


def show_seed(match: Match, dice: Dice | None, path: Path) -> None:
    """Enter the dice into the record of a game that has ended."""
    if dice and rolls(match):
        dice.enter(match)
    seed_of(path).unlink(missing_ok=True)
