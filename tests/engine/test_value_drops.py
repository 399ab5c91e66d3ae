"""How often play drops the value of a position, against what every turn would have led to."""

from pathlib import Path
from random import Random

import pytest

import tablier
from tablier.core import registry
from tablier.core.match import Match
from tablier.engine.analysis.value_drops import NEAR, Drops, JudgedGame, Judgement, judgement_of
from tablier.games.zhizhu import endgame
from tablier.games.zhizhu.rules import judged
from tablier.solver.endgames import Endgames

GAME = registry.find("zhizhu")


@pytest.fixture(scope="module")
def endgames() -> Endgames:
    return Endgames(GAME)


def some_match(random: Random) -> Match:
    """An endgame of four against three, in which it is not over yet."""
    while True:
        points = random.sample(range(24), 7)
        masks = (sum(1 << p for p in points[:4]), sum(1 << p for p in points[4:]))
        position = judged(endgame.position_of(endgame.State(*masks, 0)))
        if not position.ending:
            return Match(GAME, GAME.start(None, {"draws": False})[1], position, standard=False)


def best(match: Match, endgames: Endgames) -> int:
    """The best outcome that any turn leads to."""
    state, outcomes = endgame.state_of(match.state), []
    turn = endgame.first_turn(state)
    while turn.left:
        after = endgame.after_turn(state, turn)
        outcomes.append(1 if endgame.lost(after) else -endgames.value(after).outcome)
        turn = endgame.next_turn(state, turn)
    return max(outcomes)


def test_a_turn_is_compared_with_the_best_there_was(endgames: Endgames) -> None:
    random, expected, found = Random(6), Drops(), Drops()
    for _ in range(60):
        match = some_match(random)
        could, seat, before = best(match, endgames), match.seat, endgames.exact(match.state)
        assert seat is not None and before is not None
        while match.result is None and match.seat == seat:
            match.play(random.choice(match.legal()))
        if match.result is None:
            value = endgames.exact(match.state)
            assert value is not None
            has = -value.outcome
        else:
            has = 1 if match.result.ranks[seat] == 1 else -1
        expected = expected.with_turn(could, has, before.turns)
        found += judgement_of(match, endgames).moving
    assert found == expected and found.turns == 60
    assert 0 < found.thrown <= found.dropped < found.won
    assert 0 < found.missed <= found.near <= found.won and found.missed <= found.thrown
    assert Drops().with_turn(1, 0, NEAR + 1).near == Drops().with_turn(1, 0).near == 0


def test_what_no_book_knows_is_left_out(tmp_path: Path) -> None:
    plan = JudgedGame(tablier.new("zhizhu").position(), 1, 5, (2, 6))
    match, drawn = plan.played()
    assert match.result is not None and 2 <= drawn <= 6
    assert judgement_of(match, Endgames(GAME, tmp_path)) == Judgement(games=1)
    assert plan.played()[0].record() == match.record()


def test_a_bot_can_be_judged_without_its_net() -> None:
    """From the same openings; it is its evaluation that it plays by then."""
    plan = JudgedGame(tablier.new("zhizhu").position(), 4, 5, (2, 6))
    (asking, drawn), (without, same) = plan.played(), plan._replace(learned=False).played()
    assert drawn == same and asking.actions[:drawn] == without.actions[:drawn]
    assert asking.actions != without.actions
