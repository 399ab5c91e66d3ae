"""A table's live connection, as docs/protocol.md describes it."""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import aclosing, suppress
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tablier.terminal.session.house_frames import Closed, Frame, StrangeHouse, read_frame
from tablier.terminal.session.table_link import TableLink

FOR_GOOD = {
    4400: "bad_message",
    4403: "closed_table",
    4404: "no_table",
    4409: "new_key",
    4410: "old_rules",
    4413: "crowded",
}
"""Why a house closes a connection that need not come back, by its code."""
LARGEST_FRAME = 1024 * 1024
"""A welcome holds hundreds of events."""
OPEN_S, CLOSE_S = 15.0, 2.0
"""How long a house may take to let somebody in, and to say goodbye."""
STORE_S = 1.0
"""What could not be stored is sent again after this long, as it was."""

MOST_EVENTS = 20_000
"""Of one table; no house has nearly as many."""


class ServerConnection:
    """Comes back by itself, and sends again what was not answered under the same name."""

    def __init__(
        self,
        link: TableLink,
        keys: list[str],
        take: Callable[[Frame], None],
        gone: Callable[[], None],
    ) -> None:
        """`take` gets every frame, `gone` is called when the connection is lost for a while."""
        self.link = link
        self.keys = keys
        self.seen = 0
        """The number of the last event that is known."""
        self.waiting: dict[str, Frame] = {}
        """Commands that have not been answered."""
        self._take = take
        self._gone = gone
        self._socket: ClientConnection | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._label = secrets.token_hex(4)
        self._numbers = count(1)

    async def run(self) -> None:
        """Stay connected until cancelled; raises Closed when the house will not have it."""
        async with aclosing(aiter(self._dial())) as sockets:  # type: ignore[type-var]
            async for socket in sockets:
                with suppress(ConnectionClosed):
                    await socket.send(json.dumps(self._hello()))
                    async for frame in socket:
                        self._receive(socket, read_frame(frame))
                self._socket = None
                if socket.close_code in FOR_GOOD:
                    raise Closed(FOR_GOOD[socket.close_code])
                self._gone()

    async def welcome(self) -> Frame:
        """What the house says to these keys; the connection is not kept."""
        try:
            async with self._dial() as socket:
                await socket.send(json.dumps(self._hello()))
                past: list[Any] = []
                while (frame := read_frame(await socket.recv()))["type"] != "welcome":
                    past += frame.get("events", ())
                    if len(past) > MOST_EVENTS:
                        raise StrangeHouse
        except ConnectionClosed as error:
            code = error.rcvd.code if error.rcvd else 0
            raise Closed(FOR_GOOD.get(code, "away")) from error
        except (OSError, WebSocketException) as error:
            raise Closed("away") from error
        welcome: Frame = frame | {"events": past + frame["events"]}
        return welcome

    def send(self, kind: str, **fields: object) -> str:
        """Send a command, now or as soon as the connection is back; its name."""
        cmd = f"{self._label} {next(self._numbers)}"
        self.waiting[cmd] = {"type": kind, "cmd": cmd} | fields
        if self._socket is not None:
            self._post(self._socket, self.waiting[cmd])
        return cmd

    def _dial(self) -> connect:
        return connect(
            self.link.socket,
            origin=self.link.house,  # type: ignore[arg-type]
            subprotocols=["tablier.1"],  # type: ignore[list-item]
            compression=None,
            max_size=LARGEST_FRAME,
            open_timeout=OPEN_S,
            close_timeout=CLOSE_S,
        )

    def _hello(self) -> Frame:
        hello = {"type": "hello", "v": 1, "table": self.link.table, "keys": self.keys}
        return hello | {"seen": self.seen}

    def _receive(self, socket: ClientConnection, frame: Frame) -> None:
        cmd = frame.get("cmd", "")
        if frame.get("code") == "storage" and cmd in self.waiting:
            asyncio.get_running_loop().call_later(STORE_S, self._send_again, socket, cmd)
            return
        self.waiting.pop(cmd, None)
        if frame["type"] in ("events", "update", "welcome"):
            self.seen = max([self.seen, *(event["seq"] for event in frame["events"])])
        self._take(frame)
        if frame["type"] == "welcome":
            self._socket = socket
            for command in self.waiting.values():
                self._post(socket, command)

    def _send_again(self, socket: ClientConnection, cmd: str) -> None:
        if socket is self._socket and cmd in self.waiting:
            self._post(socket, self.waiting[cmd])

    def _post(self, socket: ClientConnection, command: Frame) -> None:
        task = asyncio.create_task(_sent(socket, json.dumps(command)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


async def _sent(socket: ClientConnection, frame: str) -> None:
    """A frame that can't be sent now is sent when the connection is back."""
    with suppress(ConnectionClosed):
        await socket.send(frame)
