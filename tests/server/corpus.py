"""Stored logs of whole games, for tests that later versions still understand them.

`PYTHONPATH=.:tests/table python tests/server/corpus.py` tells those games that have no log yet; a
log that is there stays as it is.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from databases import sqlite
from parlour import BOT, HERE, ME, OPEN, OTHER, PERSON, THIRD, Guest, Parlour, parlour

from tablier.table.event import Event

FOLDER = Path(__file__).parent / "golden"
PLIES = 60


def read(path: Path) -> list[Event]:
    """The events of a stored log."""
    return [Event(*json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def write(path: Path, guest: Guest) -> None:
    """Keep a table's log, and the record that follows from it."""
    table = guest.live.table
    events = [event._replace(body=dict(event.body)) for event in table.events]
    lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in events]
    path.write_text("".join(lines), "utf-8")
    path.with_suffix(".txt").write_text(table.record(), "utf-8")


async def _random_moves(house: Parlour, guests: list[Guest], random: Random, plies: int) -> None:
    for _ in range(plies):
        await house.passes(random.randrange(100, 3_000))
        able = [guest for guest in guests if guest.live.seen(guest.session.seats)["legal"]]
        if not able:
            return
        guest = random.choice(able)
        legal = guest.live.seen(guest.session.seats)["legal"]
        seat = random.choice(sorted(legal))
        await guest.play(random.choice(legal[seat]), seat=int(seat))
        while guest.live.table.presses:
            await house.passes(5)


async def two_with_everything(house: Parlour) -> Guest:
    """A clock, talk, a new name, a takeback, a declined draw, an agreed one, a rematch."""
    made = await house.table("zhizhu", ME, OPEN, clock={"base": 600_000, "increment": 5_000})
    key = await house.sit(made, OTHER)
    await (await house.attend(made.table, PERSON)).ask("rename", name="Anné")
    ann, cy = await house.attend(made.table, PERSON), await house.attend(made.table, key)
    await _random_moves(house, [ann, cy], Random(1), 7)
    await cy.ask("takeback", say="ask", cmd="t1")
    await ann.ask("takeback", say="accept", cmd="t2")
    await cy.ask("chat", text="well played, “Ann” {so far}", cmd="t3")
    await ann.ask("draw", say="offer", cmd="t4")
    await cy.ask("draw", say="decline", cmd="t5")
    await _random_moves(house, [ann, cy], Random(2), 4)
    await ann.ask("draw", say="offer", cmd="t6")
    await cy.ask("draw", say="accept", cmd="t7")
    await ann.ask("rematch", say="offer", cmd="t8")
    await cy.ask("rematch", say="offer", cmd="t9")
    return ann


async def three_of_whom_one_leaves(house: Parlour) -> Guest:
    """A seat that is left and taken again, a resignation out of turn, a flag."""
    clock = {"base": 60_000, "increment": 0}
    made = await house.table("chinese-checkers", ME, OPEN, OPEN, clock=clock)
    gone = await house.attend(made.table, await house.sit(made, OTHER))
    await gone.ask("leave")
    await house.sit(made, OTHER, "Di")
    await house.sit(made, THIRD, "Ed")
    guests = [await house.attend(made.table, key) for key in (PERSON, OTHER, THIRD)]
    await _random_moves(house, guests, Random(3), 20)
    await guests[1].ask("resign")
    await house.passes(130_000)
    return guests[0]


async def against_a_bot(house: Parlour) -> Guest:
    """An undone part of a turn, a takeback at once, and a game to its end."""
    made = await house.table("sensei", ME, BOT, options={"way": "arashi"})
    ann = await house.attend(made.table, PERSON)
    await ann.play(ann.view["legal"]["0"][0])
    if ann.view["undo"]:
        await ann.ask("undo", ply=ann.view["ply"])
    await _random_moves(house, [ann], Random(4), 6)
    await ann.ask("takeback", say="ask")
    await _random_moves(house, [ann], Random(5), PLIES)
    await ann.ask("resign")
    return ann


async def dice_and_bells(house: Parlour) -> Guest:
    """Rolls, presses of the bell, deadlines that pass, and a seed that is shown."""
    nonce = {"nonce": "00112233445566778899aabbccddeeff"}
    made = await house.table("zinga", ME | nonce, HERE)
    ann = await house.attend(made.table, PERSON)
    await _random_moves(house, [ann], Random(6), PLIES)
    await house.passes(60_000)
    await _random_moves(house, [ann], Random(7), PLIES)
    await ann.ask("resign", seat=1)
    return ann


async def a_renewed_key(house: Parlour) -> Guest:
    """Commands of a seat by its old key, by the person's own, and by the new one."""
    made = await house.table("sensei", ME, OPEN)
    device = await house.attend(made.table, await house.sit(made, OTHER))
    ann, cy = await house.attend(made.table, PERSON), await house.attend(made.table, OTHER)
    await device.ask("chat", text="hello", cmd="k1")
    await _random_moves(house, [ann, cy], Random(8), 6)
    new = "0123456789abcdef" * 2
    await cy.ask("renew", key=new, cmd="k2")
    device = await house.attend(made.table, new)
    await device.ask("chat", text="here again", cmd="k3")
    await _random_moves(house, [ann, cy], Random(9), PLIES)
    await device.ask("resign", cmd="k4")
    return ann


GAMES: dict[str, Callable[[Parlour], Awaitable[Guest]]] = {
    "two-with-everything": two_with_everything,
    "three-of-whom-one-leaves": three_of_whom_one_leaves,
    "against-a-bot": against_a_bot,
    "dice-and-bells": dice_and_bells,
    "a-renewed-key": a_renewed_key,
}


async def main() -> None:
    """Play every game that has no log yet."""
    for name, play in GAMES.items():
        path = FOLDER / f"{name}.jsonl"
        if not path.exists():
            with TemporaryDirectory() as folder:
                async with parlour(sqlite(Path(folder))) as house:
                    write(path, await play(house))


if __name__ == "__main__":
    asyncio.run(main())
