"""Whole games through the page: against the computer, at one screen, by keyboard, by touch."""

from random import Random

import pytest
from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

import tablier
from tablier.core import registry
from tablier.core.game import Game
from tablier.engine.bot import Bot

pytest_plugins = "visits"

BOARD_GAMES = [game for game in map(registry.find, registry.games()) if game.show is None]
EACH = pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.name)
LONGEST = 400


def match_at(served: Served, visitor: Visitor) -> tablier.Match:
    """The match as the server has it."""
    _, record = served.call("GET", f"/api/tables/{visitor.table}/record", None, *visitor.keys)
    return tablier.read_record(record)


def begin(visitor: Visitor, title: str, way: str) -> None:
    """One click on the home page."""
    visitor.go()
    visitor.page.get_by_text(way, exact=True).click()
    visitor.page.locator(f'button.cover[data-title="{title}"]').click()
    visitor.page.wait_for_url("**/#/table/*")


@EACH
def test_a_whole_game_against_the_computer(welcome: Welcome, served: Served, game: Game) -> None:
    """One click to begin, then the board alone, until somebody has won."""
    visitor = welcome()
    visitor.go()
    visitor.page.get_by_label("Strength:").select_option("1")
    begin(visitor, game.title, "The computer")
    helper = Bot(game, level=3, seed=1)
    for _ in range(LONGEST):
        if not visitor.wait_for_turn():
            break
        match = match_at(served, visitor)
        visitor.play(helper.choose(match))
        visitor.until(
            "(count) => document.querySelectorAll('.moves .move').length > count",
            len(match.actions),
        )
    match = match_at(served, visitor)
    assert match.result is not None
    won = max(match.result.ranks) > 1
    expect(visitor.page.locator(".winner")).to_have_count(int(won))
    expect(visitor.button("Review")).to_be_visible()
    visitor.plied(len(match.actions))


@EACH
def test_a_random_game_at_one_screen(welcome: Welcome, served: Served, game: Game) -> None:
    """Every registered board game is played through the page, whatever it is."""
    visitor = welcome()
    begin(visitor, game.title, "Together here")
    random = Random(4)
    for played in range(14):
        if not visitor.wait_for_turn():
            break
        visitor.play_any(random)
        visitor.plied(played + 1)
        expect(visitor.page.locator(".last .ring").last).to_be_visible()
    assert match_at(served, visitor).actions == visitor.moves()


def test_a_series_stays_marked_with_all_its_hops(welcome: Welcome) -> None:
    """As the server tells it after the move, not only as whoever moves saw it coming."""
    visitor = welcome()
    begin(visitor, "Chinese Checkers", "Together here")
    ways = visitor.page.locator(".last .way")
    for played, (text, hops) in enumerate([("b1-d4", 1), ("k1-j4", 1), ("b2-d3", 2)], 1):
        visitor.wait_for_turn()
        visitor.play(text)
        visitor.plied(played)
        expect(ways).to_have_count(hops)
    visitor.page.reload()
    visitor.plied(3)
    expect(ways).to_have_count(2)


@pytest.mark.both
def test_three_at_one_screen(welcome: Welcome, served: Served) -> None:
    (game,) = [each for each in BOARD_GAMES if 3 in each.players]
    visitor = welcome().go(f"new/{game.name}")
    visitor.page.locator("label", has_text="3").first.click()
    for chair in (2, 3):
        visitor.page.get_by_label(f"Player {chair}").select_option("here")
    visitor.button("Begin").click()
    visitor.page.wait_for_url("**/#/table/*")
    random = Random(5)
    for played in range(6):
        visitor.wait_for_turn()
        visitor.play_any(random)
        visitor.plied(played + 1)
    assert match_at(served, visitor).actions == visitor.moves()


@pytest.mark.rule("SE-03")
def test_a_colour_is_taken_and_begins(welcome: Welcome, served: Served) -> None:
    visitor = welcome().go("new/sensei")
    visitor.page.get_by_label("Player 2").select_option("here")
    visitor.page.get_by_label("Your colour").select_option("red")
    visitor.page.get_by_label("Who begins?").select_option("me")
    visitor.button("Begin").click()
    visitor.page.wait_for_url("**/#/table/*")
    visitor.wait_for_turn()
    expect(visitor.prompt).to_contain_text("Red")
    visitor.play("d7*e7")
    visitor.plied(1)
    match = match_at(served, visitor)
    assert match.setup.options["begins"] == "red" and match.history[0].seat == 1
