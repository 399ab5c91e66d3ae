"""What nobody may learn: who people are from the logs, and how dice will fall from anything."""

import json
import re
from itertools import takewhile
from pathlib import Path

import pytest
from houses import house
from parlour import HERE, ME, OPEN, OTHER, PERSON, Guest, parlour

from tablier.core import dice
from tablier.table import creation
from tablier.table.live import live_table

NONCES = ("0011223344556677", "8899aabbccddeeff")
SEEDS = (bytes(32), b"\x01" * 32, b"\xfe" * 32)
HASH = re.compile(r'"[0-9a-f]{64}"')
AT = 1_790_000_000_000


def test_the_log_tells_nothing_about_people(tmp_path: Path) -> None:
    name, remark = "Marguerite", "the weather in Quimper"
    with house(tmp_path, "--log", "debug") as served:
        made = served.table("zhizhu", [{"kind": "me", "name": name}, {"kind": "open"}])
        path = f"/api/tables/{made['table']}"
        seat = served.call("POST", f"{path}/sit", {"name": "Quentin"}, OTHER, made["join"])[1]
        ann = served.attend(made["table"], made["seats"][0]["key"])
        cy = served.attend(made["table"], seat["key"])
        ann.play("b3")
        cy.ask("chat", text=remark)
        cy.ask("rename", name="Quasimodo")
        ann.ask("play", ply=7, text="nonsense")
        served.call("GET", path, None, made["watch"])
        served.call("GET", path, None, "k" * 32)
        served.call("POST", "/api/tables", {"game": "Guessing", "seats": []}, PERSON)
        cy.send({"type": "Quixote"})
    lines = (tmp_path / "log.txt").read_text().splitlines()
    house_itself = [line for line in lines if json.loads(line)["from"] == "tablier.house"]
    assert len(house_itself) == 3, "where it is, that it closes, that it is closed"
    log = "\n".join(line for line in lines if line not in house_itself)
    keys = [made["join"], made["watch"], seat["key"], PERSON, OTHER, "k" * 32]
    people = [name, remark, "Quentin", "Quasimodo", "Quixote", "Guessing", "127.0.0.1"]
    assert [secret for secret in keys + people if secret in log] == []
    levels = {json.loads(line)["level"] for line in log.splitlines()}
    assert levels <= {"debug", "info"}


def hushed(frame: str) -> str:
    """A frame without the commitment, and the hashes that hang on it."""
    return HASH.sub('"hash"', frame)


async def told(url: str, seed: bytes, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Everything that everybody is told about a game with such dice, until after its first roll."""
    monkeypatch.setattr(dice.Dice, "fresh", lambda _: dice.Dice(seed, NONCES))
    monkeypatch.setattr(creation, "new_table_id", lambda: "a" * 10)
    monkeypatch.setattr(creation, "time_of_day", lambda: AT)
    monkeypatch.setattr(live_table, "time_of_day", lambda: AT)
    seats = [ME | {"nonce": NONCES[0]}, HERE | {"nonce": NONCES[1]}]
    async with parlour(url) as open_house:
        made = await open_house.table("zinga", *seats)
        first, second = (key for _, key in made.seats)
        looking = {"first": first, "second": second, "watcher": made.watch or ""}
        guests = {who: await open_house.attend(made.table, key) for who, key in looking.items()}
        await guests["first"].play("ready")
        asked = await _asked(guests["watcher"])
        await guests["second"].play("ready")
        shown = {who: list(map(hushed, guest.line.frames)) for who, guest in guests.items()}
    return shown | {"over HTTP": asked}


async def _asked(guest: Guest) -> list[str]:
    """What plain requests and the history tell."""
    table = guest.live.table
    await guest.ask("history")
    return [table.record(), hushed(json.dumps(guest.live.seen())), str(table.match.legal())]


def before_the_roll(frames: list[str]) -> list[str]:
    return list(takewhile(lambda frame: '"roll ' not in frame, frames))


@pytest.mark.anyio
async def test_nothing_that_is_sent_before_a_roll_depends_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [
        await told(f"sqlite:///{tmp_path / f'{number}.db'}", seed, monkeypatch)
        for number, seed in enumerate(SEEDS)
    ]
    for who in games[0]:
        sent = [before_the_roll(game[who]) for game in games]
        assert len(sent[0]) > 2
        assert sent[0] == sent[1] == sent[2]
    after = [game["watcher"][len(before_the_roll(game["watcher"]))] for game in games]
    assert len({*after}) == len(SEEDS)


@pytest.mark.anyio
async def test_the_seed_is_shown_after_the_game_and_fits(url: str) -> None:
    async with parlour(url) as open_house:
        made = await open_house.table("zinga", ME, OPEN)
        await open_house.sit(made, OTHER)
        ann = await open_house.attend(made.table, PERSON)
        cy = await open_house.attend(made.table, OTHER)
        await ann.play("ready")
        await cy.play("ready")
        assert not any("seed" in event["body"] for event in ann.events)
        await cy.ask("resign")
        assert ann.view["phase"] == "over"
        assert any(event["kind"] == "revealed" for event in ann.events)
        assert dice.verify(ann.live.table.match) == []
