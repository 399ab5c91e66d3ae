"""Who takes a place for too long loses it, and nobody takes all of them."""

import asyncio
from collections.abc import Callable

import pytest
from edge_server import Line, edge_server

from tablier.server.limits import bounds
from tablier.server.limits.allowance import Allowances
from tablier.server.limits.bodies import Bodies
from tablier.server.limits.connections import CROWDED, FULL, Connections
from tablier.server.limits.household import HERE, household

pytestmark = pytest.mark.anyio
POST = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SOON_S, NEVER_S = 0.05, 1e6


def hurry(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """One limit is soon reached, and no other ever is."""
    for other in ("HEAD_S", "BODY_S", "UNREAD_S"):
        monkeypatch.setattr(bounds, other, SOON_S if other == name else NEVER_S)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


async def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, "HEAD_S")
    async with edge_server() as server:
        line = await server.dial()
        assert await line.rest() == b""
        await until(lambda: server.edge.connections.count == 0)
        await line.hang_up()


async def test_a_head_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, "HEAD_S")
    async with edge_server() as server:
        line = await server.dial()
        assert await line.ask("GET / HTTP/1.1\r\nHo") == "HTTP/1.1 408 Request Timeout"
        assert b'"timeout"' in await line.rest()
        await line.hang_up()


async def test_the_time_of_the_house_is_not_the_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come waits for its turn; so does the end of whose time is up, behind it."""
    hurry(monkeypatch, "HEAD_S")
    monkeypatch.setattr(bounds, "HEAD_S", 1.0)
    async with edge_server() as server:
        line = await server.dial()
        server.edge.newcomers.heard()
        server.edge.newcomers.charge("192.0.2.9", 0.5)
        assert await line.ask() == "HTTP/1.1 200 OK"
        await line.hang_up()


async def test_a_second_head_has_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async with edge_server() as server:
        line = await server.dial()
        assert await line.ask() == "HTTP/1.1 200 OK"
        while await line.reader.readline() != b"\r\n":
            pass
        hurry(monkeypatch, "HEAD_S")
        assert await line.ask("GET / HTTP/1.1\r\nHo") == "HTTP/1.1 408 Request Timeout"
        await line.hang_up()


async def test_a_body_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, "BODY_S")
    async with edge_server() as server:
        line = await server.dial()
        assert await line.ask(POST + "012345678") == "HTTP/1.1 408 Request Timeout"
        await line.rest()
        await line.hang_up()
        whole = await server.dial()
        assert await whole.ask(POST + "0123456789") == "HTTP/1.1 200 OK"
        await whole.hang_up()


async def test_an_answer_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch, "UNREAD_S")
    async with edge_server() as server:
        line = await server.dial()
        size = 64 * 1024 * 1024
        line.writer.write(f"GET /{size} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await until(lambda: server.edge.connections.count == 1)
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]
        await until(lambda: server.edge.connections.count == 0)
        line.writer.transport.abort()


async def test_a_full_house_says_so_and_goes_on_serving() -> None:
    async with edge_server(most=3) as server:
        busy: list[Line] = []
        for _ in range(3):
            busy.append(await server.dial())
            busy[-1].writer.write(b"GET / HT")
        await until(lambda: server.edge.connections.count == 3)
        late = await server.dial()
        assert await late.ask() == "HTTP/1.1 503 Service Unavailable"
        assert b'"full"' in await late.rest()
        await late.hang_up()
        assert await busy[0].ask("TP/1.1\r\nHost: localhost\r\n\r\n") == "HTTP/1.1 200 OK"
        await until(lambda: server.edge.connections.count == 3)
        welcome = await server.dial()
        assert await welcome.ask() == "HTTP/1.1 200 OK", "who waits for nothing gave way"
        for line in (*busy, welcome):
            await line.hang_up()


async def test_a_body_takes_up_room_until_it_is_answered() -> None:
    size = bounds.LARGEST_BODY
    head = f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
    async with edge_server() as server:
        begun = [await server.dial() for _ in range(bounds.MOST_BODY_BYTES // size)]
        for line in begun:
            line.writer.write(head.encode())
        await until(lambda: server.edge.bodies.size == bounds.MOST_BODY_BYTES)
        late = [await server.dial() for _ in range(2)]
        assert await late[0].ask(head) == "HTTP/1.1 503 Service Unavailable"
        assert await late[1].ask(POST + "0123456789") == "HTTP/1.1 200 OK", "small ones go on"
        assert await begun[0].ask("x" * size) == "HTTP/1.1 200 OK"
        for line in (*begun, *late):
            await line.hang_up()
        await until(lambda: server.edge.bodies.size == 0)


def test_nobody_takes_all_the_room_for_bodies() -> None:
    bodies, size = Bodies(), bounds.LARGEST_BODY
    taken = [bodies.take("192.0.2.1", size) for _ in range(20)]
    assert sum(taken) == bounds.MOST_BODY_BYTES_EACH // size
    assert bodies.take("192.0.2.2", size) and bodies.take("192.0.2.1", bounds.SMALL_BODY)
    bodies.free("192.0.2.1", size)
    assert bodies.take("192.0.2.1", size)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "BREW"])
async def test_however_one_asks_has_a_limit(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    async with edge_server(proxies=("127.0.0.1",)) as server:
        monkeypatch.setattr(server.edge, "requests", Allowances(5, 0))
        asked: list[str] = []
        for client in ("192.0.2.1",) * 6 + ("192.0.2.2",):
            line = await server.dial()
            forwarded = f"\r\nX-Forwarded-For: {client}\r\n\r\n"
            asked.append(await line.ask(GET.replace("GET", method).replace("\r\n\r\n", forwarded)))
            await line.hang_up()
        assert [line.split()[1] for line in asked] == ["200"] * 5 + ["429", "200"]


def test_an_address_has_so_many_places_and_a_household_no_more() -> None:
    places = Connections(100, 3, lambda address: address == "192.0.2.9")
    taken = [places.enter(f"2001:db8:1:2::{number}") for number in range(5)]
    assert [one.refused for one in taken if one] == ["", "", "", CROWDED, CROWDED]
    for address in ("2001:db8:1:3::1", "192.0.2.1", *["127.0.0.1", "::1", "192.0.2.9"] * 9):
        place = places.enter(address)
        assert place is not None and place.refused == ""
    for one in taken:
        assert one is not None
        one.leave()
    again = places.enter("2001:db8:1:2::1")
    assert again is not None and again.refused == ""


def test_who_can_not_be_told_that_there_is_no_place_is_hung_up_on() -> None:
    places = Connections(2, 2, lambda _: False)
    taken = [places.enter("127.0.0.1") for _ in range(3 + bounds.MOST_TOLD)]
    told = [one.refused if one else "hung up" for one in taken]
    assert told == ["", ""] + [FULL] * bounds.MOST_TOLD + ["hung up"]
    crowd = Connections(1000, 2, lambda _: False)
    taken = [crowd.enter("192.0.2.1") for _ in range(3 + bounds.MOST_TOLD)]
    assert taken[-1] is None and taken[-2] is not None


def test_a_proxy_speaks_for_its_clients() -> None:
    places = Connections(100, 1, lambda address: address == "192.0.2.9")
    first, second = (places.enter("192.0.2.9") for _ in range(2))
    assert first and second and first.claim("198.51.100.1")
    assert not second.claim("198.51.100.1") and second.claim("198.51.100.2")
    first.leave()
    third = places.enter("192.0.2.9")
    assert third and third.claim("198.51.100.1")


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.8.8.8", HERE),
        ("::ffff:127.0.0.1", HERE),
        ("somewhere", "somewhere"),
        (None, HERE),
    ],
)
def test_who_counts_as_one(address: str | None, who: str) -> None:
    assert household(address) == who
