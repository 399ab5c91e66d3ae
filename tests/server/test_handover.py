"""Games go from a house to a browser and back, as a file; nobody gets what is not theirs."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from guests import HERE, ME, OPEN, OTHER, PERSON
from houses import Client, Served
from memory import MemoryStore
from tabs import tabs

import tablier
from tablier.house.games_file import Sound, read_games
from tablier.table.archive import read_archive, write_end, write_game, write_start
from tablier.table.event import Event, Head, Proposal, bound
from tablier.table.rows import Opening

FILE = "/api/mine/file"
DENO = Path(sys.prefix) / "bin" / "deno"
PAGE = Path(tablier.__file__).parent / "web" / "js"


def begun(served: Served, *seats: dict[str, Any], **more: Any) -> tuple[str, Client]:
    """A table at which the first action was played."""
    made = served.table("zhizhu", list(seats), **more)
    guest = served.attend(made["table"], PERSON)
    if OPEN in seats:
        sit = f"/api/tables/{made['table']}/sit"
        assert served.call("POST", sit, {"name": "Cy"}, OTHER, made["join"])[0] == 200
    guest.wait_for(lambda view: view["phase"] == "playing")
    assert guest.play("b3", seat=0)["type"] == "ack"
    return made["table"], guest


def taken(served: Served, file: str, person: str) -> dict[str, list[str]]:
    status, told = served.call("POST", FILE, {"file": file}, person)
    assert status == 200, told
    found: dict[str, list[str]] = told
    return found


@pytest.mark.anyio
async def test_a_game_is_taken_along_and_brought_back(served: Served) -> None:
    """One's own at once, one with others when it is over; what has gone on there goes on here."""
    mine, guest = begun(served, ME, HERE, clock={"base": 60_000, "increment": 0})
    shared, player = begun(served, ME, OPEN)
    status, file = served.call("GET", FILE, None, PERSON)
    *lines, end = file.splitlines()
    pages_own = '{"puzzles":{"days":{"last":20000,"streak":3},"games":{}}}'
    read = [*read_archive([*lines, pages_own, end])]
    names = [game.row.id for game in read if isinstance(game, Opening)]
    assert len(names) == len(read), "a house leaves what is the page's"
    assert status == 200 and mine in names and shared not in names
    player.ask("resign")
    _, file = served.call("GET", FILE, None, PERSON)
    own = [game for game in read_games(file) if isinstance(game, Sound)]
    (over,) = (one.game for one in own if one.game.row.id == shared)
    assert [(seat.account is None, seat.token_sha256 is None) for seat in over.seats] == [
        (False, False),
        (True, True),
    ]
    async with tabs(MemoryStore()) as browser:
        _, here = await browser.request(FILE, {"file": file}, OTHER)
        assert {mine, shared} <= set(here["added"]) and here["faults"] == []
        _, listed = await browser.request("/api/mine", None, OTHER)
        yours = {one["id"]: one["yours"] for one in listed}
        assert (yours[mine], yours[shared]) == ([0, 1], [0])
        seen = await browser.attend(mine, OTHER)
        text = seen.view["legal"]["1"][9]
        assert (await seen.play(text, seat=1))["type"] == "ack"
        _, back = await browser.request(FILE, None, OTHER)
    assert mine in taken(served, back, OTHER)["kept"]
    assert guest.view["ply"] == 1
    assert mine in taken(served, back, PERSON)["gone_on"]
    again = served.attend(mine, PERSON)
    assert again.view["ply"] == 2 and again.view["clocks"]["left"][0] > 50_000
    assert again.play(again.view["legal"]["0"][20], seat=0)["type"] == "ack"
    assert mine in taken(served, back, PERSON)["kept"]


@pytest.mark.anyio
async def test_what_was_begun_without_a_server_goes_on_at_one(served: Served) -> None:
    async with tabs(MemoryStore()) as browser:
        made = await browser.table("zhizhu", ME, HERE, public=True)
        _, file = await browser.request(FILE, None, PERSON)
    assert taken(served, file, OTHER)["added"] == [made.table]
    assert served.call("GET", f"/api/tables/{made.table}", None, PERSON)[0] == 404
    guest = served.attend(made.table, OTHER)
    assert guest.play("b3", seat=0)["type"] == "ack"
    assert taken(served, file, OTHER)["kept"] == [made.table]


def altered(change: Callable[[Event], Event]) -> Callable[[Opening], Opening]:
    """The same game with another first event, and all hashes right."""

    def changed(game: Opening) -> Opening:
        events: list[Event] = []
        head = Head(game.row.id, 0, "0" * 64)
        for number, event in enumerate(game.events):
            one = change(event) if number == 0 else event
            proposal = Proposal(one.kind, one.seat, one.body)
            events += bound(head, [proposal], one.cmd, one.at_ms, one.house_ms)
            head = Head(game.row.id, events[-1].seq, events[-1].hash)
        return game._replace(events=events)

    return changed


def called(name: str, level: int | None = None) -> Callable[[Event], Event]:
    def change(event: Event) -> Event:
        first, *others = event.body["chairs"]
        chair = first | {"name": name, "level": level}
        return event._replace(body={**event.body, "chairs": [chair, *others]})

    return change


FORGED: dict[str, Callable[[Opening], Opening]] = {
    "a clock beyond all": altered(lambda event: event._replace(house_ms=2**70)),
    "a name over lines": altered(called("Ann\nBo")),
    "half a character": altered(called("\ud800")),
    "no such level": altered(called("", 99)),
    "a long command": altered(lambda event: event._replace(cmd="x" * 200)),
    "nothing in a command": altered(lambda event: event._replace(cmd="a\0b")),
    "a seat too far": altered(lambda event: event._replace(seat=77)),
    "an address": lambda game: game._replace(row=game.row._replace(id="../../etc")),
    "another seed": lambda game: game._replace(row=game.row._replace(seed="00" * 32, seal=None)),
    "a chair of glass": lambda game: game._replace(
        seats=(game.seats[0]._replace(kind="glass", seal=None), *game.seats[1:])
    ),
}


@pytest.mark.anyio
async def test_what_no_house_has_written_is_not_stored(served: Served) -> None:
    async with tabs(MemoryStore()) as browser:
        await browser.table("zhizhu", ME, HERE)
        _, file = await browser.request(FILE, None, PERSON)
    (game,) = (one for one in read_archive(file.splitlines()) if isinstance(one, Opening))
    for name, forge in FORGED.items():
        forged = write_start() + "".join(write_game(forge(game))) + write_end(1)
        told = taken(served, forged.replace("\ud800", r"\ud800"), OTHER)
        assert len(told["faults"]) == 1 and not told["added"], (name, told)
    for text in ("", "no games", "{}"):
        status, refused = served.call("POST", FILE, {"file": text}, OTHER)
        assert (status, refused["code"]) == (422, "bad_archive")
    assert taken(served, file, OTHER)["added"] == [game.row.id]


def test_a_long_file_is_handed_over_in_pieces(tmp_path: Path) -> None:
    """Each is a file by itself; what is wrong with the whole is wrong with one of them."""
    names = [f"table{letter}2222"[:10] for letter in "abcde"]
    games = [f'{{"game":{{"id":"{name}"}}}}\n' + "{}\n" * 20 for name in names]
    whole = "".join([write_start(), *games, write_end(5)])
    place = tmp_path / "file"
    script = f"""
    const {{ pieces }} = await import("{PAGE}/home/games_pieces.js");
    const file = Deno.readTextFileSync("{place}");
    console.log(JSON.stringify([...pieces(file, 200)]));
    """
    command: list[str | Path] = [DENO, "eval", "--no-config", script]
    for text, last in ((whole, '{"end":1}'), (whole.replace('"end":5', '"end":7'), '{"end":3}'),
                       (whole.rpartition('{"end"')[0], "{}")):  # fmt: skip
        place.write_text(text)
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        lines = text.splitlines()
        assert len(found) == 3
        for piece in found:
            first, *inside, end = piece["text"].splitlines()
            assert first == lines[0] and lines[piece["before"] + 1] == inside[0]
            assert end.startswith('{"end"') or piece is found[-1]
        assert found[0]["text"].endswith('{"end":2}\n')
        assert found[-1]["text"].splitlines()[-1] == last
