"""A table at which more has happened than any client wants to hear at once."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from databases import sqlite
from houses import PERSON, Served, house

from tablier.server.storage.store import SqlStore
from tablier.table.creation import invited, wish_of
from tablier.table.event import Proposal, bound
from tablier.table.keys import hashed
from tablier.table.rows import Entry
from tablier.table.state import Table
from tablier.terminal.session.server_connection import ServerConnection
from tablier.terminal.session.table_link import TableLink

pytestmark = pytest.mark.anyio
TIMES = 600


async def lay(url: str) -> str:
    """A table at which the same move was played and taken back over and over; its name."""
    seat: dict[str, Any] = {"name": "", "level": None, "nonce": None}
    asked: dict[str, Any] = {
        "game": "zhizhu",
        "players": None,
        "options": {},
        "clock": None,
        "first": "me",
    }
    asked |= {"seats": [{"kind": "me"} | seat, {"kind": "here"} | seat]}
    wish = wish_of(asked | {"public": True, "hints": True})
    opening, invitation = invited(wish, hashed(PERSON), 0, Random(1))
    again = [Proposal("played", 0, {"text": "b3"}), Proposal("undone", 0, {"to": 0})]
    begun = Proposal("begun", None, {"nonces": ["00" * 16] * 2})
    proposals = [begun, *again * TIMES, Proposal("played", 0, {"text": "b3"})]
    head = Table.salvage(opening.events)[0].head
    events = bound(head, proposals, None, opening.row.created_ms, 0)
    store = await SqlStore.open(url)
    try:
        await store.write([Entry(invitation.table, [], new=(opening,))])
        await store.write([Entry(invitation.table, events, "playing")])
    finally:
        await store.close()
    return invitation.table


@pytest.fixture
async def long_table(tmp_path: Path) -> str:
    return await lay(sqlite(tmp_path))


@pytest.fixture
def laid(long_table: str, tmp_path: Path) -> Iterator[Served]:
    with house(tmp_path) as running:
        yield running


async def test_all_clients_hear_of_it_in_pages(laid: Served, long_table: str) -> None:
    socket = laid.dial()
    socket.send(json.dumps({"type": "hello", "v": 1, "table": long_table, "keys": [PERSON]}))
    frames: list[dict[str, Any]] = []
    while not frames or frames[-1]["type"] != "welcome":
        text = socket.recv()
        assert len(text) < 256 * 1024
        frames.append(json.loads(text))
    assert [frame["type"] for frame in frames] == ["events"] * 6 + ["welcome"]
    events = [event for frame in frames for event in frame["events"]]
    assert [event["seq"] for event in events] == [*range(1, 2 * TIMES + 4)]
    assert frames[-1]["view"]["ply"] == 1
    socket.close()
    link = TableLink(laid.base, long_table, None)
    in_terminal = await ServerConnection(link, [PERSON], lambda _: None, lambda: None).welcome()
    assert in_terminal["events"] == events
