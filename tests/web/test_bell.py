"""The race at one table with four browsers: the bell, a blunder, the pawn, STOP, a declared win."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loaded
import pytest
from houses import Client, Served, house
from playwright.sync_api import Locator, expect
from visitors import Visitor, Welcome

pytest_plugins = "visits"

SIDE = 5
MIDDLE = "blue 9"
CENTRE = 12
SHEET = "r6 o7 y8 g5 b5 o6 y7 g8 b7 r5 y6 g7 b9 r8 o5 g6 b6 r7 o8 y5 b8 r4 o9 y9 g9".replace(
    " ", ","
)
"""Numbers that come often, so that the game is short."""
LINES = [
    *({SIDE * row + column for column in range(SIDE)} for row in range(SIDE)),
    *({SIDE * row + column for row in range(SIDE)} for column in range(SIDE)),
    {SIDE * step + step for step in range(SIDE)},
    {SIDE * step + SIDE - 1 - step for step in range(SIDE)},
]
MOST_ROLLS = 150
RECALLED = 15
"""So many lines of the ticker are compared after a reload; no game has fewer."""
ANN, BEN = 0, 1
DUE = """() => {
  if (document.querySelector("main").dataset.phase === "over") return "over";
  if (document.querySelector(".zinga-call-ready:enabled:not([hidden])")) return "ready";
  const { state } = document.querySelector(".zinga-bell").dataset;
  if (state === "open") return "ring";
  return state === "rung" && document.querySelector(".zinga").dataset.phase === "announce" && "say";
}"""
"""What a player who rings at everything has to do now."""


class Race:
    """Four pages, and a judge who sees what all of them see.

    What everybody says again and again is said by a button once, and then over the wire.
    """

    def __init__(self, pages: list[Visitor], judge: Client, voices: Client) -> None:
        self.pages = pages
        self.judge = judge
        self.voices = voices
        self.seen: set[str] = set()
        self.said: set[tuple[int, str]] = set()

    @property
    def extras(self) -> dict[str, Any]:
        extras: dict[str, Any] = self.judge.view["scene"]["extras"]
        return extras

    def moved(self) -> None:
        """Wait until the server has told of something new."""
        ply = self.judge.view["ply"]
        self.judge.wait_for(lambda view: view["ply"] > ply)

    def call(self, seat: int, verb: str) -> None:
        self.pages[seat].page.locator(f".zinga-call-{verb}:enabled").click()

    def everyone_says(self, verb: str) -> None:
        for seat in self.judge.view["actors"]:
            if (seat, verb) in self.said:
                self.voices.wait_for(lambda view: view["ply"] == self.judge.view["ply"])
                self.voices.play(verb, seat=seat)
            else:
                self.call(seat, verb)
                self.said.add((seat, verb))
            self.moved()

    def cell(self, seat: int, claim: str) -> Locator:
        return self.pages[seat].page.get_by_role("button", name=re.compile(rf"^{claim}(,|$)"))

    def sheet(self, seat: int) -> list[dict[str, Any]]:
        sheet: list[dict[str, Any]] = self.extras["sheets"][seat]
        return sheet

    def given(self, seat: int) -> list[int]:
        """The open cells of a sheet that the dice give."""
        faces = {die["colour"]: die["face"] for die in self.extras["dice"]}
        return [
            index
            for index, cell in enumerate(self.sheet(seat))
            if not cell["ticked"]
            and cell["number"]
            in (
                faces[cell["colour"]] + faces["white"],
                *([faces[cell["colour"]]] if self.extras["active"] == seat else []),
            )
        ]

    def ticked(self, seat: int) -> set[int]:
        return {index for index, cell in enumerate(self.sheet(seat)) if cell["ticked"]}

    def claim(self, seat: int, index: int) -> str:
        cell = self.sheet(seat)[index]
        return f"{cell['colour']} {cell['number']}"

    def missing(self, seat: int) -> Iterator[int]:
        """The fifth cells of lines with four ticks that are not declared."""
        for line in LINES:
            left = line - self.ticked(seat)
            if len(left) == 1 and not self.sheet(seat)[min(left)]["declared"]:
                yield min(left)

    def worth(self, seat: int, index: int) -> int:
        if self.claim(seat, index) == MIDDLE:
            return SIDE
        return max(len(line & self.ticked(seat)) for line in LINES if index in line)

    def safe(self, seat: int, index: int) -> bool:
        """Whether naming a cell is no blunder: it is no fifth, or a declared one.

        The middle, which brings the pawn and with it STOP, is never left as a fifth.
        """
        ticked = self.ticked(seat)
        if index != CENTRE and any(line - ticked - {index} == {CENTRE} for line in LINES):
            return False
        fifth = any(index in line and line - ticked == {index} for line in LINES)
        return not fifth or (self.sheet(seat)[index]["declared"] and "stop" in self.seen)

    # The phases

    def pause(self) -> None:
        for seat in self.judge.view["actors"]:
            if self.extras["taker"] == seat and seat == ANN and "pawn" not in self.seen:
                self.call(seat, "take")
                self.moved()
                self.seen.add("pawn")
            if (fifth := next(self.missing(seat), None)) is not None:
                self.call(seat, "declare")
                self.cell(seat, self.claim(seat, fifth)).click()
                self.moved()
                self.seen.add("declared")
        self.everyone_says("ready")

    def open(self) -> None:
        if "blunder" not in self.seen:
            self.both_ring()
            return
        for seat in (ANN, BEN):
            wanted = sorted(
                (index for index in self.given(seat) if self.safe(seat, index)),
                key=lambda index: -self.worth(seat, index),
            )
            if wanted and (seat == ANN or self.extras["pawn"] == ANN):
                self.ring(seat)
                self.cell(seat, self.claim(seat, wanted[0])).click()
                self.moved()
                return
        self.everyone_says("nothing")

    def ring(self, seat: int) -> None:
        bell = self.pages[seat].page.locator(".zinga-bell")
        expect(bell).to_have_attribute("data-state", "open")
        bell.click()
        self.judge.wait_for(lambda view: view["scene"]["extras"]["phase"] == "announce")

    def both_ring(self) -> None:
        """By the space bar and by touch, as good as at once; the first names what isn't there."""
        for seat in (ANN, BEN):
            bell = self.pages[seat].page.locator(".zinga-bell")
            expect(bell).to_have_attribute("data-state", "open")
        self.pages[ANN].page.keyboard.press("Space")
        self.pages[BEN].page.locator(".zinga-bell").dispatch_event("click")
        self.judge.wait_for(lambda view: view["scene"]["extras"]["phase"] == "announce")
        ringer = self.extras["ringer"]
        assert ringer in (ANN, BEN)
        wrong = next(index for index in range(SIDE * SIDE) if index not in self.given(ringer))
        self.cell(ringer, self.claim(ringer, wrong)).click()
        self.moved()
        for visitor in self.pages:
            ticker = visitor.page.locator(".zinga-ticker li").first
            expect(ticker).to_contain_text("blunder")
        assert self.judge.view["scene"]["counts"][ringer]["blunder"] == 1
        self.seen.add("blunder")

    def stop(self) -> None:
        holder = self.extras["pawn"]
        if holder == ANN and "stop" not in self.seen:
            ringer = self.extras["ringer"]
            self.call(ANN, "stop")
            self.moved()
            assert self.extras["pawn"] == ringer
            expect(self.pages[3].page.locator(".zinga-ticker li").first).to_contain_text("STOP")
            self.seen.add("stop")
        else:
            self.call(holder, "let")
            self.moved()


@pytest.fixture
def fated(tmp_path: Path) -> Iterator[Served]:
    """A house with loaded dice."""
    with house(tmp_path, program=(loaded.__file__,)) as running:
        yield running


@pytest.mark.server
def test_four_browsers_race(welcome: Welcome, fated: Served) -> None:
    """No deadlines here: a busy machine must not lose the game for anybody."""
    chairs = [{"kind": "me", "name": "Ann"}, *({"kind": "here"} for _ in range(3))]
    options = {"untimed": "on", "sheets": SHEET}
    made = fated.table("zinga", chairs, players=4, options=options)
    pages = [welcome(fated.base).sit(made, seat) for seat in range(4)]
    judge = fated.attend(made["table"], made["watch"])
    voices = fated.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    race = Race(pages, judge, voices)
    phases = {"pause": race.pause, "open": race.open, "stop": race.stop}
    for _ in range(3 * MOST_ROLLS):
        judge.wait_for(lambda view: view["result"] or view["scene"]["extras"]["phase"] in phases)
        if judge.view["result"]:
            break
        phases[race.extras["phase"]]()
    assert race.seen == {"blunder", "pawn", "stop", "declared"}
    assert judge.view["result"]["ranks"][ANN] == 1
    for client in (judge, voices):
        client.close()
    expect(pages[ANN].prompt).to_contain_text("You won!")
    expect(pages[BEN].prompt).to_contain_text("won")
    pages[3].button("Check the dice").click()
    expect(pages[3].page.locator(".zinga-verdict")).to_contain_text("rolls are right")
    ticker = pages[BEN].page.locator(".zinga-ticker li")
    told = ticker.all_inner_texts()[:RECALLED]
    pages[BEN].page.reload()
    ticker.nth(RECALLED - 1).wait_for(state="attached")
    assert ticker.all_inner_texts()[:RECALLED] == told


@pytest.mark.both
def test_a_whole_race_against_the_computer(welcome: Welcome, served: Served) -> None:
    """Three blunders, and the computer has won."""
    chairs: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    options = {"pause_s": 120, "turn_s": 600, "announce_s": 60}
    visitor = welcome().sit(served.table("zinga", chairs, options=options))
    page = visitor.page
    while (due := visitor.until(DUE)) != "over":
        if due == "ready":
            page.locator(".zinga-call-ready").dispatch_event("click")
        elif due == "ring":
            page.keyboard.press("Space")
        else:
            page.keyboard.type("1b")
    expect(page.locator(".what")).to_contain_text("You lost")
    expect(page.get_by_role("button", name="Review")).to_be_visible()


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_table_waits_for_a_page_that_is_hidden(welcome: Welcome, served: Served) -> None:
    chairs: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = served.table("zinga", chairs, options={"pause_s": 120})
    page = welcome().sit(made).page
    seconds, status = page.locator(".zinga-seconds"), page.locator(".zinga-status")
    expect(seconds).not_to_be_empty()
    judge = served.attend(made["table"], made["watch"])
    page.evaluate(HIDE, True)
    judge.wait_for(lambda view: view["paused"] == {"left": None})
    expect(status).to_contain_text("The table waits")
    expect(seconds).to_be_empty()
    page.reload()
    judge.wait_for(lambda view: view["paused"] is None)
    expect(seconds).not_to_be_empty()
    page.evaluate(HIDE, True)
    judge.wait_for(lambda view: view["paused"] == {"left": None})
    page.evaluate(HIDE, False)
    judge.wait_for(lambda view: view["deadline"] is not None)
    expect(status).not_to_contain_text("The table waits")
    judge.close()
