"""`tablier admin`: games are listed, checked, taken out, put back and deleted."""

import json
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from databases import PostgreSQL, sqlite
from houses import PERSON, Served, house

from tablier.cli import main
from tablier.core.errors import TablierError
from tablier.server.storage.admin import _copy

ME, HERE = {"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}
Admin = Callable[..., tuple[int, str]]


@pytest.fixture
def admin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs the command; its exit status, and all that it said."""

    def run(url: str, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["tablier", "admin", *words, "--database", url])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        code = ended.value.code
        return code if isinstance(code, int) else 0, told.out + told.err

    return run


def play_some(served: Served, tables: int = 2) -> list[str]:
    """Tables with three moves each."""
    names = []
    for _ in range(tables):
        made = served.table("zhizhu", [ME, HERE])
        client = served.attend(made["table"], PERSON)
        for text, seat in (("b3", 0), ("b2", 1), ("c3", 0)):
            assert client.play(text, seat=seat)["type"] == "ack"
            client.wait_for(lambda view, text=text: view["last"]["text"] == text)
        client.close()
        names.append(made["table"])
    return sorted(names)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a house with two games; tests work on copies of it."""
    folder = tmp_path_factory.mktemp("filled")
    with house(folder) as served:
        names = play_some(served)
    return folder, names


@pytest.fixture
def url(filled: tuple[Path, list[str]], tmp_path: Path) -> str:
    """A database with two games."""
    for file in filled[0].glob("tablier.db*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return sqlite(tmp_path)


@pytest.fixture
def names(filled: tuple[Path, list[str]]) -> list[str]:
    """The names of its games."""
    return filled[1]


def change(url: str, statement: str, *values: str) -> None:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    assert connection.execute(statement, values).rowcount == 1
    connection.commit()
    connection.close()


def test_a_database_that_can_not_be_opened_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(TablierError, match="can't be copied: unable to open"):
        _copy(str(tmp_path / "nowhere" / "tablier.db"), str(tmp_path / "copy.db"))


def test_games_are_listed_and_found_sound(admin: Admin, url: str, names: list[str]) -> None:
    status, told = admin(url, "list")
    assert status == 0 and sorted(line.split()[0] for line in told.splitlines()) == names
    assert admin(url, "check") == (0, "2 games, all sound\n")


def test_a_changed_event_is_found(admin: Admin, url: str, names: list[str]) -> None:
    change(url, 'UPDATE event SET body = \'{"text":"b4"}\' WHERE game = ? AND seq = 3', names[0])
    assert admin(url, "check") == (1, f"table {names[0]}: event 3 was changed\n")


def test_an_event_that_has_gone_is_found(admin: Admin, url: str, names: list[str]) -> None:
    change(url, "DELETE FROM event WHERE game = ? AND seq = 4", names[0])
    status, told = admin(url, "check")
    assert status == 1 and f"table {names[0]}: event 4 is missing" in told


def test_a_status_that_does_not_fit_is_found(admin: Admin, url: str, names: list[str]) -> None:
    change(url, "UPDATE game SET status = 'over' WHERE id = ?", names[1])
    assert admin(url, "check") == (1, f"table {names[1]}: its row says over, its events playing\n")


def test_an_export_is_taken_in_elsewhere(
    admin: Admin, url: str, names: list[str], postgres: PostgreSQL, tmp_path: Path
) -> None:
    file, other = tmp_path / "games.jsonl", postgres.fresh()
    told = admin(url, "export")[1]
    file.write_text(told)
    assert admin(other, "import", str(file)) == (0, "2 added, 0 replaced, 0 kept as they are\n")
    assert admin(other, "import", str(file)) == (0, "0 added, 0 replaced, 2 kept as they are\n")
    assert admin(other, "check") == (0, "2 games, all sound\n")
    assert admin(other, "export")[1] == told
    backup = tmp_path / "backup.jsonl"
    assert admin(other, "backup", str(backup))[0] == 0 and backup.read_text() == told
    assert admin(other, "delete", names[0])[0] == 0
    assert admin(other, "restore", str(backup))[1].startswith("1 added")


@pytest.mark.parametrize("how", ["cut", "line", "flip", "seed", "hash", "body", "twice"])
def test_a_damaged_export_is_found_and_the_rest_taken_in(
    admin: Admin, url: str, names: list[str], tmp_path: Path, how: str
) -> None:
    lines = admin(url, "export")[1].splitlines(keepends=True)
    game = next(n for n, line in enumerate(lines) if '"game":{' in line)
    if how == "cut":
        lines = lines[:-3]
    elif how == "line":
        del lines[game + 2]
    elif how == "flip":
        lines[game + 2] = lines[game + 2].replace("{", "[", 1)
    elif how == "seed":
        head = json.loads(lines[game])
        head["game"]["seed"] = "00" * 32
        lines[game] = json.dumps(head) + "\n"
    elif how == "hash":
        lines[game + 3] = lines[game + 3].replace('"hash":"', '"hash":"0')
    elif how == "body":
        lines[game + 3] = lines[game + 3].replace("b3", "b4")
    else:
        lines.insert(game + 2, lines[game + 2])
    file = tmp_path / "games.jsonl"
    file.write_text("".join(lines))
    status, told = admin(sqlite(tmp_path / "new"), "import", str(file))
    assert status == 1 and told.startswith("1 added, 0 replaced") and f"{file}, line " in told
    assert admin(sqlite(tmp_path / "new"), "check") == (0, "1 games, all sound\n")


def test_what_is_damaged_is_put_back_and_what_went_on_stays(
    admin: Admin, url: str, names: list[str], tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    assert admin(url, "backup", str(backup)) == (0, "")
    assert admin(url, "backup", str(backup))[0] == 2
    change(url, "UPDATE event SET at_ms = 1 WHERE game = ? AND seq = 2", names[0])
    told = admin(url, "restore", str(backup))
    assert told == (0, "0 added, 1 replaced, 1 kept as they are\n")
    assert admin(url, "check") == (0, "2 games, all sound\n")


def test_a_house_that_is_open_is_backed_up_mended_and_goes_on(
    admin: Admin, url: str, names: list[str], tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    with house(tmp_path) as served:
        client = served.attend(names[0], PERSON)
        assert admin(url, "backup", str(backup))[0] == 0
        client.play(client.view["legal"]["1"][0], seat=1)
        assert admin(url, "restore", str(backup))[1].endswith("2 kept as they are\n")
        assert admin(url, "delete", names[1])[0] == 0
        assert served.call("GET", f"/api/tables/{names[1]}", None, PERSON)[0] in (200, 404)
        assert admin(url, "restore", str(backup))[1].startswith("1 added")
        client.wait_for(lambda view: view["ply"] == 4)
        seat = client.view["actors"][0]
        assert client.play(client.view["legal"][str(seat)][0], seat=seat)["type"] == "ack"
    assert admin(url, "check") == (0, "2 games, all sound\n")


@pytest.mark.parametrize(
    "words",
    [
        ["delete", "nosuchgame"],
        ["export", "nosuchgame"],
        ["restore", "no-such-file"],
        ["restore", __file__],
        ["backup", "/no/such/folder/file"],
    ],
)
def test_bad_input_is_told_in_one_line(admin: Admin, url: str, words: list[str]) -> None:
    status, told = admin(url, *words)
    told = told.removeprefix('{"format":"tablier games","version":1}\n')
    assert status == 2 and told.startswith("tablier: ") and len(told.splitlines()) == 1


def test_no_database_is_made_by_looking_for_one(admin: Admin, tmp_path: Path) -> None:
    status, told = admin(sqlite(tmp_path), "check")
    assert status == 2 and "there is no database" in told
    assert not (tmp_path / "tablier.db").exists()
