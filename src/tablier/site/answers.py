"""What a house answers always the same, written down: nobody waits for Python to read a rule."""

import asyncio
import json
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.types import Message

from tablier.core import registry
from tablier.core.game import Game
from tablier.server.http.api import router
from tablier.server.http.request_bodies import Made

TEXTS = ("words", "rules", "lessons", "strategy", "puzzles")
MADE: tuple[str, ...] = Made.__args__  # type: ignore[attr-defined]


def answers(games: Collection[str], languages: Collection[str]) -> dict[str, bytes]:
    """Bodies by the names of their files; `web/js/house/prerendered.js` knows which is which."""
    house = FastAPI()
    house.include_router(router)
    asked = list(_texts(games, languages))
    for name in games:
        asked += _pictures(registry.find(name))
    written = {file: asyncio.run(_ask(house, address)) for file, address in asked}
    for language in languages:
        file = f"games.{language}.json"
        chosen = [game for game in json.loads(written[file]) if game["name"] in games]
        written[file] = json.dumps(chosen, ensure_ascii=False, separators=(",", ":")).encode()
    return written


def _texts(games: Collection[str], languages: Collection[str]) -> Iterator[tuple[str, str]]:
    for language in languages:
        yield f"games.{language}.json", f"/api/games?language={language}"
        yield f"words.{language}.json", f"/api/words?language={language}"
        for name in games:
            for what in TEXTS:
                address = f"/api/games/{name}/{what}?language={language}"
                yield f"games/{name}/{what}.{language}.json", address


def _pictures(game: Game) -> Iterator[tuple[str, str]]:
    """What is seen of a game without playing it."""
    if game.is_solved:
        yield f"games/{game.name}/solved.json", f"/api/games/{game.name}/solved"
    for players in game.players:
        address = f"/api/games/{game.name}/board?players={players}"
        yield f"games/{game.name}/board.{players}.json", address
    for diagram in sorted((game.folder / "diagrams").glob("*.svg")):
        for made in MADE:
            for light, dark in (("light", "false"), ("dark", "true")):
                address = f"/api/games/{game.name}/diagrams/{diagram.name}?board={made}&dark={dark}"
                yield f"games/{game.name}/diagrams/{diagram.stem}.{made}.{light}.svg", address


async def _ask(house: FastAPI, address: str) -> bytes:
    """The body of an answer to a request that needs no table."""
    parts = urlsplit(address)
    scope = {
        "type": "http",
        "method": "GET",
        "path": parts.path,
        "query_string": parts.query.encode(),
        "headers": [],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    await house(scope, receive, send)
    assert sent[0]["status"] == 200, address
    return b"".join(message.get("body", b"") for message in sent)
