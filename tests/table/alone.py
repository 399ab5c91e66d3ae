"""Run with nothing but the standard library and our own sources: `python -I -S alone.py SRC`.

Imports all of core, games and table, then plays a game at a live table against a bot.
"""

import asyncio
import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

PURE = ("tablier.core", "tablier.games", "tablier.table")
WITH_MORE = {"tablier.core.drawing.computed_style"}
"""What `core/drawing/raster.py` asks for when pixels are wanted, and says what that needs."""


def import_all() -> list[str]:
    """Every module that a page could run; their names."""
    importlib.import_module("tablier.engine.levels")
    for package in PURE:
        place = importlib.import_module(package).__path__
        for module in pkgutil.walk_packages(place, f"{package}."):
            if module.name not in WITH_MORE:
                importlib.import_module(module.name)
    return sorted(name for name in sys.modules if name.startswith(PURE))


async def play() -> dict[str, object]:
    """A game against a bot, to its end, over messages alone."""
    from memory import FirstLegal, Line, MemoryStore

    from tablier.table import messages
    from tablier.table.creation import wish_of
    from tablier.table.keys import hashed, hashes
    from tablier.table.live.house_clock import House
    from tablier.table.live.session import Session
    from tablier.table.tables import Tables

    person, store = "p" * 32, MemoryStore()
    tables = Tables(store, store, House(), FirstLegal())
    chairs: list[dict[str, Any]] = [{"kind": "me", "name": "Ann", "level": None, "nonce": None}]
    chairs += [{"kind": "bot", "name": "", "level": 1, "nonce": None}]
    asked: dict[str, Any] = {"game": "zhizhu", "players": None, "options": {}, "first": "me"}
    asked |= {"clock": {"base": 600_000, "increment": 0}, "public": True, "hints": True}
    asked["seats"] = chairs
    made = await tables.create(wish_of(asked), hashed(person))
    live, held, line = await tables.table(made.table), hashes([person]), Line()
    session = Session(line, live.keys.rights(held), held)
    await live.join(session, 0)
    while (view := line.view)["phase"] == "playing":
        if view["actors"] != [0]:
            await asyncio.sleep(0)
            continue
        command = {"type": "play", "ply": view["ply"], "text": view["legal"]["0"][-1]}
        frame = json.dumps(command | {"cmd": str(view["ply"])})
        await live.handle(session, messages.read_command(frame))
    await tables.stop()
    return {"ply": view["ply"], "result": view["result"], "stored": len(store.log[made.table])}


if __name__ == "__main__":
    sys.path[:0] = [sys.argv[1], str(Path(__file__).parent)]
    print(json.dumps({"modules": import_all(), "game": asyncio.run(play())}))
