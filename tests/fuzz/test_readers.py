"""Whatever is read from outside is read or refused, and nothing else happens.

`bench/fuzz.py` feeds the same readers for an hour, and looks at the time that each input takes.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reader import refused
from readers import READERS

import tablier
from tablier.core.dice import Dice, verify
from tablier.server.http.request_bodies import SeatAsked, TableAsked
from tablier.server.http.settings import settings as serve_settings
from tablier.table.archive import read_archive, write_end, write_game, write_start
from tablier.table.creation import invited, wish_of
from tablier.table.event import FIRST_HASH, BrokenChain, Event, follow
from tablier.table.rows import Opening
from tablier.table.state import Table

EXAMPLES = 60


@pytest.mark.parametrize("name", READERS)
def test_a_spoiled_input_is_read_or_refused(name: str) -> None:
    reader, seen = READERS[name], set()

    @settings(max_examples=EXAMPLES)
    @given(st.integers(0, 1 << 32))
    def feed(seed: int) -> None:
        seen.add(refused(reader, reader.make(Random(seed))))

    feed()
    assert True in seen, "nothing was spoiled"


def test_half_a_surrogate_pair_is_no_record() -> None:
    """It can be written in Python and in JSON, and neither stored, sent nor sealed."""
    record = tablier.new("zhizhu").play("b3").record()
    with pytest.raises(tablier.BadRecord, match="half of a surrogate pair") as refused:
        tablier.read_record(record + "{\ud800}\n")
    assert refused.value.line == 6
    match = tablier.read_record(record)
    match.comments[1] = ["so \udfff"]
    Dice(b"seed", ("00", "11")).enter(match)
    assert "{so ?}" in match.record() and verify(match) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("port = " + "[" * 20_000, "can't be read as TOML"),
        ("port = " + "9" * 5_000, "can't be read as TOML"),
        ("\n" + "port." * 10_000 + "port = 1", "line 2 has too many dots"),
        ("\x00", "can't be read as TOML|Invalid|Found invalid"),
        ('origins = ["http://[::1"]', "an origin is a scheme and a host"),
        ('port = "' + "9" * 5_000 + '"', r"port can't be '9{39}…"),
    ],
)
def test_settings_that_cannot_be_read_are_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "tablier.toml"
    path.write_text(text)
    with pytest.raises(tablier.BadOption, match=told):
        serve_settings({}, path)


@pytest.mark.parametrize(
    ("kind", "seat", "body"),
    [
        ("revealed", None, {"seed": "no digits"}),
        ("played", None, {"text": "b3"}),
        ("created", None, {"game": "zhizhu", "version": 1, "players": 2, "options": {}}),
        ("undone", 0, {"to": "x"}),
    ],
)
def test_events_that_cannot_have_happened_freeze_a_table(
    kind: str, seat: int | None, body: dict[str, Any]
) -> None:
    seats = [SeatAsked(kind="me"), SeatAsked(kind="here")]
    asked = TableAsked(game="zhizhu", seats=seats)
    opening, _ = invited(wish_of(asked.model_dump()), None, 0, Random(1))
    first = opening.events[0]
    strange = Event(first.game, 2, None, seat, kind, body, 10**30, 0, "")
    _, fault = Table.salvage([first, follow(first.hash, 2, strange)])
    assert fault is not None and "event 2 can't have happened" in fault


@pytest.mark.parametrize(
    "changed",
    [
        {"cmd": ["x"]},
        {"seat": True},
        {"at_ms": "yesterday"},
        {"body": {"chairs": [{"kind": "person", "name": 7}] * 2}},
        {"body": {"commitment": None}},
    ],
)
def test_an_export_of_other_types_is_no_game(changed: dict[str, Any]) -> None:
    """Its hashes fit, as whoever changes an export can compute them."""
    seats = [SeatAsked(kind="me"), SeatAsked(kind="here")]
    asked = TableAsked(game="zhizhu", seats=seats)
    opening, _ = invited(wish_of(asked.model_dump()), None, 0, Random(1))
    first = opening.events[0]
    body = {**first.body, **changed.get("body", {})}
    body = {name: value for name, value in body.items() if value is not None or name == "clock"}
    event = follow(FIRST_HASH, 1, first._replace(**{**changed, "body": body}))
    lines = [*write_game(opening._replace(events=[event])), write_end(1)]
    (read,) = read_archive([write_start(), *lines])
    if isinstance(read, Opening):
        with pytest.raises(BrokenChain):
            Table.salvage(read.events)
