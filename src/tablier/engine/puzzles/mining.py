"""Puzzles are looked for in games that bots play, in records, and a few actions beside both."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.parts import Finding, Puzzles
from tablier.core.reading.position import read_position
from tablier.core.reading.puzzles import brief
from tablier.core.reading.record import read_record
from tablier.engine.bot import Bot
from tablier.engine.puzzles.knowledge import Knowledge

LEVELS = (1, 2, 3)
"""The bots that play: quick ones, whose games go all ways."""
LONGEST = 400
"""Actions after which a game is left."""
ASIDE = 3
"""The most actions that lead away from the game."""
PER_GAME = 4
"""Puzzles of a kind that are taken from one game, so that they differ."""
LURED = 3
"""One of this number of games has a seat played by the game's partner, if it has one."""
WALKS, FARTHEST = 6, 16
"""Where there was a puzzle there are more: how often one walks on, and how far."""


class SearchedGame(NamedTuple):
    """A game to be searched: where it starts and by which numbers it is played, or a record."""

    game: str
    start: str
    seed: int
    branches: int
    """Positions beside the game that are looked at for each of its own."""
    record: str = ""


class Found(NamedTuple):
    """A puzzle before it is graded."""

    id: str
    start: str
    position: str
    finding: Finding


def puzzles_of(game: Game) -> Puzzles:
    """How a game's positions are searched; BadOption where they are not."""
    if game.puzzles is None:
        raise BadOption(f"{game.name} says nothing of puzzles")
    return game.puzzles


def plans(
    game: Game, games: int, seed: int, branches: int, records: Iterable[str]
) -> list[SearchedGame]:
    """As many games of every way of playing, and all records."""
    starts = [game.chosen(game.start(None, options)[1]) for options in puzzles_of(game).STARTS]
    texts = [" ".join(f"{name}={value}" for name, value in start.items()) for start in starts]
    played = [
        SearchedGame(game.name, text, seed * 1_000_003 + number, branches)
        for number in range(games)
        for text in texts
    ]
    taken = enumerate(records, seed)
    return [SearchedGame(game.name, "", number, branches, text) for number, text in taken] + played


def search_game(plan: SearchedGame) -> list[Found]:
    """Play a game, or read one, and find the puzzles in it and beside it."""
    game, random = registry.find(plan.game), Random(plan.seed)
    found: list[Found] = []
    seen: set[Hashable] = set()
    each: Counter[str] = Counter()
    for match in _moments(plan, game, random):
        for at in _beside(match, random, plan.branches, ASIDE):
            there = list(search_position(game, at, plan.start))
            if any(one.id not in seen and each[one.finding.kind] < PER_GAME for one in there):
                for further in _walks(at, random, plan.branches):
                    there += search_position(game, further, plan.start)
            for one in there:
                if one.id not in seen and each[one.finding.kind] < PER_GAME:
                    each[one.finding.kind] += 1
                    found.append(one)
                seen.add(one.id)
        if each and min(each.get(kind, 0) for kind in puzzles_of(game).KINDS) >= PER_GAME:
            break
    return found


def search_position(game: Game, match: Match, start: str = "") -> Iterator[Found]:
    """The puzzles in a position as its text tells of it."""
    at = read_position(match.position()).state
    if at != match.state:
        return
    for finding in puzzles_of(game).found(at, knowledge_of(game.name)):
        told = finding._replace(answers=brief(finding.answers))
        yield Found(_id(game, finding.kind, at), start, match.position(), told)


def _id(game: Game, kind: str, position: object) -> str:
    """The same for all positions that are equal by symmetry."""
    told = f"{game.name} {kind} {puzzles_of(game).same(position)!r}"
    return hashlib.sha256(told.encode()).hexdigest()[:8]


@cache
def knowledge_of(name: str) -> Knowledge:
    """What is known of a game, loaded once."""
    return Knowledge(registry.find(name))


def _moments(plan: SearchedGame, game: Game, random: Random) -> Iterator[Match]:
    """A match as it goes on; it is changed between."""
    if plan.record:
        whole = read_record(plan.record)
        match = Match(game, whole.setup, whole.states[0])
        for move in whole.history:
            if match.result is None:
                yield match
            match.play(move.text, move.seat)
        return
    options = dict(word.split("=", 1) for word in plan.start.split())
    position, setup = game.start(None, options)
    match = Match(game, setup, position)
    bots = [
        Bot(game, random.choice(LEVELS), seed=random.getrandbits(32)) for _ in range(match.players)
    ]
    partner = getattr(puzzles_of(game), "partner", None)
    lured = random.randrange(match.players) if partner and not random.randrange(LURED) else None
    while match.result is None and len(match.history) < LONGEST:
        yield match
        seat = match.seat
        assert seat is not None
        if partner and seat == lured:
            match.play(game.notation.write(match.state, seat, partner(match.state, random)))
        else:
            match.play(bots[seat].choose(match))


def _beside(match: Match, random: Random, branches: int, farthest: int) -> Iterator[Match]:
    """The position of a match, and some a few actions away from it."""
    yield match
    for _ in range(branches):
        *_, last = _walk(match, random, random.randint(1, farthest))
        yield last


def _walks(match: Match, random: Random, branches: int) -> Iterator[Match]:
    """All positions on some ways on from one."""
    for _ in range(WALKS if branches else 0):
        yield from _walk(match, random, FARTHEST)


def _walk(match: Match, random: Random, actions: int) -> Iterator[Match]:
    """The positions after up to a number of actions that are drawn by lot, the game going on."""
    aside = match.copy()
    yield aside
    for _ in range(actions):
        aside.play(random.choice(aside.legal()))
        if aside.result is not None:
            aside.undo()
            return
        yield aside


def chosen(found: Iterable[Found], most: int) -> list[Found]:
    """Up to a number of each kind and way of playing, none twice."""
    kept: dict[str, Found] = {}
    each: Counter[tuple[str, str]] = Counter()
    for one in found:
        kind = one.start, one.finding.kind
        if one.id not in kept and each[kind] < most:
            each[kind] += 1
            kept[one.id] = one
    return list(kept.values())
