"""Puzzles on the page: a wrong move is answered, the right one counts, days and minutes too."""

import json
from typing import Any

import pytest
from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

from tablier.core import registry
from tablier.core.parts import Finding
from tablier.core.reading.puzzles import OTHERS, Puzzle, drilled, read_puzzles

pytest_plugins = "visits"

PUZZLES = read_puzzles(registry.find("zhizhu"))
FIVE_MINUTES = "05:01"


def a_longer_win() -> tuple[Puzzle, Finding]:
    """A win of two moves that are to be found, and nothing to be taken."""
    longer = (one for one in PUZZLES if (one.finding.asked, one.finding.kind) == (3, "win"))
    puzzle = next(one for one in longer if "x" not in "".join(one.finding.line[:3]))
    return puzzle, puzzle.finding


def kept(visitor: Visitor, name: str) -> Any:
    """What the browser remembers."""
    text = visitor.page.evaluate("(name) => localStorage.getItem(`tablier.${name}`)", name)
    return json.loads(text or "null")


@pytest.mark.both
def test_a_wrong_move_is_answered_on_the_board_and_the_right_one_solves_it(
    welcome: Welcome, served: Served
) -> None:
    puzzle, finding = a_longer_win()
    visitor = welcome().go(f"puzzle/zhizhu/{puzzle.id}")
    answer = visitor.page.locator(".answer")
    visitor.wait_for_turn()
    wrong, reply = next((w, r) for w, r in finding.answers.items() if w != OTHERS and " " not in r)
    visitor.play(wrong)
    expect(answer).to_contain_text(f"{wrong} is answered by {reply}")
    expect(visitor.button("Try again")).to_be_focused()
    before = kept(visitor, "puzzles.zhizhu")["skill"]["rating"]
    assert before < 900
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_turn()
    visitor.button("Hint").click()
    expect(answer).to_contain_text("chain")
    for text in (finding.line[0], finding.line[2]):
        visitor.wait_for_turn()
        visitor.play(text)
    expect(answer.locator(".well")).to_contain_text("Won in")
    expect(visitor.button("Next")).to_be_focused()
    assert kept(visitor, "puzzles.zhizhu")["tried"] == {puzzle.id: 0}
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(lambda url: puzzle.id not in url)
    expect(visitor.button("Hint")).to_be_visible()


def test_the_puzzle_of_the_day_is_on_the_first_page_and_days_in_a_row_are_counted(
    welcome: Welcome,
) -> None:
    visitor = welcome().go()
    visitor.page.get_by_role("link", name="Puzzle of the day").click()
    visitor.wait_for_turn()
    expect(visitor.page.locator(".skill")).to_have_text("Your rating: 900")
    day = (
        "async (modules) => {"
        " const [{ puzzleOfDay }, { today }] ="
        " await Promise.all(modules.map((at) => import(at)));"
        " const { game, id } = await puzzleOfDay(today());"
        " return [game.name, id, today()]; }"
    )
    modules = [visitor.module(f"puzzle/{name}.js") for name in ("choice", "journal")]
    name, id_, today = visitor.page.evaluate(day, modules)
    (puzzle,) = [one for one in read_puzzles(registry.find(name)) if one.id == id_]
    yesterday = json.dumps({"last": today - 1, "streak": 4})
    visitor.page.evaluate("(days) => { localStorage['tablier.puzzles.days'] = days; }", yesterday)
    ours = [text for at, text in enumerate(puzzle.finding.line) if own(puzzle, at)]
    for text in ours[: sum(own(puzzle, at) for at in range(puzzle.finding.asked))]:
        visitor.wait_for_turn()
        visitor.play(text)
    expect(visitor.page.locator(".skill")).to_contain_text("5 days in a row")
    assert kept(visitor, "puzzles.days") == {"last": today, "streak": 5}
    assert kept(visitor, f"puzzles.{name}")["skill"]["rating"] > 900


def own(puzzle: Puzzle, at: int) -> bool:
    """Whether an action of the line is the solver's."""
    from tablier.core.reading.position import read_position

    match = read_position(puzzle.position)
    seat = match.seat
    for text in puzzle.finding.line[:at]:
        match.play(text)
    return match.seat == seat


def test_a_run_ends_after_five_minutes_and_the_best_is_kept(welcome: Welcome) -> None:
    visitor = welcome().stop_time().go("puzzle/zinga/run")
    visitor.button("Another one").wait_for()
    expect(visitor.page.locator(".run-clock")).to_contain_text("5:00")
    visitor.page.clock.fast_forward(FIVE_MINUTES)
    expect(visitor.page.locator("h1")).to_have_text("0 solved in five minutes")


def test_a_drill_says_what_is_wrong_and_goes_on_for_ever(welcome: Welcome) -> None:
    visitor = welcome().go("puzzle/zinga/ring-7")
    _, right = drilled(registry.find("zinga").drills, "ring", 7)  # type: ignore[arg-type]
    bell = visitor.page.locator('.zinga-bell[data-state="open"]')
    nothing = visitor.page.locator(".zinga-call-nothing")
    first, second = (nothing, bell) if right == ("ring",) else (bell, nothing)
    first.click()
    expect(visitor.page.locator(".answer .why")).to_be_visible()
    second.click()
    expect(visitor.page.locator(".answer .well")).to_be_visible()
    visitor.button("Next").click()
    expect(visitor.button("Another one")).to_be_visible()
    visitor.go("puzzle/zinga/ring-7")
    second.click()
    expect(visitor.page.locator(".skill")).to_contain_text("seconds")
