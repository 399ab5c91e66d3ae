"""Requests, by the paths and with the refusals of a server's (`server/http/api.py`)."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol, cast
from urllib.parse import parse_qsl, unquote, urlsplit

import tablier
from tablier.core import registry
from tablier.core.errors import TablierError, UnknownGame
from tablier.core.pictures.frames import sent_frames
from tablier.core.words import LANGUAGES, shared_words
from tablier.house import (
    asked,
    catalogue,
    games_file,
    lists,
    my_games,
    positions,
    puzzles,
    stored_review,
)
from tablier.house.explored import explored_at
from tablier.house.refusals import refusal
from tablier.table import messages, view
from tablier.table.creation import wish_of
from tablier.table.keys import hashes
from tablier.table.live.live_table import LiveTable
from tablier.table.live.thinker import Unthought
from tablier.table.messages import Refused
from tablier.table.sharing.fair_queue import NOBODY, Asker
from tablier.table.tables import Tables

MADE = 201


class Answer(NamedTuple):
    """What a request comes to, with a status as HTTP has them."""

    status: int
    content: Any


class Request(NamedTuple):
    """What is asked, as far as it was read."""

    parts: tuple[str, ...]
    """What the path leaves open."""
    query: Mapping[str, str]
    body: Any
    keys: list[str]

    @property
    def language(self) -> str:
        """The language that texts are wanted in."""
        language = self.query.get("language", "en")
        if language not in LANGUAGES:
            raise Refused("bad_request", f"query.language: this is one of {', '.join(LANGUAGES)}")
        return language


class Analyst(Protocol):
    """A thinker that judges whole records as well."""

    async def analyse(self, record: str, nodes: int, asker: Asker) -> list[dict[str, Any]]:
        """A judgement of every move of a record, with some nodes for each."""

    async def value(self, position: str, nodes: int, asker: Asker) -> dict[str, Any]:
        """What is thought of a position."""


Handler = Callable[[Request], Awaitable[Any]]


def parts_of(path: str, route: str) -> tuple[str, ...] | None:
    """What a path has in place of the stars of a route; None if it is of another one.

    >>> parts_of("/api/games/zhizhu/words", "/api/games/*/words"), parts_of("/api/me", "/api/games")
    (('zhizhu',), None)
    """
    given, wanted = path.split("/"), route.split("/")
    if len(given) != len(wanted):
        return None
    pairs = list(zip(given, wanted, strict=True))
    if any(part != name if name != "*" else not part for part, name in pairs):
        return None
    return tuple(unquote(part) for part, name in pairs if name == "*")


class Desk:
    """Where requests are read and answered."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._looks: dict[str, Handler] = {
            "games": self._games,
            "words": self._words,
            "games/*/words": self._game_words,
            "games/*/lessons": self._lessons,
            "games/*/strategy": self._strategy,
            "games/*/solved": self._solved,
            "games/*/puzzles": self._puzzles,
            "games/*/puzzles/*": self._puzzle,
            "games/*/drills/*": self._drill,
            "games/*/board": self._board,
            "games/*/paper": self._paper,
            "reach": self._reach,
            "tables": self._listed,
            "mine": self._mine,
            "mine/file": self._write_file,
            "mine/results": self._results,
            "tables/*": self._look,
            "tables/*/review": self._kept_review,
            "tables/*/record": self._record,
        }
        self._acts: dict[str, Handler] = {
            "tables": self._make,
            "tables/*/sit": self._sit,
            "mine/file": self._take_file,
            "mine/delete": self._forget,
            "tables/*/review": self._review,
            "records": self._read,
            "analysis": self._analyse,
            "animations": self._animate,
            "values": self._value,
            "positions": self._position,
            "positions/play": self._play,
            "positions/arranged": self._arranged,
            "positions/explored": self._explored,
        }

    async def answer(self, path: str, body: str, keys: list[str]) -> Answer:
        """The answer to a request, or its refusal; an empty body asks for what is there."""
        try:
            return await self._answer(path, body, keys[: messages.MOST_KEYS])
        except TablierError as error:
            status, told = refusal(error)
            return Answer(404 if isinstance(error, UnknownGame) and not body else status, told)

    async def _answer(self, path: str, body: str, keys: list[str]) -> Answer:
        parted = urlsplit(path)
        for route, handler in (self._acts if body else self._looks).items():
            parts = parts_of(parted.path, f"/api/{route}")
            if parts is not None:
                given = _json(body) if body else None
                request = Request(parts, dict(parse_qsl(parted.query)), given, keys)
                content = await handler(request)
                return Answer(MADE if handler == self._make else 200, content)
        return Answer(404, Refused("not_found", "Not Found").body())

    # Games

    async def _games(self, request: Request) -> Any:
        return catalogue.games(request.language)

    async def _words(self, request: Request) -> Any:
        return shared_words(request.language)

    async def _game_words(self, request: Request) -> Any:
        return registry.find(request.parts[0]).words_in(request.language)

    async def _lessons(self, request: Request) -> Any:
        return catalogue.lessons(request.parts[0], request.language)

    async def _strategy(self, request: Request) -> Any:
        return catalogue.lessons(request.parts[0], request.language, "strategy")

    async def _solved(self, request: Request) -> Any:
        return catalogue.solved(request.parts[0])

    async def _paper(self, request: Request) -> Any:
        options = dict(request.query)
        players, _ = options.pop("players", None), options.pop("language", None)
        return catalogue.to_print(request.parts[0], players, options, request.language)

    async def _puzzles(self, request: Request) -> Any:
        return puzzles.shelf(request.parts[0], request.language)

    async def _puzzle(self, request: Request) -> Any:
        name, which = request.parts
        return puzzles.puzzle(name, which)

    async def _drill(self, request: Request) -> Any:
        number = request.query.get("number", "0")
        if not re.fullmatch(r"\d{1,10}", number, re.ASCII) or int(number) >= puzzles.DRILLS:
            raise Refused("bad_request", f"query.number: a whole number below {puzzles.DRILLS}")
        name, kind = request.parts
        return puzzles.drill(name, kind, int(number))

    async def _board(self, request: Request) -> Any:
        options = dict(request.query)
        players = options.pop("players", None)
        return catalogue.start_board(request.parts[0], players, options)

    async def _reach(self, request: Request) -> Any:
        return {"open": False, "address": None}

    # Tables

    async def _make(self, request: Request) -> Any:
        wish = wish_of(asked.read_table(request.body))
        return lists.told(await self.tables.create(wish, lists.account_of(request.keys)))

    async def _listed(self, request: Request) -> Any:
        state = request.query.get("state", "open")
        if state not in lists.STATES:
            raise Refused("bad_request", f"query.state: this is one of {', '.join(lists.STATES)}")
        return await lists.public(self.tables, cast(Any, state), request.query.get("before"))

    async def _mine(self, request: Request) -> Any:
        chosen = my_games.chosen_of(request.query)
        before = request.query.get("before")
        return await my_games.mine(self.tables, request.keys, before, chosen)

    async def _results(self, request: Request) -> Any:
        return await my_games.results(self.tables, request.keys)

    async def _forget(self, request: Request) -> Any:
        names = my_games.named(asked.read(asked.FORGET, request.body)["tables"])
        return (await my_games.forget(self.tables, request.keys, names))._asdict()

    async def _write_file(self, _: Request) -> Any:
        return "".join([part async for part in games_file.write_all(self.tables)])

    async def _take_file(self, request: Request) -> Any:
        text = asked.read(asked.FILE, request.body)["file"]
        handover = games_file.Handover(self.tables, request.keys)
        for found in games_file.read_games(text):
            await handover.take(found)
            await asyncio.sleep(0)  # moves are not to wait for it
        return handover.taken._asdict()

    async def _open(self, request: Request) -> LiveTable:
        return await self.tables.open(request.parts[0], hashes(request.keys))

    async def _sit(self, request: Request) -> Any:
        wish = asked.read(asked.SIT, request.body)
        live, held = await self._open(request), hashes(request.keys)
        name, account = messages.plain(wish["name"], messages.LONGEST_NAME), request.keys
        sitting = self.tables.sit(
            live, held, lists.account_of(account), name, wish["seat"], wish["nonce"]
        )
        seat, key = await sitting
        return {"seat": seat, "key": key}

    async def _look(self, request: Request) -> Any:
        live = await self._open(request)
        return {"table": view.described(live.table), "view": live.seen()}

    async def _record(self, request: Request) -> Any:
        live = await self._open(request)
        return "".join(await self.tables.work.run(NOBODY, live.table.record_lines()))

    async def _kept_review(self, request: Request) -> Any:
        live = await self._open(request)
        yours = sorted(live.keys.rights(hashes(request.keys)))
        return {"moves": await stored_review.kept(self.tables.store, live), "yours": yours}

    async def _review(self, request: Request) -> Any:
        live = await self._open(request)
        asked.read(asked.REVIEW, request.body)
        analyst = self._analyst

        async def judge(record: str, nodes: int) -> list[dict[str, Any]]:
            return await analyst.analyse(record, nodes, NOBODY)

        return {"moves": await stored_review.made(self.tables.store, live, judge)}

    # Records and positions

    async def _read(self, request: Request) -> Any:
        return positions.record_shown(asked.read(asked.RECORD, request.body)["record"])

    async def _analyse(self, request: Request) -> Any:
        wish = asked.read(asked.ANALYSIS, request.body)
        return {"moves": await self._analyst.analyse(wish["record"], wish["nodes"], NOBODY)}

    async def _animate(self, request: Request) -> Any:
        """The drawings of a moving picture; the page puts them together."""
        wish = asked.read(asked.ANIMATION, request.body)
        match, frames = tablier.read_record(wish.pop("record")), []
        for drawn, seconds in sent_frames(match, **wish):
            frames.append({"svg": drawn, "seconds": seconds})
            await asyncio.sleep(0)  # moves are not to wait for it
        return {"frames": frames}

    async def _value(self, request: Request) -> Any:
        wish = asked.read(asked.VALUE, request.body)
        tablier.read_position(wish["position"])
        return await self._analyst.value(wish["position"], wish["nodes"], NOBODY)

    @property
    def _analyst(self) -> Analyst:
        if not hasattr(self.tables.thinker, "analyse"):
            raise Unthought("nobody can think about whole games here")
        return cast(Analyst, self.tables.thinker)

    async def _position(self, request: Request) -> Any:
        wish = asked.read(asked.POSITION, request.body)
        return positions.shown(tablier.read_position(wish["position"]))

    async def _play(self, request: Request) -> Any:
        wish = asked.read(asked.PLAY, request.body)
        return positions.shown(positions.played(**wish))

    async def _explored(self, request: Request) -> Any:
        wish = asked.read(asked.POSITION, request.body)
        return await explored_at(self.tables.store, wish["position"])

    async def _arranged(self, request: Request) -> Any:
        match = positions.arranged(asked.read(asked.ARRANGED, request.body))
        return positions.shown(match) | {"record": match.record()}


def _json(body: str) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused("bad_request", "body: this is no JSON") from error
