"""Addresses for everybody: of a game that somebody has shared, and of any position.

The address of a game is drawn by lot and opens nothing but what was played, once it is over. That
of a position says itself what stands there. Both come with what chats and feeds show beside a
link, and a game may be put into a frame of another site.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

import tablier
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.words import LANGUAGES
from tablier.server.http.api import REFUSED, AtNode, AtTable, ByAsker, Keys
from tablier.server.http.request_bodies import LONGEST_POSITION
from tablier.server.limits.allowance import Allowances
from tablier.server.limits.bounds import MOST_PREVIEWS, PREVIEWS
from tablier.server.node.node import Node
from tablier.server.node.preview import HEIGHT, WIDTH, can_draw
from tablier.table.keys import ALPHABET, hashes, new_address
from tablier.table.live.live_table import LiveTable
from tablier.table.messages import Refused
from tablier.table.sharing.fair_queue import Asker
from tablier.table.state import OVER, Table
from tablier.table.store import Conflict

sharing = APIRouter(prefix="/api", responses={"4XX": REFUSED, "5XX": REFUSED})
pages = APIRouter(include_in_schema=False)
ADDRESS = re.compile(f"[{ALPHABET}]{{16}}")
HOST = re.compile(r"[\w.:\[\]-]{1,255}")
NOTHING = ("no_address", "there is nothing at this address")
KEPT_S = 3600
"""Others may keep a picture this long."""


# Sharing


@sharing.post("/tables/{table}/share")
async def share(live: AtTable, node: AtNode, keys: Keys) -> dict[str, str]:
    """The address of a game that is over, for everybody; those who played may ask for it."""
    _require_player(live, hashes(keys))
    if live.table.phase != OVER:
        raise Refused("not_over", "this game is not over")
    game = live.table.id
    for _ in range(2):
        if (known := await node.store.address(game)) is not None:
            return {"address": known}
        try:
            await node.store.keep_address(game, new_address())
        except Conflict:
            continue  # another has shared it this very moment
    return {"address": await node.store.address(game) or ""}


@sharing.post("/tables/{table}/unshare")
async def unshare(live: AtTable, node: AtNode, keys: Keys) -> dict[str, bool]:
    """Take the address of a game back; it leads nowhere from then on."""
    _require_player(live, hashes(keys))
    await node.store.drop_addresses(live.table.id)
    return {"shared": False}


def _require_player(live: LiveTable, held: frozenset[str]) -> None:
    if not live.keys.rights(held):
        raise Refused("not_your_game", "only those who played may do this")


@sharing.get("/shared/{address}")
async def shared(address: str, node: AtNode, asker: ByAsker) -> dict[str, Any]:
    """A game that somebody has shared, as a record."""
    table = await shared_table(node, address, asker)
    lines = await node.tables.work.run(asker, table.record_lines())
    return {"game": table.match.game.name, "record": "".join(lines)}


async def shared_table(node: Node, address: str, asker: Asker) -> Table:
    """The table at an address; Refused where there is none."""
    name = await node.store.at_address(address) if ADDRESS.fullmatch(address) else None
    if name is None:
        raise Refused(*NOTHING)
    live = await node.tables.table(name, asker)
    if live.table.phase != OVER or live.frozen:
        raise Refused(*NOTHING)
    return live.table


# Previews


class Previews:
    """Pictures that were drawn, and how many of them an address may still ask for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Task[bytes]] = {}
        self._allowed = Allowances(*PREVIEWS)

    async def of(self, position: str, node: Node, asker: Asker) -> bytes:
        """The picture of a position; it is drawn once for all who ask meanwhile."""
        if position in self._kept:
            self._kept.move_to_end(position)
            return self._kept[position]
        if position not in self._drawing:
            if not self._allowed.spend(asker.address):
                raise Refused("too_many", "too many pictures; wait a little")
            drawing = node.tables.spawn(self._draw(position, node, asker))
            self._drawing[position] = drawing
        return await asyncio.shield(self._drawing[position])

    async def _draw(self, position: str, node: Node, asker: Asker) -> bytes:
        try:
            drawn = await node.thinkers.preview(position, asker)
        finally:
            del self._drawing[position]
        self._kept[position] = drawn
        if len(self._kept) > MOST_PREVIEWS:
            self._kept.popitem(last=False)
        return drawn


def _position(match: Match, ply: int | None) -> str:
    """What stood on the board after some actions, or stands there now."""
    states = match.states
    state = states[-1 if ply is None or ply >= len(states) else ply]
    return Match(match.game, match.setup, state, standard=False).position()


async def _picture(request: Request, position: str, asker: Asker) -> Response:
    if not can_draw():
        raise HTTPException(404)
    node: Node = request.app.state.node
    drawn = await request.app.state.previews.of(position, node, asker)
    kept = {"Cache-Control": f"public, max-age={KEPT_S}"}
    return Response(drawn, headers=kept, media_type="image/png")


# Pages


@pages.get("/g/{address}.png")
@pages.get("/g/{address}/{ply}.png")
async def game_picture(
    address: str, request: Request, node: AtNode, asker: ByAsker, ply: str = ""
) -> Response:
    """The preview of a shared game: its end, or where it stood after some actions."""
    table = await shared_table(node, address, asker)
    return await _picture(request, _position(table.match, _ply(ply)), asker)


@pages.get("/g/{address}")
@pages.get("/g/{address}/{ply}")
async def game_page(address: str, request: Request, asker: ByAsker, ply: str = "") -> Response:
    """The page of a shared game, which says what it is before it is opened."""
    return await _page_of(address, ply, request, asker)


@pages.get("/embed/{address}")
@pages.get("/embed/{address}/{ply}")
async def embedded_page(address: str, request: Request, asker: ByAsker, ply: str = "") -> Response:
    """The same in a frame."""
    return await _page_of(address, ply, request, asker)


async def _page_of(address: str, ply: str, request: Request, asker: Asker) -> Response:
    files, node = request.app.state.files, request.app.state.node
    try:
        table = await shared_table(node, address, asker)
    except Refused as refused:
        gone: Response = files.page(status=404 if refused.code == NOTHING[0] else 503)
        return gone
    where = f"/g/{address}" + (f"/{_ply(ply)}" if _ply(ply) is not None else "")
    players = table.match.headers.get("Players", "")
    told = _told(table.match, _language(request))
    page: Response = files.page(_head(request, where, f"{table.match.game.title}: {players}", told))
    return page


@pages.get("/p/{position:path}.png")
async def position_picture(position: str, request: Request, asker: ByAsker) -> Response:
    """The preview of a position."""
    return await _picture(request, _checked(position), asker)


@pages.get("/p/{position:path}")
async def position_page(position: str, request: Request) -> Response:
    """The page of a position."""
    files = request.app.state.files
    try:
        match = tablier.read_position(_checked(position))
    except TablierError:
        missing: Response = files.page(status=404)
        return missing
    where = f"/p/{quote(match.position())}"
    page: Response = files.page(_head(request, where, match.game.title, match.position()))
    return page


def _checked(position: str) -> str:
    """A position as it is written; TablierError where it is none."""
    if len(position) > LONGEST_POSITION:
        raise Refused("bad_request", "this is too long for a position")
    return tablier.read_position(position).position()


def _ply(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _language(request: Request) -> str:
    """The first of our languages that a browser or a crawler asks for."""
    asked = request.headers.get("accept-language", "").lower()
    found = (part.strip()[:2] for part in asked.split(","))
    return next((language for language in found if language in LANGUAGES), "en")


def _told(match: Match, language: str) -> str:
    """How a game ended, in the words of the game."""
    words = match.game.words_in(language)
    if match.result is None:
        return str(words["about"])
    ranks, seats = match.result.ranks, match.seat_names
    first = [words["seats"].get(seats[seat], seats[seat]) for seat in _first(ranks)]
    reason = str(words["reasons"].get(match.result.reason, match.result.reason))
    return f"{', '.join(first)}: {reason}" if len(first) < len(ranks) else reason


def _first(ranks: Sequence[int]) -> list[int]:
    return [seat for seat, rank in enumerate(ranks) if rank == 1]


def _head(request: Request, where: str, title: str, told: str) -> str:
    """What is shown beside a link, for whoever shows it; no search engine is to list it."""
    host = request.headers.get("host", "")
    base = f"{request.url.scheme}://{host}" if HOST.fullmatch(host) else ""
    facts = {
        "og:type": "website",
        "og:site_name": "Tablier",
        "og:title": title,
        "og:description": told,
        "og:url": base + where,
    }
    if can_draw():
        facts |= {"og:image": f"{base}{where}.png", "og:image:type": "image/png"}
        facts |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in facts.items()]
    card = "summary_large_image" if can_draw() else "summary"
    lines += [f'<meta name="twitter:card" content="{card}" />']
    return "\n".join([*lines, '<meta name="robots" content="noindex" />'])
