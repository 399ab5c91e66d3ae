"""A client's connection: what it may do, and what waits to be sent to it."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from itertools import count
from typing import Any, Protocol

from tablier.table import messages

MOST_WAITING = 256 * 1024
"""Who has more characters than this waiting when there is more to send is given up."""
PATIENCE_S = 10.0
"""A frame that can't be handed to the network for this long is never going to be."""
GOODBYE_S = 5.0
"""A client that reads too slowly has this long to read that it does."""
BURST, PER_SECOND = 300, 100
"""Frames a client may send at once, and every second after that."""

NUMBERS = count(1)

Cue = tuple[int, ...]
"""What people react to: in a race what the table did last, else the number of actions."""


class Connection(Protocol):
    """A line to one client, and what was measured on it."""

    @property
    def arrived(self) -> float:
        """When the frame that is dealt with now came in, in seconds of the monotonic clock."""

    @property
    def waited_ms(self) -> float:
        """How long the frame that is dealt with now had to wait until it was."""

    @property
    def ping_ms(self) -> float:
        """R: the shortest round trip, as far as it is believed."""

    @property
    def is_proven(self) -> bool:
        """Whether that was measured by more than the client's own answers."""

    def write(self, frame: str) -> bool:
        """Hand a frame to the network at once; False if it has to wait."""

    async def send(self, frame: str) -> None:
        """Hand a frame to the network as soon as that takes it."""

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye with a code."""

    def abort(self) -> None:
        """Drop the line without a word."""


class Session:
    """One connection at one table."""

    def __init__(
        self,
        connection: Connection,
        seats: frozenset[int],
        hashes: frozenset[str],
        address: str = "",
        *,
        looking: bool = True,
    ) -> None:
        self.connection = connection
        self.seats = seats
        self.hashes = hashes
        self.address = address
        """What its client is counted under where things are shared out; empty: not at all."""
        self.number = next(NUMBERS)
        """Who came later has a higher one."""
        self.muted = False
        self.looking = looking
        """Whether somebody sees the table there; a client that never tells is looked at."""
        self.waits_for: set[asyncio.Task[Any]] = set()
        """What is thought about for this client alone."""
        self.shown: tuple[Cue, float] = ((), 0.0)
        """The newest cue that was sent, and when its first frame left, in seconds."""
        self._waiting: deque[tuple[str, Cue | None]] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._goodbye: asyncio.Task[None] | None = None
        self._closing = False
        self._allowance = float(BURST)
        self._allowed_at = time.monotonic()

    def send(self, frame: str, cue: Cue | None = None) -> None:
        """Send a frame as soon as the network takes it; never waits."""
        if self._closing:
            return
        if self._size > MOST_WAITING:
            self.cut()
            return
        if self._sender is None and self.connection.write(frame):
            self._show(cue)
            return
        self._waiting.append((frame, cue))
        self._size += len(frame)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._drain())

    @property
    def is_over(self) -> bool:
        """Whether nothing reaches the client any more."""
        return self._closing

    async def flushed(self) -> None:
        """Wait until the network has taken everything that was sent."""
        while self._sender is not None:
            await asyncio.wait({self._sender})

    async def _drain(self) -> None:
        """Runs only while there is something to send, so that idle sockets stay small."""
        try:
            while self._waiting:
                frame, cue = self._waiting.popleft()
                self._size -= len(frame)
                self._show(cue)
                async with asyncio.timeout(PATIENCE_S):
                    await self.connection.send(frame)
        except TimeoutError:
            self._closing = True
            self.connection.abort()
        except Exception:  # the connection is gone; its reader notices as well
            self._closing = True
        finally:
            self._sender = None

    def _show(self, cue: Cue | None) -> None:
        if cue is not None and cue != self.shown[0]:
            self.shown = (cue, time.monotonic())

    def cut(self) -> None:
        """Give up a client that does not read; if it reads after all, it is told why."""
        self._closing = True
        self._waiting.clear()
        self._goodbye = asyncio.get_running_loop().create_task(self._say_too_slow())

    async def _say_too_slow(self) -> None:
        try:
            async with asyncio.timeout(GOODBYE_S):
                await self.connection.close(messages.TOO_SLOW, "you read too slowly")
        except Exception:
            self.connection.abort()

    async def close(self, code: int, reason: str = "") -> None:
        """Say goodbye with a code."""
        self._closing = True
        with suppress(Exception):
            await self.connection.close(code, reason)

    async def afford(self, frames: int) -> None:
        """Wait until the client may send a frame that is worth several."""
        self.admits(0)
        await asyncio.sleep(max(0.0, frames - self._allowance) / PER_SECOND)
        self.admits(frames)

    def admits(self, frames: int = 1) -> bool:
        """Whether the client may send another frame now, or one that is worth several."""
        now = time.monotonic()
        earned = (now - self._allowed_at) * PER_SECOND
        self._allowance = min(float(BURST), self._allowance + earned) - frames
        self._allowed_at = now
        return self._allowance >= 0

    def seat_for(self, asked: int | None) -> int:
        """The seat that a command is for: one of the session's own, whatever it says."""
        if not self.seats:
            raise messages.Refused("spectator", "you are watching: take a seat to play")
        if asked is None and len(self.seats) == 1:
            return next(iter(self.seats))
        if asked is None:
            raise messages.Refused("which_seat", "you hold several seats: say which")
        if asked not in self.seats:
            raise messages.Refused("not_your_seat", "that seat is somebody else's")
        return asked
