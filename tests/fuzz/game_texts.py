"""Records, positions, actions, options and sheets."""

from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any

from matches import GAMES, KEPT, goldens, known_words, played, some_match, some_seed, with_remarks
from reader import Reader
from spoiling import NASTY, VALUES, spoiled, spoiled_value

import tablier
from tablier.core import registry
from tablier.core.dice import Dice, verify
from tablier.core.errors import TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.games.zinga.sheet.claims import LETTERS
from tablier.games.zinga.sheet.layouts import OURS, write_sheets
from tablier.house import asked
from tablier.house.positions import arranged

# Records, positions, actions


def _record(random: Random) -> str:
    if random.random() < 0.4:
        return spoiled(random, random.choice(goldens()), known_words())
    match = some_match(random)
    match.headers["Players"] = ", ".join("Ann" for _ in range(match.players))
    if random.random() < 0.5:
        with_remarks(random, match)
    if random.random() < 0.3:
        match.comments[random.randrange(len(match.history) + 1)] = [random.choice(NASTY)]
    if random.random() < 0.3:
        Dice(b"seed", tuple("00" for _ in range(match.players))).enter(match)
    return spoiled(random, match.record(), known_words())


def _read_record(text: str) -> None:
    match = tablier.read_record(text)
    written = match.record()
    again = tablier.read_record(written)
    assert (again.record(), again.state) == (written, match.state)
    with suppress(TablierError):
        verify(match)


def _position(random: Random) -> str:
    return spoiled(random, _moves(some_seed(random))[0], known_words())


def _read_position(text: str) -> None:
    match = tablier.read_position(text)
    written = match.position()
    assert tablier.read_position(written).position() == written
    match.show()
    for seat in match.seats:
        if seat != TABLE:
            assert match.result is not None or match.legal(seat)


def _action(random: Random) -> tuple[str, str, int | None]:
    position, known = _moves(some_seed(random))
    text = spoiled(random, random.choice([*known, "resign", "draw", "roll 1"]), known_words())
    return position, text, random.choice((None, 0, 1, 7, TABLE))


@lru_cache(KEPT)
def _moves(seed: int) -> tuple[str, list[str]]:
    """A position, and what can be played there."""
    match = played(seed)
    seats = [seat for seat in match.seats if seat != TABLE]
    return match.position(), [text for seat in seats for text in match.legal(seat)]


def _play(given: tuple[str, str, int | None]) -> None:
    position, text, seat = given
    tablier.read_position(position).play(text, seat).record()


# Options and sheets


def _options(random: Random) -> tuple[str, Any, dict[str, Any]]:
    game = random.choice(GAMES)
    chosen: dict[str, Any] = {}
    for option in random.sample(game.options, random.randrange(len(game.options) + 1)):
        possible = [*option.values(), option.default, option.write(option.default)]
        value = random.choice(possible)
        bad = (random.choice(VALUES), spoiled(random, option.write(value), known_words()))
        chosen[option.name] = random.choice((value, *bad))
    if random.random() < 0.1:
        chosen[random.choice(NASTY)] = random.choice(VALUES)
    return game.name, random.choice((None, 2, 3, 4, *VALUES)), chosen


def _start(given: tuple[str, Any, dict[str, Any]]) -> None:
    name, players, options = given
    game = registry.find(name)
    start, setup = game.start(players, options)
    Match(game, setup, start).record()


def _sheets(random: Random) -> Any:
    cells = [f"{letter}{number}" for letter in LETTERS for number in (1, 9, 12, 13)]
    text = write_sheets(tuple(random.sample(OURS, random.randrange(1, 5))))
    if random.random() < 0.5:
        text = text.replace("/", "\n\n").replace(",", random.choice((" ", ",\t", "\n")))
    if random.random() < 0.2:
        return spoiled_value(random, [sheet.split(",") for sheet in text.split("/")])
    return spoiled(random, text, cells)


def _own_sheets(given: Any) -> None:
    match = tablier.new("zinga", sheets=given)
    assert tablier.read_position(match.position()).position() == match.position()


# Positions that are set up


def _arrangement(random: Random) -> Any:
    game = random.choice([game for game in GAMES if game.arranging])
    assert game.arranging
    points = len(game.board(game.start(None, {})[0]).names)
    kinds = game.arranging.KINDS
    wish: dict[str, Any] = {
        "game": game.name,
        "pieces": [
            [random.randrange(points), random.randrange(2), random.choice(kinds)]
            for _ in range(random.randrange(16))
        ],
        "seat": random.randrange(2),
        "counts": [{name: random.randrange(9) for name in game.arranging.COUNTS}] * 2,
    }
    return spoiled_value(random, wish) if random.random() < 0.6 else wish


def _arrange(given: Any) -> None:
    match = arranged(asked.read(asked.ARRANGED, given))
    assert tablier.read_record(match.record()).state == match.state


GAME_TEXTS = {
    "records": Reader(_record, _read_record),
    "positions": Reader(_position, _read_position),
    "actions": Reader(_action, _play),
    "options": Reader(_options, _start),
    "sheets": Reader(_sheets, _own_sheets),
    "arrangements": Reader(_arrangement, _arrange),
}
