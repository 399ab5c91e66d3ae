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
from tablier.server.storage import admin as storage_admin
from tablier.server.storage import store
from tablier.server.storage.admin import _copy

ME, HERE = {"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}
Admin = Callable[..., tuple[int, str]]


@pytest.fixture
def admin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs the command; its exit status, and all that it said."""

    def command(url: str, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["tablier", "admin", *words, "--database", url])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        code = ended.value.code
        return code if isinstance(code, int) else 0, told.out + told.err

    return command


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
    assert admin(url, "backup", str(backup)) == (0, f"everything is in {backup}\n")
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


def test_a_list_can_be_narrowed_and_read_in_parts(admin: Admin, url: str, names: list[str]) -> None:
    change(url, "UPDATE game SET status = 'over', created_ms = 1 WHERE id = ?", names[1])

    def listed(*words: str) -> list[str]:
        status, told = admin(url, "list", *words)
        assert status == 0
        return [line.split()[0] for line in told.splitlines()]

    assert listed("--status", "over") == listed("--older-than", "8w") == [names[1]]
    assert listed("--status", "playing") == listed("--newer-than", "12h") == [names[0]]
    assert listed("--limit", "1") == [names[1]]
    assert listed("--offset", "1") == listed("--limit", "1", "--offset", "1") == [names[0]]
    assert listed("--game", "zhizhu") == [names[1], names[0]] and listed("--game", "sensei") == []
    for words in (["--game", "chess"], ["--older-than", "soon"], ["--status", "lost"]):
        status, told = admin(url, "list", *words)
        assert status == 2 and len(told.splitlines()) == 1 and words[1] in told


def test_only_games_that_have_been_over_for_long_are_pruned_and_only_if_meant(
    admin: Admin, url: str, names: list[str]
) -> None:
    for name in names:
        change(url, "UPDATE event SET at_ms = 1 WHERE game = ? AND seq = 1", name)
    change(url, "UPDATE game SET status = 'over' WHERE id = ?", names[1])
    assert admin(url, "prune", "--older-than", "1d")[1].startswith("0 games have been over")
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE event SET at_ms = 1")
    connection.close()
    told = "1 games have been over for longer than 1d\n"
    assert admin(url, "prune", "--older-than", "1d", "--dry-run") == (0, told)
    status, refused = admin(url, "prune", "--older-than", "1d")
    assert status == 2 and "--yes" in refused
    assert len(admin(url, "list")[1].splitlines()) == 2
    assert admin(url, "prune", "--older-than", "1d", "--yes") == (0, f"{told}1 games deleted\n")
    assert admin(url, "list")[1].startswith(names[0])
    assert "has gone" not in admin(url, "check")[1]


def test_an_export_to_a_file_is_for_its_owner_alone(
    admin: Admin, url: str, names: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    assert admin(url, "export", "--to", str(file)) == (0, f"2 games are in {file}\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text() == admin(url, "export")[1]
    assert admin(url, "export", "--to", str(file))[0] == 2


def test_nothing_is_put_back_into_a_damaged_file(
    admin: Admin, url: str, names: list[str], tmp_path: Path
) -> None:
    backup, path = tmp_path / "backup.db", tmp_path / "tablier.db"
    assert admin(url, "backup", str(backup))[0] == 0
    assert backup.stat().st_mode & 0o777 == 0o600
    pages = bytearray(path.read_bytes())
    hurt = pages.find(b'{"text":"b3"}') // 4096 * 4096
    pages[hurt : hurt + 16] = b"\x55" * 16
    path.write_bytes(pages)
    status, told = admin(url, "restore", str(backup))
    assert status == 2 and "damaged" in told and len(told.splitlines()) == 1


@pytest.mark.parametrize("words", [["check"], ["backup", "copy.db"], ["import", "games.jsonl"]])
def test_a_bar_is_shown_on_a_terminal(
    words: list[str], admin: Admin, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert admin(url, "export", "--to", str(tmp_path / "games.jsonl"))[0] == 0
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(store, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(storage_admin, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    target = sqlite(tmp_path / "new") if words[0] == "import" else url
    assert "%" in admin(target, *words)[1]
