"""Where to begin when games at random are only draws: inside games that bots have played.

Some of these positions are so close to an end that random play finds it.
"""

import tablier


def inside_bots_games(name: str, games: int, level: int = 1) -> list[tablier.Match]:
    """All positions of some games between bots, from the last to the first."""
    found = []
    for seed in range(games):
        match, bot = tablier.new(name), tablier.bot(name, level, seed=seed)
        while match.result is None and len(match.actions) < 300:
            match.play(bot.choose(match))
        while match.actions:
            match.undo()
            found.append(match.copy())
    return found
