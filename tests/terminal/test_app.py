"""The application, played as people play it: with keys and a mouse."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from houses import WAIT_S
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList, Select, Static

import tablier
from tablier.core.board.scene import Die
from tablier.core.match import Match
from tablier.core.registry import find, games
from tablier.terminal.app import TablierApp
from tablier.terminal.line_mode import play
from tablier.terminal.phrases import Phrases
from tablier.terminal.screens.home import HomeScreen
from tablier.terminal.screens.race import RaceScreen
from tablier.terminal.screens.rulebook import RulebookScreen
from tablier.terminal.screens.setup import SetupScreen
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.local_session import LocalSession
from tablier.terminal.widgets.board_view import BoardView
from tablier.terminal.widgets.game_text import GameText
from tablier.terminal.widgets.side_panel import Chances

pytestmark = pytest.mark.anyio

Sit = Callable[..., LocalSession]
SERIES = (
    "chinese-checkers n/.n/.n./...n.n..../........./......../.....n./......../......s../"
    "....ss..../s.s/../s s 0-0 0-0 16"
)
LAST_SLIDE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
LOOK_S = 0.02
"""How often somebody looks whether another thread has finished."""
NAMED = {"\r": "enter", "\x7f": "backspace", "\x1b": "escape"}


@asynccontextmanager
async def opened(
    session: GameSession | None = None, size: tuple[int, int] = (80, 24), **more: Any
) -> AsyncIterator[Pilot[None]]:
    """The application on a screen that is not there."""
    phrases = session.phrases if session else Phrases()
    app = TablierApp(phrases, session, **more)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def typed(pilot: Pilot[None], text: str) -> None:
    """Strike keys quickly, one after the other."""
    for character in text:
        pilot.app.post_message(events.Key(NAMED.get(character, character), character))
    await pilot.pause()


async def until(pilot: Pilot[None], done: Callable[[], object]) -> None:
    """Wait for what another thread is at."""
    async with asyncio.timeout(WAIT_S):
        while not done():
            await asyncio.sleep(LOOK_S)
            await pilot.pause()


def table(pilot: Pilot[None]) -> TableScreen:
    """The table on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return screen


def shown(pilot: Pilot[None]) -> str:
    """The whole screen as text."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


async def click(pilot: Pilot[None], name: str) -> None:
    """Click a point of the board."""
    board = pilot.app.screen.query_one(BoardView)
    box = board.grid.boxes[board.topology.index[name]]
    assert box is not None
    top, left = board.corner
    await pilot.click(BoardView, offset=(left + box.centre, top + box.line))


# Whole games


def shortest_game(name: str) -> tablier.Match:
    """The golden game with the fewest turns."""
    records = (find(name).folder / "golden").glob("*.txt")
    matches = [tablier.read_record(path.read_text("utf-8")) for path in records]
    typeable = [match for match in matches if match.history[-1].seat != tablier.TABLE]
    return min(typeable, key=lambda match: len(match.history))


@pytest.mark.parametrize("name", [name for name in games() if not find(name).is_race])
async def test_a_whole_game_is_typed(name: str, sit: Sit) -> None:
    golden = shortest_game(name)
    match = tablier.Match(golden.game, golden.setup, golden.states[0], standard=golden.standard)
    async with opened(sit(match)) as pilot:
        for turn in golden.turns:
            texts = [move.text for move in turn.moves if move.action >= 0]
            await typed(pilot, golden.game.notation.join(texts) + "\r")
        if match.result is None:
            await pilot.press("f7", "enter")
        assert match.result == golden.result
        assert table(pilot).prompt() == Phrases().ending(golden)
    assert tablier.read_record(sit(match).path.read_text()).result == golden.result


async def test_a_game_is_won_with_the_mouse(sit: Sit) -> None:
    session = sit(tablier.read_position(LAST_SLIDE))
    async with opened(session) as pilot:
        await click(pilot, "c4")
        assert "»W4«" in shown(pilot) and "‹c3›" in shown(pilot)
        await click(pilot, "c3")
        assert "‹B1›" in shown(pilot)
        await click(pilot, "a1")
        assert "White wins: seven pieces were removed." in shown(pilot)
    assert "c4-c3xa1" in session.path.read_text()


async def test_a_game_is_won_with_the_arrow_keys(sit: Sit) -> None:
    session = sit(tablier.read_position(LAST_SLIDE))
    async with opened(session) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        board.point(board.topology.index["c5"])
        await pilot.press("right", "enter", "up", "enter")
        assert session.match.actions == ["c4-c3"]
        board.point(board.topology.index["a1"])
        await pilot.press("enter")
        assert session.match.result is not None


async def test_keys_struck_quickly_keep_their_order(sit: Sit) -> None:
    session = sit(tablier.new("sensei"))
    async with opened(session) as pilot:
        for key in ("enter", "up", "enter"):
            pilot.app.post_message(events.Key(key, None))
        await pilot.pause()
        await pilot.pause()
        assert session.match.actions == ["a1-a2"]


async def test_three_blunders_end_a_race(sit: Sit) -> None:
    session = sit(tablier.new("zinga", untimed=True))
    session.lot = 0
    async with opened(session) as pilot:
        assert "bell" in shown(pilot)
        await pilot.press("enter")
        race = table(pilot)
        assert isinstance(race, RaceScreen)
        bell = race.keyboard.bells[0]
        for _ in range(3):
            await typed(pilot, "sk")
            await pilot.pause()
            await typed(pilot, f"{bell}r12\r")
        assert "Player 2 wins" in race.prompt()
    record = tablier.read_record(session.path.read_text())
    assert record.result is not None and "Seal" in record.headers


async def test_after_the_end_the_same_game_is_played_again(sit: Sit) -> None:
    session = sit(tablier.read_position(LAST_SLIDE), 1)
    async with opened(session) as pilot:
        assert "F8" not in shown(pilot) and "F7 resign" in shown(pilot)
        await pilot.press("f8", "f7", "enter")
        assert "You have lost: a player resigned." in shown(pilot)
        assert "F8 play again" in shown(pilot) and "F7" not in shown(pilot)
        await pilot.press("f8")
        await pilot.pause()
        again = table(pilot).session
        assert again.match is not session.match and again.people == (1,)
        assert again.match.states[0] == session.match.states[0]
    kept = session.path.parent / "game-1.txt"
    assert session.path == kept and "resign" in kept.read_text()


WON = "w......./ww......./www......./nnn/nn/n"
ONE_STEP = f"chinese-checkers players=3 ./../.../eee......./ee......./.e....../......./{WON}"


@pytest.mark.rule("SE-16")
async def test_whoever_could_lose_to_a_claim_is_warned(sit: Sit) -> None:
    match = tablier.new("sensei")
    for action in ("d1*e1", "end", "a7-a2", "b7-b2", "end"):
        match.play(action)
    async with opened(sit(match), size=(160, 40)) as pilot:
        assert "Break up your start line" in shown(pilot) and "the Sage" in shown(pilot)
        await typed(pilot, "d1-d5\r")
        assert "Break up" not in shown(pilot)


@pytest.mark.rule("CC-19")
async def test_those_who_are_left_play_on_after_the_end(sit: Sit) -> None:
    match = tablier.read_position(f"{ONE_STEP} e 0-0-0 1-0-0 2")
    async with opened(sit(match)) as pilot:
        assert "Red wins" in shown(pilot) and "F6 play on" in shown(pilot)
        await pilot.press("f6")
        assert match.result is None and "F6 draw" in shown(pilot)
        await typed(pilot, "f2-f1\r")
        assert "your place is settled" in shown(pilot)
        await typed(pilot, "stop\r")
        assert "the last player stopped" in shown(pilot)
        assert "F6" not in shown(pilot)


@pytest.mark.rule("CC-19")
async def test_the_computer_has_nothing_against_playing_on(sit: Sit) -> None:
    match = tablier.read_position(f"{ONE_STEP} e 0-0-0 1-0-0 2")
    async with opened(sit(match, 1, 1)) as pilot:
        assert "F6" not in shown(pilot), "who has won is not asked"
    match = tablier.read_position(f"{ONE_STEP} e 0-0-0 1-0-0 2")
    async with opened(sit(match, 1, 2)) as pilot:
        await pilot.press("f6")
        assert match.result is None and match.actions == ["play_on"]


@pytest.mark.rule("CC-19")
def test_playing_on_is_asked_for_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["n", "y", "stop"])
    monkeypatch.setattr("builtins.input", lambda question: next(answers))
    match = tablier.read_position(f"{ONE_STEP} e 0-0-0 1-0-0 2".replace(".e......", "e......."))
    assert match.result is not None and match.resumers == (2,)
    play(match, tmp_path / "game.txt", None, Phrases(), colour=False)
    assert match.actions == []
    kept = (tmp_path / "game.txt").read_text("utf-8")
    assert kept == match.record() and "Date" not in kept
    play(match, tmp_path / "game.txt", None, Phrases(), colour=False)
    assert match.actions == ["play_on", "stop"]
    assert "Do those who are left" not in capsys.readouterr().out.splitlines()[-1]


def test_what_is_over_already_is_kept_where_it_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = tablier.new("zhizhu").resign()
    play(match, tmp_path / "game.txt", None, Phrases("fr"), colour=False)
    assert (tmp_path / "game.txt").read_text("utf-8") == match.record()
    told = capsys.readouterr().out
    assert str(tmp_path / "game.txt") in told and "ZhiZhu\u202f: " in told
    (tmp_path / "full").write_text("no folder")
    play(match, tmp_path / "full" / "game.txt", None, Phrases(), colour=False)
    told = capsys.readouterr().out
    assert "Black wins" in told and "game.txt" not in told


async def test_capital_letters_are_as_good(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"))
    async with opened(session) as pilot:
        await typed(pilot, "B3")
        assert "> B3▁   b3" in shown(pilot)
        await pilot.press("enter")
        assert session.match.actions == ["b3"]


# The way to a table


async def test_a_game_is_chosen_with_its_options(tmp_path: Path) -> None:
    async with opened() as pilot:
        assert isinstance(pilot.app.screen, HomeScreen)
        pilot.app.screen.query_one(OptionList).highlighted = games().index("sensei")
        await pilot.press("enter")
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        form.query_one("#level", Select).value = 0
        form._fields["way"].value = "shizukana"
        await pilot.press("f2")
        await pilot.pause()
        session = table(pilot).session
        assert session.match.setup.options["way"] == "shizukana"
        assert session.people == (0, 1)
        await typed(pilot, "d1*e1\r")
        assert session.match.actions == ["d1*e1"]
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "Go on with Senseï, turn 1" in shown(pilot)


async def test_a_game_of_rules_that_are_gone_is_told_and_stays(sit: Sit) -> None:
    left = sit(tablier.new("zhizhu").play("b3"))
    left.path = left.path.parent / "tablier" / "zhizhu.txt"
    await left.close()
    old = left.path.read_text().replace('[Rules "1"]', '[Rules "99"]')
    left.path.write_text(old)
    async with opened() as pilot:
        told = " ".join(shown(pilot).split())
        assert "The saved game zhizhu.txt can't be read: line 2, at '99'" in told
        listed = pilot.app.screen.query_one(OptionList)
        assert listed.get_option_at_index(listed.option_count - 1).disabled
    assert left.path.read_text() == old


@pytest.mark.rule("CC-19")
async def test_an_option_is_offered_to_those_who_can_choose_it() -> None:
    async with opened() as pilot:
        pilot.app.screen.query_one(OptionList).highlighted = games().index("chinese-checkers")
        await pilot.press("enter")
        form = pilot.app.screen
        assert isinstance(form, SetupScreen) and not form._fields["play_on"].display
        form.query_one("#players", Select).value = 3
        await pilot.pause()
        assert form._fields["play_on"].display
        form._fields["play_on"].value = True
        form.query_one("#players", Select).value = 2
        await pilot.pause()
        form.query_one("#level", Select).value = 0
        await pilot.press("f2")
        await pilot.pause()
        assert not table(pilot).match.setup.options["play_on"]


async def test_a_game_that_was_left_goes_on(sit: Sit) -> None:
    left = sit(tablier.new("zhizhu").play("b3"))
    left.path = left.path.parent / "tablier" / "zhizhu.txt"
    await left.close()
    async with opened() as pilot:
        listed = pilot.app.screen.query_one(OptionList)
        listed.highlighted = listed.option_count - 1
        await pilot.press("enter")
        await pilot.pause()
        assert table(pilot).match.actions == ["b3"]
        await typed(pilot, "c1\r")
    assert "2. c1" in left.path.read_text()


async def test_a_bad_option_is_told(tmp_path: Path) -> None:
    async with opened() as pilot:
        pilot.app.screen.query_one(OptionList).highlighted = games().index("sensei")
        await pilot.press("enter")
        form = pilot.app.screen
        form._fields["pits"].value = "b3"  # type: ignore[attr-defined]
        await pilot.press("f2")
        assert "half turn" in shown(pilot) and isinstance(pilot.app.screen, SetupScreen)


# At the table


async def test_a_refusal_names_its_rule_and_what_is_typed_is_completed(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu").play("b3"))
    async with opened(session) as pilot:
        await typed(pilot, "b")
        assert "> b▁   b1  b2  b4" in shown(pilot)
        await typed(pilot, "3\r")
        assert "B3 is taken: place on a free point (ZZ-05)" in shown(pilot)
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
        assert "Looking back: move 0 of 2." in shown(pilot) and "W3" not in shown(pilot)
        await pilot.press("pagedown")
        assert "W3" in shown(pilot) and "B1" not in shown(pilot)
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


async def test_a_deadline_passes_and_the_bell_is_heard(sit: Sit) -> None:
    now = [100.0]
    match = tablier.new("zinga", pause_s=5, turn_s=30)
    session = sit(match, clock=lambda: now[0])
    async with opened(session) as pilot:
        assert match.actions == []
        await pilot.press("enter")
        assert "5 s" in table(pilot).prompt()
        now[0] += 5
        table(pilot)._tick()
        assert match.actions[0] == "expired" and match.actions[1].startswith("roll")
        await pilot.pause()
        await typed(pilot, "a")
        assert match.actions[2] == "ring" and "announce" in table(pilot).prompt()
        now[0] += 4
        table(pilot)._tick()
        assert match.state.blunders != (0, 0)


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("alone", [False, True])
async def test_a_race_is_in_sight_however_many_there_are(
    players: int, alone: bool, sit: Sit
) -> None:
    match = tablier.new("zinga", players=players, untimed=True)
    session = sit(match)
    session.people = (1,) if alone else session.people
    async with opened(session) as pilot:
        await pilot.press("enter")
        for seat in range(players):
            match.play("ready", seat)
        session.attend()
        await pilot.pause()
        seen = shown(pilot)
        assert "dice R" in seen and "Ring!" in seen and "I see nothing" in seen
        assert all(f"player {seat + 1}" in seen for seat in range(players))
        assert ("you (player 2)" in seen) == alone
        assert pilot.app.screen.query_one(GameText).max_scroll_y == 0


async def test_what_does_not_fit_can_be_scrolled(sit: Sit) -> None:
    match = tablier.new("zinga", players=8, untimed=True)
    async with opened(sit(match), (60, 16)) as pilot:
        await pilot.press("enter")
        assert "player 8" not in shown(pilot)
        await typed(pilot, "skwixnuv")
        await pilot.pause()
        assert "dice R" in shown(pilot)
        await pilot.press("pageup", "pageup", "pageup")
        assert "player 1 #1, active" in shown(pilot)


async def test_a_cell_is_announced_with_the_mouse(sit: Sit) -> None:
    match = tablier.new("zinga", untimed=True)
    async with opened(sit(match)) as pilot:
        await pilot.press("enter")
        await typed(pilot, "sk")
        await pilot.pause()
        await typed(pilot, "a")
        await pilot.click("GameText", offset=(4, 1))
        assert match.actions[-1] == "blue 2"


# Terminals of all kinds


async def test_ascii_is_enough(sit: Sit) -> None:
    async with opened(
        sit(tablier.read_position(LAST_SLIDE), language="fr"), ascii_only=True
    ) as pilot:
        lines = [
            "".join(segment.text for segment in strip.apply_filter(filter_, None))  # type: ignore[arg-type]
            for filter_ in pilot.app.get_line_filters()[-1:]
            for strip in pilot.app.screen._compositor.render_strips()
        ]
        assert "\n".join(lines).isascii() and "(W4)" in "\n".join(lines)


@pytest.mark.parametrize("name", games())
async def test_any_size_will_do(name: str, sit: Sit) -> None:
    async with opened(sit(tablier.new(name)), (40, 12)) as pilot:
        for size in ((40, 12), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert find(name).title in shown(pilot)
            prompt = pilot.app.screen.query(".prompt").results(Static)
            assert all(line.region.bottom <= size[1] for line in prompt)


async def test_day_and_night(sit: Sit) -> None:
    async with opened(sit(tablier.new("sensei")), dark=False) as pilot:
        day = pilot.app.screen.query_one(BoardView).render_line(5)
        await pilot.press("f9")
        assert pilot.app.screen.query_one(BoardView).render_line(5) != day
