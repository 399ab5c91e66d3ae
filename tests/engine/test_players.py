"""The players of the arena are what their texts say."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

import tablier
from tablier.core.match import Match
from tablier.core.registry import find, games
from tablier.engine.arena.players import (
    COLUMNS,
    COUNT,
    FIRST,
    MARGIN,
    SEAT,
    VISITS,
    Spec,
    read_spec,
    rival,
    simulate,
)

ONE_SLIDE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
"""White slides c4-c3, removes a piece, and has won."""
BOARD_GAMES = [name for name in games() if not find(name).is_race]


@pytest.mark.parametrize(
    "spec", ["level:1", "level:7@0.01", "mcts:50", "random", "greedy", "uct:20"]
)
@pytest.mark.parametrize("name", BOARD_GAMES)
def test_every_rival_plays_legal_actions(name: str, spec: str) -> None:
    match = tablier.new(name)
    player = rival(spec, match.game, 1)
    for _ in range(10):
        assert match.seat is not None
        before = match.actions
        text = player.choose(match, match.seat)
        assert text in match.legal(match.seat) and match.actions == before
        match.play(text)


@pytest.mark.parametrize("spec", ["greedy", "uct:30", "mcts:30", "level:3"])
def test_three_seats_have_rivals_too(spec: str) -> None:
    match = tablier.new("chinese-checkers", players=3)
    player = rival(spec, match.game, 1)
    for seat in (0, 1, 2, 0):
        match.play(player.choose(match, seat))
    assert len(match.actions) == 4


@pytest.mark.parametrize("spec", ["level:2", "random", "greedy", "uct:20"])
def test_the_same_seed_plays_the_same(spec: str) -> None:
    def game(seed: int) -> list[str]:
        match = tablier.new("zhizhu")
        player = rival(spec, match.game, seed)
        for _ in range(12):
            match.play(player.choose(match, match.seats[0]))
        return match.actions

    assert game(1) == game(1) != game(2)


@pytest.mark.parametrize("spec", ["greedy", "uct:2000"])
def test_a_win_in_one_turn_is_taken(spec: str) -> None:
    match = tablier.read_position(ONE_SLIDE)
    player = rival(spec, match.game, 1)
    while match.result is None and match.seat == 0:
        match.play(player.choose(match, 0))
    assert match.result is not None and match.result.ranks == (1, 2)


def best_of_turn(match: Match, seat: int) -> int:
    """The best evaluation at the end of a seat's turn, looked for with the match itself."""
    if match.result is not None:
        own, other = match.result.ranks[seat], match.result.ranks[1 - seat]
        return (1 << 40) * ((own < other) - (own > other))
    if match.seats != (seat,):
        return match.game.evaluate(match.state, seat)
    found = []
    for text in match.legal():
        match.play(text)
        found.append(best_of_turn(match, seat))
        match.undo()
    return max(found)


@pytest.mark.parametrize("start", ["zhizhu", "chinese-checkers", "sensei way=shizukana-crossed"])
def test_greedy_ends_its_turn_as_well_as_can_be(start: str) -> None:
    match = tablier.read_position(start)
    player = rival("greedy", match.game, 3)
    for _ in range(6):
        seat = match.seats[0]
        best = best_of_turn(match, seat)
        match.play(player.choose(match, seat))
        assert best_of_turn(match, seat) == best


def test_a_tree_counts_every_playout_once() -> None:
    match = tablier.new("sensei")
    tree = np.zeros((20_000, COLUMNS), np.int64)
    simulate(match.state, 2, 300, tree, np.zeros(match.game.rules.MOST_ACTIONS, np.int64), 7)
    first, count = tree[0, FIRST], tree[0, COUNT]
    children = tree[first : first + count]
    assert tree[0, VISITS] == 300 == children[:, VISITS].sum()
    assert set(children[:, SEAT]) == {0} and count == len(match.legal())
    assert (abs(tree[:, MARGIN]) <= tree[:, VISITS]).all()


def test_more_playouts_play_better() -> None:
    points = 0
    for seed in range(6):
        match = tablier.new("zhizhu")
        strong, weak = rival("uct:300", match.game, seed), rival("uct:3", match.game, seed)
        while match.result is None:
            seat = match.seats[0]
            player = strong if seat == seed % 2 else weak
            match.play(player.choose(match, seat))
        points += match.result.ranks[seed % 2] == 1
    assert points >= 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player ''; there are level:3"),
        ("level", "there is no player 'level'"),
        ("level:0", "there is no level 0; there are 1, 2"),
        ("level:8", "there is no level 8"),
        ("level:3@", "there is no player"),
        ("level:3@0", "more than no time"),
        ("level:3@0.0", "more than no time"),
        ("level:3@-1", "there is no player"),
        ("level:3@nan", "there is no player"),
        ("level:٣", "there is no player"),
        ("uct", "there is no player"),
        ("uct:0", "there is no player"),
        ("level:03", "there is no player"),
        ("level:3\n", "there is no player"),
        ("uct:9999999", "there is no player"),
        ("Random", "there is no player"),
        ("x" * 1000, "there is no player 'xxx"),
    ],
)
def test_an_unknown_player_is_refused(text: str, message: str) -> None:
    with pytest.raises(tablier.BadOption, match=message) as refused:
        read_spec(text, find("zhizhu"))
    assert len(str(refused.value)) < 200


def test_a_text_is_taken_apart() -> None:
    game = find("zhizhu")
    assert read_spec("level:7@0.5", game) == Spec("level", 7, 0.5)
    assert read_spec("uct:1000", game) == Spec("uct", 1000)
    assert read_spec("greedy", game) == Spec("greedy")


def test_a_race_is_not_for_trees() -> None:
    with pytest.raises(tablier.BadOption, match="several may act at once"):
        read_spec("uct:10", find("zinga"))


def test_in_a_race_everybody_takes_time() -> None:
    match = tablier.new("zinga")
    match.play("ready", 0)
    match.play("ready", 1)
    match.play("roll 3 2 3 6 1 1", tablier.TABLE)
    player = rival("random", match.game, 1)
    delays = [player.delay(match, 0) for _ in range(20)]
    assert min(delays) >= 250_000 and any(a != b for a, b in pairwise(delays))


def test_compiled_code_is_loaded_again() -> None:
    """In a process of its own, with what the tests above have compiled."""
    code = (
        "import tablier\n"
        "from tablier.engine.arena.players import rival\n"
        "match = tablier.new('zhizhu')\n"
        "for spec in ('greedy', 'uct:20'):\n"
        "    match.play(rival(spec, match.game, 1).choose(match, match.seat))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("spec", ["level:3", "greedy", "uct:5", "mcts:5"])
def test_a_player_of_another_game_is_refused(spec: str) -> None:
    player = rival(spec, find("zhizhu"), 1)
    with pytest.raises(tablier.BadOption, match="plays zhizhu, and the match is of chinese"):
        player.choose(tablier.new("chinese-checkers"), 0)
