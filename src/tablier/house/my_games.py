"""The games of one person: those that were chosen, how they went, and how they are forgotten."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tablier.core import registry
from tablier.engine.levels import LEVELS
from tablier.house.lists import PAGE, may_follow
from tablier.table.keys import TABLE_ID, hashes
from tablier.table.messages import RESTART, Refused
from tablier.table.rows import Entry, SeatOutcome, SeatRow
from tablier.table.state import OVER
from tablier.table.store import Chosen
from tablier.table.summary import AGAINST, COMPUTER, DRAWN, HERE, LOST, SCORES, WON
from tablier.table.tables import Tables

DAY_MS = 24 * 3_600_000
LATELY, ENOUGH = 5, 3
"""Of the last games against a level: who won enough of them may try the next one."""
MOST_NAMED = 1_000
"""Tables that one request may name."""


# Which


def chosen_of(query: Mapping[str, str]) -> Chosen:
    """What a list is to hold, as an address says it; Refused says what is wrong."""
    state = _one_of(query, "state", ("over", "going"))
    if (game := query.get("game")) is not None:
        registry.find(game)
    over = None if state is None else state == "over"
    return Chosen(over, game, _one_of(query, "against", AGAINST), _one_of(query, "score", SCORES))


def _one_of(query: Mapping[str, str], name: str, words: Sequence[str]) -> str | None:
    given = query.get(name)
    if given is not None and given not in words:
        raise Refused("bad_request", f"query.{name}: this is one of {', '.join(words)}")
    return given


async def mine(
    tables: Tables, keys: list[str], before: str | None, chosen: Chosen
) -> list[dict[str, Any]]:
    """The chosen tables at which the holder of some keys sits, the newest first, a page of them."""
    if not may_follow(before):
        return []
    yours = await tables.store.owned(hashes(keys), PAGE, before, chosen)
    found = await tables.summaries(yours)
    return [shown | {"yours": yours[name]} for name, shown in found.items()]


# How they went


async def results(tables: Tables, keys: list[str]) -> dict[str, Any]:
    """How somebody's games went: by game and opponent, by day, and what to try next."""
    went = await tables.store.outcomes(hashes(keys))
    scored = [one for one in went if one.score is not None]
    by_level = _counted(scored, lambda one: (one.rules, one.against, one.level))
    by_day = _counted(scored, lambda one: (one.ended_ms // DAY_MS, one.rules))
    here = Counter({one.game: one.rules for one in went if one.against == HERE}.values())
    return {
        "levels": [
            {"game": game, "against": against, "level": level} | counts
            for (game, against, level), counts in by_level
        ],
        "days": [{"day": day, "game": game} | counts for (day, game), counts in by_day],
        "here": dict(here),
        "next": {game: level for game in registry.games() if (level := next_level(scored, game))},
    }


def _counted(went: Iterable[SeatOutcome], key: Any) -> list[tuple[Any, dict[str, int]]]:
    counts: dict[Any, dict[str, int]] = {}
    for one in went:
        row = counts.setdefault(key(one), {WON: 0, DRAWN: 0, LOST: 0})
        row[one.score or LOST] += 1
    return sorted(counts.items(), key=lambda item: tuple(part or 0 for part in item[0]))


def next_level(scored: Iterable[SeatOutcome], game: str) -> int | None:
    """The level to try next: the strongest that was played was beaten often enough lately."""
    won = sorted(
        (one.level, one.ended_ms, one.score == WON)
        for one in scored
        if one.rules == game and one.against == COMPUTER and one.level in LEVELS
    )
    if not won:
        return None
    highest = won[-1][0] or 0
    lately = [well for level, _, well in won if level == highest][-LATELY:]
    return highest + 1 if sum(lately) >= ENOUGH and highest + 1 in LEVELS else None


# Forgotten


class Forgotten(NamedTuple):
    """What became of games that somebody wanted to forget, by their tables."""

    deleted: list[str]
    """Nobody else played in them: nothing is left."""
    left: list[str]
    """They belong to the others who played in them."""
    kept: list[str]
    """They are still being played with others."""


async def forget(tables: Tables, keys: list[str], names: Sequence[str] | None) -> Forgotten:
    """Forget some games of the holder of some keys, or all."""
    held, done = hashes(keys), Forgotten([], [], [])
    mine = await _owned(tables, held)
    for name in mine if names is None else [name for name in names if name in mine]:
        await _forget(tables, held, name, done)
    return done


async def _owned(tables: Tables, held: frozenset[str]) -> dict[str, list[int]]:
    mine: dict[str, list[int]] = {}
    while page := await tables.store.owned(held, PAGE, [*mine][-1] if mine else None):
        mine |= page
    return mine


async def _forget(tables: Tables, held: frozenset[str], name: str, done: Forgotten) -> None:
    row, seats = await tables.store.game(name), await tables.store.seats(name)
    if row is None:
        return
    others = [seat for seat in seats if _belongs(seat) and not _is_held(seat, held)]
    if others and row.status != OVER:
        done.kept.append(name)
        return
    if others:
        given = [seat for seat in seats if _is_held(seat, held)]
        freed = tuple(seat._replace(token_sha256=None, account=None) for seat in given)
        await tables.writer.append(Entry(name, [], OVER, freed))
        done.left.append(name)
    else:
        await tables.store.delete(name)
        done.deleted.append(name)
    if name in tables.live:
        await tables.forget(name, RESTART)


def _belongs(seat: SeatRow) -> bool:
    """Whether some key opens it."""
    return seat.token_sha256 is not None or seat.account is not None


def _is_held(seat: SeatRow, held: frozenset[str]) -> bool:
    return seat.token_sha256 in held or seat.account in held


def named(names: Sequence[str] | None) -> list[str] | None:
    """The tables that a request names; Refused if there are too many or one can't be any."""
    if names is None:
        return None
    if len(names) > MOST_NAMED or not all(TABLE_ID.fullmatch(name) for name in names):
        raise Refused("bad_request", f"body.tables: these are at most {MOST_NAMED} tables")
    return list(names)
