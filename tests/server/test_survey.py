"""`tablier admin check`: games that are over are compared with their hashes, others replayed."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from databases import PostgreSQL, sqlite
from houses import PERSON, house

from tablier.server.storage import admin, integrity, store, survey, transactions
from tablier.server.storage.admin import Checked, check, restore, run
from tablier.server.storage.survey import Place, doubtful
from tablier.table.event import Row, is_chain

SEATS = [{"kind": "me", "name": 'Zoë "\\'}, {"kind": "here", "name": "Bo"}]
OVER, PLAYING = 0, 1
FORGET = "DELETE FROM proof WHERE game = ?"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a house with a game that is over, and talked about, and one that goes on."""
    folder = tmp_path_factory.mktemp("filled")
    names = []
    with house(folder) as served:
        for _ in (OVER, PLAYING):
            made = served.table("zhizhu", SEATS)
            client = served.attend(made["table"], PERSON)
            assert client.play("b3", seat=0)["type"] == "ack"
            names.append(made["table"])
            if len(names) == 1:
                assert client.ask("resign", seat=0, cmd='é "\\\n')["type"] == "ack"
                assert client.ask("chat", seat=0, text="gg")["type"] == "ack"
            client.close()
    return folder, names


@pytest.fixture
def names(filled: tuple[Path, list[str]]) -> list[str]:
    return filled[1]


@pytest.fixture
def url(filled: tuple[Path, list[str]], tmp_path: Path) -> str:
    """The address of a copy."""
    for file in filled[0].glob("tablier.db*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return sqlite(tmp_path)


def change(url: str, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        assert connection.execute(statement, values).rowcount == 1


def looked_at(url: str, *, replay: bool = False) -> tuple[Checked, list[tuple[int, int]]]:
    """What a check comes to, and what it shows on its way."""
    seen: list[tuple[int, int]] = []

    async def work(opened: store.SqlStore) -> Checked:
        progress = lambda done, whole: seen.append((done, whole))  # noqa: E731
        return await check(opened, url, progress, replay=replay)

    return run(url, work), seen


def test_a_game_that_is_over_is_played_again_only_on_demand(url: str) -> None:
    assert looked_at(url)[0] == Checked(2, 1, [])
    assert looked_at(url, replay=True)[0] == Checked(2, 2, [])


@pytest.mark.parametrize("replay", [False, True])
def test_many_games_are_checked_by_several_processes_and_it_shows(
    url: str, names: list[str], monkeypatch: pytest.MonkeyPatch, replay: bool
) -> None:
    monkeypatch.setattr(integrity, "ALONE", 0)
    monkeypatch.setattr(store, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(admin, "SURVEYED", 1)
    change(url, "UPDATE event SET at_ms = 1 WHERE game = ? AND seq = 2", names[OVER])
    checked, seen = looked_at(url, replay=replay)
    assert checked == Checked(2, 2, [f"table {names[OVER]}: event 2 was changed"])
    assert seen[-2:] == [(1, 2), (2, 2)]


DAMAGE = {
    "command": "UPDATE event SET cmd = 'x:é' WHERE game = ? AND seq = 3",
    "seat": "UPDATE event SET seat = NULL WHERE game = ? AND seq = 3",
    "body": "UPDATE event SET body = replace(body, '3', '4') WHERE game = ? AND seq = 3",
    "no text": "UPDATE event SET body = x'ff00' WHERE game = ? AND seq = 3",
    "kind": "UPDATE event SET kind = '\"' WHERE game = ? AND seq = 3",
    "time": "UPDATE event SET house_ms = house_ms + 1 WHERE game = ? AND seq = 1",
    "hash": "UPDATE event SET hash = 'é' WHERE game = ? AND seq = 2",
    "number": "UPDATE event SET seq = 99 WHERE game = ? AND kind = 'created'",
    "an event gone": "DELETE FROM event WHERE game = ? AND seq = 2",
    "row": "UPDATE game SET seed = '00' WHERE id = ?",
    "another game": "UPDATE game SET seal = NULL, rules = 'sensei' WHERE id = ?",
    "seat's row": "UPDATE seat SET kind = 'bot' WHERE game = ? AND no = 1",
    "a seat gone": "DELETE FROM seat WHERE game = ? AND no = 1",
    "status": "UPDATE game SET status = 'playing' WHERE id = ?",
}
HARMLESS = {
    "list": "UPDATE summary SET body = replace(body, '\"over\"', '\"playing\"') WHERE game = ?",
    "list unread": "UPDATE summary SET body = '[' WHERE game = ?",
    "spaces": "UPDATE event SET body = replace(body, ':', ': ') WHERE game = ? AND seq = 3",
}


@pytest.mark.parametrize("is_proven", [True, False])
@pytest.mark.parametrize("damage", [*DAMAGE, *HARMLESS])
def test_nothing_that_was_changed_in_a_game_that_is_over_passes_for_sound(
    url: str, names: list[str], damage: str, is_proven: bool
) -> None:
    if not is_proven:
        change(url, FORGET, names[OVER])
    change(url, (DAMAGE | HARMLESS)[damage], names[OVER])
    place = url.removeprefix("sqlite:///")
    assert doubtful(place, names) == names
    assert bool(looked_at(url)[0].findings) == (damage in DAMAGE)


def hashed_one_by_one(place: Place, names: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games of which every hash is compared."""
    seen: list[str] = []

    def look(rows: Sequence[Row]) -> bool:
        seen.append(rows[0][0])
        return is_chain(rows)

    with monkeypatch.context() as patched:
        patched.setattr(survey, "is_chain", look)
        assert not {names[OVER]} & set(doubtful(place, names))
    return seen


def test_a_game_that_is_over_is_proven_once(
    url: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = url.removeprefix("sqlite:///")
    assert hashed_one_by_one(place, names, monkeypatch) == []
    change(url, "UPDATE proof SET sha256 = 'x' WHERE game = ?", names[OVER])
    assert hashed_one_by_one(place, names, monkeypatch) == [names[OVER]], "no fault of the game"
    change(url, FORGET, names[OVER])
    assert hashed_one_by_one(place, names, monkeypatch) == [names[OVER]]
    assert looked_at(url)[0] == Checked(2, 1, [])


def test_what_is_long_is_not_proven(
    url: str, tmp_path: Path, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "MOST_PROVEN", 1)
    copy, place = tmp_path / "copy.db", str(tmp_path / "other.db")
    copy.write_bytes((tmp_path / "tablier.db").read_bytes())
    run(f"sqlite:///{place}", lambda opened: restore(opened, copy), new=True)
    assert hashed_one_by_one(place, names, monkeypatch) == [names[OVER]]


REVERSIBLE = (
    "UPDATE event SET house_ms = house_ms {} 1 WHERE game = %s AND seq = 2",
    "UPDATE seat SET no = no {} 1 WHERE game = %s AND no > 0",
    "UPDATE game SET created_ms = created_ms {} 1 WHERE id = %s",
)
"""PostgreSQL's damage."""


async def place_of(opened: store.SqlStore) -> dict[str, Any]:
    assert isinstance(opened.place, dict)
    return opened.place


def test_the_last_event_of_a_game_that_is_over_has_gone(url: str, names: list[str]) -> None:
    """No hash tells: the rows do, or the notes of what was committed."""
    last = "(SELECT max(seq) FROM event WHERE game = :name)"
    change(url, f"DELETE FROM event WHERE game = :name AND seq = {last}", names[OVER])
    assert looked_at(url)[0].findings != []


def test_postgresql_is_surveyed_as_well(
    url: str,
    names: list[str],
    postgres: PostgreSQL,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, copy = postgres.fresh(), tmp_path / "copy.db"
    copy.write_bytes((tmp_path / "tablier.db").read_bytes())
    run(other, lambda opened: restore(opened, copy), new=True)
    assert looked_at(other)[0] == Checked(2, 1, [])
    with monkeypatch.context() as many:
        many.setattr(integrity, "ALONE", 0)
        many.setattr(store, "MOST_AT_ONCE", 1)
        many.setattr(admin, "SURVEYED", 1)
        assert looked_at(other)[0] == Checked(2, 1, [])
    place = run(other, place_of)
    assert hashed_one_by_one(place, names, monkeypatch) == []
    with psycopg.connect(autocommit=True, **place) as connection:
        for damage in REVERSIBLE:
            for sign, found in (("+", names), ("-", [names[PLAYING]])):
                connection.execute(damage.format(sign), [names[OVER]])
                assert doubtful(place, names) == found
