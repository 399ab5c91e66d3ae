"""Nodes that were opened at different times agree on how long somebody has been thinking."""

import pytest
from databases import PostgreSQL
from parlour import HERE, ME, PERSON, Guest, parlour

pytestmark = pytest.mark.anyio
BLITZ = {"base": 60_000, "increment": 0}
HOUR_MS = 3_600_000
NOTED_MS = 1_100
"""Nodes tell each other the time every second."""


def left(guest: Guest, seat: int) -> int:
    """What a seat has on its clock now."""
    shown: int = guest.live.seen()["clocks"]["left"][seat]
    return shown


async def test_a_younger_node_charges_for_the_running_move(postgres: PostgreSQL) -> None:
    url = postgres.fresh()
    async with parlour(url) as older, parlour(url) as younger:
        await older.passes(HOUR_MS)
        made = await older.table("zhizhu", ME, HERE, clock=BLITZ)
        ann = await older.attend(made.table, PERSON)
        await ann.play("b3", seat=0)
        await older.passes(20_000)
        await older.node.note_time()
        there = await younger.attend(made.table, PERSON)
        assert abs(left(there, 1) - 40_000) <= NOTED_MS
        await there.play("b2", seat=1)
        assert abs(left(there, 1) - 40_000) <= NOTED_MS


async def test_an_older_node_charges_nobody_for_its_age(postgres: PostgreSQL) -> None:
    url = postgres.fresh()
    async with parlour(url) as older, parlour(url) as younger:
        await older.passes(HOUR_MS)
        made = await younger.table("zhizhu", ME, HERE, clock=BLITZ)
        ann = await younger.attend(made.table, PERSON)
        await ann.play("b3", seat=0)
        await older.node.note_time()
        await younger.node.note_time()
        assert younger.house.now() >= older.house.now()
        assert left(ann, 1) == 60_000, "what others have noted costs nobody anything here"
        await ann.play("b2", seat=1)
        await younger.node.note_time()
        there = await older.attend(made.table, PERSON)
        assert abs(left(there, 0) - 60_000) <= NOTED_MS
