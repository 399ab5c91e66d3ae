"""Who sits at a table: what they are called, who is away, who talks, and what helps whom."""

import re
from typing import Any

import pytest
from houses import Served
from playwright.sync_api import expect
from visitors import Visitor, Welcome

pytest_plugins = "visits"

Seat = dict[str, Any]
ME: Seat = {"kind": "me"}
HERE: Seat = {"kind": "here"}
OPEN: Seat = {"kind": "open"}
BOT: Seat = {"kind": "bot", "level": 2}


def test_seats_are_called_by_what_is_drawn(welcome: Welcome, served: Served) -> None:
    visitor = welcome().sit(served.table("chinese-checkers", [ME, HERE, HERE]))
    names = visitor.page.locator(".players .who")
    expect(names).to_have_text(["Red", "Yellow", "Blue"])


def test_bots_of_one_level_have_different_names(welcome: Welcome, served: Served) -> None:
    visitor = welcome().sit(served.table("chinese-checkers", [ME, BOT, BOT]), 0)
    expect(visitor.page.locator(".players .who")).to_have_text(["You", "Whittler 1", "Whittler 2"])


def test_the_goal_is_told_at_the_first_three_tables(welcome: Welcome, served: Served) -> None:
    visitor = welcome()
    told = "Goal: Be the first to bring all six pegs into the triangle opposite."
    for _ in range(3):
        visitor.sit(served.table("chinese-checkers", [ME, HERE]))
        expect(visitor.page.locator(".goal")).to_have_text(told)
    visitor.page.reload()
    expect(visitor.page.locator(".goal")).to_have_text(told)
    visitor.sit(served.table("chinese-checkers", [ME, HERE])).wait_for_turn()
    expect(visitor.page.locator(".goal")).to_have_count(0)


@pytest.mark.server
def test_nobody_is_invited_to_talk_to_nobody(welcome: Welcome, served: Served) -> None:
    visitor, guest = welcome(), welcome()
    made = served.table("zhizhu", [ME, BOT])
    visitor.sit(made, 0).wait_for_turn()
    chat = visitor.page.locator(".chat")
    expect(chat).to_be_hidden()
    guest.go(f"table/{made['table']}/{made['watch']}")
    expect(chat).to_be_visible()
    guest.go()
    expect(chat).to_be_hidden()
    visitor.sit(served.table("zhizhu", [ME, HERE]), 0).wait_for_turn()
    expect(chat).to_be_visible()


@pytest.mark.server
def test_an_absent_opponent_is_shown_with_the_time_away(welcome: Welcome, served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    visitor, other = welcome(), welcome()
    visitor.sit(made, 0).wait_for_turn()
    away = visitor.page.locator(".players li").nth(1).locator(".absence")
    expect(away).to_have_text(re.compile(r"^away for \d+ (sec|min)$"))
    told = away.inner_text()
    expect(away).not_to_have_text(told)
    other.sit(made, 1)
    expect(away).to_be_hidden()
    assert visitor.page.locator(".players li").nth(0).locator(".absence").inner_text() == ""


def sit_down(guest: Visitor, made: dict[str, str]) -> Visitor:
    guest.go(f"table/{made['table']}/{made['join']}")
    guest.button("Sit down").wait_for()
    return guest


@pytest.mark.server
def test_hints_among_people_are_for_both_or_for_nobody(welcome: Welcome, served: Served) -> None:
    agreed = "if you sit down, you agree to that"
    for allowed in (False, True):
        more = {"hints": True} if allowed else {}
        made = served.table("zhizhu", [ME, OPEN], **more)
        host, guest = welcome().sit(made, 0), sit_down(welcome(), made)
        expect(guest.page.get_by_text(agreed)).to_have_count(int(allowed))
        guest.button("Sit down").click()
        for visitor in (host, guest):
            expect(visitor.page.locator("main")).to_have_attribute("data-phase", "playing")
            expect(visitor.tool("hint")).to_be_visible(visible=allowed)


@pytest.mark.server
def test_whoever_wins_and_loses_is_told_why_in_person(welcome: Welcome, served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    loser, winner = welcome().sit(made, 0), welcome().sit(made, 1)
    winner.tool("resign").click()
    loser.tool("resign").click()
    loser.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(loser.prompt).to_have_text("You lost. You resigned.")
    expect(winner.prompt).to_have_text("You won! Your opponent resigned.")
    expect(winner.page.get_by_role("dialog"), "nobody can resign any more").to_have_count(0)
