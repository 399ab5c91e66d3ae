"""The page on a game that is solved: what it says, its boards, and the longest win."""

import re

import pytest
from playwright.sync_api import expect
from visitors import Visitor, Welcome

from tablier.core import registry
from tablier.core.game import Game
from tablier.core.reading.solved import longest_win, played, solved_figures

pytest_plugins = "visits"

SOLVED = [game for game in map(registry.find, registry.games()) if game.is_solved]
pytestmark = pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.name)


def opened(visitor: Visitor, name: str) -> Visitor:
    visitor.go("learn")
    visitor.page.get_by_role("link", name=re.compile("is solved")).click()
    visitor.page.wait_for_url(f"**/#/learn/{name}/solved")
    visitor.page.locator(".move.now").wait_for()
    return visitor


def test_the_longest_win_is_stepped_through_from_where_it_begins(
    welcome: Welcome, game: Game
) -> None:
    win = longest_win(solved_figures(game))
    whole = played(solved_figures(game), f"{win['way']} {win['line']}")
    page = opened(welcome(), game.name).page
    told, chosen = page.locator(".what"), page.locator(".move.now")
    expect(told).to_contain_text(f"{win['in']} turns to the end")
    page.keyboard.press("ArrowRight")
    first = game.notation.split(win["line"].split()[0])[0]
    expect(chosen).to_have_text(first)
    expect(told).to_contain_text(first)
    expect(page.locator("#voice")).to_contain_text(first)
    page.keyboard.press("End")
    expect(told).to_contain_text("won")
    expect(page.locator(".board .piece")).to_have_count(len(whole.scene.pieces))
    page.keyboard.press("Home")
    expect(told).to_have_text("The start of the game")


def test_it_plays_by_itself_until_somebody_stops_it(welcome: Welcome, game: Game) -> None:
    win = longest_win(solved_figures(game))
    visitor = welcome().stop_time()
    page = opened(visitor, game.name).page
    visitor.button("Play").click()
    page.clock.run_for(2000)
    expect(page.locator(".what")).to_contain_text(f"{win['in'] - 2} turns to the end")
    visitor.button("Pause").click()
    page.clock.run_for(5000)
    expect(page.locator(".what")).to_contain_text(f"{win['in'] - 2} turns to the end")
    visitor.button("Try other moves").click()
    page.wait_for_url("**/#/view")
    page.locator(".board .point").first.wait_for()


def test_first_turns_and_answers_are_ringed_by_what_they_are_worth(
    welcome: Welcome, game: Game
) -> None:
    figures = solved_figures(game)
    page = opened(welcome(), game.name).page
    stage = page.locator(".first")
    rings = stage.locator(".worth .ring")
    turns = sum(len(kind["turns"]) for kind in figures["openings"])
    expect(rings).to_have_count(turns)
    page.get_by_label(re.compile("Answers to")).first.check()
    answers = sum(len(kind["turns"]) for kind in figures["openings"][0]["answers"])
    expect(rings).to_have_count(answers)
    expect(stage.locator(".piece")).to_have_count(1)
    shares = figures["shares"]["reached"]
    assert page.locator(".shares li").count() == 3 + 2 * len(shares["more"])
    expect(page.locator(".shares li").first).to_contain_text(f"{shares['placing']['won']:.0f}% won")
