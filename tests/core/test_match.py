"""Matches, whatever the game."""

import copy
import pickle
from collections.abc import Callable

import pytest

import tablier


def test_the_readme_way() -> None:
    match = tablier.new("zhizhu")
    assert match.play("b3") is match
    assert match.actions == ["b3"]
    assert [move.seat for move in match.history] == [0]


@pytest.mark.parametrize(
    ("name", "choices", "message"),
    [
        ("go", {}, "there is no game 'go'; there are .*zhizhu"),
        ("zhizhu", {"players": 3}, "zhizhu is played by 2 players, not by 3"),
        ("zhizhu", {"players": True}, "zhizhu is played by 2 players"),
        ("zhizhu", {"draw": "off"}, "zhizhu has no option 'draw'; it has players, draws"),
        ("zhizhu", {"draws": "maybe"}, "draws=maybe is not possible; use on, off"),
        ("zhizhu", {"draws": 1}, "draws=1 is not possible; use on, off"),
        ("sensei", {"way": "fast"}, "use arashi, shizukana"),
        ("chinese-checkers", {"passes": -1}, "passes=-1 is not possible; use a whole number"),
        ("chinese-checkers", {"passes": "9" * 99}, "is not possible; use a whole number"),
    ],
)
def test_a_wrong_choice_is_refused_with_what_is_possible(
    name: str, choices: dict[str, object], message: str
) -> None:
    with pytest.raises(tablier.TablierError, match=message):
        tablier.new(name, **choices)  # type: ignore[arg-type]


def test_unreadable_illegal_and_out_of_turn_are_different() -> None:
    match = tablier.new("zhizhu").play("b3")
    with pytest.raises(tablier.UnreadableMove, match="place with b3"):
        match.play("castle")
    with pytest.raises(tablier.IllegalMove, match=r"b3 is taken.*\(ZZ-05\)"):
        match.play("b3")
    with pytest.raises(tablier.OutOfTurn, match=r"opponent's turn \(ZZ-05\)"):
        match.play("b4", seat=0)
    with pytest.raises(tablier.OutOfTurn, match="no seat 7"):
        match.play("b4", seat=7)
    assert match.actions == ["b3"]


def test_undo_and_redo() -> None:
    match = tablier.new("zhizhu").play("b3").play("c1")
    assert match.undo() == "c1" and match.undo() == "b3"
    assert match.redo() == "b3"
    match.play("c2")
    with pytest.raises(tablier.TablierError, match="nothing to redo"):
        match.redo()


def test_undo_takes_a_repetition_back() -> None:
    match = tablier.read_position("zhizhu w......./..w....b/...bb.w. w 0-0 0 - - 0 31")
    for _ in range(2):
        for slide in ("a1-a2", "c5-c6", "a2-a1", "c6-c5"):
            match.play(slide)
    assert match.result is not None and match.result.reason == "repetition"
    assert match.undo() == "c6-c5"
    assert match.result is None and match.seat == 1
    match.play("c6-b6")
    assert match.result is None
    match.undo()
    assert match.play("c6-c5").result is not None


def test_turns_group_the_actions_of_a_turn() -> None:
    match = tablier.new("zhizhu")
    for text in ("a1", "a5", "b1", "c7", "c1", "xa5", "b5"):
        match.play(text)
    assert [len(turn.moves) for turn in match.turns] == [1, 1, 1, 1, 2, 1]
    assert [turn.number for turn in match.turns] == [1, 2, 3, 4, 5, 6]


def test_a_match_shows_itself() -> None:
    match = tablier.new("zhizhu").play("b3")
    assert repr(match) == "<ZhiZhu: zhizhu ......../..w...../........ b 8-9 0 - - 0 2>"
    assert "W3" in match.show() and "\x1b[" not in match.show()
    assert "\x1b[" in match.show(colour=True)


def test_a_draw_of_the_players_is_the_tables_action() -> None:
    match = tablier.new("zhizhu").agree_draw()
    assert match.history[-1].seat == tablier.TABLE
    with pytest.raises(tablier.OutOfTurn, match="all players"):
        tablier.new("zhizhu").play("draw", 0)
    with pytest.raises(tablier.IllegalMove, match=r"game is over.*agreed.*ZZ-24"):
        match.resign()


@pytest.mark.parametrize(
    "how",
    [tablier.Match.copy, copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))],
)
@pytest.mark.parametrize("start", ["zhizhu", "zhizhu ......../......../........ w 9-9 0 - - 0 3"])
def test_a_copy_goes_its_own_way(start: str, how: Callable[[tablier.Match], tablier.Match]) -> None:
    match = tablier.read_position(start).play("b3").play("c1")
    again = how(match)
    again.play("b4").undo()
    again.undo()
    assert (again.actions, match.actions) == (["b3"], ["b3", "c1"])
    assert again.redo() == "c1" and again.record() == match.record()
    assert again.repetitions == match.repetitions
    assert again.game is match.game and again.setup == match.setup


@pytest.mark.parametrize("name", tablier.games())
def test_capital_and_small_letters_are_alike(name: str) -> None:
    match = tablier.new(name)
    for written in (*match.legal(0), "resign"):
        assert match.play(f" {written.upper()} ", 0).actions == [written]
        match.undo()
        with pytest.raises(tablier.UnreadableMove):
            match.play(written.upper(), 0, exact=True)


def test_every_refusal_is_a_move_error() -> None:
    match = tablier.new("zhizhu").play("b3")
    for text, seat in (("castle", None), ("b3", None), ("b4", 0), ("b4", 7)):
        with pytest.raises(tablier.MoveError):
            match.play(text, seat)
    with pytest.raises(tablier.MoveError) as ambiguous:
        tablier.new("zinga").play("ready")
    assert isinstance(ambiguous.value, tablier.AmbiguousMove)


def test_the_dice_are_nobodys_turn_and_are_not_listed() -> None:
    match = tablier.new("zinga", untimed=True).play("ready", 0).play("ready", 1)
    assert (match.seat, match.seats, match.to_roll) == (None, (tablier.TABLE,), 6)
    assert match.legal() == match.legal(tablier.TABLE) == []
    assert match.play("ROLL 3 2 3 6 1 1").actions[-1] == "roll 3 2 3 6 1 1"
    assert match.to_roll == 0 and [die.face for die in match.scene.dice] == [3, 2, 3, 6, 1, 1]


@pytest.mark.parametrize("untimed", [True, False])
def test_a_roll_is_the_tables_whoever_says_it(untimed: bool) -> None:
    match = tablier.new("zinga", untimed=untimed)
    with pytest.raises(tablier.IllegalMove, match=r"wait until everyone is ready \(ZI-24\)"):
        match.play("roll 3 2 3 6 1 1")
    with pytest.raises(tablier.IllegalMove, match=r"the table's \(ZI-26\)"):
        match.play("roll 3 2 3 6 1 1", 0)


def test_what_is_seen_of_a_match_is_its_scene() -> None:
    match = tablier.new("zinga", players=3)
    assert match.scene == match.game.scene(match.state)
    assert len(match.scene.extras["sheets"]) == 3  # type: ignore[arg-type]


@pytest.mark.parametrize("name", tablier.games())
def test_options_are_listed_as_they_can_be_given(name: str) -> None:
    listed = tablier.options(name)
    game = tablier.new(name).game
    assert [*listed] == ["players", *(option.name for option in game.options)]
    for option in listed.values():
        assert option.about and option.possible and option.name in str(option)
        for value in option.values[:20]:
            players = {"players": option.players[0]} if option.players else {}
            assert tablier.new(name, **{**players, option.name: value})  # type: ignore[arg-type]
        assert tablier.new(name, **{option.name: option.default}).setup == tablier.new(name).setup  # type: ignore[arg-type]


def test_texts_are_written_and_read_under_the_same_names() -> None:
    match = tablier.new("zhizhu").play("b3")
    assert tablier.read_position(match.position()).state == match.state
    assert tablier.read_record(match.record()).history == match.history


def test_before_a_roll_a_player_is_told_what_a_player_may_not() -> None:
    match = tablier.new("zinga", untimed=True).play("ready", 0).play("ready", 1)
    with pytest.raises(tablier.OutOfTurn, match=r"wait for the dice \(ZI-05\)"):
        match.play("ring")
    with pytest.raises(tablier.UnreadableMove):
        match.play("castle")


def test_playing_on_may_be_said_in_capitals() -> None:
    won = (
        "chinese-checkers players=3 ./../.../....eeee../......ee./..w...../......./........"
        "/..w....../wwww..n.../nn./nn/n n 0-0-0 0-0-0 61"
    )
    match = tablier.read_position(won)
    match.play(next(text for text in match.legal() if match.copy().play(text).result))
    assert match.play("PLAY_ON").actions[-1] == "play_on" and match.result is None


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    match = tablier.new("zhizhu").play("b3")
    assert match.trail(0) == () and match.trail(1)
    for ply in (-1, 2):
        with pytest.raises(tablier.TablierError, match=f"nothing was after {ply} of them"):
            match.trail(ply)
    with pytest.raises(tablier.TablierError, match="there is no seat 9"):
        tablier.new("zinga").show(height=0, near=(9,))
    assert tablier.new("zinga").show(near=(tablier.TABLE,))


def test_a_long_text_is_not_repeated_whole() -> None:
    for given in ("x" * 1_000_000, ["x"] * 1_000_000):
        with pytest.raises(tablier.UnreadableMove) as refused:
            tablier.new("zhizhu").play(given)  # type: ignore[arg-type]
        assert len(str(refused.value)) < 500
    with pytest.raises(tablier.UnknownGame) as unknown:
        tablier.new("x" * 1_000_000)
    assert len(str(unknown.value)) < 500
