"""What learners are given is all there is, and no more than they need."""

import copy
import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from players import begun
from setups import ALL_SETUPS, GAMES, label

import tablier
from tablier.compile.position_rows import digest, flat
from tablier.core.game import TABLE, Game, Setup
from tablier.core.match import Match
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import MatchStepper
from tablier.research.observation_writers import spell


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_observations_tell_positions_apart(game: Game, setup: Setup) -> None:
    random = Random(1)
    encoding = Encoding(begun(game, setup))
    seen: dict[bytes, object] = {}
    stepper = MatchStepper(begun(game, setup), encoding, 1)
    for _ in range(40):
        if stepper.seat is None:
            break
        position = stepper.match.state
        for seat in range(setup.players):
            observation = stepper.observation(seat)
            assert observation.shape == (encoding.size,)
            assert observation.min() >= 0 and observation.max() <= 1
            stands = seat, game.rules.identity(position)._replace(turn=0)
            assert seen.setdefault(observation.tobytes(), stands) == stands
        stepper.act(int(random.choice(np.flatnonzero(stepper.mask(stepper.seat)))))


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_the_repertoire_is_complete_and_dense(game: Game) -> None:
    encoding = Encoding(tablier.new(game.name))
    assert (np.diff(encoding.actions) > 0).all()
    assert np.array_equal(encoding.places[encoding.actions], np.arange(len(encoding.actions)))
    assert (encoding.places >= 0).sum() == len(encoding.actions)
    assert len(encoding.actions) < 2_000


def test_who_looks_comes_first() -> None:
    match = tablier.new("zhizhu").play("a1").play("b2")
    encoding = Encoding(match)
    white, black = (encoding.observation(match.state, seat, 1) for seat in (0, 1))
    pieces, hands = encoding.layout["pieces"], encoding.layout["hands"]
    assert np.flatnonzero(white[pieces]).tolist() == [0, 24 + 9]
    assert np.flatnonzero(black[pieces]).tolist() == [9, 24 + 0]
    assert white[hands].tolist() == pytest.approx([8 / 9, 8 / 9])
    assert white[encoding.layout["seat"]].tolist() == [1, 0]
    assert black[encoding.layout["seat"]].tolist() == [0, 1]
    assert black[encoding.layout["observer"]].tolist() == [0, 1]


def test_dice_are_faces_and_nobody_is_nobody() -> None:
    match = tablier.new("zinga", players=3)
    encoding = Encoding(match)
    before = encoding.observation(match.state, 0, 1)
    assert not before[encoding.layout["dice"]].any()
    assert not before[encoding.layout["pawn"]].any()
    match.play("expired", TABLE).play("roll 6 1 2 3 4 5", TABLE)
    dice = encoding.observation(match.state, 0, 1)[encoding.layout["dice"]]
    assert (dice.reshape(6, 6).argmax(axis=1) + 1).tolist() == [6, 1, 2, 3, 4, 5]


def test_a_game_that_says_nothing_is_seen_whole() -> None:
    known = tablier.new("zhizhu").play("c8")
    game = replace(known.game, features=None, repertoire=None)
    encoding = Encoding(Match(game, known.setup, known.state))
    seen = encoding.observation(known.state, 1, 1)
    for field in ("pieces", "hands", "bans", "quiet"):
        bits = seen[encoding.layout[field]].reshape(-1, 63).astype(int)
        numbers = [int("".join(map(str, row[::-1])), 2) for row in bits]
        assert numbers == list(flat((getattr(known.state, field),)))
    assert encoding.actions.tolist() == list(range(game.rules.ACTIONS))


def test_digests_tell_positions_apart() -> None:
    random = Random(1)
    match = tablier.new("sensei")
    digests = {}
    for _ in range(150):
        digests[digest(match.state)] = flat(match.state)
        if match.result is None:
            match.play(random.choice(match.legal()))
    assert len(digests) == len(set(digests.values())) > 50
    assert all(-(1 << 63) <= number < 1 << 63 for number in digests)


@pytest.mark.parametrize("seat", [-1, 2, TABLE])
def test_nobody_else_looks(seat: int) -> None:
    """Compiled code has no line for them."""
    match = tablier.new("zhizhu")
    with pytest.raises(tablier.BadOption, match=f"from seat {seat}"):
        Encoding(match).observation(match.state, seat, 1)


def test_a_word_that_there_is_not_is_written_nowhere() -> None:
    for number in (-1, 4, 9):
        row = np.zeros(12)
        assert spell(number, 4, 1, row, 2) == 6 and not row.any()


@pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)
def test_actions_have_numbers_and_texts(game: Game, setup: Setup) -> None:
    """Every action has a text, legal or not; what is legal has a number."""
    random = Random(2)
    encoding = Encoding(begun(game, setup))
    stepper = MatchStepper(begun(game, setup), encoding, 2)
    for _ in range(8):
        if stepper.seat is None:
            break
        match, seat = stepper.match, stepper.seat
        numbers = {text: encoding.number(match, text, seat) for text in match.legal(seat)}
        assert sorted(numbers.values()) == np.flatnonzero(stepper.mask(seat)).tolist()
        for text, number in numbers.items():
            assert encoding.text(match, number, seat) == text
        stepper.act(random.choice(sorted(numbers.values())))
    texts = {encoding.text(stepper.match, number) for number in range(len(encoding.actions))}
    assert len(texts) == len(encoding.actions)


def test_what_has_no_number_is_refused() -> None:
    match = tablier.new("zhizhu").play("b3")
    encoding = Encoding(match)
    with pytest.raises(tablier.IllegalMove, match=r"b3 is taken.*ZZ-05"):
        encoding.number(match, "b3")
    with pytest.raises(tablier.IllegalMove, match="resign is no action that a learner has"):
        encoding.number(match, "resign")
    for action in (88, -1, 1.5, "b3", None):
        with pytest.raises(tablier.IllegalMove, match="there is no action"):
            encoding.text(match, action)
    with pytest.raises(tablier.BadOption, match="no match that this encoding knows"):
        encoding.text(tablier.new("sensei"), 0)
    with pytest.raises(tablier.BadOption, match="there is no seat 2"):
        encoding.text(match, 0, 2)


def test_nobody_writes_to_what_compiled_code_reads() -> None:
    encoding = Encoding(tablier.new("zhizhu"))
    for own in (encoding, pickle.loads(pickle.dumps(encoding)), copy.deepcopy(encoding)):
        for array in (own.actions, own.places, own.program):
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 10**6
