"""Many games in CuPy's arrays, stepped by a GPU.

Nothing is waited for: a step is in the GPU's queue when its call returns, and an action that is
not legal is told of by one of the next calls. Neither it nor any step after it is played then.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.compile.lanes import LANES
from tablier.compile.targets.cuda import BLOCK, Call, Launch, LaunchVerdict, Striped, default_gpu
from tablier.compile.targets.nvptx import NOTHING_FOUND
from tablier.core.errors import BadOption
from tablier.core.game import Position
from tablier.engine.simulate.race_policy import NORMAL
from tablier.research.encoding import Encoding
from tablier.research.observation_writers import PackedRow
from tablier.research.turn_order import CLOCK, PACES
from tablier.research.vector.batch import (
    Room,
    Starts,
    check_actions,
    first_illegal,
    illegal_move,
    new_batch,
    sample_actions,
    step_games,
    used_columns,
)
from tablier.research.vector.packing import (
    BYTES,
    FLOATS,
    NumberPlaces,
    number_places,
    pack_masks,
    pack_observations,
    spread_masks,
    spread_observations,
    spreading,
)
from tablier.research.vector.prospects import weigh_games

WIDE = 256
"""Threads of a block that need few registers."""
REGISTERS, FEW_REGISTERS = 96, 64
"""For each thread of a step: more threads at once wait less for memory, which those do most whose
position finds no room in registers anyway."""
LARGE_POSITION = 64
"""Ints of such a position."""
ALIGNED = 16
"""Compiled code relies on it that arrays begin at a multiple of these bytes."""


class CudaRoom(Room):
    """Room on a GPU."""

    def __init__(self, cupy: Any) -> None:
        self.cupy = cupy

    def plain(self, kind: type, rows: int, width: int = 1) -> Any:
        """Rows that lie one after the other."""
        return self.cupy.zeros(rows * width, kind)

    def striped(self, kind: type, rows: int, width: int) -> Striped:
        """Rows that lie as stripes."""
        return Striped(self.plain(kind, -(-rows // LANES) * LANES, width))


class CudaGames:
    """Games that lie side by side on a GPU."""

    def __init__(self, start: Position, encoding: Encoding, games: int, longest: int) -> None:
        gpu = default_gpu()
        self.cupy = gpu.cupy
        self.games = games
        self._encoding = encoding
        room = CudaRoom(self.cupy)
        self.batch = batch = new_batch(encoding, games, room)
        batch.clocks.rows(CLOCK)[:, PACES:] = NORMAL
        coding = encoding.coding
        tables = {name: self.cupy.asarray(getattr(coding, name)) for name in _TABLES}
        self._coding = coding = coding._replace(**tables)
        self._start, self._weigh = start, list[Launch]()
        chosen = self.cupy.zeros(games, np.int64)
        starts = Starts(1, chosen)
        is_large = encoding.width >= LARGE_POSITION
        self._step_block = WIDE if is_large else BLOCK
        registers = FEW_REGISTERS if is_large else REGISTERS
        self._verdict = LaunchVerdict(self.cupy)
        (
            self._sample,
            self._illegal,
            self._step,
            self._pack_masks,
            self._spread_masks,
            self._pack,
            self._pack_final,
            self._spread,
        ) = gpu.launches(
            self._verdict,
            Call(sample_actions, (batch.whims, batch.listed, batch.counts, coding), (chosen,)),
            Call(first_illegal, (batch.listed, batch.counts, batch.paused, coding), (chosen,)),
            Call(step_games, (start, batch, coding, longest), (starts, chosen), registers),
            *self._calls_for_masks(room),
            *self._calls_for_observations(room),
        )

    def _calls_for_masks(self, room: CudaRoom) -> tuple[Call, Call]:
        """Make room for masks; how they are packed, and how spread."""
        size = len(self._encoding.actions)
        how = spreading(size)
        self._mask_bits = room.plain(np.uint32, self.games + BYTES, how.words)
        flat = room.plain(np.int64, 2 * -(-self.games * size // BYTES))
        self._masks = flat.view(np.bool_)[: self.games * size].reshape(self.games, size)
        listed, counts = self.batch.listed, self.batch.counts
        return (
            Call(pack_masks, (listed, counts, self._coding, how.words, self._mask_bits)),
            Call(spread_masks, (self._mask_bits, how, flat)),
        )

    def _calls_for_observations(self, room: CudaRoom) -> tuple[Call, ...]:
        """The same for observations, and for those at the end of games, whose room comes later."""
        encoding, size = self._encoding, self._encoding.size
        how = spreading(size, int(encoding.slots.max()) + 1)
        self._bits = room.plain(np.uint32, self.games + 1, how.words)
        numbers = room.plain(np.float32, self.games + 1, how.numbers)
        self._flat = room.plain(np.int64, 2 * -(-self.games * size // FLOATS))
        self._final_flat: Any = None
        slots = encoding.slots
        places = NumberPlaces(self.cupy.asarray(number_places(slots)), self.cupy.asarray(slots))
        packed = PackedRow(self._bits, numbers)
        seen = PackedRow(self._bits, numbers.view(np.int32))
        batch = self.batch
        final = batch._replace(
            states=batch.final_states,
            seats=batch.final_seats,
            repetitions=batch.final_repetitions,
        )
        return (
            Call(pack_observations, (batch, encoding.width, self._coding, how, packed)),
            Call(pack_observations, (final, encoding.width, self._coding, how, packed)),
            Call(spread_observations, (seen, places, how), (self._flat,)),
        )

    def shown(self, name: str) -> Any:
        """An array of the batch, to be looked at: a copy, if compiled code relies on it."""
        array = getattr(self.batch, name)
        return array.copy() if name in _RELIED_ON else array

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """An array, or the one of that name, where Python can read it."""
        found = getattr(self.batch, array) if isinstance(array, str) else array
        return found.get() if hasattr(found, "get") else found

    def starts(self, ints: npt.NDArray[np.int64]) -> Starts:
        """Positions to begin at, given as rows of ints."""
        return Starts(len(ints), self.cupy.asarray(ints.ravel()))

    def seed(self, drawn: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]) -> None:
        """Give some games generators for dice and reactions, and for samples."""
        places = self.cupy.asarray(rows)
        self.batch.chance[places], self.batch.whims[places] = self.cupy.asarray(drawn)

    def play_only(self, rows: npt.NDArray[np.int64]) -> None:
        """Have all other games left alone by what follows."""
        self.batch.paused[:] = 1
        self.batch.paused[self.cupy.asarray(rows)] = 0

    def play_all(self) -> None:
        """Have no game left alone any more."""
        self.batch.paused[:] = 0

    def take(self, rows: npt.NDArray[np.int64]) -> dict[str, npt.NDArray[Any]]:
        """All that there is of some games."""
        self.wait()
        places = self.cupy.asarray(rows)
        used = used_columns(self.batch.turns[places], self.batch.counts[places])
        taken = {}
        for name, array in self.batch._asdict().items():
            table, at = self._table(array, places, slice(used.get(name)))
            taken[name] = table[at].get()
        return taken

    def put(self, rows: npt.NDArray[np.int64], taken: dict[str, npt.NDArray[Any]]) -> None:
        """Put what was taken in the place of some games, or the same in the place of all."""
        self.wait()
        places = self.cupy.asarray(rows)
        for name, values in taken.items():
            columns = slice(values.shape[1])
            table, at = self._table(getattr(self.batch, name), places, columns)
            table[at] = self.cupy.asarray(values)

    def _table(self, array: Any, places: Any, columns: slice) -> tuple[Any, tuple[Any, ...]]:
        """An array of the batch by its rows, and the index of some columns of some of them."""
        if not isinstance(array, Striped):
            return array.reshape(self.games, -1), (places, columns)
        width = array.array.size // (-(-self.games // LANES) * LANES)
        return array.rows(width), (places // LANES, columns, places % LANES)

    def actions(self, given: Any, rows: npt.NDArray[np.int64] | None) -> Any:
        """Actions as they are stepped with, from whatever CuPy can take over."""
        try:
            taken = self.cupy.asarray(given)
        except Exception:  # such as ragged lists, or what has no room in memory
            taken = np.zeros(())
        check_actions(taken, self.games if rows is None else len(rows))
        if rows is not None:
            chosen = self.cupy.zeros(self.games, np.int64)
            chosen[self.cupy.asarray(rows)] = taken
            return chosen
        chosen = self.cupy.ascontiguousarray(taken, np.int64)
        return chosen.copy() if chosen.data.ptr % ALIGNED else chosen

    def check(self, chosen: Any) -> None:
        """Have it looked whether every action is legal; raise if one before was not."""
        self._told(self._verdict.look())
        self._illegal(self.games, chosen)

    def play(self, chosen: Any, starts: Starts) -> None:
        """Play an action in every game."""
        self._step(self.games, starts, self.cupy.asarray(chosen), block=self._step_block)

    def observations(self) -> Any:
        """Write observations anew."""
        return self._described(self._pack, self._flat)

    def final_observations(self) -> Any:
        """Write anew what was seen at the end of games."""
        if self._final_flat is None:
            self._final_flat = self.cupy.zeros_like(self._flat)
        return self._described(self._pack_final, self._final_flat)

    def _described(self, pack: Launch, flat: Any) -> Any:
        """Observations, packed and then spread over memory of words of 64 bits."""
        self._told(self._verdict.look())
        self._bits.fill(0)
        pack(self.games)
        size = self._encoding.size
        self._spread(-(-self.games * size // FLOATS), flat, block=WIDE)
        return flat.view(np.float32)[: self.games * size].reshape(self.games, size)

    def masks(self) -> Any:
        """Write masks anew."""
        self._told(self._verdict.look())
        self._mask_bits.fill(0)
        self._pack_masks(self.games)
        self._spread_masks(-(-self._masks.size // BYTES), block=WIDE)
        return self._masks

    def prospects(self) -> Any:
        """Write anew what may come of the games."""
        return self._weighed(0, self.batch.states)

    def final_prospects(self) -> Any:
        """The same of how games ended."""
        return self._weighed(1, self.batch.final_states)

    def _weighed(self, which: int, states: Any) -> Any:
        """Code and room for it are made when it is asked for: few learners need it."""
        if self._encoding.game.is_race:  # whose evaluation takes logarithms
            raise BadOption(
                "prospects of a race are not for a GPU: restore the games on device cpu"
            )
        self._told(self._verdict.look())
        players = self._coding.players
        if not self._weigh:
            self._prospects = self.cupy.zeros((2, self.games, players), np.float32)
            call = Call(weigh_games, (self._start,), (states, players, self._prospects[0].ravel()))
            self._weigh = default_gpu().launches(self._verdict, call)
        found = self._prospects[which]
        self._weigh[0](self.games, states, players, found.ravel())
        return found

    def sample(self) -> Any:
        """A legal action for every game."""
        chosen = self.cupy.empty(self.games, np.int64)
        self._sample(self.games, chosen)
        return chosen

    def ints(self, game: int, states: str = "states") -> npt.NDArray[np.int64]:
        """The position of one game, as ints."""
        self.wait()
        rows = getattr(self.batch, states).rows(self._encoding.width)
        found: npt.NDArray[np.int64] = rows[game // LANES, :, game % LANES].get()
        return found

    def wait(self) -> None:
        """Wait for all that was begun, and raise what went wrong in it."""
        self._told(self._verdict.wait())

    def _told(self, found: int) -> None:
        if found != NOTHING_FOUND:
            raise illegal_move(found)


_TABLES = ("actions", "places", "program")
_RELIED_ON = ("seats", "lengths", "final_seats", "final_lengths")
"""What a step reads again, or looks something up with: nobody else may write there."""
