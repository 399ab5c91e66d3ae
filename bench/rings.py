"""How quick each level is where the quickest acts: the median of its rings, in seconds.

The rings that count are those of one bot against a player who never rings, in games of two.
"""

from random import Random
from statistics import median

import tablier
from tablier.core.dice import Dice
from tablier.core.game import TABLE
from tablier.engine.levels import LEVELS, level_name

GAMES, MOST_TURNS = 6, 40
PLAYER, BOT = 0, 1


def main() -> None:
    """Print a line for each level."""
    for level in LEVELS:
        rings = [ring for game in range(GAMES) for ring in rings_of(level, game)]
        print(f"{level} {level_name(level):12} {median(rings):5.1f} s, of {len(rings)} rings")


def rings_of(level: int, seed: int) -> list[float]:
    """The seconds after which a bot rang in one game."""
    bot = tablier.bot("zinga", level, seed=seed)
    random = Random(seed)
    match = tablier.new("zinga", untimed=True)
    dice = Dice(random.randbytes(32), ("0" * 32, "1" * 32))
    rings: list[float] = []
    while match.result is None and match.state.turn < MOST_TURNS:
        if match.to_roll:
            match.roll(dice)
        elif BOT in match.seats:
            text = bot.choose(match, BOT)
            if text == "ring":
                rings.append(bot.delay(match, BOT) / 1_000_000)
            match.play(text, BOT)
        else:
            seat = next(seat for seat in match.seats if seat != TABLE)
            match.play(next(t for t in match.legal(seat) if t in ("ready", "nothing", "let")), seat)
    return rings


if __name__ == "__main__":
    main()
