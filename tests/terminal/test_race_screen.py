"""A table at which the quickest acts."""

import pytest
from on_screen import Sit, opened, shown, table, typed
from rich.text import Text
from textual.widgets import Static

import tablier
from tablier.terminal.screens.race import RaceScreen
from tablier.terminal.widgets.game_text import GameText, word_at
from tablier.terminal.widgets.side_panel import EventList

pytest_plugins = "sitting"

pytestmark = pytest.mark.anyio


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


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
async def test_cells_and_dice_have_their_colours(size: tuple[int, int], sit: Sit) -> None:
    match = tablier.new("zinga", untimed=True)
    async with opened(sit(match), size) as pilot:
        await pilot.press("enter")
        await typed(pilot, "sk")
        await pilot.pause()
        text = pilot.app.screen.query_one(GameText).query_one(Static).content
        assert isinstance(text, Text)
        grounds = {
            text.plain[span.start : span.end].strip(): str(span.style).rpartition("on ")[2]
            for span in text.spans
        }
        assert grounds["r5"] == grounds["r7"] != grounds["y8"]
        assert len({grounds[f"{die.colour[0].upper()}{die.face}"] for die in match.scene.dice}) == 6
        told = pilot.app.screen.query_one(EventList).query_one(Static).content
        assert isinstance(told, Text) and len({str(span.style) for span in told.spans}) >= 6


async def test_sheets_grow_with_the_window_and_can_be_clicked_anywhere(sit: Sit) -> None:
    match = tablier.new("zinga", untimed=True)
    async with opened(sit(match), (200, 50)) as pilot:
        await pilot.press("enter")
        sheets = pilot.app.screen.query_one(GameText)
        assert len(str(sheets.query_one(Static).content).splitlines()) > 30
        await typed(pilot, "sk")
        await pilot.pause()
        await typed(pilot, "a")
        await pilot.click("GameText", offset=(3, 1))
        assert match.actions[-1] == "blue 2", "a corner of the first cell"


def test_a_block_is_all_one_word() -> None:
    def lines(*rows: str) -> list[Text]:
        return [Text.from_ansi(row) for row in rows]

    block = lines("\x1b[41m    \x1b[0m x1", "\x1b[41m r5 \x1b[0m x2", "        x3")
    assert [word_at(block, row, 0) for row in range(4)] == ["r5", "r5", "", ""]
    assert word_at(block, 0, 5) == "x1" and word_at(block, 2, 9) == "x3"
