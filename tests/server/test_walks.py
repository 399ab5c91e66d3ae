"""The way of a click through the house, module by module, as docs/architecture.md has it."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from parlour import HERE, ME, PERSON, parlour
from test_terminal_absence import reachable
from websockets.asyncio.client import connect
from websockets.typing import Origin, Subprotocol

import tablier
from tablier.table.messages import Command

pytestmark = pytest.mark.anyio
SOURCES = Path(tablier.__file__).parent
DOCUMENT = SOURCES.parents[1] / "docs" / "architecture.md"
DEEPEST = 7
"""Levels of lists, tuples and dicts in which an action is looked for."""
TEXT, MOST = "b3", 15
EXITS = {"transactions", "ws_timing"}
"""Where an action leaves our code: for the database, and for the network."""


class Walk:
    """Which modules get an action, and which of them hand it on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.entered: list[str] = []
        """In the order in which they first get it."""
        self.makers: set[str] = set()
        """Those that give back something that has it, or the position after it."""
        self.calls: set[tuple[str, str]] = set()
        """Who called whom with it."""

    def look(self, frame: FrameType, kind: str, value: object) -> None:
        """For `sys.setprofile`: every call and return in this thread."""
        module = module_of(frame)
        if kind not in ("call", "return") or module is None or not self._is_given(frame):
            return
        if module not in self.entered:
            self.entered.append(module)
        caller = called_by(frame)
        if caller is None or (source := module_of(caller)) == module:
            return
        if kind == "return" and (self._carries(value) or hasattr(value, "turn")):
            self.makers.add(module)
        elif kind == "call" and source and self._is_given(caller):
            self.calls.add((source, module))

    @property
    def passed(self) -> list[str]:
        """Who hands it on: gives back what has it, or calls somebody who hands it on."""
        found = self.makers | EXITS
        while more := {one for one, other in self.calls if other in found} - found:
            found |= more
        return [module for module in self.entered if module in found]

    def _is_given(self, frame: FrameType) -> bool:
        code = frame.f_code
        given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        found = [frame.f_locals.get(name) for name in given]
        return any(map(self._carries, found)) or "action" in given

    def _carries(self, value: object, deep: int = DEEPEST) -> bool:
        if isinstance(value, str):
            return value == self.text or f'"{self.text}"' in value
        if isinstance(value, Command):
            return self._carries(vars(value))
        parts = value.values() if isinstance(value, dict) else value
        if not deep or not isinstance(value, dict | list | tuple):
            return False
        return any(self._carries(part, deep - 1) for part in parts)  # type: ignore[attr-defined]


def module_of(frame: FrameType) -> str | None:
    """A module of ours; what a lambda does is its user's doing."""
    file = Path(frame.f_code.co_filename)
    ours = file.is_relative_to(SOURCES) and frame.f_code.co_name != "<lambda>"
    return file.stem if ours else None


def called_by(frame: FrameType) -> FrameType | None:
    """The nearest function of ours that leads there."""
    back = frame.f_back
    while back is not None and module_of(back) is None:
        back = back.f_back
    return back


@contextmanager
def watched(text: str) -> Iterator[Walk]:
    walk = Walk(text)
    sys.setprofile(walk.look)
    try:
        yield walk
    finally:
        sys.setprofile(None)


async def test_a_click(url: str) -> None:
    async with parlour(url) as room, reachable(room) as base:
        made = await room.table("zhizhu", ME, HERE)
        house = base.replace("http", "ws") + "/ws"
        names = [Subprotocol("tablier.1")]
        async with connect(house, subprotocols=names, origin=Origin(base)) as line:
            hello = {"type": "hello", "v": 1, "table": made.table, "keys": [PERSON], "seen": 0}
            await line.send(json.dumps(hello))
            await line.recv()
            with watched(TEXT) as walk:
                command = {"type": "play", "cmd": "c", "seat": 0, "ply": 0, "text": TEXT}
                await line.send(json.dumps(command))
                while json.loads(await line.recv())["type"] != "ack":
                    pass
    documented = walks()["a click"]
    assert documented[0] == "ws_timing", "where it came in as bytes, and leaves again"
    assert walk.passed == [*documented[1:], "ws_timing"]
    assert len(documented) == len(set(documented)) <= MOST


def walks() -> dict[str, list[str]]:
    """The modules that the document has, by walk, as it is."""
    table = DOCUMENT.read_text("utf-8").partition("## Five walks")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    game = re.compile("the game's notation and rules")
    return {
        walk: re.findall(r"`(?:\w+/)?(\w+)`", game.sub("`notation`, `rules`", after))
        for walk, _, after in rows[1:]
    }


def test_all_rooms_of_the_walks_are_there() -> None:
    modules = {path.stem for path in SOURCES.rglob("*.py")}
    found = walks()
    assert len(found) == 5 and all(len(passed) > 2 for passed in found.values())
    assert {name for passed in found.values() for name in passed} <= modules
