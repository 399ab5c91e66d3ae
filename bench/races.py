"""Races of Chinese Checkers that are ahead: how many are brought home against who only waits.

Games of a level against itself are left when the player to move is well ahead and nobody of the
other's stands in its destination any more. From there the level plays on against somebody who
shuffles, a peg to and fro, and against one who moves a single peg about while the others stay.
Neither goes back into the destination, where no rule could drive them out without `swap`.

RACES_GAMES    positions that are made (30)
RACES_LEVEL    the level that makes them and brings them home (6)
RACES_FILE     keep those positions there, one to a line, that have a free way, too
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import tablier
from tablier.core.rules.bits import less, meet
from tablier.games.chinese_checkers.board import LOWER_BIT, NAMES, UPPER_BIT
from tablier.games.chinese_checkers.evaluate import LOWER_GATE, UPPER_GATE, features
from tablier.games.chinese_checkers.position import destination, own_pegs, taken

LEAD = 6
"""Steps by which all pegs together are nearer."""
LONGEST = 120
"""Actions after which a race was not brought home."""
OPENING = 6
Mover = Callable[[tablier.Match, Random], str]


def races(count: int, level: int) -> Iterator[str]:
    """Positions of different games, with the seat to move ahead."""
    seed = 0
    while count:
        seed += 1
        found = race(level, seed)
        if found is not None:
            count -= 1
            yield found


def race(level: int, seed: int) -> str | None:
    """The first position of a game that is ahead, if there is one."""
    match, random = tablier.new("chinese-checkers"), Random(seed)
    bot = tablier.bot("chinese-checkers", level=level, seed=seed)
    while match.result is None:
        opening = len(match.actions) < OPENING
        match.play(random.choice(match.legal()) if opening else bot.choose(match))
        if match.result is None and is_ahead(match):
            return match.position()
    return None


def is_ahead(match: tablier.Match) -> bool:
    """Whether the player to move is nearer, and has a free destination."""
    state, seat = match.state, match.seats[0]
    gained = features(state, 1 - seat).way - features(state, seat).way
    return gained >= LEAD and not meet(others(match, seat), destination(state, seat))


def has_free_way(match: tablier.Match) -> bool:
    """Whether nobody of the other's stands right before the destination of who is to move."""
    seat = match.seats[0]
    return not meet(others(match, seat), (UPPER_GATE[seat], LOWER_GATE[seat]))


def others(match: tablier.Match, seat: int) -> tuple[int, int]:
    """Where pegs of others stand."""
    return less(taken(match.state), own_pegs(match.state, seat))


def shuffles(match: tablier.Match, random: Random) -> str:
    """Takes back its own last move, if it can."""
    legal = harmless(match)
    back = "-".join(reversed(match.actions[-2].split("-"))) if len(match.actions) > 1 else ""
    return back if back in legal else random.choice(legal)


def stays(match: tablier.Match, random: Random) -> str:
    """Moves the peg that it moved before."""
    legal = harmless(match)
    peg = match.actions[-2].split("-")[-1] if len(match.actions) > 1 else ""
    return random.choice([text for text in legal if text.split("-")[0] == peg] or legal)


def harmless(match: tablier.Match) -> list[str]:
    """Moves that don't end in the other's destination, if there are any."""
    goal, legal = destination(match.state, 1 - match.seats[0]), match.legal()
    at = {text: NAMES.index(text.split("-")[-1]) for text in legal}
    ending = {text: (UPPER_BIT[hole], LOWER_BIT[hole]) for text, hole in at.items()}
    return [text for text in legal if not meet(ending[text], goal)] or legal


MOVERS: dict[str, Mover] = {"shuffles": shuffles, "stays": stays}


def turns_home(start: str, level: int, mover: Mover) -> int | None:
    """The turns after which a level has brought a race home; None if it doesn't."""
    match, random = tablier.read_position(start), Random(start)
    seat, bot = match.seats[0], tablier.bot("chinese-checkers", level=level, seed=1)
    while match.result is None and len(match.actions) < LONGEST:
        match.play(bot.choose(match) if match.seats[0] == seat else mover(match, random))
    won = match.result is not None and match.result.ranks[seat] == 1
    return (len(match.actions) + 1) // 2 if won else None


def main() -> None:
    """Make races, and bring them home."""
    level = int(os.environ.get("RACES_LEVEL", 6))
    made = list(races(int(os.environ.get("RACES_GAMES", 30)), level))
    if file := os.environ.get("RACES_FILE"):
        free = [start for start in made if has_free_way(tablier.read_position(start))]
        Path(file).write_text("".join(f"{start}\n" for start in free), "utf-8")
    for name, mover in MOVERS.items():
        found = [turns_home(start, level, mover) for start in made]
        home = sorted(turns for turns in found if turns is not None)
        longest = f", the longest after {home[-1]} turns" if home else ""
        print(f"against one who {name}: {len(home)} of {len(made)} brought home{longest}")
        for start, turns in zip(made, found, strict=True):
            if turns is None:
                print(f"  {start}")


if __name__ == "__main__":
    main()
