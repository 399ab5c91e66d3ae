"""A database that is locked, full, away or hung: everybody is told, and nobody pays for it."""

import os
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hasty
import pytest
from databases import PostgreSQL
from gate import gate
from houses import Served, address, end, house, start, until
from parlour import HERE, ME, PERSON, parlour
from raw_socket import RawSocket

from tablier.server.socket.tcp_info import TCP_INFO
from tablier.server.storage import database
from tablier.table.live import house_clock

STOPS_S = 60.0
"""Far more than a stop takes, and far less than waiting for a database for good."""
STOPPED_MS = 1200 * house_clock.STALL_S
HASTY = (hasty.__file__,)
SMALL = 64 * 1024
"""No file may be larger: SQLite's log is already, ours is not."""


def traced(log: str) -> list[str]:
    """The lines of a log that tell of more than a sentence."""
    return [line for line in log.splitlines() if "Traceback" in line]


def ready(served: Served) -> int:
    """The status of /readyz."""
    return served.call("GET", "/readyz")[0]


def counts_failures(served: Served, *kinds: str) -> bool:
    """Whether these are in the figures, after another read that can't be done.

    While a write hangs, nobody tries to read, and no read has failed then.
    """
    assert served.call("GET", "/api/tables")[0] == 503
    figures = served.call("GET", "/metrics")[1]
    return all(f'tablier_storage_failures_total{{kind="{kind}"}}' in figures for kind in kinds)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Somebody else writes to the file."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_a_house_is_not_ready_while_its_file_is_locked_or_the_disk_is_full(tmp_path: Path) -> None:
    with house(tmp_path, program=HASTY) as served:
        assert ready(served) == 200
        with locked(tmp_path / "tablier.db"):
            until(lambda: ready(served) == 503)
            until(lambda: "database is locked" in (tmp_path / "log.txt").read_text())
            assert ready(served) == 503
        until(lambda: ready(served) == 200)
        while (tmp_path / "tablier.db-wal").stat().st_size < 2 * SMALL:
            served.table("zhizhu", [ME, HERE])
        pid, limit = served.process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(pid, limit)
        resource.prlimit(pid, limit, (SMALL, before[1]))
        until(lambda: ready(served) == 503)
        asked = {"game": "zhizhu", "seats": [ME, HERE]}
        assert served.call("POST", "/api/tables", asked, PERSON)[0] == 503
        assert served.call("GET", "/healthz")[0] == 200
        resource.prlimit(pid, limit, before)
        until(lambda: ready(served) == 200)
        figures = served.call("GET", "/metrics")[1]
    assert 'tablier_storage_failures_total{kind="write"}' in figures
    told = (tmp_path / "log.txt").read_text()
    assert "database is locked" in told and "answers again" in told


def test_a_house_is_not_ready_while_postgresql_hangs_or_is_away(
    postgres: PostgreSQL, tmp_path: Path
) -> None:
    url = postgres.fresh()
    with gate(url) as door, house(tmp_path, "--database", door.url, program=HASTY) as served:
        made = served.table("zhizhu", [ME, HERE])
        client = served.attend(made["table"], PERSON)
        assert client.play("b3", seat=0)["type"] == "ack" and ready(served) == 200
        door.hang()
        until(lambda: ready(served) == 503)
        refused = client.play("b2", seat=1, cmd="again")
        assert (refused["type"], refused["code"]) == ("refused", "storage")
        assert served.call("GET", "/api/tables")[0] == 503
        door.go_on()
        until(lambda: ready(served) == 200)
        while client.ask("play", cmd="again", ply=1, text="b2", seat=1)["type"] != "ack":
            pass
        postgres.shut(url)
        until(lambda: ready(served) == 503)
        until(lambda: counts_failures(served, "write", "read"))
        postgres.reopen(url)
        until(lambda: ready(served) == 200)
        assert client.play("c3", seat=0)["type"] == "ack"
    told = (tmp_path / "log.txt").read_text()
    assert not traced(told) and "answers again" in told


@pytest.mark.anyio
async def test_who_moved_at_once_keeps_the_game_although_the_file_was_locked(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For 14 s, with 6 s on the clock; the lock is real, and time is moved by hand."""
    monkeypatch.setattr(database, "LOCKED_S", 0.05)
    async with parlour(url) as room:
        made = await room.table("zhizhu", ME, HERE, clock={"base": 6_000, "increment": 0})
        ann = await room.attend(made.table, PERSON)
        await room.passes(1_000)
        move = {"cmd": "once", "ply": 0, "text": "b3", "seat": 0}
        with locked(tmp_path / "tablier.db"):
            assert (await ann.ask("play", **move))["code"] == "storage"
            for _ in range(14):
                room.house.move(1_000)
                assert (await ann.ask("play", **move))["code"] == "storage"
        while (answer := await ann.ask("play", **move))["type"] != "ack":
            assert answer["code"] == "storage"
        assert ann.view["phase"] == "playing"
        assert ann.view["clocks"]["left"][0] == 5_000, "charged by its first arrival"


@pytest.mark.skipif(TCP_INFO is None, reason="the kernel does not tell for how long it stood")
def test_a_house_that_was_stopped_has_charged_nobody(tmp_path: Path) -> None:
    """`bench pause` stops one for a minute, which is more than there is on the clock."""
    with house(tmp_path) as served:
        since = time.monotonic()
        made = served.table("zhizhu", [ME, HERE], clock={"base": 600_000, "increment": 0})
        client, other = served.attend(made["table"], PERSON), RawSocket(served)
        os.kill(served.process.pid, signal.SIGSTOP)
        other.send(b"GET ")
        until(lambda: other.sent_ms() >= STOPPED_MS)
        client.send({"type": "play", "cmd": "once", "ply": 0, "text": "b3", "seat": 0})
        os.kill(served.process.pid, signal.SIGCONT)
        other.hang_up()
        assert client.until("ack")["cmd"] == "once"
        open_ms = (time.monotonic() - since) * 1000 - STOPPED_MS
        charged_ms = 600_000 - client.view["clocks"]["left"][0]
        assert charged_ms <= open_ms + STOPPED_MS / 2, "a stop is not charged"


@pytest.mark.parametrize("how", ["hung", "away"])
def test_a_house_stops_quietly_while_postgresql_does_not_answer(
    postgres: PostgreSQL, tmp_path: Path, how: str
) -> None:
    url = postgres.fresh()
    with gate(url) as door, house(tmp_path, "--database", door.url, program=HASTY) as served:
        served.attend(served.table("zhizhu", [ME, HERE])["table"], PERSON)
        if how == "hung":
            door.hang()
        else:
            postgres.shut(url)
        until(lambda: ready(served) == 503)
        told = time.monotonic()
        served.process.terminate()
        assert served.process.wait(STOPS_S) in (0, -signal.SIGTERM)
        took = time.monotonic() - told
        print(f"stopped after {took:.1f} s")
    assert not traced((tmp_path / "log.txt").read_text())
    postgres.reopen(url)


def test_a_database_that_comes_later_is_waited_for(postgres: PostgreSQL, tmp_path: Path) -> None:
    url = postgres.fresh()
    postgres.shut(url)
    process = start(tmp_path, "--database", url)
    until(lambda: "trying again" in (tmp_path / "log.txt").read_text())
    postgres.reopen(url)
    assert Served(address(process), process, tmp_path).call("GET", "/readyz")[0] == 200
    process.terminate()
    end(process)
