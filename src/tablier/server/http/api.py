"""Everything that is not live: tables, lists, records, texts. Described at /openapi.json."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

import tablier
from tablier.core import registry
from tablier.core.reading.diagram import diagram
from tablier.core.words import shared_words
from tablier.house import (
    catalogue,
    games_file,
    lists,
    my_games,
    positions,
    puzzles,
    stored_review,
)
from tablier.house.explored import explored_at
from tablier.house.lists import account_of
from tablier.server.http.hang_up import while_connected
from tablier.server.http.reach import reach
from tablier.server.http.refusals import RefusalBody
from tablier.server.http.request_bodies import (
    AnalysisAsked,
    AnimationAsked,
    ArrangedAsked,
    FileAsked,
    ForgetAsked,
    Made,
    PlayAsked,
    PositionAsked,
    RecordAsked,
    ReviewAsked,
    SitAsked,
    TableAsked,
    ValueAsked,
)
from tablier.server.http.rules_html import rules_html
from tablier.server.limits.household import household
from tablier.server.node.node import Node
from tablier.server.node.preview import can_draw
from tablier.table import messages, view
from tablier.table.creation import wish_of
from tablier.table.keys import hashes
from tablier.table.live.live_table import LiveTable
from tablier.table.sharing.fair_queue import Asker
from tablier.table.store import Chosen
from tablier.table.tables import Tables

REFUSED: dict[str, Any] = {"model": RefusalBody, "content": {"application/json": {}}}
router = APIRouter(prefix="/api", responses={"4XX": REFUSED, "5XX": REFUSED})
MOST_KEYS = 16
PAPER_PARAMETERS = ("players", "language")
DIAGRAM = 640
"""How wide the pictures of the rules are, in pixels; the page makes them smaller."""
KEPT_DIAGRAMS = 256
"""All that there are of our games."""

Before = Annotated[str | None, Query(max_length=16)]
"""The table after which a list is to go on."""
Language = Annotated[Literal["en", "fr", "de", "es"], Query()]


DRAWINGS: dict[str, Any] = {"content": {"application/json": {}}}


class Svg(Response):
    """A picture."""

    media_type = "image/svg+xml"


class Webp(Response):
    """A moving picture."""

    media_type = "image/webp"


class Packed(Response):
    """JSON that was written, and packed where the client can unpack it, in another process."""

    media_type = "application/json"

    @classmethod
    def of(cls, written: bytes, *, packed: bool) -> "Packed":
        """What another process wrote."""
        headers = {"Content-Encoding": "gzip"} if packed else {}
        return cls(written, headers=headers | {"Vary": "Accept-Encoding"})


def takes_packed(request: Request) -> bool:
    """Whether a client can unpack what is sent."""
    return "gzip" in request.headers.get("accept-encoding", "")


async def node_of(request: Request) -> Node:
    """The node that this request came to."""
    node: Node = request.app.state.node
    return node


async def tables_of(request: Request) -> Tables:
    """Its tables."""
    return (await node_of(request)).tables


def keys_of(authorization: str) -> list[str]:
    """The keys in the header `Authorization: Bearer KEY KEY …`."""
    scheme, _, keys = authorization.partition(" ")
    return keys.split()[:MOST_KEYS] if scheme.lower() == "bearer" else []


async def keys_given(authorization: Annotated[str, Header()] = "") -> list[str]:
    """The keys of a request."""
    return keys_of(authorization)


async def asker_of(request: Request) -> Asker:
    """Who asks, as far as that is counted."""
    return Asker(household(request.client.host if request.client else None))


AtNode = Annotated[Node, Depends(node_of)]
ByAsker = Annotated[Asker, Depends(asker_of)]
AllTables = Annotated[Tables, Depends(tables_of)]
Keys = Annotated[list[str], Depends(keys_given)]


async def table_of(table: str, tables: AllTables, keys: Keys, asker: ByAsker) -> LiveTable:
    """The table of an address, for those who may look at it."""
    return await tables.open(table, hashes(keys), asker)


async def chosen_tables(
    state: Literal["over", "going"] | None = None,
    game: Annotated[str, Query(max_length=64)] | None = None,
    against: Literal["computer", "person", "here"] | None = None,
    score: Literal["won", "drawn", "lost"] | None = None,
) -> Chosen:
    """What a list of one's own tables is to hold."""
    given = {"state": state, "game": game, "against": against, "score": score}
    return my_games.chosen_of({name: word for name, word in given.items() if word is not None})


ChosenTables = Annotated[Chosen, Depends(chosen_tables)]
AtTable = Annotated[LiveTable, Depends(table_of)]


# Games


@router.get("/games")
async def games(language: Language = "en") -> list[dict[str, Any]]:
    """All games, with their options."""
    return catalogue.games(language)


@router.get("/words")
async def words(language: Language = "en") -> Mapping[str, Any]:
    """Texts that belong to no single game."""
    return shared_words(language)


@router.get("/games/{name}/words")
async def game_words(name: str, language: Language = "en") -> Mapping[str, Any]:
    """A game's texts."""
    return registry.find(name).words_in(language)


@router.get("/games/{name}/rules")
async def game_rules(name: str, language: Language = "en") -> dict[str, str]:
    """A game's rules in our own words."""
    return {"html": rules_html(name, registry.find(name).rules_in(language))}


@router.get("/games/{name}/diagrams/{which}.svg", response_class=Svg)
async def game_diagram(name: str, which: str, board: Made = "own", dark: bool = False) -> Response:
    """A picture that the rules show, by day or by night."""
    return Svg(_drawn(name, which, board, dark))


@lru_cache(maxsize=KEPT_DIAGRAMS)
def _drawn(name: str, which: str, board: Made, dark: bool) -> str:
    return str(diagram(registry.find(name), which).svg(dark=dark, width=DIAGRAM, board=board))


@router.get("/games/{name}/solved")
async def solved_game(name: str) -> dict[str, Any]:
    """What a game comes to that is solved, and its longest win."""
    return catalogue.solved(name)


@router.get("/games/{name}/lessons")
async def lessons(name: str, language: Language = "en") -> list[dict[str, Any]]:
    """Small positions that teach a game, step by step."""
    return catalogue.lessons(name, language)


@router.get("/games/{name}/strategy")
async def strategy(name: str, language: Language = "en") -> list[dict[str, Any]]:
    """The same for who knows the rules, and wants to play well."""
    return catalogue.lessons(name, language, "strategy")


@router.get("/games/{name}/puzzles")
async def puzzle_shelf(name: str, language: Language = "en") -> dict[str, Any]:
    """A game's themes in words, and every puzzle by id, theme and rating."""
    return puzzles.shelf(name, language)


@router.get("/games/{name}/puzzles/{which}")
async def puzzle(name: str, which: str) -> dict[str, Any]:
    """A puzzle: its position, and what is played there."""
    return puzzles.puzzle(name, which)


@router.get("/games/{name}/drills/{kind}", response_class=Packed)
async def drill(
    name: str,
    kind: str,
    request: Request,
    node: AtNode,
    asker: ByAsker,
    number: Annotated[int, Query(ge=0, lt=puzzles.DRILLS)] = 0,
) -> Response:
    """A task that is made from a number: the same number makes the same task."""
    packed = takes_packed(request)
    making = node.thinkers.tell(puzzles.drill, name, kind, number, asker=asker, packed=packed)
    return Packed.of(await while_connected(request, making), packed=packed)


@router.get("/games/{name}/board")
async def start_board(name: str, request: Request) -> dict[str, Any]:
    """The board as it stands before the first move; options are given as parameters."""
    given = {key: value for key, value in request.query_params.items() if key != "players"}
    return catalogue.start_board(name, request.query_params.get("players"), given)


@router.get("/games/{name}/paper", response_class=Packed)
async def game_on_paper(
    name: str, request: Request, node: AtNode, asker: ByAsker, language: Language = "en"
) -> Response:
    """The empty board, or score sheets, as pages to be printed; options are parameters."""
    given = {
        key: value for key, value in request.query_params.items() if key not in PAPER_PARAMETERS
    }
    wish = (name, request.query_params.get("players"), given, language)
    packed = takes_packed(request)
    drawing = node.thinkers.tell(catalogue.to_print, *wish, asker=asker, packed=packed)
    return Packed.of(await while_connected(request, drawing), packed=packed)


@router.get("/reach")
async def house_reach(request: Request) -> dict[str, Any]:
    """Whether links work on other devices, and at which address; told at the machine itself."""
    client = request.client.host if request.client else None
    return reach(request.app.state.host, request.headers.get("host", ""), client)


# Tables


@router.post("/tables", status_code=201)
async def make_table(
    asked: TableAsked, tables: AllTables, keys: Keys, asker: ByAsker
) -> dict[str, Any]:
    """Make a table; the answer's keys are told this once and never again."""
    wish = wish_of(asked.model_dump())
    return lists.told(await tables.create(wish, account_of(keys), asker.address))


@router.get("/tables")
async def listed_tables(
    tables: AllTables, state: Literal["open", "live", "over"] = "open", before: Before = None
) -> list[dict[str, Any]]:
    """Public tables that wait for players, are being played, or can be looked at again.

    The newest first, fifty at most; further ones are those `before` the last of them. Who waits
    for players is on the list for a day.
    """
    return await lists.public(tables, state, before)


@router.get("/mine")
async def mine(
    tables: AllTables, keys: Keys, chosen: ChosenTables, before: Before = None
) -> list[dict[str, Any]]:
    """The tables at which the holder of these keys sits, the newest first, fifty at most.

    Further ones are those `before` the last of them. They may be those of a `state`, a `game`, an
    opponent (`against`) or a `score` alone.
    """
    return await my_games.mine(tables, keys, before, chosen)


@router.get("/mine/results")
async def my_results(tables: AllTables, keys: Keys) -> dict[str, Any]:
    """How the games of the holder of these keys went: by opponent, by day, and what to try next."""
    return await my_games.results(tables, keys)


@router.post("/mine/delete")
async def forget(asked: ForgetAsked, node: AtNode, keys: Keys) -> dict[str, list[str]]:
    """Forget games of the holder of these keys, those named or all.

    Where others played, the game stays theirs; one that is still being played with them is kept.
    """
    names = my_games.named(asked.tables)
    done = await my_games.forget(node.tables, keys, names)
    if done.left:
        await node.store.drop_addresses(*done.left)
    return done._asdict()


@router.get("/mine/file", response_class=PlainTextResponse)
async def write_file(tables: AllTables, keys: Keys, asker: ByAsker) -> Response:
    """The games of the holder of these keys as a file, to be taken in by another house.

    Games with others are in it once they are over.
    """
    lines = games_file.write_own(tables, hashes(keys), asker)
    return StreamingResponse(lines, media_type="text/plain; charset=utf-8")


@router.post("/mine/file")
async def take_file(
    asked: FileAsked, request: Request, node: AtNode, keys: Keys, asker: ByAsker
) -> dict[str, list[str]]:
    """Take games in; their seats open to the holder of the first key.

    A game that is here already is brought further if it is one's own and the file has more of
    it, and else left alone.
    """
    reading = node.thinkers.read_games(asked.file, asker)
    handover = games_file.Handover(node.tables, keys)
    for found in await while_connected(request, reading):
        await handover.take(found)
    return handover.taken._asdict()


@router.post("/tables/{table}/sit")
async def sit(asked: SitAsked, table: str, tables: AllTables, keys: Keys) -> dict[str, Any]:
    """Take an open seat. Where a table is not public, one of the keys is its join key."""
    held = hashes(keys)
    live = await tables.open(table, held)
    name = messages.plain(asked.name, messages.LONGEST_NAME)
    seat, key = await tables.sit(live, held, account_of(keys), name, asked.seat, asked.nonce)
    return {"seat": seat, "key": key}


@router.get("/tables/{table}")
async def look(live: AtTable) -> dict[str, Any]:
    """A table as a spectator sees it."""
    return {"table": view.described(live.table), "view": live.seen()}


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(live: AtTable, tables: AllTables, asker: ByAsker) -> Response:
    """The game so far, as a record; a long one is written a little at a time."""
    name = f"{live.table.match.game.name}-{live.table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    lines = await tables.work.run(asker, live.table.record_lines())
    return PlainTextResponse("".join(lines), headers=headers)


@router.get("/tables/{table}/review")
async def kept_review(live: AtTable, tables: AllTables, keys: Keys) -> dict[str, Any]:
    """The review that is stored of a game, null where there is none; and one's own seats in it."""
    yours = sorted(live.keys.rights(hashes(keys)))
    return {"moves": await stored_review.kept(tables.store, live), "yours": yours}


@router.post("/tables/{table}/review")
async def review(
    _: ReviewAsked, live: AtTable, request: Request, node: AtNode, asker: ByAsker
) -> dict[str, Any]:
    """The review of a game that is over; where there is none it is made, and stored."""

    async def judge(record: str, nodes: int) -> list[dict[str, Any]]:
        return await while_connected(request, node.thinkers.analyse(record, nodes, asker))

    return {"moves": await stored_review.made(node.tables.store, live, judge)}


# Records and positions


@router.post("/records", response_class=Packed)
async def read(asked: RecordAsked, request: Request, node: AtNode, asker: ByAsker) -> Response:
    """A record, checked, as something to look at move by move."""
    packed = takes_packed(request)
    reading = node.thinkers.read(asked.record, asker, packed=packed)
    return Packed.of(await while_connected(request, reading), packed=packed)


@router.post("/analysis")
async def analysis(
    asked: AnalysisAsked, request: Request, node: AtNode, asker: ByAsker
) -> dict[str, Any]:
    """What the engine thinks of every move of a record; it takes its time."""
    studying = node.thinkers.analyse(asked.record, asked.nodes, asker)
    return {"moves": await while_connected(request, studying)}


@router.post("/animations", response_class=Webp, responses={200: DRAWINGS})
async def animation(
    asked: AnimationAsked, request: Request, node: AtNode, asker: ByAsker
) -> Response:
    """A record as a moving picture, of a long one the end; it takes its time.

    Where nothing is installed that draws pixels, the drawings of which the page makes one.
    """
    wish = asked.model_dump()
    if can_draw():
        return Webp(await while_connected(request, node.thinkers.animate(wish, asker)))
    packed = takes_packed(request)
    drawing = node.thinkers.draw_frames(wish, asker, packed=packed)
    return Packed.of(await while_connected(request, drawing), packed=packed)


@router.post("/values")
async def value(
    asked: ValueAsked, request: Request, node: AtNode, asker: ByAsker
) -> dict[str, Any]:
    """What the engine thinks of a position: each seat's chance to win, and the best line."""
    tablier.read_position(asked.position)
    valuing = node.thinkers.value(asked.position, asked.nodes, asker)
    return await while_connected(request, valuing)


@router.post("/positions")
async def position(asked: PositionAsked) -> dict[str, Any]:
    """A position, and what can be done in it."""
    return positions.shown(tablier.read_position(asked.position))


@router.post("/positions/explored")
async def explore(asked: PositionAsked, tables: AllTables) -> dict[str, Any]:
    """How often moves were played from a position, in public games here and in the book."""
    return await explored_at(tables.store, asked.position)


@router.post("/positions/play")
async def play(asked: PlayAsked, request: Request, node: AtNode, asker: ByAsker) -> dict[str, Any]:
    """The position after an action, or why it can't be played."""
    given = asked.model_dump()
    if asked.line:
        return await while_connected(request, node.thinkers.play(given, asker))
    return positions.shown(positions.played(**given))


@router.post("/positions/arranged")
async def arranged(asked: ArrangedAsked) -> dict[str, Any]:
    """A position that was set up, as a record too, or the rule by which it can't be."""
    match = positions.arranged(asked.model_dump())
    return positions.shown(match) | {"record": match.record()}
