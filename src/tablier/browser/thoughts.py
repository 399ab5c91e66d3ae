"""Thinking in a worker of its own: what it is asked and what it answers are JSON.

A thought that takes long is made in slices, between which the worker hears what else it is asked.
"""

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tablier.compile.plain.web_assembly import offer
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.reading.record import read_record
from tablier.engine.analysis.analysis import HINT_NODES, NODES, hints
from tablier.engine.analysis.review import assessment_of, review_of, study_of
from tablier.engine.bot import Bot
from tablier.engine.search.speed import speed_of
from tablier.engine.search.tablebases import lend
from tablier.engine.way import is_searched
from tablier.solver.shelf_file import TOLD, shelf_read
from tablier.table.live.thinker import BotTask

BOTS_KEPT = 2
"""Bots that are remembered, each with what it has learnt about its game: 16 MB."""


class Thoughts:
    """Whatever is thought about here."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """`clock` tells seconds; only the machine's speed is measured by it."""
        self._clock = clock
        self._speeds: dict[str, int] = {}
        """Nodes a second, by the game and whether it is searched."""
        self._bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()
        self._kinds: dict[str, Callable[[dict[str, Any]], Iterator[Any]]] = {
            "plan": self._plan,
            "analyse": self._analyse,
            "hints": self._hints,
            "value": self._value,
        }

    def game_of(self, kind: str, body: str) -> str:
        """The name of the game that a question is about, so that its code can be fetched."""
        asked = json.loads(body)
        return str(asked["game"]) if kind == "plan" else _match(asked).game.name

    def begin(self, kind: str, body: str) -> Iterator[str | None]:
        """The slices of a thought: None while it goes on, and the answer at its end."""
        if kind not in self._kinds:
            raise BadOption(f"nobody thinks about {kind!r}; there are {', '.join(self._kinds)}")
        for found in self._kinds[kind](json.loads(body)):
            yield None if found is None else json.dumps(found, ensure_ascii=False)

    def _plan(self, asked: dict[str, Any]) -> Iterator[Any]:
        """What a bot does, and after how many milliseconds where the quickest acts.

        With a seed and a speed of one's own it is the same wherever it is thought. Whoever asks
        may know the machine's speeds from another worker, and is told what was measured here.
        """
        self._speeds.update(asked.pop("speeds", {}))
        seed, speed = asked.pop("seed", None), asked.pop("speed", None)
        moves = tuple((int(seat), str(text)) for seat, text in asked.pop("moves"))
        task = BotTask(**asked | {"moves": moves, "people": tuple(asked["people"])})
        match = task.match()
        if match.game.is_race:
            bot = Bot(match.game, task.level, seed=seed, rivals=task.people)
        elif seed is None and speed is None:
            bot = self._bot(match, task.level)
        else:
            bot = Bot(match.game, task.level, seed=seed, speed=speed or self._speed(match))
        text = bot.choose(match, task.seat)
        delay = bot.delay(match, task.seat) / 1000
        yield {"text": text, "delay": delay, "speeds": self._speeds}

    def _bot(self, match: Match, level: int) -> Bot:
        """A bot that remembers; those that were asked last are kept."""
        key = match.game.name, level
        if key not in self._bots:
            while len(self._bots) >= BOTS_KEPT:
                self._bots.popitem(last=False)
            self._bots[key] = Bot(match.game, level, speed=self._speed(match))
        self._bots.move_to_end(key)
        return self._bots[key]

    def _speed(self, match: Match) -> int:
        """How quick this machine is at such a game, measured once."""
        key = f"{match.game.name} {'searched' if is_searched(match) else 'grown'}"
        if key not in self._speeds:
            start = Match(match.game, match.setup, match.states[0])
            self._speeds[key] = speed_of(start, self._clock)
        return self._speeds[key]

    def _analyse(self, asked: dict[str, Any]) -> Iterator[Any]:
        study = study_of(asked["record"], asked.get("nodes", NODES))
        yield from study.steps()
        yield review_of(study.analysis)

    def _hints(self, asked: dict[str, Any]) -> Iterator[Any]:
        match = read_record(asked["record"])
        yield [hint.json() for hint in hints(match, nodes=asked.get("nodes", HINT_NODES))]

    def _value(self, asked: dict[str, Any]) -> Iterator[Any]:
        """What is thought of a position."""
        yield assessment_of(_match(asked), asked.get("nodes", NODES))


def _match(asked: dict[str, Any]) -> Match:
    """The game, or the position, that a question is about."""
    if "position" in asked:
        return read_position(asked["position"])
    return read_record(asked["record"])


def has_endgames(game: str) -> bool:
    """Whether a page has books for the code of a game."""
    return _told_of_books(game).is_file()


def offer_code(game: str, code: Any, books: int = 0) -> None:
    """Run a game's functions from now on in the code that a page has loaded.

    `books` is the address in its memory where its endgames begin, if it has them.
    """
    from tablier.browser.page_code import PageCode

    name, room = registry.find(game).name, PageCode(code)
    if books:
        told = json.loads(_told_of_books(game).read_text("utf-8"))
        lend(name, shelf_read(told, room, books))
    offer(name, room)


def _told_of_books(game: str) -> Path:
    return registry.find(game).folder / TOLD
