"""The way to a table: the first screen, the form, a game that was left."""

from pathlib import Path

import pytest
from on_screen import click_text, opened, shown, table, typed
from textual.widgets import OptionList, Select

import tablier
from tablier.core.registry import games
from tablier.terminal.app import Unfinished
from tablier.terminal.phrases import Phrases
from tablier.terminal.screens.home import HomeScreen
from tablier.terminal.screens.setup import SetupScreen
from tablier.terminal.session import saved_games
from tablier.terminal.session.local_session import LocalSession

pytestmark = pytest.mark.anyio


def save_one(name: str = "zhizhu", *actions: str) -> Path:
    """A game that somebody left."""
    match = tablier.new(name)
    for action in actions or ("b3",):
        match.play(action)
    path = saved_games.place_of(match.game)
    saved_games.save(match, path)
    return path


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


async def test_a_game_of_rules_that_are_gone_is_told_and_stays() -> None:
    left = save_one()
    old = left.read_text().replace('[Rules "1"]', '[Rules "99"]')
    left.write_text(old)
    async with opened() as pilot:
        told = " ".join(shown(pilot).split())
        assert "The saved game zhizhu.txt can't be read: line 2, at '99'" in told
        listed = pilot.app.screen.query_one(OptionList)
        assert listed.get_option_at_index(listed.option_count - 1).disabled
    assert left.read_text() == old


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


async def test_a_game_that_was_left_goes_on() -> None:
    left = save_one()
    async with opened() as pilot:
        assert "Go on with ZhiZhu, turn 2" in shown(pilot).splitlines()[2], "it comes first"
        await pilot.press("enter")
        await pilot.pause()
        assert table(pilot).match.actions == ["b3"]
        await typed(pilot, "c1\r")
    assert "2. c1" in left.read_text()


async def test_a_bad_option_is_told(tmp_path: Path) -> None:
    async with opened() as pilot:
        pilot.app.screen.query_one(OptionList).highlighted = games().index("sensei")
        await pilot.press("enter")
        form = pilot.app.screen
        form._fields["pits"].value = "b3"  # type: ignore[attr-defined]
        await pilot.press("f2")
        assert "half turn" in shown(pilot) and isinstance(pilot.app.screen, SetupScreen)


# A game that was left where a new one is to begin


def unfinished(path: Path) -> Unfinished:
    """What `tablier play zhizhu` finds."""
    left = tablier.read_record(path.read_text("utf-8"))

    def begin() -> LocalSession:
        place, _ = saved_games.new_place(path)
        return LocalSession(tablier.new("zhizhu"), place, Phrases())

    return Unfinished(left, lambda: LocalSession(left, path, Phrases()), begin)


@pytest.mark.parametrize(("key", "actions"), [("enter", ["b3"]), ("f2", []), ("escape", None)])
@pytest.mark.parametrize("by_mouse", [False, True])
async def test_a_game_that_was_left_is_asked_about_inside(
    key: str, actions: list[str] | None, by_mouse: bool
) -> None:
    path = save_one()
    async with opened(unfinished=unfinished(path)) as pilot:
        assert "A game of ZhiZhu was left in turn 2." in shown(pilot)
        if by_mouse:
            await click_text(pilot, {"enter": "go on", "f2": "new game", "escape": "back"}[key])
        else:
            await pilot.press(key)
        await pilot.pause()
        if actions is None:
            assert isinstance(pilot.app.screen, HomeScreen)
        else:
            assert table(pilot).match.actions == actions
            assert "was left" not in shown(pilot)
    kept = path.with_stem("zhizhu-1") if key == "f2" else path
    assert tablier.read_record(kept.read_text("utf-8")).actions == ["b3"]


# Two windows


async def test_two_windows_dont_overwrite_one_game() -> None:
    path = save_one()
    async with opened(LocalSession(match_at(path), path, Phrases())) as first:
        async with opened(LocalSession(match_at(path), path, Phrases())) as second:
            assert "being played in another window" in shown(second)
            await second.press("enter")
            await typed(second, "a1\r")
            await typed(first, "c1\r")
            assert table(second).match.actions == ["b3", "a1"]
        assert match_at(path).actions == ["b3", "c1"]
        assert match_at(path.with_stem("zhizhu-1")).actions == ["b3", "a1"]
    async with opened(LocalSession(match_at(path), path, Phrases())) as third:
        assert "another window" not in shown(third), "the first has given it back"


async def test_a_game_can_be_left_to_the_other_window() -> None:
    path = save_one()
    sessions = [LocalSession(match_at(path), path, Phrases()) for _ in range(2)]
    async with opened(sessions[0]), opened(sessions[1]) as second:
        await second.press("escape")
        await second.pause()
        assert isinstance(second.app.screen, HomeScreen)
    assert match_at(path).actions == ["b3"]


async def test_new_games_in_two_windows_are_kept_apart() -> None:
    path = saved_games.place_of(tablier.new("zhizhu").game)
    sessions = [LocalSession(tablier.new("zhizhu"), path, Phrases()) for _ in range(2)]
    async with opened(sessions[0]) as first, opened(sessions[1]) as second:
        await typed(first, "b3\r")
        await typed(second, "c1\r")
    assert match_at(path).actions == ["b3"]
    assert match_at(path.with_stem("zhizhu-1")).actions == ["c1"]


def match_at(path: Path) -> tablier.Match:
    return tablier.read_record(path.read_text("utf-8"))
