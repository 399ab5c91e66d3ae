"""What is shown of a table. Built by allow-list: what is not named here never leaves."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from tablier.core.board.scene import Scene
from tablier.core.game import TABLE, Game, Position
from tablier.core.match import Match
from tablier.core.touch import examples, trail
from tablier.core.turn import Move
from tablier.table import commands
from tablier.table.event import Event
from tablier.table.state import PLAYING, Table


def board(game: Game, position: Any) -> dict[str, Any]:
    """A board as the page draws it, and how actions on it are written."""
    topology = game.board(position)
    return {
        "names": topology.names,
        "places": [[round(x, 4), round(y, 4)] for x, y in topology.places],
        "edges": topology.edges,
        "circles": topology.circles,
        "areas": dict(topology.areas),
        "cells": topology.cells,
        "examples": [touch._asdict() for touch in examples(game, topology)],
    }


def scene(match: Match, state: Any = None) -> dict[str, Any]:
    """A position as the page draws it."""
    shown = match.game.scene(match.state if state is None else state)
    return {
        "pieces": [{"point": p.point, "seat": p.seat, "kind": p.kind} for p in shown.pieces],
        "counts": [dict(counts) for counts in shown.counts],
        "prompt": {"token": shown.prompt.token, "details": dict(shown.prompt.details)},
        "warnings": [{"token": w.token, "details": dict(w.details)} for w in shown.warnings],
        "marks": [asdict(mark) for mark in shown.marks],
        "extras": dict(shown.extras) | _dice(shown),
    }


def _dice(shown: Scene) -> dict[str, Any]:
    """The dice, however the game gave them; an empty place for them stays one."""
    return {"dice": [asdict(die) for die in shown.dice]} if "dice" in shown.extras else {}


def described(table: Table) -> dict[str, Any]:
    """What never changes while a table stands."""
    made, match = table.made, table.match
    return {
        "id": table.id,
        "game": match.game.name,
        "title": match.game.title,
        "version": made["version"],
        "options": made["options"],
        "players": match.players,
        "colours": match.seat_names,
        "board": board(match.game, match.states[0]),
        "clock": made["clock"],
        "public": made["public"],
        "hints": made["hints"],
        "actions": acting(match.game),
        "commitment": made.get("commitment"),
        "series": made.get("series"),
    }


def acting(game: Game) -> str:
    """Whether the seats of a game act in turn, or may race."""
    return "race" if game.is_race else "turns"


class Now(NamedTuple):
    """What is not in the events, and changes without them."""

    online: Collection[int] = ()
    """The seats with a connection."""
    absences: Mapping[int, float] = {}
    """For how many milliseconds seats have been without one."""
    thought_ms: float = 0.0
    """Since the present decision began."""
    deadline_ms: float = 0.0
    """Until the deadline passes that runs."""
    compiling: float | None = None
    """How much has been compiled of what a bot waits for, from 0 to 1."""
    paused: Mapping[str, float | None] | None = None
    """Whether the roll waits for somebody who looks; `left`: for how long it still does."""
    frozen: bool = False
    """Whether the game is stopped because what is stored of it can't be trusted."""


class Views:
    """How a table looks now, from every seat; what all see is put together once."""

    def __init__(self, table: Table, now: Now) -> None:
        self._table = table
        self._absences = now.absences
        self._shared = shared(table, now)

    def of(self, seats: frozenset[int]) -> dict[str, Any]:
        """The view of the holder of some seats."""
        return self._shared | own(self._table, seats, self._absences)


def shared(table: Table, now: Now) -> dict[str, Any]:
    """The part of the view that all see."""
    match, decision = table.match, table.match.decision
    result = match.result
    return {
        "seq": table.seq,
        "ply": table.ply,
        "turn": match.state.turn + 1,
        "phase": "frozen" if now.frozen else table.phase,
        "seats": [
            {
                "kind": chair.kind,
                "name": chair.name,
                "level": chair.level,
                "online": chair.kind == "bot" or seat in now.online,
                "away": round(now.absences[seat]) if seat in now.absences else None,
            }
            for seat, chair in enumerate(table.chairs)
        ],
        "actors": match.awaited if table.phase == PLAYING else (),
        "scene": scene(match),
        "last": last(match),
        "deadline": _deadline(table, now, decision.deadline, decision.ms),
        "clocks": _clocks(table, now.thought_ms),
        "offers": {what: sorted(offers) for what, offers in table.offers.items()},
        "rung": sorted(press.seat for press in table.presses if press.seat is not None),
        "rematch": table.rematch,
        "resumers": commands.resumers(table),
        "compiling": now.compiling,
        "paused": now.paused,
        "room": commands.room_left(table) if table.phase == PLAYING else None,
        "result": None
        if result is None
        else {"ranks": result.ranks, "reason": result.reason, "cause": table.cause},
    }


def last(match: Match) -> dict[str, Any] | None:
    """The last action, and the points of the last one that touched the board."""
    if not match.history:
        return None
    move = match.history[-1]
    return {"seat": move.seat, "text": move.text, "path": match.trail()}


def moves(match: Match, seats: Iterable[int]) -> dict[str, Any]:
    """The legal actions of some seats that are touched on the board, with their points."""
    boarded = () if match.game.show else seats
    return {
        str(seat): [touch._asdict() for touch in match.touches(seat) if touch.points]
        for seat in boarded
    }


def _deadline(table: Table, now: Now, number: int, ms: int) -> dict[str, Any] | None:
    if not number or table.phase != PLAYING or now.paused:
        return None
    name = table.match.game.rules.DEADLINES[number - 1]
    return {"name": name, "ms": ms, "left": max(0, round(now.deadline_ms))}


def _clocks(table: Table, thought_ms: float) -> dict[str, Any] | None:
    if table.clocks is None:
        return None
    left = [max(0, round(table.left_ms(seat, thought_ms))) for seat in range(table.players)]
    return {"left": left, "running": table.running}


def own(table: Table, seats: frozenset[int], away: Mapping[int, float]) -> dict[str, Any]:
    """The part of the view that belongs to the holder of some seats."""
    playing = table.phase == PLAYING
    acting_seats = [seat for seat in table.match.seats if seat in seats and seat != TABLE]
    claims = commands.claimable(table, away) if seats else ()
    return {
        "legal": {str(s): table.match.legal(s) for s in acting_seats} if playing else {},
        "moves": moves(table.match, acting_seats) if playing else {},
        "undo": any(commands.can_undo(table, seat) for seat in seats),
        "takeback": any(commands.last_decision(table, seat) is not None for seat in seats),
        "claim": [seat for seat in claims if seat not in seats],
    }


def shown_event(event: Event) -> dict[str, Any]:
    """An event as clients get it."""
    return {
        "seq": event.seq,
        "kind": event.kind,
        "seat": event.seat,
        "body": dict(event.body),
        "at": event.at_ms,
        "hash": event.hash,
    }


def shown_news(table: Table, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The events that brought a table to where it stands, with what the game remarks on them."""
    shown = [shown_event(event) for event in events]
    played = [one for one in shown if one["kind"] == "played"]
    if table.match.game.remark and not any(one["kind"] == "undone" for one in shown):
        for back, one in enumerate(reversed(played)):
            one["remark"] = remark(table.match, table.ply - back)
    return shown


def remark(match: Match, ply: int) -> dict[str, Any] | None:
    """What the action before a ply came to, where the game has a word on it."""
    if match.game.remark is None or not ply:
        return None
    before, after = match.states[ply - 1 : ply + 1]
    found = match.game.remark(before, match.history[ply - 1].action, after)
    return asdict(found) if found else None


def frames(match: Match, start: int = 0, most: int | None = None) -> list[dict[str, Any]]:
    """The positions of a match, all or some; the first has no action before it."""
    states, moves = match.states, match.history
    count = len(states)
    end = count if most is None else min(count, start + most)
    return [
        frame(match, states, moves, index) | {"remark": remark(match, index)}
        for index in range(start, end)
    ]


def frame(
    match: Match, states: Sequence[Position], moves: Sequence[Move], index: int
) -> dict[str, Any]:
    """A position of a line of play, which may be another than the match itself."""
    move = moves[index - 1] if index else None
    return {
        "text": move.text if move else None,
        "seat": move.seat if move else None,
        "path": trail(match.game, states, moves, index),
        "turn": states[index - 1].turn + 1 if index else 0,
        "scene": scene(match, states[index]),
        "position": Match(match.game, match.setup, states[index]).position(),
    }
