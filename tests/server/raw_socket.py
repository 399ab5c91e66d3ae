"""Bytes over TCP, as no library would send them."""

import base64
import socket
import struct
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from houses import WAIT_S, Served

from tablier.server.socket.tcp_info import TCP_INFO

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FIN = 0x80
LAST_DATA_SENT = 44
"""Where that lies in Linux' `struct tcp_info`."""


class RawAnswer(NamedTuple):
    """What came back until the other side hung up."""

    status: int
    body: bytes


class RawSocket:
    """One connection to a house."""

    def __init__(self, served: Served) -> None:
        self.netloc = urlsplit(served.base).netloc
        host, _, port = self.netloc.rpartition(":")
        self.tcp = socket.create_connection((host, int(port)), WAIT_S)
        self._rest = b""

    def send(self, data: bytes) -> None:
        """Send; whoever hangs up meanwhile has heard enough."""
        with suppress(ConnectionError):
            self.tcp.sendall(data)

    def upgrade(self, *lines: str) -> None:
        """Become a WebSocket; nothing is said over it yet."""
        self.send(self.handshake(*lines))
        head = self.until(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head

    def handshake(self, *lines: str) -> bytes:
        key = base64.b64encode(bytes(16)).decode()
        head = (
            "GET /ws HTTP/1.1",
            f"Host: {self.netloc}",
            f"Origin: http://{self.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: tablier.1",
            f"Sec-WebSocket-Key: {key}",
            *lines,
        )
        return ("\r\n".join(head) + "\r\n\r\n").encode()

    def until(self, end: bytes) -> bytes:
        """What comes, up to some bytes."""
        while end not in self._rest:
            more = self.tcp.recv(65536)
            assert more, self._rest
            self._rest += more
        taken, _, self._rest = self._rest.partition(end)
        return taken + end

    def all(self) -> bytes:
        """Everything that comes until the other side hangs up."""
        with suppress(ConnectionResetError):
            while more := self.tcp.recv(65536):
                self._rest += more
        self.tcp.close()
        taken, self._rest = self._rest, b""
        return taken

    def sent_ms(self) -> int:
        """How long ago the last bytes were sent, by the kernel's own count."""
        assert TCP_INFO is not None
        info = self.tcp.getsockopt(socket.IPPROTO_TCP, TCP_INFO, LAST_DATA_SENT + 4)
        return int(struct.unpack_from("=I", info, LAST_DATA_SENT)[0])

    def hang_up(self) -> None:
        """Be gone at once, with a reset and without a goodbye."""
        self.tcp.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.tcp.close()

    def answer(self) -> RawAnswer:
        """An answer after which the house hangs up."""
        head, _, body = self.all().partition(b"\r\n\r\n")
        return RawAnswer(int(head.split(b" ")[1]) if head else 0, body)


def frame(opcode: int, payload: bytes = b"", fin: int = FIN) -> bytes:
    """A frame as a client sends it, masked with nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([fin | opcode]) + length + bytes(4) + payload


def frames_in(data: bytes) -> list[tuple[int, bytes]]:
    """The frames that a server sent; what is cut off is left out."""
    found: list[tuple[int, bytes]] = []
    while len(data) >= 2:
        opcode, size, at = data[0] & 0x0F, data[1] & 0x7F, 2
        if size == 126:
            (size,), at = struct.unpack_from("!H", data, 2), 4
        elif size == 127:
            (size,), at = struct.unpack_from("!Q", data, 2), 10
        found.append((opcode, data[at : at + size]))
        data = data[at + size :]
    return found


def close_code(data: bytes) -> int:
    """With which code a server has closed a WebSocket; 0 if it has not."""
    closed = [payload for opcode, payload in frames_in(data) if opcode == CLOSE]
    return int.from_bytes(closed[0][:2], "big") if closed and closed[0] else 0
