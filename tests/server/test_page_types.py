"""The types that the page's JavaScript is checked by are what the server really sends."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from houses import Client, Served

import tablier
from tablier.engine.analysis.verdict import Verdict

TYPES = (Path(tablier.__file__).parent / "web/js/base/types.js").read_text("utf-8")
OBJECT = re.compile(r"@typedef \{object\} (\w+)(.*?)(?=@typedef|\Z)", re.DOTALL)
PROPERTY = re.compile(r"@property \{.*\} (\[?)(\w+)")
SHORT = re.compile(r"@typedef \{\{(.*)\}\} (\w+)")
HERE = [{"kind": "me"}, {"kind": "here"}]
GAME = "chinese-checkers"
UNUSED = {
    "Verdict": {"ply", "seat", "text", "judged", "decider", "loss", "line"},
    "TableSummary": {"options", "players", "clock", "actors", "ply"},
    "OptionSummary": {"rule", "possible"},
}
"""What is sent for others than the page."""


def declared(name: str) -> tuple[set[str], set[str]]:
    """The properties that a type must and may have."""
    for found, body in OBJECT.findall(TYPES):
        if found == name:
            all_of = PROPERTY.findall(body)
            return {key for mark, key in all_of if not mark}, {key for _, key in all_of}
    (body,) = [body for body, found in SHORT.findall(TYPES) if found == name]
    keys = {part.split(":")[0].strip() for part in re.split(r", (?=\w+\??:)", body)}
    return keys, keys


def check(name: str, sent: Iterable[Mapping[str, Any]]) -> None:
    """Everything sent has what its type says, and nothing that it does not say."""
    needed, possible = declared(name)
    for one in sent:
        assert needed <= set(one), name
        assert set(one) <= possible | UNUSED.get(name, set()), name


@pytest.fixture
def client(served: Served) -> Client:
    made = served.table(GAME, HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    assert client.play("b1-d4", seat=0)["type"] == "ack"
    return client


def test_a_table(client: Client) -> None:
    table, view = client.welcome["table"], client.view
    check("Table", [table])
    check("Topology", [table["board"]])
    check(
        "Move", [*table["board"]["examples"], *(m for some in view["moves"].values() for m in some)]
    )
    check("View", [view])
    check("Scene", [view["scene"]])
    check("Piece", view["scene"]["pieces"])
    check("Mark", view["scene"]["marks"])
    check("Seat", view["seats"])
    check("You", [client.welcome["you"]])
    check("GameEvent", client.events)
    check("Frame", client.ask("history", ply=0)["frames"])
    client.close()


def test_what_is_not_live(served: Served, client: Client) -> None:
    client.close()

    def asked(path: str, body: object = None) -> Any:
        return served.call("GET" if body is None else "POST", path, body)[1]

    games = asked("/api/games")
    check("GameSummary", games)
    check("OptionSummary", [option for game in games for option in game["options"]])
    check("LessonStep", asked(f"/api/games/{GAME}/lessons"))
    check("PositionShown", [asked("/api/positions", {"position": GAME})])
    record = tablier.new(GAME).play("b1-d4").record()
    read = asked("/api/records", {"record": record})
    check("GameRecord", [read])
    check("Frame", read["frames"])
    served.table(GAME, [{"kind": "me"}, {"kind": "open"}], public=True)
    check("TableSummary", asked("/api/tables?state=open"))
    for game in games:
        words = asked(f"/api/games/{game['name']}/words")
        assert declared("Words")[0] <= set(words)


def test_verdicts() -> None:
    told = Verdict(0, 1, 0, "b1-d4", (0.5, 0.5)).json() | {"ply": 1, "path": ()}
    check("Verdict", [told])
