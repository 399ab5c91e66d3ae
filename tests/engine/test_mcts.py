"""The tree search for any number of seats, guided by the evaluation."""

import numpy as np
import pytest

import tablier
from tablier.core.match import Match
from tablier.engine.analysis.analysis import hints
from tablier.engine.arena.players import rival
from tablier.engine.search.mcts import (
    USED,
    Tree,
    chance,
    favourite,
    fresh_favourite,
    grow,
    new_tree,
)

THREE = "chinese-checkers players=3"
LAST_STEP = (
    f"{THREE} ./../.../....eeee../......ee./..w...../......./........"
    "/..w....../wwww..n.../nn./nn/n n 0-0-0 0-0-0 61"
)


def grown(match: Match, visits: int, nodes: int = 100_000) -> Tree:
    """A tree after so many visits."""
    tree = new_tree(match.game, nodes)
    grow(match.state, match.players, match.game.scale, visits, tree)
    return tree


def favoured(match: Match, tree: Tree) -> str:
    """The action that was tried most."""
    action = int(tree.action[favourite(tree)])
    return match.game.notation.write(match.state, int(tree.seat[tree.first[0]]), action)


def test_attention_goes_to_what_looks_better() -> None:
    match = tablier.read_position(THREE)
    tree = grown(match, 200)
    first, count = tree.first[0], tree.children[0]
    assert count == len(match.legal())
    assert np.isclose(tree.prior[first : first + count].sum(), 1)
    order = np.argsort(tree.hope[first : first + count])
    assert (np.diff(tree.prior[first : first + count][order]) >= 0).all()
    assert tree.visits[0] == 200 and tree.visits[first : first + count].sum() == 200


def test_a_full_tree_still_answers() -> None:
    match = tablier.read_position(THREE)
    tree = grown(match, 300, nodes=100)
    assert tree.counters[USED] <= 100 and tree.visits[0] == 300
    assert favoured(match, tree) in match.legal()


def test_the_same_visits_grow_the_same_tree() -> None:
    match = tablier.read_position(THREE)
    one, other = grown(match, 500), grown(match, 500)
    assert (one.visits == other.visits).all() and (one.action == other.action).all()


def test_nobody_goes_in_circles() -> None:
    """Of two steps that are as good as each other, the one that brings nothing back is played."""
    match = tablier.new("chinese-checkers", players=3)
    for text in ("c1-d4", "j8-i7", "j3-i3", "d4-c1", "i7-j8", "i3-j3"):
        match.play(text)
    tree = grown(match, 50)
    first = int(tree.first[0])
    children = range(first, first + int(tree.children[0]))
    texts = [match.game.notation.write(match.state, 0, int(tree.action[c])) for c in children]
    back, other = (first + texts.index(text) for text in ("c1-d4", "c3-d7"))
    tree.visits[first:] = 0
    tree.visits[[back, other]], tree.reward[[back, other]] = (30, 20), (18, 11)
    assert (favourite(tree), fresh_favourite(match, tree)) == (back, other)
    tree.reward[other] = 9
    assert fresh_favourite(match, tree) == back, "the other is much worse"


def test_a_win_is_taken() -> None:
    match = tablier.read_position(LAST_STEP)
    match.play(favoured(match, grown(match, 50)))
    assert match.result is not None and match.result.ranks[0] == 1


@pytest.mark.parametrize("name", ["zhizhu", "sensei", "chinese-checkers"])
def test_two_players_are_searched_as_well(name: str) -> None:
    """The tree beats a player who looks through its own turn only."""
    match = tablier.read_position(name)
    tree, greedy = rival("mcts:400", match.game, 1), rival("greedy", match.game, 1)
    while match.result is None and len(match.actions) < 300:
        seat = match.seats[0]
        match.play((tree if seat == 0 else greedy).choose(match, seat))
    assert match.result is not None and match.result.ranks == (1, 2)


def test_three_players_get_home() -> None:
    match = tablier.read_position(THREE)
    while match.result is None and len(match.actions) < 150:
        match.play(favoured(match, grown(match, 100, 10_000)))
    assert match.result is not None and match.result.reason == "filled"


@pytest.mark.parametrize("odds", [-1e6, -1000.0, -709.9, 0.5, 1e6])
def test_a_chance_is_a_chance_however_long_the_odds(odds: float) -> None:
    assert 0 <= chance(odds) <= 1
    assert (chance(odds) > 0.5) == (odds > 0)


def test_a_hint_is_given_to_who_is_left_after_a_resignation() -> None:
    match = tablier.read_position(THREE).resign(1)
    assert hints(match, nodes=50)[0].text in match.legal()
