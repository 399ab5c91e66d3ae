"""Whole games, played as people play them: with keys and a mouse."""

import pytest
from on_screen import Sit, click, opened, shown, table, typed
from textual import events

import tablier
from tablier.core.registry import find, games
from tablier.terminal.phrases import Phrases
from tablier.terminal.widgets.board_view import BoardView

pytest_plugins = "sitting"

pytestmark = pytest.mark.anyio

LAST_SLIDE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
WON = "w......./ww......./www......./nnn/nn/n"
ONE_STEP = f"chinese-checkers players=3 ./../.../eee......./ee......./.e....../......./{WON}"


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
        assert "»W «" in shown(pilot) and "‹c3›" in shown(pilot)
        await click(pilot, "c3")
        assert "‹B ›" in shown(pilot)
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


async def test_after_the_end_the_same_game_is_played_again(sit: Sit) -> None:
    session = sit(tablier.read_position(LAST_SLIDE), 1)
    async with opened(session) as pilot:
        assert "F8" not in shown(pilot) and "F7 resign" in shown(pilot)
        await pilot.press("f8", "f7", "enter")
        assert "You have lost: you resigned." in shown(pilot)
        assert "F8 play again" in shown(pilot) and "F7" not in shown(pilot)
        await pilot.press("f8")
        await pilot.pause()
        again = table(pilot).session
        assert again.match is not session.match and again.people == (1,)
        assert again.match.states[0] == session.match.states[0]
    kept = session.path.parent / "game-1.txt"
    assert session.path == kept and "resign" in kept.read_text()


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


async def test_capital_letters_are_as_good(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"))
    async with opened(session) as pilot:
        await typed(pilot, "B3")
        assert "> B3▁   b3" in shown(pilot)
        await pilot.press("enter")
        assert session.match.actions == ["b3"]
