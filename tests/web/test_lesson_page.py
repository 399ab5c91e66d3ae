"""Every lesson, solved in the browser as its data says."""

import re
from typing import Any

import pytest
from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

from tablier.core import registry

pytest_plugins = "visits"

GAMES = [registry.find(name) for name in registry.games()]


def steps_of(served: Served, name: str, course: str = "lessons") -> list[dict[str, Any]]:
    _, steps = served.call("GET", f"/api/games/{name}/{course}?language=en")
    found: list[dict[str, Any]] = steps
    return found


def do(visitor: Visitor, text: str, own_table: bool) -> None:
    if own_table:
        say(visitor, text)
    elif text == "*":
        visitor.press((visitor.points("single") or visitor.points("source"))[0])
        if visitor.page.locator(".point.taken").count():
            visitor.press(visitor.points("target")[0])
    else:
        visitor.play(text)


def say(visitor: Visitor, text: str) -> None:
    """An action of a race: the bell, a call, or a cell of the own sheet."""
    if text == "ring":
        visitor.page.locator('.zinga-bell[data-state="open"]').click()
    elif text.startswith("declare"):
        visitor.page.locator(".zinga-call-declare").click()
        cell(visitor, text.removeprefix("declare ")).click()
    elif text.startswith("bonus"):
        cell(visitor, text.removeprefix("bonus ")).click()
    elif " " in text:
        cell(visitor, text).click()
    elif text == "*":
        visitor.page.locator('.zinga-large button:not([aria-disabled="true"])').first.click()
    else:
        visitor.page.locator(f".zinga-call-{text}").click()


def cell(visitor: Visitor, claim: str) -> Any:
    return visitor.page.get_by_role("button", name=re.compile(rf"^{claim}(,|$)"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_step_of_every_lesson_can_be_solved(
    welcome: Welcome, served: Served, game: Any
) -> None:
    visitor = welcome().go(f"learn/{game.name}/1")
    solve_all(visitor, game, steps_of(served, game.name))
    expect(visitor.page.locator("main h1")).to_contain_text(game.title)
    visitor.button("Play now").click()
    visitor.page.wait_for_url(re.compile("#/table/"))


@pytest.mark.parametrize("name", ["zhizhu", "zinga"])
def test_strategy_follows_the_lessons(welcome: Welcome, served: Served, name: str) -> None:
    """A board, and a table of its own: others are drawn as these are."""
    visitor, game = welcome().go(f"learn/{name}"), registry.find(name)
    visitor.page.get_by_role("link", name=f"Strategy for {game.title}").click()
    solve_all(visitor, game, steps_of(served, name, "strategy"))
    expect(visitor.page.locator("main h1")).to_contain_text("You have what it takes")
    visitor.turn_to(f"learn/{name}/1")
    expect(visitor.page.locator(".dots .solved")).to_have_count(0)


def solve_all(visitor: Visitor, game: Any, steps: list[dict[str, Any]]) -> None:
    """Every step as its data says, one after another."""
    for number, step in enumerate(steps, 1):
        expect(visitor.page.locator("main h1")).to_have_text(step["title"])
        visitor.page.locator(".zinga, .point").first.wait_for(state="attached")
        solution = step["solve"][0] if "solve" in step else [step["refused"]["text"]]
        for done, text in enumerate(solution):
            if game.show is None:
                visitor.wait_for_turn()
            do(visitor, text, game.show is not None)
            expect(visitor.page.locator(".progress li")).to_have_count(len(steps))
            if done + 1 < len(solution):
                settle(visitor, game.show is not None)
        expect(visitor.page.locator(".answer .well")).to_have_text(step["done"])
        if "refused" in step:
            expect(visitor.page.locator(".answer .why")).to_contain_text(step["refused"]["rule"])
        expect(visitor.page.locator(".dots .solved")).to_have_count(number)
        visitor.page.keyboard.press("Enter")


def settle(visitor: Visitor, own_table: bool) -> None:
    """The next action waits for the answer to the one before."""
    if not own_table:
        visitor.until("() => document.querySelector('.point.single, .point.source')")


@pytest.mark.both
def test_a_lesson_is_kind_about_other_moves_and_remembers(welcome: Welcome, served: Served) -> None:
    (game,) = [each for each in GAMES if each.name == "zhizhu"]
    visitor = welcome().go(f"learn/{game.name}/2")
    visitor.wait_for_turn()
    visitor.play("b5")
    expect(visitor.page.locator(".answer")).to_contain_text("allowed")
    visitor.wait_for_turn()
    visitor.button("Show me").click()
    expect(visitor.page.locator(".answer")).to_contain_text("c1")
    visitor.play("c1")
    expect(visitor.page.locator(".answer")).to_be_hidden()
    visitor.page.reload()
    visitor.drawn().wait_for_turn()
    visitor.play("c1")
    visitor.page.locator(".point.single").first.wait_for(state="attached")
    do(visitor, "*", own_table=False)
    expect(visitor.page.locator(".answer .well")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Next")).to_be_focused()
    visitor.go("learn")
    link = visitor.page.get_by_role("link", name=f"Lesson for {game.title}")
    expect(link).to_have_attribute("href", f"#/learn/{game.name}/3")


def test_a_lesson_answers_a_touch_with_which_nothing_can_be_done(welcome: Welcome) -> None:
    visitor = welcome().go("learn/chinese-checkers/1")
    visitor.wait_for_turn()
    inert = visitor.point_names().index("m1")
    visitor.press(inert)
    expect(visitor.page.locator(".answer")).to_contain_text("Nothing can be done there")
    visitor.play("c1-d4")
    expect(visitor.page.locator(".answer .well")).to_be_visible()
