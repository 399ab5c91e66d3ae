"""Keys that become actions."""

from collections.abc import Callable

import pytest

import tablier
from tablier import Match
from tablier.terminal.session.local_session import LocalSession
from tablier.terminal.session.shared_keyboard import SharedKeyboard

pytest_plugins = "sitting"

Sit = Callable[..., LocalSession]


@pytest.fixture
def keyboard(sit: Sit) -> SharedKeyboard:
    match = tablier.new("zinga", untimed=True)
    match.play("ready", 0).play("ready", 1).play("roll 3 2 3 6 1 1", tablier.TABLE)
    return SharedKeyboard(sit(match))


def typed(keyboard: SharedKeyboard, keys: str) -> None:
    for key in keys:
        keyboard.press(key)


def test_each_player_has_a_bell_and_a_pass(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "kx")
    assert keyboard.match.history[-1][::2] == (1, "nothing")
    keyboard.press("A")
    assert keyboard.match.history[-1][::2] == (0, "ring")


def test_an_announcement_is_typed_short_or_long(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "l")
    assert keyboard.typist == 1
    typed(keyboard, "yx\x7f4\r")
    assert keyboard.match.history[-1][::2] == (1, "yellow 4")


def test_words_in_full(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "lYellow 4\r")
    assert keyboard.match.history[-1].text == "yellow 4"


def test_nonsense_is_refused_and_may_be_typed_again(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "lpink 4\r")
    assert keyboard.typist == 1 and "can't be read" in keyboard.ticker[-1]
    typed(keyboard, "r4\r")
    assert keyboard.match.history[-1].text == "red 4"


def test_ringing_too_late_is_told(keyboard: SharedKeyboard, sit: Sit) -> None:
    typed(keyboard, "l")
    keyboard.listen()
    assert keyboard.ticker[-1] == "Player 2: Ring!"
    match = tablier.new("zinga", untimed=True)
    early = SharedKeyboard(sit(match))
    typed(early, "sa")
    assert match.actions == ["ready"] and "ZI-" in early.ticker[-1]


def test_a_bell_before_the_roll_declares(sit: Sit) -> None:
    match = tablier.new("zinga", untimed=True)
    four = match.state._replace(ticks=(0b01111, *match.state.ticks[1:]))
    match = Match(match.game, match.setup, four)
    keyboard = SharedKeyboard(sit(match))
    keyboard.press("a")
    assert [text.split()[0] for text in match.actions] == ["declare"]


def test_who_is_ready_still_declares_with_the_bell_and_is_not_told_so(sit: Sit) -> None:
    match = tablier.read_position(
        "zinga untimed=on xxxx./...../...../...../.....:0:0:0 ...../...../...../...../.....:0:0:0 "
        "- - 1 pause - - - - 9"
    )
    keyboard = SharedKeyboard(sit(match))
    typed(keyboard, "s")
    assert match.actions == ["ready"] and keyboard.typist is None
    assert {seat for seat, _, _ in keyboard.legend()} == {1}
    typed(keyboard, "ak")
    assert match.actions == ["ready", "declare yellow 4", "ready"]


def test_one_of_equal_cells_is_typed_with_its_number(sit: Sit) -> None:
    cells = "r5,r5,r5,r5,o7,y4,y4,g1,g2,g3,r2,g5,b9,b1,b2,r3,b4,o7,o1,o2,r4,o4,o5,y4,b9"
    for keys, said in (("y4\r", "yellow 4"), ("y4#3\r", "yellow 4 #3"), ("b2\r", "blue 2")):
        match = tablier.new("zinga", untimed=True, sheets=cells)
        match.play("ready", 0).play("ready", 1).play("roll 4 4 3 1 1 1", tablier.TABLE)
        typed(SharedKeyboard(sit(match)), "a" + keys)
        assert match.history[-1].text == said


def test_the_ticker_tells_what_changed(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "lr12\r")
    keyboard.listen()
    told = "Player 2: red 12 isn't on the sheet, a blunder  (1 BLUNDER)"
    assert keyboard.ticker == ["Player 2: Ring!", told]


def test_the_ticker_says_whose_blunder_it_was_when_somebody_else_acted(
    announced: SharedKeyboard,
) -> None:
    keyboard = announced
    typed(keyboard, "r4\rs")
    keyboard.listen()
    told = "Player 2: said two different things, a blunder  (1 BLUNDER)"
    assert keyboard.ticker == ["Player 2: red 4", "Player 1: Let it be", told]


def test_the_ticker_names_the_dice_and_leaves_out_what_everybody_does(sit: Sit) -> None:
    match = tablier.new("zinga")
    keyboard = SharedKeyboard(sit(match))
    match.play("ready", 0).play("expired", tablier.TABLE).play("roll 3 2 3 6 1 1", tablier.TABLE)
    keyboard.listen()
    assert keyboard.ticker == ["Time is up", "R3  O2  Y3  G6  B1  W1"]


def test_a_bell_in_the_pause_does_not_lock_the_keys(sit: Sit) -> None:
    match = tablier.new("zinga", untimed=True)
    keyboard = SharedKeyboard(sit(match))
    typed(keyboard, "a")
    told = "Player 1: You have no four to declare, and no pawn to take."
    assert keyboard.typist is None and keyboard.ticker == [told]


def test_the_slower_bell_does_not_spoil_the_announcement(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "aly4\r")
    assert keyboard.match.history[-1][::2] == (0, "yellow 4")


def test_the_number_may_come_first(keyboard: SharedKeyboard) -> None:
    typed(keyboard, "l4 yellow\r")
    assert keyboard.match.history[-1].text == "yellow 4"


def test_lots_seat_the_players(keyboard: SharedKeyboard) -> None:
    keyboard.session.lot = 1
    other = SharedKeyboard(keyboard.session)
    other.press("a")
    assert keyboard.match.history[-1][::2] == (1, "ring")


@pytest.fixture
def announced(sit: Sit) -> SharedKeyboard:
    """Player 1 holds the pawn, and player 2 has announced yellow 4."""
    match = tablier.new("zinga", untimed=True)
    held = match.state._replace(pawn=0)
    match = Match(match.game, match.setup, held)
    match.play("ready", 0).play("ready", 1).play("roll 3 2 3 6 1 1", tablier.TABLE)
    return SharedKeyboard(sit(match.play("ring", 1).play("yellow 4", 1)))


@pytest.mark.rule("ZI-15")
def test_the_ringer_can_say_something_else_while_the_holder_thinks(
    announced: SharedKeyboard,
) -> None:
    keyboard = announced
    assert keyboard.typist == 1 and (0, "a", "STOP!") in keyboard.legend()
    typed(keyboard, "r4\r")
    assert keyboard.match.history[-1][::2] == (1, "red 4")
    typed(keyboard, "s")
    assert keyboard.match.state.blunders[1] == 1


def test_the_holder_s_keys_still_count_then(announced: SharedKeyboard) -> None:
    keyboard = announced
    typed(keyboard, "a")
    assert keyboard.match.history[-1][::2] == (0, "stop")
    keyboard.listen()
    assert keyboard.ticker[-1] == "Player 1: STOP!  (Player 2: 1 pawn)"


def test_letters_of_a_word_are_nobodys_keys(announced: SharedKeyboard) -> None:
    """The l of yellow is the bell of player 2, and the s of nothing a pass."""
    keyboard = announced
    typed(keyboard, "yellow 7\r")
    assert keyboard.match.history[-1][::2] == (1, "yellow 7")


def test_only_people_have_keys(sit: Sit) -> None:
    match = tablier.new("zinga", players=3, untimed=True)
    keyboard = SharedKeyboard(sit(match, 1, seat=2))
    assert (keyboard.bells, keyboard.passes) == ("a", "s")
    assert {seat for seat, _, _ in keyboard.legend()} == {1}
    typed(keyboard, "lks")
    assert [move.seat for move in match.history] == [1]
    assert keyboard.legend() == []


def test_words_may_be_typed_in_the_language_that_is_spoken(sit: Sit) -> None:
    match = tablier.new("zinga", untimed=True)
    match.play("ready", 0).play("ready", 1).play("roll 3 2 3 6 1 1", tablier.TABLE)
    keyboard = SharedKeyboard(sit(match, language="fr"))
    typed(keyboard, "ljaune 4\r")
    assert keyboard.match.history[-1].text == "yellow 4"
    keyboard.listen()
    assert keyboard.ticker[-1].startswith("Joueur 2\u202f: jaune 4")


def test_what_stands_on_the_sheets_can_be_typed_in_every_language(sit: Sit) -> None:
    """In German yellow begins with the letter that green has on the sheets."""
    for typed_, meant in (("g4", "green 4"), ("y4", "yellow 4"), ("ge4", "yellow 4")):
        match = tablier.new("zinga", untimed=True)
        match.play("ready", 0).play("ready", 1).play("roll 3 2 3 3 1 1", tablier.TABLE)
        keyboard = SharedKeyboard(sit(match, language="de"))
        typed(keyboard, f"l{typed_}\r")
        assert match.history[-1].text == meant
