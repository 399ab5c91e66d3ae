"""Endgames solved, against the rules they come from."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numba import typeof

import tablier
from tablier.compile.dispatch import actions, game_of, play
from tablier.compile.marks import compiled
from tablier.core import registry
from tablier.core.match import Match
from tablier.core.rules.kernel import lowest
from tablier.games.zhizhu import endgame, rules
from tablier.games.zhizhu.board import LINES
from tablier.games.zhizhu.endgame import position_of, state_of
from tablier.games.zhizhu.rules import REMOVE
from tablier.games.zhizhu.turns import chain_slides
from tablier.solver.endgames import Endgames, placing_keys
from tablier.solver.numbering import (
    LINES as COUNTING,
)
from tablier.solver.numbering import (
    count_at,
    empty_shelf,
    entry,
    frame_of,
    number_of,
    pieces_at,
    place_at,
    places_of,
    standard,
    states_before,
    varied,
)
from tablier.solver.probe import UNKNOWN, stored
from tablier.solver.retrograde import Book, check, put_on

GAME = registry.find("zhizhu")
assert game_of(typeof(endgame.State(0, 0, 0))) is GAME, "now numba knows the game's kernels"


@pytest.fixture(scope="module")
def endgames(tmp_path_factory: pytest.TempPathFactory) -> Endgames:
    solved = Endgames(GAME, tmp_path_factory.mktemp("endgames"))
    assert [pair for pair, _ in solved.complete([(4, 3)], lambda *_: None)] == [
        (0, 3, 3),
        (0, 4, 3),
        (0, 3, 4),
    ]
    return solved


def some_state(random: Random, own: int, enemy: int) -> endgame.State:
    """Any state, more often than not one with bans, where the pieces allow any."""
    while True:
        points = random.sample(range(24), own + enemy)
        masks = (sum(1 << p for p in points[:own]), sum(1 << p for p in points[own:]))
        state = endgame.State(*masks, 0)
        several = endgame.variants(state)
        if several > 1 or random.random() < 0.1:
            return endgame.varied(state, random.randrange(several))


def successors(state: endgame.State) -> list[tuple[int, ...]]:
    """The states after each turn, as the turns are gone through."""
    found, turn = [], endgame.first_turn(state)
    while turn.left:
        found.append(tuple(endgame.after_turn(state, turn)))
        turn = endgame.next_turn(state, turn)
    return found


def predecessors(state: endgame.State) -> list[tuple[int, ...]]:
    """The states that a turn without removals leads here from."""
    found, origin = [], endgame.first_origin(state)
    while origin.left:
        found.append(tuple(endgame.before_turn(state, origin)))
        origin = endgame.next_origin(state, origin)
    return found


def after_turns(state: endgame.State) -> set[tuple[int, ...]]:
    """The states after each turn, by the rules."""
    found: set[tuple[int, ...]] = set()
    waiting = [endgame.position_of(state)]
    while waiting:
        position = waiting.pop()
        out = [0] * GAME.rules.MOST_ACTIONS
        for action in out[: GAME.rules.actions(position, 0, out)]:
            after = GAME.rules.play(position, 0, action)
            if after.seat == 0:
                waiting.append(after)
            else:
                found.add(tuple(endgame.state_of(after)))
    return found


@pytest.mark.parametrize("pieces", [(3, 3), (5, 4), (6, 6), (8, 7), (9, 9)])
def test_successors_are_those_of_the_rules(pieces: tuple[int, int]) -> None:
    random = Random(sum(pieces))
    for _ in range(150):
        state = some_state(random, *pieces)
        assert set(successors(state)) == after_turns(state)


@pytest.mark.rule("ZZ-16")
def test_successors_while_pieces_are_placed_are_those_of_the_rules() -> None:
    random = Random(4)
    for waiting, own, enemy in placing_keys(3, 9):
        for _ in range(3):
            points = random.sample(range(24), own + enemy)
            masks = (sum(1 << p for p in points[:own]), sum(1 << p for p in points[own:]))
            state = endgame.remade(endgame.placing(endgame.State(0, 0, 0), waiting), *masks)
            assert endgame.state_of(endgame.position_of(state)) == state
            assert set(successors(state)) == after_turns(state)


@pytest.mark.parametrize("pieces", [(3, 3), (5, 4), (7, 7), (9, 9)])
def test_predecessors_are_the_states_that_a_quiet_turn_leads_from(
    pieces: tuple[int, int],
) -> None:
    random = Random(sum(pieces))
    for _ in range(60):
        state = some_state(random, *pieces)
        for after in successors(state):
            if after[0].bit_count() == pieces[1]:
                assert tuple(state) in predecessors(endgame.State(*after))
        for before in predecessors(state):
            assert tuple(state) in successors(endgame.State(*before))


def test_the_slides_that_make_a_chain_are_those_that_earn_a_removal() -> None:
    random = Random(9)
    for _ in range(2000):
        size = random.randrange(1, 13)
        points = random.sample(range(24), size + random.randrange(12))
        own = sum(1 << point for point in points[:size])
        free = rules.ALL & ~sum(1 << point for point in points)
        expected, lines = 0, rules.slides(own, free)
        for line in range(len(LINES)):
            after = rules.slid(own, line)
            if lines >> line & 1 and rules.earned(after, rules.end_in(after, line)):
                expected |= 1 << line
        assert chain_slides(own, free) == expected


def test_symmetries_are_a_group_that_keeps_turns() -> None:
    random = Random(5)
    state = some_state(random, 9, 9)
    images = {tuple(endgame.moved(state, symmetry)) for symmetry in range(endgame.SYMMETRIES)}
    assert len(images) == endgame.SYMMETRIES
    for image in images:
        again = {tuple(endgame.moved(endgame.State(*image), n)) for n in range(32)}
        assert again == images
    for symmetry in range(endgame.SYMMETRIES):
        state = some_state(random, 7, 6)
        expected = {
            tuple(endgame.moved(endgame.State(*after), symmetry)) for after in successors(state)
        }
        moved = endgame.moved(state, symmetry)
        assert set(successors(moved)) == expected


def test_every_state_has_one_number(endgames: Endgames) -> None:
    random = Random(1)
    like = endgame.State(0, 0, 0)
    for (_, own, enemy), book in endgames.books.items():
        lines, total = book.lines.ctypes.data, places_of(own, enemy, endgames.shelf)
        assert states_before(lines, total - 1) + count_at(lines, total - 1) == len(book.values)
        for _ in range(100):
            state = some_state(random, own, enemy)
            number = number_of(state, endgames.shelf)
            frame = frame_of(state.own, endgames.shelf)
            place, same = standard(state, frame, endgames.shelf)
            before = states_before(lines, place)
            assert place_at(lines, total, number) == (place, before)
            assert before + endgame.variant(same) == number
            here = pieces_at(like, own, enemy, place, endgames.shelf)
            assert varied(here, endgame.variant(same)) == same
            for symmetry in range(endgame.SYMMETRIES):
                image = endgame.moved(state, symmetry)
                assert number_of(image, endgames.shelf) == number


def test_every_value_follows_from_the_others(endgames: Endgames) -> None:
    def wrong(book: Book) -> int:
        return check(endgame, book, endgames.shelf, lambda *_: None, endgames.processor)

    assert sum(map(wrong, endgames.books.values())) == 0
    book = endgames.books[0, 4, 3]
    number = number_of(some_state(Random(3), 4, 3), endgames.shelf)
    spoiled = book._replace(values=np.array(book.values))
    spoiled.values[number] ^= 1
    put_on(endgames.shelf, spoiled, endgames.processor)
    try:
        assert wrong(spoiled) > 0
    finally:
        put_on(endgames.shelf, book, endgames.processor)


# The smallest book once more, by the rules alone, sweeping through all states


@compiled
def sweep(
    like: endgame.State, level: int, first: int, last: int, shelf: Any, values: Any, out: Any
) -> int:
    """Find the states of a level; return how many. With three pieces any removal wins."""
    found, number = 0, 0
    for place in range(first, last):
        here = pieces_at(like, 3, 3, place, shelf)
        for mark in range(count_at(shelf.books[entry(0, 3, 3) + COUNTING], place)):
            state = varied(here, mark)
            if values[number] == 0 and number_of(state, shelf) == number:
                position = position_of(state)
                win, loss, certain = 0, 1, True
                for index in range(actions(position, 0, out)):
                    after = play(position, 0, out[index])
                    if after.due:
                        after = play(after, 0, REMOVE + lowest(after.pieces[1]))
                    value = 1
                    if not after.ending:
                        value = values[number_of(state_of(after), shelf)]
                    certain = certain and value != 0
                    win = max(win, value & 1)
                    loss = max(loss, value + 1)
                if (win and level % 2 == 0) or (not win and certain and loss == level):
                    values[number] = level
                    found += 1
            number += 1
    return found


def swept(shelf: Any, numbers: int) -> Any:
    """All values of the smallest book."""
    values = np.zeros(numbers, np.uint8)
    out = np.zeros(GAME.rules.MOST_ACTIONS, np.int64)
    level, idle = 1, 0
    while idle < 2:
        found = sweep(endgame.State(0, 0, 0), level, 0, places_of(3, 3, shelf), shelf, values, out)
        level, idle = level + 1, 0 if found else idle + 1
    return values


def test_the_smallest_book_agrees_with_the_rules(endgames: Endgames) -> None:
    book = endgames.books[0, 3, 3]
    assert (swept(endgames.shelf, len(book.values)) == book.values).all()


# Probing


def random_endgame(random: Random, own: int, enemy: int, draws: bool) -> Match:
    state = some_state(random, own, enemy)
    position = endgame.position_of(state)
    _, setup = GAME.start(None, {"draws": draws})
    return Match(GAME, setup, position._replace(draws=int(draws)), standard=False)


def test_walks_through_the_rules_agree_with_the_values(endgames: Endgames) -> None:
    """A won position has a best action all the way, and it wins in as many turns as promised."""
    random = Random(7)
    won = 0
    while won < 40:
        match = random_endgame(random, *random.choice([(4, 3), (3, 3), (3, 4)]), draws=False)
        value = endgames.probe(match.state) if match.result is None else None
        if value is None or value.outcome == 0:
            continue
        won += 1
        winner = match.state.seat if value.outcome > 0 else 1 - match.state.seat
        turns = match.state.turn
        while match.result is None:
            match.play(best_or_any(match, winner, endgames, random))
        assert match.result.ranks[winner] == 1
        assert match.state.turn - turns <= value.turns


def best_or_any(match: Match, winner: int, endgames: Endgames, random: Random) -> str:
    """The winner's shortest way; anything for the other."""
    texts = match.legal()
    if match.state.seat != winner:
        return random.choice(texts)
    return min(texts, key=lambda text: turns_after(match, text, endgames))


def turns_after(match: Match, text: str, endgames: Endgames) -> int:
    """How long a win takes after an action; removals that are due are tried in turn."""
    mover = match.state.seat
    match.play(text)
    try:
        if match.result is not None:
            return 0 if match.result.ranks[mover] == 1 else 10_000
        if match.state.seat == mover:
            return min(turns_after(match, removal, endgames) for removal in match.legal())
        value = endgames.probe(match.state)
        assert value is not None
        return value.turns if value.outcome < 0 else 10_000
    finally:
        match.undo()


@compiled
def stored_compiled(position: Any, shelf: Any) -> int:
    return stored(position, shelf)


def test_probing_is_the_same_interpreted_and_compiled(endgames: Endgames) -> None:
    random = Random(11)
    for _ in range(300):
        match = random_endgame(random, random.choice([3, 4]), random.choice([3, 4]), draws=True)
        for _ in range(6):
            value = stored(match.state, endgames.shelf)
            assert stored_compiled(match.state, endgames.shelf) == value
            if match.result is not None:
                break
            match.play(random.choice(match.legal()))


def test_what_no_book_tells_is_none(endgames: Endgames) -> None:
    assert endgames.probe(tablier.new("zhizhu").state) is None
    assert stored_compiled(tablier.new("sensei").state, endgames.shelf) == UNKNOWN
    quick = tablier.read_position("zhizhu ww....../......../bbb..... w 0-0 0 - - 0 31")
    assert endgames.probe(quick.state) is None, "two pieces are too few, the game is over"
    assert typeof(empty_shelf()) == typeof(endgames.shelf)
    assert stored(random_endgame(Random(1), 3, 3, draws=False).state, empty_shelf()) == UNKNOWN
    four = tablier.read_position("zhizhu w...w.ww/......../bbb.b... w 0-0 0 - - 0 31")
    assert endgames.probe(four.state) is None, "4-4 was not solved"


def test_a_win_that_comes_after_the_hundred_slides_is_not_promised(endgames: Endgames) -> None:
    random = Random(2)
    value = None
    while value is None or value.turns < 3:
        match = random_endgame(random, 4, 3, draws=True)
        value = endgames.probe(match.state) if match.result is None else None
    last = match.state._replace(quiet=100 - value.turns)
    assert endgames.probe(last) == value
    assert endgames.probe(last._replace(quiet=last.quiet + 1)) is None
    assert endgames.probe(last._replace(quiet=last.quiet + 1, draws=0)) == value
