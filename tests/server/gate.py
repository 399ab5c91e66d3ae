"""A door to a real PostgreSQL that a test can shut: the line hangs, or is dead."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs, urlsplit

PIECE = 65536
LOOK_S = 0.05


class Gate:
    """Carries bytes between clients on a port of this machine and PostgreSQL's own socket."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._there = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}{parts.path}"
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._going = threading.Event()
        self._going.set()
        self._closed = False
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def hang(self) -> None:
        """From now on nothing gets through, and nobody is told so."""
        self._going.clear()

    def go_on(self) -> None:
        """What was held up gets through after all."""
        self._going.set()

    def cut(self) -> None:
        """End all connections that there are."""
        for one in list(self._pairs):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closed = True
        self._going.set()
        self._thread.join()

    def _carry(self) -> None:
        with selectors.DefaultSelector() as ready, self._door:
            ready.register(self._door, selectors.EVENT_READ)
            while not self._closed:
                for key, _ in ready.select(LOOK_S):
                    if self._going.wait() and not self._closed:
                        self._serve(ready, key.fileobj)  # type: ignore[arg-type]
            for one in self._pairs:
                one.close()

    def _serve(self, ready: selectors.BaseSelector, one: socket.socket) -> None:
        if one is self._door:
            here, there = self._door.accept()[0], socket.socket(socket.AF_UNIX)
            there.connect(self._there)
            self._pairs |= {here: there, there: here}
            ready.register(here, selectors.EVENT_READ)
            ready.register(there, selectors.EVENT_READ)
        elif one in self._pairs:
            other = self._pairs[one]
            data = b""
            with suppress(OSError):
                data = one.recv(PIECE)
                other.sendall(data)
            if not data:
                for end in (one, other):
                    ready.unregister(end)
                    del self._pairs[end]
                    end.close()


@contextmanager
def gate(url: str) -> Iterator[Gate]:
    """A door to the database of a URL."""
    door = Gate(url)
    try:
        yield door
    finally:
        door.close()
