"""What looks ahead where the table rolls, on a small game; test_expectimax.py runs it.

The game is found by TABLIER_GAMES, so all of this runs in a process of its own.
"""

from dataclasses import replace
from math import tanh
from random import Random
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.core.errors import OutOfTurn, TablierError
from tablier.core.game import TABLE, Position
from tablier.core.match import Match
from tablier.engine.analysis.analysis import analyse, hints
from tablier.engine.analysis.judges import judge_of
from tablier.engine.arena.players import rival
from tablier.engine.bot import Bot
from tablier.engine.search.deepening import think
from tablier.engine.search.expectimax import MOST_WORTH, expect
from tablier.engine.search.mcts import USED, grow, new_tree
from tablier.engine.search.scores import INFINITY, KNOWN, WON, Window
from tablier.engine.search.transposition import (
    NO_ACTION,
    NODE_LIMIT,
    NODES,
    UNLIMITED,
    action_of,
    keys_of,
    new_memory,
    packed,
    score_of,
)
from tablier.engine.simulate.perft import divide, perft
from tablier.engine.simulate.rolls import MOST_ROLLS

GAME = tablier.new("hurry").game


def at(text: str) -> Match:
    return tablier.read_position(f"hurry {text}")


POSITIONS = [
    "dice=1 0,0,0,0,0,0,0,0 0 0 0 0 0 -1",
    "dice=2 3,9,5,5,0,0,0,0 1 2 5 7 0 -1",
    "dice=2 12,9,11,8,0,0,0,0 0 0 0 7 0 -1",
    "dice=1 12,7,12,11,0,0,0,0 1 0 0 7 0 -1",
    "dice=1 12,11,12,10,0,0,0,0 0 4 4 7 0 -1",
    "dice=1 12,6,12,6,0,0,0,0 0 6 6 7 0 -1",
]


def plain(position: Position, depth: int, ply: int = 0) -> int:
    """The first seat's score by looking at everything: every action, and every single roll."""
    rules = GAME.rules
    asked = rules.decision(position)
    if asked.actors == 0:
        return (WON - ply) * (1 if rules.place(position, 0) == 1 else -1)
    seat = asked.actors.bit_length() - 1
    if depth == 0:
        sign = -1 if seat == 1 else 1
        odds = GAME.evaluate(position, 1 if seat == 1 else 0) / GAME.scale
        return sign * int(MOST_WORTH * tanh(odds / 2))
    if seat != TABLE:
        listed = [0] * rules.MOST_ACTIONS
        legal = listed[: rules.actions(position, seat, listed)]
        after = [plain(rules.play(position, seat, action), depth - 1, ply + 1) for action in legal]
        return max(after) if seat == 0 else min(after)
    rolls = range(asked.roll, asked.roll + 6**asked.dice)
    after = [plain(rules.play(position, TABLE, roll), depth - 1, ply + 1) for roll in rolls]
    mean = sum(after) // len(after)
    if min(after) < KNOWN:
        mean = min(mean, KNOWN - 1)
    return max(mean, 1 - KNOWN) if max(after) > -KNOWN else mean


def searched(match: Match, depth: int, entries: int, low: int, high: int) -> tuple[int, int]:
    """The first seat's score within a window, and the nodes that it took."""
    memory = new_memory(match.game, entries)
    memory.counters[NODE_LIMIT] = UNLIMITED
    seat = 1 if match.seat == 1 else 0
    window = Window(-high, -low) if seat else Window(low, high)
    score = int(expect(match.state, keys_of(match.state), seat, depth, window, 0, memory))
    return (-score if seat else score), int(memory.counters[NODES])


@pytest.mark.parametrize("text", POSITIONS)
def test_the_score_is_that_of_plain_expectimax(text: str) -> None:
    """Whatever was left out by windows, by equal rolls or by what was remembered."""
    match = at(text)
    for depth in range(1, 4 if "dice=2" in text else 6):
        exact = plain(match.state, depth)
        found, whole = searched(match, depth, 1, -INFINITY, INFINITY)
        assert found == exact, f"depth {depth}"
        for low, high in ((exact - 1, exact + 1), (exact, exact + 50_000), (exact - 9, exact)):
            found, nodes = searched(match, depth, 1, low, high)
            assert (found > low) == (exact > low) and (found < high) == (exact < high)
            assert nodes <= whole


def test_windows_leave_rolls_out() -> None:
    """Some rolls are so good that the others need not be looked at."""
    match = at("dice=2 12,10,3,0,0,0,0,0 0 0 0 7 0 -1")
    exact, whole = searched(match, 4, 1, -INFINITY, INFINITY)
    _, nodes = searched(match, 4, 1, exact - 400_000, exact - 399_000)
    assert nodes < whole


def test_equal_rolls_are_looked_at_once() -> None:
    match = at("dice=2 0,0,0,0,0,0,0,0 0 0 0 0 0 -1")
    _, nodes = searched(match, 1, 1, -INFINITY, INFINITY)
    assert nodes == 1 + 21


def test_a_roll_has_a_score_and_no_action() -> None:
    match = at("dice=1 12,11,12,10,0,0,0,0 0 0 0 7 0 -1")
    found = think(match, new_memory(GAME, 1 << 10), depth=1)
    assert (found.action, found.line) == (NO_ACTION, ())
    rolled = think(match.play("roll 1"), new_memory(GAME, 1 << 10), depth=2)
    assert rolled.score > KNOWN and rolled.line == ("b-",)


def test_a_win_is_proven_only_if_no_roll_misses_it() -> None:
    sure = at("dice=1 12,11,12,0,0,0,0,0 0 6 6 7 0 -1")
    assert sure.legal() == ["pass"]
    likely = judge_of(sure).estimate(sure, 3000)
    assert 0.5 < likely.chances[0] < 1
    assert likely.line == ("pass",), "and nothing that depends on a roll"


def test_lines_end_at_the_roll() -> None:
    for players in (2, 3, 4):
        match = tablier.new("hurry", players=players, dice=2).play("roll 2 6")
        found = judge_of(match).estimate(match, 2000)
        assert len(found.line) == 1 and found.line[0] in match.legal()
        assert sum(found.chances) == pytest.approx(1)
        told = hints(match, nodes=500)
        assert [hint.line for hint in told] == [(told[0].text,)]


def test_nobody_is_given_a_hint_for_a_roll() -> None:
    match = tablier.new("hurry")
    with pytest.raises(TablierError, match="the dice are to be thrown"):
        hints(match, nodes=100)
    with pytest.raises(OutOfTurn, match="the dice are to be thrown"):
        Bot(GAME, 1).choose(match)


@pytest.mark.parametrize("players", [2, 3])
def test_analyses_judge_no_rolls(players: int) -> None:
    match = tablier.new("hurry", players=players)
    for text in ("roll 6", "a-", "roll 3", "b-", "roll 2", "a-"):
        match.play(text)
    verdicts = analyse(match, nodes=300).verdicts
    assert [verdict.judged for verdict in verdicts] == [False, True] * 3
    assert all(verdict.best == "" for verdict in verdicts[::2])
    assert all(not text.startswith("roll") for v in verdicts for text in v.line)


def test_six_dice_are_grown_for_two() -> None:
    """No list has room for 46,656 rolls: some are drawn."""
    game = replace(GAME, dice=6)
    match = Match(game, *reversed(game.start(2, {"dice": 6})))
    tree = new_tree(game, 10_000)
    grow(match.state, 2, game.scale, 300, tree)
    first = int(tree.first[0])
    assert tree.children[0] == MOST_ROLLS and (tree.seat[first : first + MOST_ROLLS] == TABLE).all()
    assert len(set(tree.action[first : first + MOST_ROLLS])) > MOST_ROLLS - 10
    match.play("roll 1 1 1 1 5 1")
    assert Bot(game, 4, seed=1).choose(match) in match.legal()
    assert judge_of(match).estimate(match, 50).line


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tree_rolls_evenly_and_rewards_no_table(players: int) -> None:
    match = tablier.new("hurry", players=players)
    tree = new_tree(GAME, 100_000)
    grow(match.state, players, GAME.scale, 3000, tree)
    first = int(tree.first[0])
    rolls = slice(first, first + int(tree.children[0]))
    assert list(tree.action[rolls]) == [GAME.rules.decision(match.state).roll + n for n in range(6)]
    assert tree.visits[rolls].min() > 400 and not tree.reward[rolls].any()
    again = new_tree(GAME, 100_000)
    grow(match.state, players, GAME.scale, 3000, again)
    assert (again.visits == tree.visits).all() and tree.counters[USED] == again.counters[USED]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("player", ["level:1", "level:3", "mcts:200", "uct:50", "greedy", "random"])
def test_everybody_plays_to_the_end(player: str, players: int) -> None:
    match = tablier.new("hurry", players=players, dice=1 + players // 3)
    dice = tablier.Dice.seeded(5, players)
    rivals = [rival(player, GAME, seat) for seat in range(players)]
    while match.result is None:
        seat = match.seats[0]
        if seat == TABLE:
            match.roll(dice)
        else:
            match.play(rivals[seat].choose(match, seat))
    assert match.result.reason == "home"


def test_looking_ahead_pays() -> None:
    """The search beats a player that looks at its own turn only."""
    won = 0
    for number in range(60):
        match, dice = tablier.new("hurry", dice=2), Random(number)
        ahead, greedy = Bot(GAME, 4, seed=1), rival("greedy", GAME, 1)
        sides: dict[int, Any] = {number % 2: ahead, 1 - number % 2: greedy}
        while match.result is None:
            seat = match.seats[0]
            faces = f"roll {dice.randint(1, 6)} {dice.randint(1, 6)}"
            match.play(faces if seat == TABLE else sides[seat].choose(match, seat))
        won += match.result.ranks[number % 2] == 1
    assert won >= 36


def test_perft_counts_all_rolls() -> None:
    match = tablier.new("hurry", dice=2)
    assert [perft(GAME, match.state, depth) for depth in range(4)] == [1, 36, 144, 144 * 36]
    assert sum(divide(match, 2).values()) == 144
    six = tablier.new("hurry", dice=6)
    assert perft(GAME, six.state, 2) == 4 * 6**6


def test_a_game_that_keeps_its_dice_to_itself_is_told_so() -> None:
    game = replace(GAME, dice=0)
    match = Match(game, *reversed(game.start(2, {"dice": 6})))
    with pytest.raises(TablierError, match="the table rolls in hurry, which has 0 dice, it says"):
        think(match, new_memory(game, 2))
    match.play("roll 1 2 1 2 1 2")
    found = think(match, new_memory(game, 1 << 10), depth=6)
    assert found.action in range(4) and len(found.line) == 1


def test_numbers_of_actions_fit_into_what_is_remembered() -> None:
    """A game with six dice has more than 65,535 actions soon."""
    for action in (-1, 0, 65_534, 65_535, 1_000_000):
        for score in (-WON, -1, 0, 1, WON):
            entry = np.int64(packed(score, action, 5, 90, 1))
            assert (score_of(entry), action_of(entry, 5)) == (score, action)
