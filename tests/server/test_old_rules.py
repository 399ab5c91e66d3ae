"""What becomes of stored tables when the rules of their game change."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from houses import PERSON, Served, house
from parlour import HERE, ME, parlour
from websockets.exceptions import ConnectionClosed

from tablier.core import registry
from tablier.server.storage.integrity import faults
from tablier.table.event import Event
from tablier.table.live.bot_seats import Bots
from tablier.table.messages import Refused
from tablier.table.rows import Entry
from tablier.table.state import OVER, Table

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "morris"
PEOPLE = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]


def places(folder: Path, rules: str) -> dict[str, str]:
    """Where a house finds the example, with these rules."""
    game = folder / "games" / "morris"
    shutil.copytree(EXAMPLE, game, dirs_exist_ok=True)
    made = EXAMPLE.joinpath("__init__.py").read_text("utf-8")
    (game / "__init__.py").write_text(made.replace("    players=", f"    {rules},\n    players="))
    shutil.rmtree(game / "__pycache__", ignore_errors=True)
    return {"TABLIER_GAMES": str(folder / "games")}


def play(served: Served, table: str, text: str) -> dict[str, Any]:
    """What the table says after somebody has played there."""
    client = served.attend(table, PERSON)
    assert client.play(text, seat=client.view["actors"][0])["type"] == "ack"
    client.close()
    _, record = served.call("GET", f"/api/tables/{table}/record", None, PERSON)
    return {"record": record, "version": client.welcome["table"]["version"]}


def test_tables_of_older_rules_go_on_or_say_why_not(tmp_path: Path) -> None:
    with house(tmp_path, environment=places(tmp_path, "version=1")) as served:
        table = str(served.table("morris", PEOPLE)["table"])
        assert '[Rules "1"]' in play(served, table, "a1")["record"]
    environment = places(tmp_path, "version=2")
    with house(tmp_path, environment=environment) as served:
        status, told = served.call("GET", f"/api/tables/{table}", None, PERSON)
        why = "the match was begun by morris rules 1, and rules 2 don't replay it"
        assert (status, told["code"], told["text"]) == (410, "other_rules", why)
        with pytest.raises(ConnectionClosed) as closed:
            served.attend(table, PERSON)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4410
        assert served.call("GET", "/api/mine", None, PERSON) == (200, [])
        assert (
            '[Rules "2"]' in play(served, served.table("morris", PEOPLE)["table"], "a1")["record"]
        )
    command = [sys.executable, "-m", "tablier", "admin", "check", "--data", str(tmp_path)]
    checked = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert (checked.returncode, checked.stdout) == (0, "2 games, all sound\n")
    with house(tmp_path, environment=places(tmp_path, "version=2, replays={1: {}}")) as served:
        told = play(served, table, "d1")
        assert told["version"] == 1 and '[Rules "1"]' in told["record"]
        assert told["record"].endswith("1. a1\n2. d1\n")


@pytest.mark.anyio
@pytest.mark.rule("CC-19")
async def test_a_match_that_was_over_by_older_rules_does_not_go_on(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by Chinese Checkers rules 1, which did not let the last of three walk home."""
    game = registry.find("chinese-checkers")
    with monkeypatch.context() as then:
        then.setattr(registry, "_load", lambda module: replace(game, version=1))
        async with parlour(url) as house:
            tables = [
                (await house.table(game.name, ME, HERE, HERE, options={"play_on": "on"})).table
                for _ in range(2)
            ]
            await house.node.writer.append(Entry(tables[1], [], OVER))
            assert await faults(house.node.store, tables[1]) == [
                "its row says over, its events playing"
            ]
    async with parlour(url) as house:
        ann = await house.attend(tables[0], PERSON)
        assert ann.view["phase"] == "playing" and ann.live.table.match.version == 1
        told = "the match was over by chinese-checkers rules 1, and rules 2 don't end it there"
        with pytest.raises(Refused, match=told) as refused:
            await house.tables.table(tables[1])
        assert refused.value.code == "other_rules"
        assert [await faults(house.node.store, table) for table in tables] == [[], []]


def test_bots_think_about_the_options_that_an_old_table_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replace(registry.find("zhizhu"), version=2, replays={1: {"draws": False}})
    monkeypatch.setattr(registry, "_load", lambda module: game)
    body = {"game": "zhizhu", "version": 1, "players": 2, "options": {}, "clock": None}
    chairs = [{"kind": "person"}, {"kind": "bot", "level": 1}]
    table = Table("old")
    table.apply(Event("old", 1, None, None, "created", {**body, "chairs": chairs}, 0, 0, ""))
    bots = Bots(None, table, None, lambda: None)  # type: ignore[arg-type]
    assert bots.task(1, 1).options == {"draws": "off"}
