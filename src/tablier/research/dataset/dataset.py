"""What `tablier selfplay` has written, ready to learn from."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.core.errors import BadOption, OtherRules, TablierError, shortened
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.reading.record import read_record, rules_of
from tablier.research.arguments import quoted, row_numbers
from tablier.research.dataset.columns import GAMES, SHARDS, read_columns, reading
from tablier.research.dataset.mapped_columns import mapped_columns
from tablier.research.encoding import Encoding, Observation

LONGEST_NAME = 200
"""Signs of a folder's name that an error message quotes."""


class Dataset:
    """All actions of a folder's games, row by row.

    `states` are positions as ints, `seats` whose turn it was, `actions` what was
    played, counted as in a mask, `scores` what the game brought to that seat in
    the end, `games` the number of the game, `openings` which rows were played at random to
    begin with. No array can be written to.

    Rows are asked for by a number, a slice, numbers, or a truth value for each; a single number
    gives what belongs to it alone. So PyTorch's `DataLoader` takes a dataset as it is.
    With `mapped` the arrays stay on disk, unpacked, and only what is looked at is read.
    """

    def __init__(self, folder: str | Path, *, mapped: bool = False) -> None:
        if not isinstance(folder, str | Path) or "\0" in str(folder):
            raise TablierError(f"{quoted(folder)} is no folder")
        self.folder = Path(folder)
        if not isinstance(mapped, bool):
            raise BadOption(f"mapped is True or False, not {quoted(mapped)}")
        self.mapped = mapped
        shards = sorted(self.folder.glob(SHARDS))
        if not shards:
            told = "has no arrays that `tablier selfplay` has written"
            raise TablierError(f"{shortened(folder, LONGEST_NAME)} {told}")
        with reading(self.folder / GAMES) as path, path.open(encoding="utf-8") as file:
            self.start = read_position(json.loads(file.readline())["dataset"])
            self._check_rules(rules_of(json.loads(file.readline())["record"]))
        self.encoding = Encoding(self.start)
        read = mapped_columns if self.mapped else read_columns
        columns = read(shards, self.encoding)
        _lock(*columns.values())
        self.states, self.seats, self.actions = (columns[n] for n in ("state", "seat", "action"))
        self.scores, self.games, self.ranks = (columns[n] for n in ("score", "game", "ranks"))
        self.repetitions, self.openings = columns["repetitions"], columns["opening"]
        self._choices, self._legal = columns["choices"], columns["legal"]

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, rows: Any) -> dict[str, Any]:
        """All that is learned from: what was seen, what was possible, what was played, its score.

        With `seat`, `game` and `opening`.
        """
        numbers = row_numbers(rows, len(self))
        return {
            "observation": self.observations(numbers),
            "action_mask": self.masks(numbers),
            "action": self.actions[numbers],
            "score": self.scores[numbers],
            "seat": self.seats[numbers],
            "game": self.games[numbers],
            "opening": self.openings[numbers],
        }

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[row] for row in range(len(self)))

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle`: what is mapped is mapped again where it is unpickled."""
        return {"folder": self.folder, "mapped": True} if self.mapped else vars(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["mapped"]:
            Dataset.__init__(self, state["folder"], mapped=True)
        else:
            vars(self).update(state)
            _lock(*(value for value in state.values() if isinstance(value, np.ndarray)))

    def observations(self, rows: Any = slice(None)) -> Observation:
        """What the seats saw that played the actions of some rows, as float32."""
        numbers = row_numbers(rows, len(self))
        several = np.atleast_1d(numbers)
        columns = (self.states, self.seats, self.repetitions)
        seen = self.encoding.observations(*(column[several] for column in columns))
        return seen if numbers.ndim else seen[0]

    def masks(self, rows: Any = slice(None)) -> npt.NDArray[np.bool_]:
        """What these seats could have played, as truth values for all actions."""
        numbers = row_numbers(rows, len(self))
        several = np.atleast_1d(numbers)
        masks = np.zeros((len(several), len(self.encoding.actions)), np.bool_)
        counts = self._choices[several].astype(np.int64)
        row = np.repeat(np.arange(len(several)), counts)
        nth = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
        masks[row, self._legal[self._ends[several][row] - counts[row] + nth]] = True
        return masks if numbers.ndim else masks[0]

    def matches(self) -> list[Match]:
        """The games themselves, less one whose line has been cut off."""
        with reading(self.folder / GAMES) as path:
            lines = path.read_text("utf-8").rpartition("\n")[0].splitlines()[1:]
            games = sorted((json.loads(line) for line in lines), key=lambda game: int(game["key"]))
            return [read_record(game["record"]) for game in games]

    @cached_property
    def _ends(self) -> npt.NDArray[np.int64]:
        """Where each row's legal actions end among those of all rows."""
        return np.cumsum(self._choices, dtype=np.int64)

    def _check_rules(self, version: int) -> None:
        """Refuse arrays whose positions and actions are numbered by other rules."""
        game = self.start.game
        if version != game.version:
            told = f"{self.folder} was played by {game.name} rules {version}, here are rules"
            raise OtherRules(f"{told} {game.version}: play it again")


def _lock(*arrays: npt.NDArray[Any]) -> None:
    """Let nobody write to arrays."""
    for array in arrays:
        array.flags.writeable = False
