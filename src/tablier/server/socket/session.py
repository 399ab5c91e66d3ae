"""A client's connection: what it may do, and what waits to be sent to it."""

import asyncio
import time
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketState

from tablier.server.socket import messages
from tablier.server.socket.ws_timing import Pulse

MOST_WAITING = 256 * 1024
"""Who has so many characters waiting when there is more to tell is given up."""
PATIENCE_S = 10.0
"""A frame that can't be handed to the network for so long is never going to be."""
BURST, PER_SECOND = 300, 100
"""Frames a client may send at once, and every second after that."""

Moment = tuple[int, ...]
"""What people react to: in a race what the table did last, else the number of actions."""


class Session:
    """One socket at one table."""

    def __init__(
        self, socket: WebSocket, pulse: Pulse, seats: frozenset[int], hashes: frozenset[str]
    ) -> None:
        self.socket = socket
        self.pulse = pulse
        self.seats = seats
        self.hashes = hashes
        self.muted = False
        self.hinting = False
        self.shown: tuple[Moment, float] = ((), 0.0)
        """The newest moment that was sent, and when its first frame left, in seconds."""
        self._waiting: deque[tuple[str, Moment | None]] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._closing = False
        self._allowance = float(BURST)
        self._allowed_at = time.monotonic()

    def send(self, frame: str, moment: Moment | None = None) -> None:
        """Send a frame as soon as the network takes it; never waits."""
        if self._closing:
            return
        if self._size > MOST_WAITING:
            self.cut()
            return
        if self._sender is None and self.pulse.write(frame):
            self._show(moment)
            return
        self._waiting.append((frame, moment))
        self._size += len(frame)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        """Runs only while there is something to send, so that idle sockets stay small."""
        try:
            while self._waiting:
                frame, moment = self._waiting.popleft()
                self._size -= len(frame)
                self._show(moment)
                async with asyncio.timeout(PATIENCE_S):
                    await self.socket.send_text(frame)
        except TimeoutError:
            self.cut()
        except Exception:  # the connection is gone; its reader notices as well
            self._closing = True
        finally:
            self._sender = None

    def _show(self, moment: Moment | None) -> None:
        if moment is not None and moment != self.shown[0]:
            self.shown = (moment, time.monotonic())

    def cut(self) -> None:
        """Give up a client that does not read."""
        self._closing = True
        self._waiting.clear()
        self.pulse.abort()

    async def close(self, code: int, reason: str = "") -> None:
        """Say goodbye with a code."""
        self._closing = True
        if self.socket.application_state != WebSocketState.DISCONNECTED:
            with suppress(Exception):
                await self.socket.close(code, reason)

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
