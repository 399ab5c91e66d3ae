"""Why something was a blunder, as those who look on are told."""

import pytest
from sheets_on_the_table import announced, table

import tablier
from tablier import TABLE, Match
from tablier.core.board.scene import Remark
from tablier.core.words import LANGUAGES
from tablier.games.zinga import GAME


def remarks(match: Match) -> list[Remark | None]:
    assert GAME.remark is not None
    steps = zip(match.states, match.history, match.states[1:], strict=False)
    return [GAME.remark(before, move.action, after) for before, move, after in steps]


@pytest.mark.parametrize(
    ("match", "claim", "token"),
    [
        (table("", ""), "red 12", "fault_sheet"),
        (table("", ""), "red 7", "fault_dice"),
        (table("y4 r7", "y4", plus=[3, 0]), "yellow 4", "fault_plus"),
        (table("b2 r7 o4 g5", ""), "yellow 4", "fault_undeclared"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_reason_is_the_first_that_the_sheet_shows(match: Match, claim: str, token: str) -> None:
    assert remarks(announced(match, 0, claim)) == [None, Remark(0, token, {"claim": claim})]
    assert token in GAME.words["ticker"]


def test_what_is_right_needs_no_word() -> None:
    assert remarks(announced(table("", ""), 0, "yellow 4")) == [None, None]


def test_silence_and_second_thoughts() -> None:
    silent = table("", "").play("ring", 0).play("expired", TABLE)
    assert remarks(silent)[-1] == Remark(0, "fault_silent")
    holder = table("b9", "", rest="1 - 1 open 323611 - - - 20")
    corrected = announced(holder, 1, "yellow 4").play("red 7", 1).play("let", 0)
    assert remarks(corrected)[-2:] == [None, Remark(1, "fault_corrected")]


def test_every_filled_box_has_a_reason() -> None:
    told = 0
    for path in sorted((GAME.folder / "golden").glob("*.txt")):
        match = tablier.read_record(path.read_text("utf-8"))
        filled = [sum(state.blunders) for state in match.states]
        for index, remark in enumerate(remarks(match)):
            assert remark or filled[index + 1] == filled[index], (path.name, index)
            told += remark is not None
    assert told > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_of_a_player_has_one_colon(language: str) -> None:
    """The one behind the player's name."""
    texts = GAME.words_in(language)["ticker"]
    assert [text for text in texts.values() if ":" in text] == []
