"""The tree search for three, guided by the evaluation."""

import numpy as np

import tablier
from tablier.core.match import Match
from tablier.engine.mcts import USED, Tree, grow, new_tree

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


def favourite(match: Match, tree: Tree) -> str:
    """The action that was tried most."""
    children = slice(tree.first[0], tree.first[0] + tree.children[0])
    action = tree.action[children][tree.visits[children].argmax()]
    return match.game.notation.write(match.state, int(tree.seat[tree.first[0]]), int(action))


def test_attention_goes_to_what_looks_better() -> None:
    match = tablier.position(THREE)
    tree = grown(match, 200)
    first, count = tree.first[0], tree.children[0]
    assert count == len(match.legal())
    assert np.isclose(tree.prior[first : first + count].sum(), 1)
    order = np.argsort(tree.hope[first : first + count])
    assert (np.diff(tree.prior[first : first + count][order]) >= 0).all()
    assert tree.visits[0] == 200 and tree.visits[first : first + count].sum() == 200


def test_a_full_tree_still_answers() -> None:
    match = tablier.position(THREE)
    tree = grown(match, 300, nodes=100)
    assert tree.counters[USED] <= 100 and tree.visits[0] == 300
    assert favourite(match, tree) in match.legal()


def test_the_same_visits_grow_the_same_tree() -> None:
    match = tablier.position(THREE)
    one, other = grown(match, 500), grown(match, 500)
    assert (one.visits == other.visits).all() and (one.action == other.action).all()


def test_a_win_is_taken() -> None:
    match = tablier.position(LAST_STEP)
    match.play(favourite(match, grown(match, 50)))
    assert match.result is not None and match.result.ranks[0] == 1


def test_three_players_get_home() -> None:
    match = tablier.position(THREE)
    while match.result is None and len(match.actions) < 150:
        match.play(favourite(match, grown(match, 100, 10_000)))
    assert match.result is not None and match.result.reason == "filled"
