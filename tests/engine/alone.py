"""Run with nothing but the standard library and our own sources: `python -I -S alone.py SRC`.

Every level chooses in every game, and hints and analyses are made; all of it little thought about.
"""

import json
import sys

ASKED = {
    ("chinese-checkers", 2): range(1, 8),
    ("chinese-checkers", 3): range(1, 8),
    ("sensei", 2): (1, 4, 6, 7),
    ("zhizhu", 2): range(1, 8),
    ("zinga", 2): range(1, 9),
}
"""The levels that choose, by game and players. Senseï's glances are long."""
SPEED, NODES = 80, 80


def all_chosen() -> dict[str, object]:
    """What is thought of each game, by what was asked."""
    import tablier
    from tablier.engine.analysis.analysis import analyse, hints
    from tablier.engine.bot import Bot

    found: dict[str, object] = {}
    for (name, players), levels in ASKED.items():
        match = tablier.new(name, players=players)
        for _ in range(2):
            seat = min(match.seats)
            match.play(match.legal(seat)[-1], seat)
        if match.to_roll:
            roll = match.game.notation.write(match.state, tablier.TABLE, match.decision.roll + 7)
            match.play(roll, tablier.TABLE)
        asked, seat = f"{name} for {players}", min(match.seats)
        for level in levels:
            bot = Bot(match.game, level, seed=level, speed=SPEED)
            found[f"{asked}, level {level}"] = bot.choose(match, seat)
        given = [(hint.text, hint.chance, [*hint.line]) for hint in hints(match, nodes=NODES)]
        found[f"{asked}, hints"] = [[*one] for one in given]
        found[f"{asked}, analysis"] = analyse(match, nodes=NODES).json()
    return found


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(json.dumps({"chosen": all_chosen(), "modules": sorted(sys.modules)}))
