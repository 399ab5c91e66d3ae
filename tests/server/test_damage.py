"""Damage is found and said; the game concerned is frozen, and the others go on."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from houses import PERSON, WAIT_S, Served, end, house

ME, HERE = {"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}


def played(served: Served, moves: int = 3) -> str:
    """A table at which some moves were played."""
    made = served.table("zhizhu", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    for ply in range(moves):
        seat = client.view["actors"][0]
        assert client.play(client.view["legal"][str(seat)][0], seat=seat)["type"] == "ack"
        client.wait_for(lambda view, ply=ply: view["ply"] > ply)
    client.close()
    return str(made["table"])


def goes_on(served: Served, table: str) -> bool:
    """Whether a move can be played."""
    client = served.attend(table, PERSON)
    seat = client.view["actors"][0]
    return bool(client.play(client.view["legal"][str(seat)][-1], seat=seat)["type"] == "ack")


def is_frozen(served: Served, table: str) -> bool:
    """Whether the table says that it is frozen, and refuses to go on."""
    client = served.attend(table, PERSON)
    assert client.view["phase"] == "frozen"
    return bool(client.ask("resign", seat=0)["code"] == "frozen")


OTHER_DIGIT = "CASE substr({0}, 1, 1) WHEN '0' THEN '1' ELSE '0' END || substr({0}, 2)"
CHANGES = [
    "UPDATE event SET body = replace(body, 'a', 'b') WHERE game = ? AND seq = 4",
    "UPDATE event SET house_ms = house_ms + 1 WHERE game = ? AND seq = 4",
    "DELETE FROM event WHERE game = ? AND seq = 4",
    f"UPDATE game SET seed = {OTHER_DIGIT.format('seed')} WHERE id = ?",
    "UPDATE game SET rules_version = 99 WHERE id = ?",
    "UPDATE game SET public = 1 - public WHERE id = ?",
    f"UPDATE seat SET account = {OTHER_DIGIT.format('account')} WHERE game = ? AND no = 1",
    "UPDATE event SET body = CAST(X'7BFF7D' AS TEXT) WHERE game = ? AND seq = 5",
]


def test_a_changed_row_freezes_its_game_alone(tmp_path: Path) -> None:
    with house(tmp_path) as served:
        hurt, sound = [played(served) for _ in CHANGES], played(served)
    with sqlite3.connect(tmp_path / "tablier.db") as connection:
        for change, table in zip(CHANGES, hurt, strict=True):
            assert connection.execute(change, [table]).rowcount == 1
    connection.close()
    with house(tmp_path) as served:
        for table in hurt[:-1]:
            assert is_frozen(served, table)
        assert served.call("GET", f"/api/tables/{hurt[-1]}", None, PERSON)[0] == 503
        assert goes_on(served, sound)
    assert all(table in said(tmp_path) for table in hurt)


def said(folder: Path) -> str:
    return (folder / "log.txt").read_text()


def killed(folder: Path) -> tuple[str, str, bytes]:
    """Two tables of a house that was killed, and the write-ahead log from before the last move."""
    with house(folder) as served:
        sound, hurt = played(served), played(served)
        before = (folder / "tablier.db-wal").read_bytes()
        assert goes_on(served, hurt)
        assert served.process is not None
        served.process.kill()
        end(served.process)
    return sound, hurt, before


@pytest.mark.parametrize("how", ["truncated", "flipped"])
def test_a_damaged_write_ahead_log_is_noticed(tmp_path: Path, how: str) -> None:
    sound, hurt, before = killed(tmp_path)
    log = tmp_path / "tablier.db-wal"
    after = bytearray(log.read_bytes())
    assert len(after) > len(before)
    after[len(before) + 100] ^= 1
    log.write_bytes(bytes(after) if how == "flipped" else bytes(after[:-5000]))
    with house(tmp_path) as served:
        assert is_frozen(served, hurt)
        assert goes_on(served, sound)
    assert f"table {hurt}: event" in said(tmp_path)


def test_flipped_bytes_of_the_file_are_found_in_the_game_they_hit(tmp_path: Path) -> None:
    with house(tmp_path) as served:
        hurt, sound = played(served), played(served)
    path = tmp_path / "tablier.db"
    pages = path.read_bytes()
    found = re.search(rb"%s.{0,80}played(\{)" % hurt.encode(), pages, re.DOTALL)
    assert found is not None
    path.write_bytes(pages[: found.start(1)] + b"[" + pages[found.start(1) + 1 :])
    with house(tmp_path) as served:
        assert served.call("GET", f"/api/tables/{hurt}", None, PERSON)[0] == 503
        assert goes_on(served, sound)


@pytest.mark.parametrize("content", [b"this is no database, only text" * 200, b"SQLite format 3\0"])
def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "tablier.db").write_bytes(content)
    command = [sys.executable, "-m", "tablier", "serve", "--port", "0", "--data", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1 and "database" in ran.stderr
    assert (tmp_path / "tablier.db").read_bytes() == content
