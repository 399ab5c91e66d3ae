"""How a table begins: what somebody wishes for becomes rows and a first event."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random, SystemRandom
from typing import Any, NamedTuple

from tablier.core import registry
from tablier.core.dice import Dice
from tablier.core.errors import BadOption, listing
from tablier.core.game import Game, Setup
from tablier.core.reading.position import read_position
from tablier.engine.levels import level_in
from tablier.table import clock, messages
from tablier.table.event import FIRST_HASH, Head, Proposal, bound, time_of_day
from tablier.table.keys import hashed, new_key, new_table_id
from tablier.table.rows import GameRow, Opening, SeatRow
from tablier.table.state import WAITING, Table
from tablier.table.summary import outlook, written

HERE = ("me", "here")
"""The chairs of people who are with the maker of the table, and need no invitation."""


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
    position: str | None = None
    """Where it begins, if not where the game does."""


class Invitation(NamedTuple):
    """What the maker of a table gets: the keys, which nobody can read back later."""

    table: str
    seats: list[tuple[int, str]]
    join: str | None
    watch: str | None


class Doors(NamedTuple):
    """The hashes of the keys that let others in."""

    join: str | None = None
    watch: str | None = None


# What was asked for


def wish_of(given: Mapping[str, Any]) -> Wish:
    """What somebody asked for, checked; BadOption says what is wrong."""
    game = registry.find(given["game"])
    asked, position = given["seats"], given.get("position")
    _, setup = game.start(given["players"] or len(asked), given["options"])
    if position is not None:
        position, setup = _begun_at(game, position)
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
        [_chair(game, chair) for chair in asked],
        given["first"],
        clock.written(pace),
        given["public"],
        _hints(asked, given["hints"]),
        _colour(game, setup.players, options, given.get("colour")),
        position,
    )


def _begun_at(game: Game, text: str) -> tuple[str | None, Setup]:
    """A position to begin at, and what was chosen for it; None where the game begins there."""
    match = read_position(text)
    if match.game is not game:
        raise BadOption(f"this is a position of {match.game.title}, not of {game.title}")
    if match.result is not None:
        raise BadOption("the game is over in this position")
    return None if match.standard else match.position(), match.setup


def _hints(asked: Sequence[Mapping[str, Any]], allowed: bool | None) -> bool:
    """Among people who don't share a screen there are none unless they are agreed on."""
    return all(chair["kind"] != "open" for chair in asked) if allowed is None else allowed


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


def _chair(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    kind = given["kind"]
    if kind == "bot":
        level_in(game, given["level"] or 0)
        return {"kind": "bot", "name": "", "level": given["level"]}
    if kind == "open":
        return {"kind": "open", "name": "", "level": None}
    name = messages.plain(given["name"], messages.LONGEST_NAME)
    return {"kind": kind, "name": name, "level": None, "nonce": given["nonce"]}


# What becomes of it


def invited(
    wish: Wish, account: str | None, house_ms: int, random: Random | None = None
) -> tuple[Opening, Invitation]:
    """A new table, not stored yet, and its keys for whoever made it."""
    wish, toss = _tossed(wish, random or SystemRandom())
    kinds = [chair["kind"] for chair in wish.chairs]
    keys = {no: new_key() for no, kind in enumerate(kinds) if kind in HERE}
    settled = ["person" if kind in HERE else kind for kind in kinds]
    seats = tuple(
        SeatRow(no, kind, hashed(keys[no]), account)
        if no in keys
        else SeatRow(no, kind, None, None)
        for no, kind in enumerate(settled)
    )
    chairs = [c | {"kind": kind} for c, kind in zip(wish.chairs, settled, strict=True)]
    join = new_key() if "open" in kinds else None
    watch = None if wish.public else new_key()
    doors = Doors(join and hashed(join), watch and hashed(watch))
    opening = _opening(wish._replace(chairs=chairs), seats, doors, house_ms, {"toss": toss})
    return opening, Invitation(opening.row.id, list(keys.items()), join, watch)


def _tossed(wish: Wish, random: Random) -> tuple[Wish, int | None]:
    """The wish with its chairs in the order of the seats, by lot where nobody chose.

    Where a colour is chosen, the lot is about who begins; else the seats go round.
    """
    chairs, seats = wish.chairs, wish.game.seats(wish.players)
    mine = next((no for no, chair in enumerate(chairs) if chair["kind"] == "me"), 0)
    drawn = random.randrange(len(chairs)) if wish.first == "toss" else 0
    turn = {"toss": drawn, "me": mine, "other": (mine + 1) % len(chairs)}[wish.first]
    begins = wish.options.get(wish.game.begins, seats[0])
    if wish.position is not None:
        return _placed(wish, turn), None
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


def _placed(wish: Wish, turn: int) -> Wish:
    """The chairs as they stand around a position: the one whose turn it is at the seat to act."""
    acts = read_position(wish.position or "").seat or 0
    chairs = wish.chairs
    order = [chairs[(no + turn - acts) % len(chairs)] for no in range(len(chairs))]
    return wish._replace(chairs=order)


def _points(old: Table) -> list[float]:
    """What each seat has of the games so far, this one with them: winners share one point."""
    before = (old.made.get("series") or {}).get("points") or [0] * old.players
    result = old.match.result
    if result is None:
        return list(before)
    won = round(1 / result.ranks.count(1), 2)
    now = [won if rank == 1 else 0 for rank in result.ranks]
    return [round(points + more, 2) for points, more in zip(before, now, strict=True)]


def next_opening(old: Table, row: GameRow, seats: Sequence[SeatRow], house_ms: int) -> Opening:
    """The same again, with everybody one seat further; the same keys open it."""
    made, order = old.made, [*range(1, old.players), 0]
    chairs = [asdict(old.chairs[no]) for no in order]
    moved = tuple(seats[no]._replace(no=index) for index, no in enumerate(order))
    game, paced = old.match.game, (made["clock"], made["public"], made["hints"])
    wish = Wish(game, old.players, made["options"], chairs, "me", *paced)
    wish = wish._replace(position=made.get("position"))
    points, games = _points(old), (made.get("series") or {}).get("games", 0)
    series = {"games": games + 1, "points": [points[no] for no in order]}
    more = {"toss": None, "after": old.id, "series": series}
    return _opening(wish, moved, Doors(None, row.watch_sha256), house_ms, more)


def _opening(
    wish: Wish, seats: tuple[SeatRow, ...], doors: Doors, house_ms: int, more: dict[str, Any]
) -> Opening:
    dice = Dice.fresh(wish.players)
    table, at_ms = new_table_id(), time_of_day()
    body = {
        "game": wish.game.name,
        "version": wish.game.version,
        "players": wish.players,
        "options": wish.options,
        "chairs": wish.chairs,
        "clock": wish.clock,
        "public": wish.public,
        "hints": wish.hints,
        "commitment": dice.commitment,
    }
    if wish.position is not None:
        body["position"] = wish.position
    created = Proposal("created", None, body | more)
    row = GameRow(
        table,
        wish.game.name,
        wish.game.version,
        WAITING,
        wish.public,
        doors.join,
        doors.watch,
        dice.commitment,
        dice.seed.hex(),
        at_ms,
    )
    first = bound(Head(table, 0, FIRST_HASH), [created], None, at_ms, house_ms)
    begun, _ = Table.salvage(first)
    return Opening(row, seats, first, written(begun, outlook(begun)))
