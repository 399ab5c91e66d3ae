"""What do the winners do? The figures behind the strategy guides in docs/players.

Equal bots play each other, each game from an opening of a few random actions. A sign is
something that a player can have more of than the other: room, pieces, a shorter way. For each
sign the share of decided games is printed that the player with more of it went on to win.
ZINGA's figures are the dice' own, and races between simulated players.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

import tablier
from tablier.core.game import MAX_SEATS, TABLE
from tablier.core.match import Match
from tablier.engine.search.deepening import think
from tablier.engine.search.transposition import Memory, new_memory
from tablier.engine.simulate.race import Habits, races_compiled
from tablier.engine.simulate.race_policy import NORMAL
from tablier.games.chinese_checkers.evaluate import features as checkers
from tablier.games.sensei.evaluate import features as sensei
from tablier.games.zhizhu.evaluate import open_spokes
from tablier.games.zhizhu.rules import ALL, slides

GAMES = 400
NODES = 4_000
OPENING = 4
LONGEST = 600
FIRST_NODES = 2_000_000
RACES = 20_000

Sign = Callable[[Any, int], int]


class Study(NamedTuple):
    """What is played, when the signs are looked at, and which."""

    setup: str
    turn: int
    signs: dict[str, Sign]
    firsts: tuple[str, ...] = ()
    """First actions to be compared."""


def _feature(features: Callable[[Any, int], Any], name: str, sense: int = 1) -> Sign:
    return lambda position, seat: sense * int(getattr(features(position, seat), name))


def _room(position: Any, seat: int) -> int:
    own, enemy = position.pieces[seat], position.pieces[1 - seat]
    return slides(own, ALL & ~(own | enemy)).bit_count()


def _two_of_three(position: Any, seat: int) -> int:
    own, enemy = position.pieces[seat], position.pieces[1 - seat]
    return (open_spokes(own) & ~(own | enemy)).bit_count()


STUDIES = (
    Study(
        "zhizhu",
        18,
        {
            "more pieces": lambda position, seat: position.pieces[seat].bit_count(),
            "more slides": _room,
            "more spokes with two and a gap": _two_of_three,
            "more on the middle circle": lambda p, s: (p.pieces[s] >> 8 & 255).bit_count(),
            "more on the inner circle": lambda p, s: (p.pieces[s] & 255).bit_count(),
            "more on the outer circle": lambda p, s: (p.pieces[s] >> 16).bit_count(),
        },
        ("a1", "b1", "c1"),
    ),
    Study(
        "chinese-checkers",
        16,
        {
            "a shorter way left": _feature(checkers, "way", -1),
            "a nearer straggler": _feature(checkers, "last", -1),
            "fewer gaps": _feature(checkers, "gaps", -1),
            "more jumps ahead": _feature(checkers, "ladders"),
        },
    ),
    *(
        Study(
            setup,
            turn,
            {
                "more clear lines to the far side": _feature(sensei, "landings"),
                "more threats": _feature(sensei, "threats"),
                "stones further ahead": _feature(sensei, "rows"),
                "a character further ahead": _feature(sensei, "character_row"),
                "more leaps": _feature(sensei, "flights"),
                "more room": _feature(sensei, "room"),
            },
        )
        for setup, turn in (("sensei", 6), ("sensei way=shizukana", 12))
    ),
)


def games(setup: str) -> Iterator[Match]:
    """Finished games between equals."""
    memory = new_memory(tablier.read_position(setup).game)
    for number in range(GAMES):
        random = Random(number)
        match = tablier.read_position(setup)
        while match.result is None and len(match.actions) < LONGEST:
            if len(match.actions) < OPENING:
                match.play(random.choice(match.legal()))
            else:
                match.play(_thought(match, memory))
        if match.result is not None:
            yield match


def _thought(match: Match, memory: Memory) -> str:
    seat = match.seat
    assert seat is not None
    return match.game.notation.write(match.state, seat, think(match, memory, nodes=NODES).action)


def won(match: Match, seat: int) -> bool | None:
    """Whether a seat won; None where nobody did."""
    assert match.result is not None
    own, other = match.result.ranks[seat], match.result.ranks[1 - seat]
    return None if own == other else own < other


def share(results: Iterable[bool | None]) -> str:
    """The wins among the decided games in percent, with twice the standard error."""
    decided = [result for result in results if result is not None]
    if len(decided) < 2:
        return "too few games"
    error = 2 * np.std(decided) / len(decided) ** 0.5
    return f"{100 * np.mean(decided):.0f} % ± {100 * error:.0f} of {len(decided)}"


def study(asked: Study) -> None:
    """Play, and print what was seen."""
    played = list(games(asked.setup))
    drawn = sum(won(match, 0) is None for match in played)
    turns = [match.state.turn for match in played]
    print(f"{asked.setup}: {len(played)} games, {drawn} drawn, {np.median(turns):.0f} turns")
    print(f"  the first player: {share(won(match, 0) for match in played)}")
    takers = [(match, _first_taker(match)) for match in played]
    print(f"  the first to take: {share(won(m, s) for m, s in takers if s is not None)}")
    for name, sign in asked.signs.items():
        told = share(_with_more(match, asked.turn, sign) for match in played)
        print(f"  {name} at turn {asked.turn}: {told}")
    for text in asked.firsts:
        match = tablier.read_position(asked.setup).play(text)
        thought = think(match, new_memory(match.game), nodes=FIRST_NODES)
        print(f"  {text} first: {-thought.score / 100:+.2f} pieces at depth {thought.depth}")


def _with_more(match: Match, turn: int, sign: Sign) -> bool | None:
    """Whether the player won who had more of something when a turn began."""
    at = next((position for position in match.states if position.turn == turn), None)
    difference = 0 if at is None else sign(at, 0) - sign(at, 1)
    return won(match, int(difference < 0)) if difference else None


def _first_taker(match: Match) -> int | None:
    return next((move.seat for move in match.history if move.text.startswith("x")), None)


# ZINGA


def chance(number: int, active: bool) -> float:
    """How often a roll gives one colour's number: alone for the active player, or plus white."""
    rolls = [(die, white) for die in range(1, 7) for white in range(1, 7)]
    good = [d + w == number or (active and d == number) for d, w in rolls]
    return sum(good) / len(good)


def raced(players: int, **habits: int) -> str:
    """The share of wins of the first seat, which has other habits than the rest."""
    own = {name: (value, *usual(name)[1:]) for name, value in habits.items()}
    start, _ = tablier.new("zinga").game.start(players, {})
    wins = np.zeros(players, np.int64)
    due = np.zeros(TABLE + 1, np.int64)
    races_compiled(start, Habits(**own), RACES, len(wins), wins, due, 1)
    return f"{100 * wins[0] / wins.sum():.0f} %"


def usual(name: str) -> tuple[int, ...]:
    """The habit of everybody else."""
    return (NORMAL if name == "pace" else 0,) * MAX_SEATS


def dice() -> None:
    """What the dice give, and what being quick or careless does."""
    for number in range(1, 13):
        own, others = chance(number, True), chance(number, False)
        print(f"  {number}: {36 * own:.0f} of 36 rolls if active, {36 * others:.0f} if not")
    for players in (2, 4):
        for habits in ({"pace": 90}, {"pace": 80}, {"slips": 20}, {"slips": 50}):
            name, value = next(iter(habits.items()))
            print(f"  {players} players, one with {name} {value}: {raced(players, **habits)}")


def main() -> None:
    """Print all figures."""
    for asked in STUDIES:
        study(asked)
    print("zinga")
    dice()


if __name__ == "__main__":
    main()
