"""What `tablier selfplay` has written, ready to learn from."""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from tablier.compile.raw_array import bare
from tablier.core.errors import OtherRules, TablierError
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.reading.record import read_record, rules_of
from tablier.research.encoding import Encoding, describe_rows
from tablier.research.selfplay import GAMES

TYPES = {
    "state": np.int64,
    "seat": np.int8,
    "action": np.int32,
    "repetitions": np.int16,
    "game": np.int32,
    "score": np.float32,
    "ranks": np.int8,
}


UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, MemoryError)


class Dataset:
    """All actions of a folder's games, row by row.

    `states` are positions as ints, `seats` whose turn it was, `actions` what was
    played, counted as in a mask, `scores` what the game brought to that seat in
    the end, `games` the number of the game.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        paths = sorted(self.folder.glob("arrays-*.npz"))
        if not paths:
            raise TablierError(f"{folder} has no arrays that `tablier selfplay` has written")
        with _reading(self.folder / GAMES) as path, path.open(encoding="utf-8") as file:
            self.start = read_position(json.loads(file.readline())["dataset"])
            self._check_rules(rules_of(json.loads(file.readline())["record"]))
        self.encoding = Encoding(self.start)
        arrays = [self._arrays(path) for path in paths]

        def joined(name: str) -> npt.NDArray[Any]:
            return np.concatenate([array[name] for array in arrays])

        self.states, self.seats, self.actions = joined("state"), joined("seat"), joined("action")
        self.scores, self.games = joined("score"), joined("game")
        self.repetitions, self.ranks = joined("repetitions"), joined("ranks")

    def _check_rules(self, version: int) -> None:
        """Refuse arrays whose positions and actions are numbered by other rules."""
        game = self.start.game
        if version != game.version:
            told = f"{self.folder} was played by {game.name} rules {version}, here are rules"
            raise OtherRules(f"{told} {game.version}: play it again")

    def _arrays(self, path: Path) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a file, as far as compiled code relies on them."""
        with _reading(path):
            with path.open("rb") as file, np.load(file) as found:
                arrays = {name: found[name] for name in TYPES}
            rows, players = len(arrays["action"]), self.start.players
            shapes = dict.fromkeys(TYPES, (rows,)) | {"state": (rows, self.encoding.width)}
            shapes["ranks"] = (len(arrays["ranks"]), players)
            for name, array in arrays.items():
                if array.dtype != TYPES[name] or array.shape != shapes[name]:
                    raise ValueError(f"{name} is of another kind or size")
            seats, plays, games = arrays["seat"], arrays["action"], arrays["game"]
            within = (seats >= 0) & (seats < players) & (games >= 0)
            within &= (plays >= 0) & (plays < len(self.encoding.actions))
            if not within.all() or (arrays["repetitions"] < 0).any():
                raise ValueError("a row is of no game")
        return arrays

    def __len__(self) -> int:
        return len(self.actions)

    def observations(self, rows: Any = slice(None)) -> npt.NDArray[np.float32]:
        """What the seats saw that played the actions of some rows: a slice, or numbers."""
        states = np.ascontiguousarray(self.states[rows])
        seats = np.ascontiguousarray(self.seats[rows], np.int64)
        repetitions = np.ascontiguousarray(self.repetitions[rows], np.int64)
        seen = np.zeros((len(states), self.encoding.size), np.float32)
        coding, width = self.encoding.coding, self.encoding.width
        ints, out = bare(states.ravel()), bare(seen.ravel())
        describe_rows(ints, width, bare(seats), bare(repetitions), coding, out, 0, len(states))
        return seen

    def matches(self) -> list[Match]:
        """The games themselves, less one whose line has been cut off."""
        with _reading(self.folder / GAMES) as path:
            lines = path.read_text("utf-8").rpartition("\n")[0].splitlines()[1:]
            games = sorted((json.loads(line) for line in lines), key=lambda game: int(game["key"]))
            return [read_record(game["record"]) for game in games]


@contextmanager
def _reading(path: Path) -> Iterator[Path]:
    """Say which file it is that can't be used."""
    try:
        yield path
    except TablierError:
        raise
    except (*UNREADABLE, EOFError, BadZipFile, NotImplementedError, zlib.error) as error:
        raise TablierError(f"{path} is not as `tablier selfplay` wrote it") from error
