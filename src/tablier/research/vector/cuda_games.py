"""Many games in CuPy's arrays, stepped by a GPU.

Nothing is waited for: a step is in the GPU's queue when its call returns, and an action that is
not legal is told of by one of the next calls. Neither it nor any step after it is played then.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.compile.lanes import LANES
from tablier.compile.targets.cuda import Call, LaunchVerdict, Striped, default_gpu
from tablier.compile.targets.nvptx import NOTHING_FOUND
from tablier.core.errors import BadOption
from tablier.core.game import Position
from tablier.engine.simulate.race_policy import NORMAL
from tablier.research.encoding import Encoding
from tablier.research.observation_writers import PackedRow
from tablier.research.turn_order import CLOCK, PACES
from tablier.research.vector.batch import (
    Room,
    first_illegal,
    illegal_move,
    new_batch,
    sample_actions,
    step_games,
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

WIDE = 256
"""Threads of a block that need few registers."""
REGISTERS = 96
"""For each thread of a step: more threads at once wait less for memory."""
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
        chosen = self.cupy.zeros(games, np.int64)
        self._verdict = LaunchVerdict(self.cupy)
        (
            self._sample,
            self._illegal,
            self._step,
            self._pack_masks,
            self._spread_masks,
            self._pack,
            self._spread,
        ) = gpu.launches(
            self._verdict,
            Call(sample_actions, (batch.whims, batch.listed, batch.counts, coding), (chosen,)),
            Call(first_illegal, (batch.listed, batch.counts, coding), (chosen,)),
            Call(step_games, (start, batch, coding, longest), (chosen,), REGISTERS),
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

    def _calls_for_observations(self, room: CudaRoom) -> tuple[Call, Call]:
        """The same for observations."""
        encoding, size = self._encoding, self._encoding.size
        how = spreading(size, int(encoding.slots.max()) + 1)
        self._bits = room.plain(np.uint32, self.games + 1, how.words)
        numbers = room.plain(np.float32, self.games + 1, how.numbers)
        flat = room.plain(np.int64, 2 * -(-self.games * size // FLOATS))
        values = flat.view(np.float32)[: self.games * size]
        self._observations = values.reshape(self.games, size)
        slots = encoding.slots
        places = NumberPlaces(self.cupy.asarray(number_places(slots)), self.cupy.asarray(slots))
        packed = PackedRow(self._bits, numbers)
        seen = PackedRow(self._bits, numbers.view(np.int32))
        return (
            Call(pack_observations, (self.batch, encoding.width, self._coding, how, packed)),
            Call(spread_observations, (seen, places, how, flat)),
        )

    def seed(self, drawn: npt.NDArray[np.int64]) -> None:
        """Take the generators for dice and reactions, and for samples."""
        self.batch.chance.set(drawn[0])
        self.batch.whims.set(drawn[1])

    def actions(self, given: Any) -> Any:
        """Actions as they are stepped with, from whatever CuPy can take over."""
        taken = self.cupy.asarray(given)
        if taken.shape != (self.games,) or taken.dtype.kind not in "iu":
            raise BadOption(f"{self.games} whole numbers are needed, an action for each game")
        chosen = self.cupy.ascontiguousarray(taken, np.int64)
        return chosen.copy() if chosen.data.ptr % ALIGNED else chosen

    def check(self, chosen: Any) -> None:
        """Have it looked whether every action is legal; raise if one before was not."""
        self._told(self._verdict.look())
        self._illegal(self.games, chosen)

    def play(self, chosen: Any) -> None:
        """Play an action in every game."""
        self._step(self.games, self.cupy.asarray(chosen))

    def observations(self) -> Any:
        """Write observations anew."""
        self._told(self._verdict.look())
        self._bits.fill(0)
        self._pack(self.games)
        self._spread(-(-self._observations.size // FLOATS), block=WIDE)
        return self._observations

    def masks(self) -> Any:
        """Write masks anew."""
        self._told(self._verdict.look())
        self._mask_bits.fill(0)
        self._pack_masks(self.games)
        self._spread_masks(-(-self._masks.size // BYTES), block=WIDE)
        return self._masks

    def sample(self) -> Any:
        """A legal action for every game."""
        chosen = self.cupy.empty(self.games, np.int64)
        self._sample(self.games, chosen)
        return chosen

    def ints(self, game: int) -> npt.NDArray[np.int64]:
        """The position of one game, as ints."""
        self.wait()
        rows = self.batch.states.rows(self._encoding.width)
        found: npt.NDArray[np.int64] = rows[game // LANES, :, game % LANES].get()
        return found

    def wait(self) -> None:
        """Wait for all that was begun, and raise what went wrong in it."""
        self._told(self._verdict.wait())

    def _told(self, found: int) -> None:
        if found != NOTHING_FOUND:
            raise illegal_move(found)


_TABLES = ("actions", "places", "program")
