"""Every control of every screen, by keys and by mouse."""

from collections.abc import Awaitable, Callable

import pytest
from on_screen import Sit, click_text, opened, shown, table, typed
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select
from textual.widgets._select import SelectOverlay

import tablier
from tablier.core.registry import find, games
from tablier.engine.levels import levels_of
from tablier.terminal.screens.home import HomeScreen
from tablier.terminal.screens.join import JoinScreen
from tablier.terminal.screens.race import RaceScreen
from tablier.terminal.screens.rulebook import RulebookScreen
from tablier.terminal.screens.setup import SetupScreen
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.screens.yes_no import YesNoScreen
from tablier.terminal.widgets.board_view import BoardView
from tablier.terminal.widgets.side_panel import Chances

pytestmark = pytest.mark.anyio
pytest_plugins = "sitting"

SIZES = [(80, 24), (200, 50)]
Press = Callable[[Pilot[None], str, str], Awaitable[None]]


async def by_key(pilot: Pilot[None], key: str, label: str) -> None:
    await pilot.press(key)
    await pilot.pause()


async def by_mouse(pilot: Pilot[None], key: str, label: str) -> None:
    await click_text(pilot, f" {label} ")


@pytest.fixture(params=[by_key, by_mouse])
def press(request: pytest.FixtureRequest) -> Press:
    """Uses a control: by its key, or by a click on its label."""
    way: Press = request.param
    return way


# The first screen


async def test_home(press: Press) -> None:
    async with opened() as pilot:
        for title in ("ZhiZhu", "Join a table"):
            listed = pilot.app.screen.query_one(OptionList)
            if press is by_key:
                await pilot.press("home")
                while title not in str(listed.get_option_at_index(listed.highlighted or 0).prompt):
                    await pilot.press("down")
                await pilot.press("enter")
            else:
                await click_text(pilot, title)
            await pilot.pause()
            assert isinstance(pilot.app.screen, SetupScreen | JoinScreen)
            await press(pilot, "escape", "back")
            assert isinstance(pilot.app.screen, HomeScreen)
        theme = pilot.app.theme
        await press(pilot, "f9", "light")
        assert pilot.app.theme != theme
        await press(pilot, "enter", "choose")
        await press(pilot, "escape", "back")
        await press(pilot, "escape", "quit")
        assert not pilot.app.is_running or pilot.app._exit


# The form


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", games())
async def test_every_list_of_the_form_opens_with_its_answers(
    name: str, size: tuple[int, int]
) -> None:
    async with opened(size=size) as pilot:
        pilot.app.screen.query_one(OptionList).highlighted = games().index(name)
        await pilot.press("enter")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        assert {*levels_of(find(name))} < {answer for _, answer in form.query_one(Select)._options}
        for field in form.query(Select):
            if not field.display:
                continue
            field.focus()
            await pilot.press("enter")
            await pilot.pause()
            overlay = field.query_one(SelectOverlay)
            assert field.expanded and overlay.region.height > 1
            answers = [str(overlay.get_option_at_index(n).prompt) for n in (0, -1)]
            assert any(answer[:40] in shown(pilot) for answer in answers)
            await pilot.press("pagedown", "pageup", "end", "home", "escape")
            await pilot.pause()
            assert not field.expanded


async def test_an_answer_is_chosen_with_keys_and_with_the_mouse() -> None:
    async with opened() as pilot:
        pilot.app.screen.query_one(OptionList).highlighted = games().index("chinese-checkers")
        await pilot.press("enter")
        form = pilot.app.screen
        level = form.query_one("#level", Select)
        await pilot.press("enter", "end", "up", "enter")
        assert level.value == 0 and "people at this keyboard" in shown(pilot)
        await pilot.press("tab", "enter", "down", "enter")
        assert form.query_one("#players", Select).value == 3
        await click_text(pilot, "people at this keyboard")
        assert level.expanded
        await click_text(pilot, "level 2: Whittler")
        assert level.value == 2 and not level.expanded
        number = next(iter(form.query(Input).filter("Input:enabled").exclude(".elsewhere")))
        number.focus()
        await pilot.press("end", "backspace", "7")
        assert number.value == "7"


async def test_the_keys_of_the_form(press: Press) -> None:
    async with opened() as pilot:
        pilot.app.screen.query_one(OptionList).highlighted = games().index("zhizhu")
        await pilot.press("enter")
        await pilot.pause()
        focused = pilot.app.focused
        await press(pilot, "tab", "next field")
        assert pilot.app.focused is not focused
        await press(pilot, "f1", "rules")
        assert isinstance(pilot.app.screen, RulebookScreen)
        await pilot.press("pagedown", "pageup", "end", "home")
        await press(pilot, "escape", "back")
        assert isinstance(pilot.app.screen, SetupScreen)
        pilot.app.screen.query_one("#level", Select).value = 0
        await press(pilot, "f2", "Begin")
        assert isinstance(pilot.app.screen, TableScreen)
        await press(pilot, "escape", "back")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_the_keys_of_a_link(press: Press) -> None:
    async with opened() as pilot:
        listed = pilot.app.screen.query_one(OptionList)
        listed.highlighted = listed.get_option_index("join")
        await pilot.press("enter")
        await pilot.pause()
        await typed(pilot, "somewhere")
        await press(pilot, "tab", "next field")
        await typed(pilot, "Bo")
        joining = pilot.app.screen
        assert [field.value for field in joining.query(Input)] == ["somewhere", "Bo"]
        await press(pilot, "enter", "Join a table")
        await pilot.app.workers.wait_for_complete()
        assert "looks like http://HOST/#/table/ID/KEY" in shown(pilot)
        await press(pilot, "escape", "back")
        assert isinstance(pilot.app.screen, HomeScreen)


# The table


async def test_the_keys_of_a_table(sit: Sit, press: Press) -> None:
    session = sit(tablier.new("zhizhu"))
    async with opened(session, (200, 50)) as pilot:
        await typed(pilot, "b3\rc1\r")
        await press(pilot, "f3", "undo")
        assert session.match.actions == ["b3"]
        await press(pilot, "f4", "redo")
        assert session.match.actions == ["b3", "c1"]
        await press(pilot, "f5", "chances")
        assert pilot.app.screen.query_one(Chances).display
        await press(pilot, "f5", "chances")
        await press(pilot, "f10", "turn round")
        assert pilot.app.screen.query_one(BoardView).turned
        for key, label in (("f6", "draw"), ("f7", "resign")):
            await press(pilot, key, label)
            assert isinstance(pilot.app.screen, YesNoScreen)
            await press(pilot, "escape", "No")
            assert session.match.result is None
        await press(pilot, "f7", "resign")
        await press(pilot, "enter", "Yes")
        assert session.match.result is not None
        await press(pilot, "f8", "play again")
        assert table(pilot).session is not session
        await press(pilot, "escape", "back")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_the_keys_of_a_race(sit: Sit, press: Press) -> None:
    session = sit(tablier.new("zinga", untimed=True))
    session.lot = 0
    async with opened(session) as pilot:
        await press(pilot, "enter", "Begin")
        race = table(pilot)
        assert isinstance(race, RaceScreen) and not session.waits
        for seat, key in enumerate(race.keyboard.passes):
            if press is by_key:
                await pilot.press(key)
            else:
                await click_text(pilot, f"{seat + 1}:{key.upper()}")
            await pilot.pause()
        assert session.match.actions[:2] == ["ready", "ready"]
        await press(pilot, "f7", "resign")
        await press(pilot, "escape", "No")
        assert session.match.result is None


@pytest.mark.parametrize("name", [name for name in games() if not find(name).is_race])
@pytest.mark.parametrize("size", SIZES)
async def test_every_point_can_be_pointed_at(name: str, size: tuple[int, int], sit: Sit) -> None:
    """Also when the board has been turned round."""
    async with opened(sit(tablier.new(name)), size) as pilot:
        board = pilot.app.screen.query_one(BoardView)
        for _ in range(2):
            top, left = board.corner
            for point, box in enumerate(board.grid.boxes):
                assert box is not None
                row, column = top + box.line, left + box.centre
                assert board.grid.point_at(row - top, column - left) == point
                assert board.region.contains(board.region.x + column, board.region.y + row)
            await pilot.press("f10")
