"""A table at which people act in turn."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from on_screen import Sit, click, opened, shown, table, typed, until

import tablier
from tablier.core.board.scene import Die
from tablier.core.match import Match
from tablier.terminal.screens.rulebook import RulebookScreen
from tablier.terminal.widgets.board_view import BoardView
from tablier.terminal.widgets.side_panel import Chances, PlayerList

pytest_plugins = "sitting"

pytestmark = pytest.mark.anyio

SERIES = (
    "chinese-checkers n/.n/.n./...n.n..../........./......../.....n./......../......s../"
    "....ss..../s.s/../s s 0-0 0-0 16"
)


async def test_a_refusal_names_its_rule_and_what_is_typed_is_completed(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu").play("b3"))
    async with opened(session) as pilot:
        await typed(pilot, "b")
        assert "> b▁   b1  b2  b4" in shown(pilot)
        await typed(pilot, "3\r")
        assert "b3 is taken: place on a free point (ZZ-05)" in shown(pilot)
        await typed(pilot, "b9\r")
        assert "can't be read" in shown(pilot)
        await click(pilot, "b3")
        assert "(ZZ-05)" in shown(pilot)
        await typed(pilot, "a\x7f\x1b")
        assert session.match.actions == ["b3"] and "ZZ" not in shown(pilot)


async def test_what_is_no_point_can_be_typed(sit: Sit) -> None:
    session = sit(tablier.new("sensei"))
    async with opened(session) as pilot:
        await typed(pilot, "d1*e1\r")
        assert "You can also type: end (End the turn)" in shown(pilot)
        await typed(pilot, "end\r")
        assert session.match.seat == 1


async def test_dice_lie_before_what_is_to_be_done(sit: Sit) -> None:
    match = tablier.new("sensei")
    known, dice = match.game.scene, {"dice": (3, Die(5, "red", spent=True))}
    game = replace(match.game, scene=lambda state: replace(known(state), extras=dice))
    async with opened(sit(Match(game, match.setup, match.state)), size=(60, 24)) as pilot:
        assert "[3] (r5) Green: move" in shown(pilot)


def written(match: tablier.Match, **texts: str) -> tablier.Match:
    """The same match, with some of its actions written otherwise."""
    game = match.game
    read: dict[str, str] = {new: old for old, new in texts.items()}

    def write(position: Any, seat: int, action: int) -> str:
        text = game.notation.write(position, seat, action)
        return texts.get(text, text)

    notation: Any = SimpleNamespace(
        join=game.notation.join,
        split=game.notation.split,
        write_position=game.notation.write_position,
        write=write,
        read=lambda at, seat, text: game.notation.read(at, seat, read.get(str(text), str(text))),
    )
    return Match(replace(game, notation=notation), match.setup, match.state)


async def test_a_pair_may_be_pressed_from_its_end(sit: Sit) -> None:
    session = sit(tablier.new("sensei"))
    async with opened(session) as pilot:
        await click(pilot, "b2")
        lights = table(pilot).lights()
        index = pilot.app.screen.query_one(BoardView).topology.index
        assert lights.taken == index["b2"] and lights.targets == {index["b1"]}
        await click(pilot, "b1")
        assert session.match.actions == ["b1-b2"]
        assert table(pilot).lights().last == {index["b1"], index["b2"]}


async def test_every_hop_of_the_last_series_is_lit(sit: Sit) -> None:
    session = sit(tablier.read_position(SERIES))
    async with opened(session) as pilot:
        await typed(pilot, "j5-f6\r")
        index = pilot.app.screen.query_one(BoardView).topology.index
        assert table(pilot).lights().last == {index[name] for name in ("j5", "j7", "h7", "f6")}


async def test_which_of_several_is_asked(sit: Sit) -> None:
    session = sit(written(tablier.new("zhizhu"), b1="b3=R", b2="b3=S"))
    async with opened(session) as pilot:
        await click(pilot, "b3")
        assert "Which one? 1 b3  2 b3=R  3 b3=S" in shown(pilot)
        await pilot.press("escape")
        assert "Which one?" not in shown(pilot) and not session.match.actions
        await click(pilot, "b3")
        await pilot.press("3")
        assert session.match.actions == ["b3=S"]


async def test_an_empty_beginning_is_lit(sit: Sit) -> None:
    session = sit(written(tablier.new("zhizhu"), b1="c5-c4"))
    async with opened(session) as pilot:
        index = pilot.app.screen.query_one(BoardView).topology.index
        assert table(pilot).lights().targets == {index["c5"]}
        await click(pilot, "c5")
        await click(pilot, "c4")
        assert session.match.actions == ["c5-c4"]


async def test_undo_redo_and_looking_back(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"))
    async with opened(session) as pilot:
        await typed(pilot, "b3\rc1\r")
        await pilot.press("pageup", "pageup")
        assert "Looking back: move 0 of 2." in shown(pilot) and "▐W ▌" not in shown(pilot)
        await pilot.press("pagedown")
        assert "▐W ▌" in shown(pilot) and "▐B ▌" not in shown(pilot)
        await pilot.press("escape", "f3")
        assert session.match.actions == ["b3"]
        await pilot.press("f4")
        assert session.match.actions == ["b3", "c1"]
        await pilot.press("f3", "f3", "f3")
        assert "nothing to undo" in shown(pilot)


async def test_a_draw_and_a_resignation_are_asked_for_first(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"))
    async with opened(session) as pilot:
        await pilot.press("f7", "escape", "f6", "escape")
        assert session.match.result is None
        await pilot.press("f6", "enter")
        assert "Draw between White and Black" in shown(pilot)


async def test_the_rules_are_there(sit: Sit) -> None:
    async with opened(sit(tablier.new("zhizhu"), language="de")) as pilot:
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, RulebookScreen)
        await until(pilot, lambda: "Tasten" in shown(pilot))
        await pilot.press("escape")
        assert table(pilot).prompt() == "Weiß: setze einen Stein auf einen freien Punkt."


async def test_the_computer_answers_hints_and_judges(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"), 1)
    async with opened(session) as pilot:
        await typed(pilot, "b3\r")
        await until(pilot, lambda: len(session.match.history) == 2)
        assert [move.seat for move in session.match.history] == [0, 1]
        assert "computer, Sapling" in shown(pilot) and "Your turn" in shown(pilot)
        assert "F6" not in shown(pilot), "the computer plays on"
        await pilot.press("f5")
        bars = pilot.app.screen.query_one(Chances)
        await until(pilot, lambda: "%" in str(bars.content))
        await pilot.press("f2")
        await until(pilot, lambda: "Try " in shown(pilot))
        await pilot.press("f3")
        assert session.match.actions == []


async def test_the_panel_looks_back_along_with_the_board(sit: Sit) -> None:
    async with opened(sit(tablier.new("zhizhu"))) as pilot:
        await typed(pilot, "b3\rc1\rb4\r")

        def panel() -> list[str]:
            return str(pilot.app.screen.query_one(PlayerList).render()).splitlines()

        assert panel()[2].startswith("▸") and "7 in hand" in panel()[1]
        await pilot.press("pageup")
        assert panel()[0].startswith("▸") and "8 in hand" in panel()[1]
        await pilot.press("pageup", "pageup")
        assert "9 in hand" in panel()[1] and "9 in hand" in panel()[3]
        await pilot.press("escape")
        assert panel()[2].startswith("▸") and "7 in hand" in panel()[1]


async def test_a_board_is_turned_round(sit: Sit) -> None:
    async with opened(sit(tablier.new("sensei"), 1, 2)) as pilot:
        board = pilot.app.screen.query_one(BoardView)

        def row(name: str) -> int:
            box = board.grid.boxes[board.topology.index[name]]
            assert box is not None
            return box.row

        assert row("a7") > row("a1"), "whoever plays Red alone has Red near"
        await pilot.press("f10")
        assert row("a7") < row("a1")
        await click(pilot, "a7")
        assert " · a7" in shown(pilot).splitlines()[0]
        await pilot.press("down")
        assert " · a6" in shown(pilot).splitlines()[0]


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_number_on_a_peg_is_no_other_pegs(size: tuple[int, int], sit: Sit) -> None:
    async with opened(sit(tablier.new("chinese-checkers")), size) as pilot:
        pegs = re.findall(r"[▐[]([RB] [^▌\]]*)[▌\]]", shown(pilot))
        numbered = [peg for peg in pegs if not peg.isalpha() and peg.strip() not in "RB"]
        assert len(pegs) == 12 and len({*numbered}) == len(numbered) in (0, 12)


async def test_signs_on_neighbours_stay_apart(sit: Sit) -> None:
    async with opened(sit(tablier.new("sensei"))) as pilot:
        await click(pilot, "b1")
        await pilot.press("right")
        line = next(line for line in shown(pilot).splitlines() if "»" in line)
        assert "▟»g«▙ ▟[g]▙" in line
