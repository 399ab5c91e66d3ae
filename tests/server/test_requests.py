"""Requests that no honest client sends: one clear refusal each, no way round a limit, no trace."""

import json
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from houses import PERSON, WAIT_S, Served
from raw_socket import PING, TEXT, RawSocket, frame

from tablier.server.limits.bounds import LARGEST_BODY, LARGEST_HEAD, MOST_HEADER_LINES

POST = "POST /api/records HTTP/1.1\r\n"
GET = "GET /healthz HTTP/1.1\r\n"
SEATS = [{"kind": "me"}, {"kind": "here"}]
MOST_TAKEN = 32 * 1024 * 1024
"""More than all buffers between two processes hold."""
CHUNKED = "Transfer-Encoding: chunked\r\n"
CHUNKS = b"1;extension=1\r\nx\r\n" * 100_000
REFUSED = {
    "both lengths": (f"{POST}@Content-Length: 5\r\n{CHUNKED}\r\n", CHUNKS, 411),
    "both, the other way": (f"{POST}@{CHUNKED}Content-Length: 5\r\n\r\n", CHUNKS, 411),
    "chunks": (f"{POST}@{CHUNKED}\r\n", CHUNKS, 411),
    "chunks to look": (f"{GET}@{CHUNKED}\r\n", CHUNKS, 411),
    "trailers": (f"{POST}@{CHUNKED}\r\n", b"0\r\n" + b"a:b\r\n" * 100_000, 411),
    "too long": (f"{POST}@Content-Length: {LARGEST_BODY + 1}\r\n\r\n", b"x" * 600_000, 413),
    "far too long": (f"{GET}@Content-Length: {'9' * 20}\r\n\r\n", b"", 413),
    "no length": (f"{POST}@Content-Length: -1\r\n\r\n", b"", 400),
    "two lengths": (f"{POST}@Content-Length: 1\r\nContent-Length: 2\r\n\r\n", b"", 400),
    "many headers": (GET + "@" + "a: b\r\n" * MOST_HEADER_LINES + "\r\n", b"", 431),
    "thousands of headers": (GET + "@" + "a:\r\n" * 50_000 + "\r\n", b"", 431),
    "a long header": (f"{GET}@A: {'x' * LARGEST_HEAD * 8}\r\n\r\n", b"", 431),
    "a head without end": (f"{GET}@A: {'x' * LARGEST_HEAD * 8}", b"", 431),
    "two hosts": (f"{GET}@@\r\n", b"", 400),
    "no host": (f"{GET}\r\n", b"", 400),
    "somebody else's name": (f"{GET}Host: evil.example\r\n\r\n", b"", 421),
    "a stream of requests": (f"{GET}@\r\n" * 5_000, b"", 431),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_request_is_refused_in_a_sentence(served: Served, kind: str) -> None:
    head, body, status = REFUSED[kind]
    line = RawSocket(served)
    line.send(head.replace("@", f"Host: {line.netloc}\r\n").encode() + body)
    answer = line.answer()
    assert answer.status == status
    assert json.loads(answer.body).keys() == {"code", "rule", "details", "text"}


def test_what_is_allowed_is_answered(served: Served) -> None:
    host = f"Host: {urlsplit(served.base).netloc}\r\n"
    many_lines = json.dumps({"record": "x"}, indent=1).replace("\n", "\n" * 500)
    for request, status in (
        (f"{GET}{host}" + "a: b\r\n" * (MOST_HEADER_LINES - 10), 200),
        (f"{GET}Host: localhost:1\r\n", 200),
        (
            f"{POST}{host}Content-Type: application/json\r\nContent-Length: {len(many_lines)}\r\n",
            422,
        ),
    ):
        line = RawSocket(served)
        body = many_lines if request.startswith("POST") else ""
        line.send(f"{request}Connection: close\r\n\r\n{body}".encode())
        assert line.answer().status == status


LONG = {
    "record": ("/api/records", {"record": '[Game "' + '"' * 60_000}),
    "option": ("/api/tables", {"game": "zhizhu", "seats": SEATS, "options": {"x" * 60_000: "on"}}),
    "game": ("/api/tables", {"game": "x" * 60, "seats": SEATS}),
    "move": ("/api/positions/play", {"position": "zhizhu", "text": "x" * 200}),
    "position": ("/api/positions", {"position": "zhizhu " + "/" * 3_900}),
}


@pytest.mark.parametrize("what", LONG)
def test_what_is_long_is_not_told_back_as_a_whole(served: Served, what: str) -> None:
    path, asked = LONG[what]
    status, refused = served.call("POST", path, asked)
    assert status == 422 and len(json.dumps(refused)) < 1_000


def test_requests_that_follow_each_other_are_all_answered(served: Served) -> None:
    line = RawSocket(served)
    each = f"{GET}Host: {line.netloc}\r\n"
    line.send(f"{each}\r\n".encode() * 20 + f"{each}Connection: close\r\n\r\n".encode())
    assert line.all().count(b"HTTP/1.1 200 OK") == 21


@pytest.mark.parametrize("path", ["/", "/api/games", "/healthz", "/readyz", "/nowhere"])
def test_a_head_alone_is_that_of_the_whole_answer(served: Served, path: str) -> None:
    """Who watches houses from afar asks for no more."""
    line = RawSocket(served)
    rest = f"{path} HTTP/1.1\r\nHost: {line.netloc}\r\n"
    line.send(f"HEAD {rest}\r\nGET {rest}Connection: close\r\n\r\n".encode())
    head, _, second = line.all().partition(b"\r\n\r\n")
    whole = second.partition(b"\r\n\r\n")[0]
    assert head.startswith(b"HTTP/1.1 404" if path == "/nowhere" else b"HTTP/1.1 200")
    left_out = (b"date:", b"connection:")
    same = [
        [one for one in lines.splitlines() if not one.lower().startswith(left_out)]
        for lines in (head, whole)
    ]
    assert same[0] == same[1]


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "TRACE", "BREW", "get"])
def test_other_ways_to_ask_are_refused(served: Served, method: str) -> None:
    for path in ("/", "/api/games", "/api/tables", "/api/tables/nowhere", "/metrics"):
        assert served.call(method, path)[0] == 405
        assert served.call(method, path)[1]["code"] == "method_not_allowed"


HANDSHAKES = {
    "a long line": ("A: " + "x" * 9_000, 400),
    "a body": ("Content-Length: 5", 400),
    "no text": ("A: \x01", 400),
    "another version": ("Sec-WebSocket-Version: 7", 400),
    "two upgrades": ("Upgrade: websocket", 426),
    "two origins": ("Origin: http://evil.example", 400),
}


@pytest.mark.parametrize("kind", HANDSHAKES)
def test_a_handshake_is_refused_in_a_sentence(served: Served, kind: str) -> None:
    spoilt, status = HANDSHAKES[kind]
    line = RawSocket(served)
    line.send(line.handshake(spoilt))
    answer = line.answer()
    assert answer.status == status and answer.body


FIRST_BYTES = [
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"\0" * 100,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /%ff%fe%00/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/tables/%ed%a0%80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/words?language=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/mine HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n012",
    b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n012\0garbage\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n\r\n\r\n",
]
FIRST_FRAMES = [
    frame(TEXT, b"\xff\xff"),
    b"\x81\x01a",
    b"\x83\x80\0\0\0\0",
    b"\x82\xff" + b"\xff" * 12,
    frame(8, b"a"),
    frame(TEXT, b"{}") + b"\x83\x80\0\0\0\0",
    frame(TEXT, b"a", fin=0) + frame(8, b"\x03\xe8"),
    frame(0, b"a"),
    frame(PING, b"x" * 125) + frame(8),
]


def test_nothing_that_a_stranger_sends_leaves_a_trace(served: Served) -> None:
    log = served.data / "log.txt"
    before = log.stat().st_size
    for data in FIRST_BYTES:
        line = RawSocket(served)
        line.send(data)
        line.hang_up()
    for data in FIRST_FRAMES:
        for together in (False, True):
            line = RawSocket(served)
            if together:
                line.send(line.handshake() + data)
            else:
                line.upgrade()
                line.send(data)
            line.hang_up()
    for path in ("/", "/foo", "/ws/", "/ws?key=a", "/%ff", "*"):
        line = RawSocket(served)
        line.send(line.handshake().replace(b"/ws", path.encode(), 1))
        assert line.answer().status == 403
    assert served.call("GET", "/healthz") == (200, "ok\n")
    said = log.read_bytes()[before:].decode()
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line for line in lines if "trace" in line or line["level"] == "error"] == []


def test_a_refused_websocket_is_counted_and_told(served: Served) -> None:
    count = 'tablier_sockets_refused_total{reason="wrong_origin"} '
    line = RawSocket(served)
    line.send(line.handshake().replace(b"Origin: http://", b"Origin: http://evil."))
    assert line.answer().status == 403
    assert int(served.call("GET", "/metrics")[1].partition(count)[2].split()[0]) >= 1
    assert "WebSocket refused (wrong_origin)" in (served.data / "log.txt").read_text()


def test_the_house_says_where_it_is(served: Served) -> None:
    first = json.loads((served.data / "log.txt").read_text().splitlines()[0])
    assert first["level"] == "info" and first["text"].endswith(f"is open at {served.base}/")
    assert PERSON not in (served.data / "log.txt").read_text()


def test_what_follows_a_refusal_is_not_listened_to_for_long(served: Served) -> None:
    """However fast it comes: reading and throwing it away would keep the house busy."""
    where = urlsplit(served.base)
    head = (
        f"POST /api/records HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Length: 5\r\n{CHUNKED}\r\n"
    )
    chunk, taken = b"10000\r\n" + b"x" * 0x10000 + b"\r\n", 0
    with socket.create_connection((where.hostname, where.port), WAIT_S) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 256 * 1024)
        line.sendall(f"{head}{CHUNKED}\r\n".encode())
        with suppress(OSError):
            while taken < MOST_TAKEN:
                taken += line.send(chunk)
    assert taken < MOST_TAKEN
