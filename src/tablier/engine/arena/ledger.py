"""Games that were played, in a file that only grows."""

import json
import os
from pathlib import Path
from stat import S_ISREG
from typing import Any

from tablier.compile.file_lock import take
from tablier.core.errors import TablierError
from tablier.engine.arena.pairing import Fixtures, Outcome

WRITTEN = {"key": str, "players": list, "ranks": list, "reason": str, "actions": int, "record": str}
"""The fields of an outcome as JSON has them."""


class Ledger:
    """Games in a file, one to a line, safe on disk before the next is added.

    The first line says what they belong to. A file whose last line was cut off is
    gone on with after the line before it; that game is played again.
    """

    def __init__(self, path: Path, fixtures: Fixtures) -> None:
        self.path = path
        self.outcomes: dict[str, Outcome] = {}
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise TablierError(f"{path}: {error.strerror}") from error
        try:
            if not S_ISREG(os.fstat(self._file.fileno()).st_mode):
                raise TablierError(f"{path} is not a file that keeps games")
            if not take(self._file):
                raise TablierError(f"{path}: another process is writing to it")
            self._read(fixtures)
        except BaseException:
            self._file.close()
            raise

    def add(self, outcome: Outcome) -> None:
        """Keep a game, unless it is there already."""
        if outcome.key not in self.outcomes:
            self._write(outcome._asdict())
            self.outcomes[outcome.key] = outcome

    def close(self) -> None:
        """Let others write to the file."""
        self._file.close()

    def _read(self, fixtures: Fixtures) -> None:
        """Whatever else is in a file that is not ours stays there."""
        head, seats = (
            fixtures.head(),
            {pairing.key: pairing.players for pairing in fixtures.pairings()},
        )
        self._file.seek(0)
        whole, end, torn = self._file.read().rpartition(b"\n")
        if not end:
            if not _written(head).startswith(torn):
                raise self._foreign(head)
            self._file.truncate(0)
            self._write(head)
            return
        first, *lines = whole.split(b"\n")
        self._check(self._line(1, first), head)
        for number, line in enumerate(lines, 2):
            outcome = self._outcome(number, line)
            same = seats.get(outcome.key, outcome.players) == outcome.players
            if not same or len(outcome.ranks) != len(outcome.players):
                raise self._no_game(number)
            self.outcomes[outcome.key] = outcome
        self._file.truncate(len(whole) + len(end))

    def _check(self, found: dict[str, object], head: dict[str, object]) -> None:
        if found.keys() != head.keys():
            raise self._foreign(head)
        for name, wanted in head.items():
            if found[name] != wanted:
                words = {"sources": "version of the program", "agents": "version of an agent"}
                what = {next(iter(head)): "game", **words}.get(name, name)
                raise TablierError(f"{self.path} has games of another {what}; begin another file")

    def _foreign(self, head: dict[str, object]) -> TablierError:
        kind = next(iter(head))
        article = "an" if kind.startswith("a") else "a"
        return TablierError(f"{self.path} is not the file of {article} {kind}")

    def _outcome(self, number: int, line: bytes) -> Outcome:
        fields = self._line(number, line)
        if {name: type(value) for name, value in fields.items()} != WRITTEN:
            raise self._no_game(number)
        fields |= {name: tuple(fields[name]) for name in ("players", "ranks")}
        return Outcome(**fields)

    def _no_game(self, number: int) -> TablierError:
        return TablierError(f"{self.path}, line {number} is not a game")

    def _line(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            raise TablierError(f"{self.path}, line {number} can't be read")
        return fields

    def _write(self, fields: dict[str, Any]) -> None:
        self._file.write(_written(fields))
        self._file.flush()
        os.fsync(self._file.fileno())


def _written(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode() + b"\n"
