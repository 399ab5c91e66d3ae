"""Logs of earlier versions are understood for ever, and say the same."""

from pathlib import Path
from typing import Any

import pytest
from corpus import FOLDER, GAMES, read

import tablier
from tablier.core import registry
from tablier.core.dice import HEADERS, verify
from tablier.core.match import Match
from tablier.table.event import FIRST_HASH, BrokenChain, Event, check, follow
from tablier.table.state import FOLD, OVER, Table

LOGS = sorted(FOLDER.glob("*.jsonl"))
RECORDS = [
    path
    for name in registry.games()
    for path in sorted((registry.find(name).folder / "golden").glob("*.txt"))
]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_stored_log_is_sound_and_tells_the_same_game(path: Path) -> None:
    events = read(path)
    check(events)
    table, fault = Table.salvage(events)
    assert fault is None and table.phase == OVER
    told = path.with_suffix(".txt").read_text("utf-8")
    assert table.record() == told
    match = tablier.read_record(told)
    if set(HEADERS) <= set(match.headers):
        assert verify(match) == []


def test_the_logs_have_every_game_and_every_kind_of_event() -> None:
    assert [path.stem for path in LOGS] == sorted(GAMES)
    events = [event for path in LOGS for event in read(path)]
    assert {event.body["game"] for event in events if event.kind == "created"} == {
        *registry.games()
    }
    assert {event.kind for event in events} == set(FOLD)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_changed_event_is_noticed(path: Path) -> None:
    events = read(path)
    middle = len(events) // 2
    for changed in (
        events[middle]._replace(at_ms=events[middle].at_ms + 1),
        events[middle]._replace(body={**events[middle].body, "more": 1}),
        events[middle]._replace(seat=3),
    ):
        with pytest.raises(BrokenChain):
            check([*events[:middle], changed, *events[middle + 1 :]])
    with pytest.raises(BrokenChain):
        check([*events[:middle], *events[middle + 1 :]])
    table, fault = Table.salvage([*events[:middle], events[middle]._replace(hash="0" * 64)])
    assert fault and table.seq == middle


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parents[1].name} {path.stem}")
def test_a_golden_game_is_the_same_at_a_table(path: Path) -> None:
    match = tablier.read_record(path.read_text("utf-8"))
    if not match.standard:
        pytest.skip("tables begin at the start")
    table, fault = Table.salvage(list(_told(match)))
    assert fault is None
    assert table.match.history == match.history and table.match.result == match.result
    assert (table.phase == OVER) == (match.result is not None)


def _told(match: Match) -> list[Event]:
    """The events of a table at which a match was played."""
    options = match.game.chosen(match.setup)
    options.pop("players", None)
    created = {
        "game": match.game.name,
        "version": match.game.version,
        "players": match.players,
        "options": options,
        "chairs": [{"kind": "person", "name": "", "level": None}] * match.players,
        "clock": None,
        "public": False,
        "hints": True,
    }
    bare: list[tuple[str, int | None, dict[str, Any]]] = [
        ("created", None, created),
        ("begun", None, {"nonces": []}),
    ]
    bare += [("played", move.seat, {"text": move.text}) for move in match.history]
    events: list[Event] = []
    for number, (kind, seat, body) in enumerate(bare, 1):
        before = events[-1].hash if events else FIRST_HASH
        event = Event("a" * 10, 0, None, seat, kind, body, 0, 0, "")
        events.append(follow(before, number, event))
    return events
