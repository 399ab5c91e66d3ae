"""The hall: all tables that this node has in memory, and how others come in."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import asdict
from random import SystemRandom
from typing import TYPE_CHECKING, Any, NamedTuple

from tablier.core import registry
from tablier.core.dice import Dice
from tablier.core.errors import BadOption, OtherRules, TablierError, listing
from tablier.core.game import Game
from tablier.engine.levels import level_of
from tablier.server.http.metrics import Metrics
from tablier.server.node import gc_pauses
from tablier.server.node.bot_pool import Thinkers, Unthought
from tablier.server.socket import messages
from tablier.server.storage.database import Damaged, Unavailable
from tablier.server.storage.group_commit import Writer
from tablier.server.storage.integrity import faults, misfit, outlived
from tablier.server.storage.store import Store
from tablier.table import clock
from tablier.table.event import FIRST_HASH, BrokenChain, Event, follow
from tablier.table.house_clock import House, time_of_day
from tablier.table.keys import TABLE_ID, hashed, new_key, new_table_id
from tablier.table.live import NOT_STORED, LiveTable
from tablier.table.rows import Entry, GameRow, Opening, SeatRow
from tablier.table.state import PLAYING, WAITING, Table

if TYPE_CHECKING:
    from tablier.server.node.peers import Neighbours

log = logging.getLogger("tablier.hall")

WAKE_S = 3.0
SWEEP_S = 30.0
NOTE_S = 1.0
MOST_RESUMED = 2_000
"""Games going on that are taken up again when the house opens."""
KINDS = ("me", "here", "open", "bot")


class Wish(NamedTuple):
    """A table that somebody wants, everything checked."""

    game: Game
    players: int
    options: dict[str, str]
    chairs: list[dict[str, Any]]
    first: str
    clock: dict[str, int] | None
    public: bool
    hints: bool
    colour: str | None = None
    """The seat that the maker takes, where any seat may begin; None if it does not matter."""


class Invitation(NamedTuple):
    """What the maker of a table gets: the keys, which nobody can read back later."""

    table: str
    seats: list[tuple[int, str]]
    join: str | None
    watch: str | None


class Hall:
    """One node of the house."""

    def __init__(self, store: Store, house: House, thinkers: Thinkers, metrics: Metrics) -> None:
        self.store = store
        self.house = house
        self.thinkers = thinkers
        self.metrics = metrics
        self.writer = Writer(store, house.now, metrics.committed)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._asked_for: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._random = SystemRandom()
        self._neighbours: Neighbours | None = None

    # Opening and closing

    async def open(self) -> None:
        """Begin to write, keep the time, and take up what was going on."""
        self.spawn(self.writer.run())
        self.spawn(self.house.keep())
        self.spawn(self._sweep())
        self.spawn(gc_pauses.sweep(lambda: self.metrics.events))
        self.spawn(self._note_time())
        if self.store.postgres:
            from tablier.server.node.peers import Neighbours

            self._neighbours = Neighbours(self.store, self._live, self.spawn)
            self._neighbours.open()
        for finding in await self.store.recall():
            log.error("the database has lost something: %s", finding)
        self.spawn(self._examine())
        self.spawn(self._resume())
        self.spawn(self._wake_bots())

    async def _examine(self) -> None:
        for finding in await self.store.check():
            log.error("the database is damaged: %s", finding)

    async def close(self) -> None:
        """Say goodbye to all, and stop. What was acknowledged is stored already."""
        sessions = [session for live in self._live.values() for session in live.audience.sessions]
        await asyncio.gather(*(session.close(messages.RESTART) for session in sessions))
        await self.store.write([], round(self.house.now()))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background; what goes wrong is logged, not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task failed", exc_info=error)

    async def _wake_bots(self) -> None:
        """Not at once: whoever opens the house wants to see it first."""
        await asyncio.sleep(WAKE_S)
        try:
            await self.thinkers.wake()
        except Unthought as error:
            log.error("the bots can't be compiled ahead: %s", error)

    async def _resume(self) -> None:
        for table in await self.store.listed([PLAYING], public=None, most=MOST_RESUMED):
            with suppress(TablierError):
                await self.table(table)

    # Tables

    async def table(self, table: str) -> LiveTable:
        """A table, read from the database if it is not in memory; Refused if there is none."""
        if not TABLE_ID.fullmatch(table):
            raise messages.Refused("no_table", "there is no such table")
        self._asked_for.add(table)
        if table not in self._live:
            try:
                async with self._loading.setdefault(table, asyncio.Lock()):
                    if table not in self._live:
                        self._live[table] = await self._load(table)
            finally:
                self._loading.pop(table, None)
        return self._live[table]

    async def _load(self, name: str) -> LiveTable:
        try:
            row = await self.store.game(name)
            events, seats = await self.store.events(name), await self.store.seats(name)
            if row is None:
                raise messages.Refused("no_table", "there is no such table")
            table, fault = await asyncio.to_thread(Table.salvage, events)
            if fault is None and (why := outlived(row, table)):
                raise OtherRules(why)
        except Unavailable as error:
            raise messages.Refused("storage", "the tables can't be read just now") from error
        except OtherRules as error:
            log.warning("table %s stays closed: %s", name, error)
            raise messages.Refused("other_rules", str(error)) from error
        except (BrokenChain, Damaged) as error:
            log.error("table %s can't be read: %s", name, error)
            raise messages.Refused("frozen", f"this game is frozen: {error}") from error
        live = LiveTable(self, table, row, seats)
        fault = fault or self.store.fault(name, events) or misfit(row, seats, table)
        if fault is not None:
            live.freeze(fault)
        await live.begin()
        return live

    async def create(self, wish: Wish, account: str | None) -> Invitation:
        """Make a table as somebody wants it."""
        wish, toss = self._tossed(wish)
        chairs = wish.chairs
        mine = [no for no, chair in enumerate(chairs) if chair["kind"] in ("me", "here")]
        keys = {no: new_key() for no in mine}
        seats = tuple(
            SeatRow(
                no,
                _kind(chair["kind"]),
                hashed(keys[no]) if no in keys else None,
                account if no in keys else None,
            )
            for no, chair in enumerate(chairs)
        )
        some_open = any(chair["kind"] == "open" for chair in chairs)
        join = new_key() if some_open else None
        watch = None if wish.public else new_key()
        opening = self._opening(wish, _settled(chairs), toss, seats, join, watch)
        try:
            await self.writer.append(Entry(opening.row.id, [], new=(opening,)))
        except TablierError as error:
            raise messages.Refused(*NOT_STORED) from error
        live = await self.table(opening.row.id)
        return Invitation(live.table.id, list(keys.items()), join, watch)

    def _tossed(self, wish: Wish) -> tuple[Wish, int | None]:
        """The wish with its chairs in the order of the seats, by lot where nobody chose.

        Where a colour is chosen, the lot is about who begins; else the seats go round.
        """
        chairs, seats = wish.chairs, wish.game.seats(wish.players)
        mine = next((no for no, chair in enumerate(chairs) if chair["kind"] == "me"), 0)
        drawn = self._random.randrange(len(chairs)) if wish.first == "toss" else 0
        turn = {"toss": drawn, "me": mine, "other": (mine + 1) % len(chairs)}[wish.first]
        begins = wish.options.get(wish.game.begins, seats[0])
        shift = turn - seats.index(begins) if wish.game.begins else turn
        if wish.colour is not None:
            shift = mine - seats.index(wish.colour)
            begins = seats[(turn - shift) % len(chairs)]
            options = {**wish.options, wish.game.begins: begins}
            _, setup = wish.game.start(wish.players, options)
            chosen = wish.game.chosen(setup)
            wish = wish._replace(options={k: v for k, v in chosen.items() if k != "players"})
        order = [chairs[(no + shift) % len(chairs)] for no in range(len(chairs))]
        return wish._replace(chairs=order), drawn if wish.first == "toss" else None

    def _opening(
        self,
        wish: Wish,
        chairs: list[dict[str, Any]],
        toss: int | None,
        seats: tuple[SeatRow, ...],
        join: str | None,
        watch: str | None,
        **more: Any,
    ) -> Opening:
        dice = Dice.fresh(wish.players)
        table = new_table_id()
        body = {
            "game": wish.game.name,
            "version": wish.game.version,
            "players": wish.players,
            "options": wish.options,
            "chairs": chairs,
            "clock": wish.clock,
            "public": wish.public,
            "hints": wish.hints,
            "toss": toss,
            "commitment": dice.commitment,
            **more,
        }
        at = time_of_day()
        bare = Event(table, 0, None, None, "created", body, at, round(self.house.now()), "")
        row = GameRow(
            table,
            wish.game.name,
            wish.game.version,
            WAITING,
            wish.public,
            hashed(join) if join else None,
            hashed(watch) if watch else None,
            dice.commitment,
            dice.seed.hex(),
            at,
        )
        return Opening(row, seats, [follow(FIRST_HASH, 1, bare)])

    def next_table(self, live: LiveTable) -> Opening:
        """The same again, with everybody one seat further; the same keys open it."""
        old, made = live.table, live.table.made
        order = [*range(1, old.players), 0]
        chairs = [asdict(old.chairs[no]) for no in order]
        seats = tuple(live.seats[no]._replace(no=index) for index, no in enumerate(order))
        wish = Wish(
            old.match.game,
            old.players,
            made["options"],
            chairs,
            "me",
            made["clock"],
            made["public"],
            made["hints"],
        )
        opening = self._opening(wish, chairs, None, seats, None, None, after=old.id)
        return opening._replace(row=opening.row._replace(watch_sha256=live.row.watch_sha256))

    async def sit(
        self,
        live: LiveTable,
        hashes: frozenset[str],
        account: str | None,
        name: str,
        asked: int | None,
        nonce: str | None = None,
    ) -> tuple[int, str]:
        """Take an open seat; Refused without the right to it."""
        row = live.row
        if account in (row.join_sha256, row.watch_sha256):
            account = None
        if not row.public and row.join_sha256 not in hashes:
            raise messages.Refused("no_invitation", "this table is by invitation: use its link")
        key = new_key()
        seat = await live.sit(asked, SeatRow(0, "person", hashed(key), account), name, nonce)
        return seat, key

    # Housekeeping

    async def _note_time(self) -> None:
        """While clocks run, so that a crash gives nobody more than a moment."""
        while True:
            await asyncio.sleep(NOTE_S)
            if any(live.table.running for live in self._live.values()):
                with suppress(TablierError):
                    await self.store.write([], round(self.house.now()))

    async def _sweep(self) -> None:
        """Forget tables that nobody looks at, nor has asked for since the last time."""
        while True:
            await asyncio.sleep(SWEEP_S)
            idle = {name for name, live in self._live.items() if live.idle}
            for name in idle - self._asked_for:
                del self._live[name]
            self._asked_for.clear()
            for name in [name for name, live in self._live.items() if live.frozen]:
                await self._thaw(name)

    async def _thaw(self, name: str) -> None:
        """A frozen game that was put back goes on: everybody comes again and finds it well."""
        if self.store.witness is not None:
            self.store.witness.renew(name)
        if not await faults(self.store, name):
            live = self._live.pop(name)
            await asyncio.gather(*(s.close(messages.RESTART) for s in list(live.audience.sessions)))

    def announce(self, table: str) -> None:
        """Tell the other nodes soon who is at a table."""
        if self._neighbours is not None:
            self._neighbours.announce(table)

    @property
    def live_tables(self) -> Mapping[str, LiveTable]:
        """The tables in memory."""
        return self._live


def wish_of(given: Mapping[str, Any]) -> Wish:
    """What somebody asked for, checked; BadOption says what is wrong."""
    game = registry.find(given["game"])
    asked = given["seats"]
    _, setup = game.start(given["players"] or len(asked), given["options"])
    if len(asked) != setup.players:
        raise BadOption(f"{setup.players} players need {setup.players} seats, not {len(asked)}")
    pace = clock.read_pace(given["clock"])
    if pace is not None and game.rules.DEADLINES:
        raise BadOption(f"{game.title} has deadlines of its own and takes no clock")
    if pace is not None and game.is_race:
        raise BadOption(f"{game.title} is not played in turns and takes no clock")
    options = game.chosen(setup)
    options.pop("players", None)
    return Wish(
        game,
        setup.players,
        options,
        [_chair(chair) for chair in asked],
        given["first"],
        clock.written(pace),
        given["public"],
        given["hints"],
        _colour(game, setup.players, options, given.get("colour")),
    )


def _colour(game: Game, players: int, options: Mapping[str, str], asked: str | None) -> str | None:
    """The seat that somebody wants, where the game lets any seat begin."""
    if asked is None:
        return None
    if not game.begins:
        raise BadOption(f"the seats of {game.title} are in the order of play: choose who begins")
    if asked not in game.seats(players):
        raise BadOption(f"there is no seat {asked!r}; there are {listing(game.seats(players))}")
    if game.begins in options:
        raise BadOption(f"either {game.begins} or colour and first say who begins, not both")
    return asked


def _chair(given: Mapping[str, Any]) -> dict[str, Any]:
    kind = given["kind"]
    if kind == "bot":
        level_of(given["level"] or 0)
        return {"kind": "bot", "name": "", "level": given["level"]}
    if kind == "open":
        return {"kind": "open", "name": "", "level": None}
    name = messages.plain(given["name"], messages.LONGEST_NAME)
    return {"kind": kind, "name": name, "level": None, "nonce": given["nonce"]}


def _kind(kind: str) -> str:
    return "person" if kind in ("me", "here") else kind


def _settled(chairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [chair | {"kind": _kind(chair["kind"])} for chair in chairs]
