"""Matches that were played at random, to take texts from."""

from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

import tablier
from tablier.checks.setups import setups
from tablier.core import registry
from tablier.core.dice import Dice
from tablier.core.errors import TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.remarks.drawing import KINDS, Drawing
from tablier.core.remarks.variation import Variation

LONGEST_GAME = 80
MATCHES, KEPT = 20_000, 200
"""Matches that texts are taken from, and those of them that are at hand."""
GAMES = [registry.find(name) for name in registry.games()]


def some_match(random: Random) -> Match:
    """Some game that was played."""
    return played(some_seed(random)).copy()


def some_seed(random: Random) -> int:
    """Mostly of a match that is at hand."""
    return random.choice((*[random.randrange(KEPT)] * 9, random.randrange(MATCHES)))


@lru_cache(KEPT)
def played(seed: int) -> Match:
    """Some game, of some setup, played at random for a while."""
    random = Random(seed)
    game = random.choice(GAMES)
    setup = random.choice(_setups(game.name))
    start, setup = game.start(setup.players, setup.options)
    match = Match(game, setup, start)
    dice = Dice(random.randbytes(16), tuple("00" for _ in range(match.players)))
    for _ in range(random.randrange(LONGEST_GAME)):
        if match.result is not None:
            break
        if match.to_roll:
            match.roll(dice)
            continue
        seat = random.choice(match.seats)
        texts = ["expired"] if seat == TABLE else match.legal(seat)
        with suppress(TablierError):
            match.play(random.choice(texts), seat)
    return match


def with_remarks(random: Random, match: Match, start: int = 0, depth: int = 3) -> Match:
    """The same match, with variations, comments, marks and arrows beside it."""
    names = match.game.board(match.state).names
    plies = range(start, len(match.history))
    for ply in random.sample(plies, min(len(plies), random.randrange(4))):
        line = _elsewhere(random, match, ply)
        if depth and len(line.history) > ply:
            with_remarks(random, line, ply + 1, depth - 1)
            name = random.choice(("", "a name", "(1. [%good a1] {"))
            match.variations[ply] = [Variation.of(line, ply, name)]
        match.comments[ply + 1] = [random.choice(("so", "", "1. ) (", "[%bad b1]"))]
        points = random.sample(names, 3)
        match.drawings[ply + 1] = [
            Drawing(random.choice(KINDS), (points[0],)),
            Drawing(random.choice(KINDS), (points[1], points[2])),
        ]
    return match


def _elsewhere(random: Random, match: Match, ply: int) -> Match:
    """A match that goes on in another way after some actions; or ends there, where it can't."""
    line = match.copy()
    line.comments, line.drawings, line.variations = {}, {}, {}
    while len(line.history) > ply:
        line.undo()
    for _ in range(random.randrange(1, 6)):
        seats = [seat for seat in line.seats if seat != TABLE]
        texts = [(text, seat) for seat in seats for text in line.legal(seat)]
        played = match.history[ply]
        others = [each for each in texts if each != (played.text, played.seat)]
        if line.result is not None or not others:
            break
        line.play(*random.choice(others))
    return line


@cache
def _setups(game: str) -> list[Any]:
    return setups(registry.find(game))


@cache
def goldens() -> list[str]:
    """Records that ship with the games."""
    folders = [Path(tablier.__file__).parent / "games"]
    return [path.read_text("utf-8") for one in folders for path in sorted(one.glob("*/golden/*"))]


@cache
def known_words() -> list[str]:
    """What stands in records and positions: headers, options, points, words."""
    found = {'[Game "', '[Rules "', '[Options "', '[Position "', '[Result "', '"]\n', '[Seal "'}
    found |= {"players=", "resign", "draw", "play-on", "expired", "roll 1", "1:", "8:", " - "}
    for game in GAMES:
        found |= {game.name, *(f"{option.name}=" for option in game.options)}
        found |= {word for text in goldens()[::5] for word in text.split()[:40]}
    return sorted(found)
