"""What holds in every match of every game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import begun, play_on, some_action
from setups import ALL_SETUPS, GAMES, any_setup, label

import tablier
from tablier.core.game import DRAW, MAX_SEATS, RESIGN, TABLE, Game, Setup
from tablier.core.match import Match

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES, ids=label)
every_setup = pytest.mark.parametrize(("game", "setup"), ALL_SETUPS, ids=label)


def some_match(game: Game, data: st.DataObject, most: int = 400) -> Match:
    random = Random(data.draw(SEEDS))
    match = begun(game, data.draw(any_setup(game)))
    return play_on(match, random, data.draw(st.integers(0, most)))


@every_setup
def test_a_whole_random_game(game: Game, setup: Setup) -> None:
    random = Random(label(setup))
    match = begun(game, setup)
    while match.result is None and len(match.actions) < 3000:
        assert match.decision.dice <= game.dice, "more dice than the game says it has"
        for seat in match.seats:
            assert (match.decision.dice and seat == TABLE) or match.legal(seat), "nothing to do"
        play_on(match, random, 1)
    if match.result is None:
        assert setup.options.get("draws") is False
    else:
        assert match.seats == () and match.legal() == []
        assert len(match.result.ranks) == setup.players and min(match.result.ranks) == 1
        with pytest.raises(tablier.IllegalMove, match="over") as refused:
            match.play(match.actions[-1])
        assert refused.value.rule


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_undo_restores_and_redo_repeats(game: Game, data: st.DataObject) -> None:
    match = some_match(game, data, 150)
    texts, states, legal = (
        match.actions,
        match.states,
        match.legal() if len(match.states) % 9 else [],
    )
    for _ in range(data.draw(st.integers(0, len(texts)))):
        match.undo()
    assert match.states == states[: len(match.states)]
    again = begun(game, match.setup)
    for move in match.history:
        again.play(move.text, move.seat)
    assert again.state == match.state and again.repetitions == match.repetitions
    while len(match.actions) < len(texts):
        match.redo()
    assert (match.actions, match.states) == (texts, states)
    assert not legal or match.legal() == legal


@every_game
@given(data=st.data())
@settings(max_examples=60)
def test_record_round_trip(game: Game, data: st.DataObject) -> None:
    match = some_match(game, data)
    match.headers["Date"] = "2026-11-15"
    if match.result is None and data.draw(st.booleans()):
        playing = [s for s in range(match.players) if not game.rules.place(match.state, s)]
        match.resign(data.draw(st.sampled_from(playing)))
    if match.result is None and data.draw(st.booleans()):
        match.agree_draw()
    read = tablier.read_record(match.record())
    assert (read.history, read.states) == (match.history, match.states)
    assert (read.setup, read.result, read.headers) == (match.setup, match.result, match.headers)
    assert read.record() == match.record()


@every_game
@given(data=st.data())
@settings(max_examples=80)
def test_position_round_trip(game: Game, data: st.DataObject) -> None:
    match = some_match(game, data)
    if match.result is not None and match.result.reason == "repetition":
        match.undo()
    read = tablier.read_position(match.position())
    assert read.state == match.state
    assert read.position() == match.position()
    assert tablier.read_record(read.record()).record() == read.record()


@every_game
@given(data=st.data())
@settings(max_examples=100)
def test_a_refused_action_names_its_rule_and_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    match = some_match(game, data)
    before = match.states
    seat = data.draw(st.sampled_from([*range(match.players), TABLE]))
    action = data.draw(st.integers(0, game.rules.ACTIONS - 1))
    try:
        text = game.notation.write(match.state, seat, action)
    except IndexError:
        return
    try:
        match.play(text, seat)
    except tablier.IllegalMove as refused:
        assert refused.rule and f"**{refused.rule}**" in game.rules_text
        assert isinstance(refused, tablier.OutOfTurn) <= (seat not in match.seats)
        assert match.states == before
    else:
        match.undo()
        assert match.states == before and text in match.legal(seat)


@every_game
@given(text=st.text(max_size=12), data=st.data())
@settings(max_examples=60)
def test_any_text_is_played_or_refused(game: Game, text: str, data: st.DataObject) -> None:
    match = some_match(game, data, 20)
    before = match.states
    try:
        match.play(text, data.draw(st.none() | st.integers(-2, 12)))
    except tablier.MoveError:
        assert match.states == before


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_every_legal_text_reads_back(game: Game, data: st.DataObject) -> None:
    match = some_match(game, data)
    for seat in match.seats:
        if seat != TABLE:
            for text in match.legal(seat):
                action = game.notation.read(match.state, seat, text)
                assert isinstance(action, int) and 0 <= action < game.rules.ACTIONS
                assert game.notation.write(match.state, seat, action) == text


@every_game
def test_resigning_and_agreeing_need_a_game(game: Game) -> None:
    match = begun(game, ALL_SETUPS[[g for g, _ in ALL_SETUPS].index(game)][1])
    match.agree_draw()
    assert match.result is not None and set(match.result.ranks) == {1}
    assert match.history[-1].action == DRAW
    match.undo()
    match.resign(0)
    assert match.history[-1].action == RESIGN
    assert match.result is None or match.result.ranks[0] > 1
    with pytest.raises(tablier.MoveError):
        match.resign(0)


@every_game
def test_a_match_has_at_most_eight_seats(game: Game) -> None:
    assert game.players and set(game.players) <= set(range(2, MAX_SEATS + 1))
    for players in game.players:
        assert len(set(game.seats(players))) == players


@every_game
def test_undo_at_the_start_is_refused(game: Game) -> None:
    match = tablier.new(game.name)
    with pytest.raises(tablier.TablierError, match="nothing to undo"):
        match.undo()
    with pytest.raises(tablier.TablierError, match="nothing to redo"):
        match.redo()
    assert some_action(match, match.seats[0], Random(1))
