"""The sequential test: how soon it answers, and how often wrongly."""

from random import Random

import tablier
from tablier.engine.arena.players import Levelled, rival
from tablier.engine.arena.ratings import Tally
from tablier.engine.arena.sequential_test import FEWEST, expected, verdict

GAMES = 4_000


def match(elo: float, draws: float, seed: int) -> bool | None:
    """What is answered of players that far apart, of whose games a share is drawn."""
    random, tally = Random(seed), Tally()
    for _ in range(GAMES):
        score = expected(elo)
        won, drawn = score - draws / 2, random.random()
        one = (drawn < won, won <= drawn < won + draws, drawn >= won + draws)
        tally = tally.plus(Tally(*map(int, one)))
        if (found := verdict(tally, 50)) is not None:
            return found
    return None


def test_answers_are_right_nineteen_times_of_twenty() -> None:
    even = [match(0, 0.4, seed) for seed in range(60)]
    stronger = [match(50, 0.4, seed) for seed in range(60)]
    assert None not in even + stronger
    assert even.count(True) <= 6 and stronger.count(False) <= 6


def test_few_games_say_nothing() -> None:
    assert verdict(Tally(FEWEST - 1, 0, 0), 50) is None
    assert verdict(Tally(FEWEST, 0, 0), 50) is True
    assert verdict(Tally(0, 0, FEWEST), 50) is False
    assert verdict(Tally(5, 12, 3), 50) is None


def test_a_hand_made_bot_has_no_net() -> None:
    game = tablier.new("sensei").game
    one, other = rival("hand:7@0.2", game, 1), rival("level:7@0.2", game, 1)
    assert isinstance(one, Levelled) and isinstance(other, Levelled)
    assert not one.bot.level.learned and other.bot.level.learned
    assert one.bot.seconds == other.bot.seconds == 0.2
