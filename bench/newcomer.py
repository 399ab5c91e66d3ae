"""Somebody who knows no rules plays every game to its end, by what the page says alone.

From the first page: the lowest strength, a game's card, then whatever the board lights up, and the
hint's arrow. In the race the status says what to look for: a colour alone or plus white, a cell to
touch, a four to declare. A picture is taken of every step.

NEWCOMER_FOLDER   where the pictures go (dist/newcomer)
NEWCOMER_LOOKS    some of desktop-light, desktop-dark, phone-light, phone-dark (all)
NEWCOMER_GAMES    some of the games (all)
"""

import os
import re
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, sync_playwright

from bench.page import CHROMIUM, served
from tablier.core import registry

if TYPE_CHECKING:
    from visitors import Visitor

sys.path.append(str(Path(__file__).parents[1] / "tests" / "web"))

FOLDER = Path(os.environ.get("NEWCOMER_FOLDER", Path(__file__).parents[1] / "dist" / "newcomer"))
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
ALL = "desktop-light phone-dark desktop-dark phone-light"
LOOKS = os.environ.get("NEWCOMER_LOOKS", ALL).split()
GAMES = os.environ.get("NEWCOMER_GAMES", " ".join(registry.games())).split()
MOST_STEPS, FIRST_STEPS, EVERY = 400, 8, 5
"""Pictures are taken of the first steps, and then of every fifth."""
PATIENCE_MS = 240_000
SETTLED = "() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))"
ARROW = """() => {
  const on = (node, { x, y }) => {
    const at = new DOMPoint(x, y).matrixTransform(node.getScreenCTM());
    return [at.x, at.y];
  };
  const line = document.querySelector(".arrow-hint .arrow-line");
  const head = document.querySelector(".arrow-hint .arrow-head");
  if (line && head) return [on(line, line.getPointAtLength(0)), on(head, head.getPointAtLength(0))];
  const ring = document.querySelector(".arrow-hint > *")?.getBoundingClientRect();
  return ring ? [[ring.x + ring.width / 2, ring.y + ring.height / 2]] : [];
}"""
"""Where the hint's arrow begins and ends, or the ring that it draws, on the screen."""
ANSWERED = """() => document.querySelector(".arrow-hint > *") !== null
  || !document.querySelector('[data-tool="hint"]').disabled"""
MOVED = """(count) => document.querySelectorAll(".moves .move").length !== count
  || document.querySelector("main").dataset.phase === "over" """
SHEET = """() => {
  const cells = [...document.querySelectorAll(".zinga-large .zinga-cell")];
  const calls = [...document.querySelectorAll(".zinga-call")];
  return {
    over: document.querySelector("main").dataset.phase === "over",
    now: document.querySelector(".zinga-now")?.textContent ?? "",
    bell: document.querySelector(".zinga-bell")?.dataset.state ?? "",
    dice: [...document.querySelectorAll(".zinga-die .zinga-spoken")].map((die) => die.textContent),
    cells: cells.map((cell) => cell.ariaLabel),
    touchable: cells.map((cell) => cell.dataset.touchable === "true"),
    calls: calls.filter((call) => call.checkVisibility() && !call.disabled)
      .map((call) => call.className.match(/zinga-call-(\\w+)/)[1]),
  };
}"""
"""What can be read off the race's table: status, dice, own sheet, and what can be said now."""
PICTURED = "blocked an inline style"
"""What Firefox calls the taking of a picture."""
GLANCE_MS = 100
SIDE = 5
PLAIN_CALLS = ("stop", "rescue", "take", "ready", "nothing", "let", "accept")


def main() -> None:
    """Play, and print how each game went; fail if one does not come to its end."""
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for look in LOOKS:
            for game in GAMES:
                visitor = somebody(browser, base, look)
                newcomer = Newcomer(visitor, game, FOLDER / look / game)
                ending = newcomer.visit()
                visitor.context.close()
                print(f"{look}, {game}: {newcomer.taken} pictures; {ending}", flush=True)
        browser.close()


def somebody(browser: Browser, base: str, look: str, **more: Any) -> "Visitor":
    """Somebody with a desktop or a phone, by day or by night."""
    from visitors import Visitor

    size, theme = look.split("-")
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    settings = {"theme": theme}
    visitor = Visitor(browser, base, size=SIZES[size], settings=settings, **touch, **more)
    visitor.context.set_default_timeout(PATIENCE_MS)
    return visitor


class Newcomer:
    """One person, one browser, one game."""

    def __init__(self, visitor: "Visitor", game: str, folder: Path) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.game = registry.find(game)
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob("*.png"):
            old.unlink()
        self.random = Random(game)
        self.taken = 0

    def visit(self) -> str:
        """From the first page to the end of a game; what the page says then."""
        self.visitor.go()
        self.visitor.appears("[data-card]:has(> .picture :is(svg, img))", len(registry.games()))
        self.take("first-page")
        self.page.get_by_label("Strength:").select_option("1")
        self.page.locator(f'[data-card="{self.game.name}"] button.cover').click()
        self.page.wait_for_url("**/#/table/*")
        self.page.locator(".point, .stage.own > *").first.wait_for(state="attached")
        self.take("table")
        (self.race if self.game.is_race else self.board)()
        self.take("end")
        told = self.page.locator(".zinga-now" if self.game.is_race else ".what")
        ending = told.first.inner_text().replace("\n", " ")
        faults = [fault for fault in self.visitor.faults if not re.search(PICTURED, fault)]
        assert not faults, faults
        self.visitor.faults.clear()
        return ending

    def take(self, name: str) -> None:
        """A picture of what is seen now."""
        self.page.evaluate(SETTLED)
        self.taken += 1
        self.page.screenshot(path=self.folder / f"{self.taken:03}-{name}.png", caret="initial")

    def take_some(self, step: int, name: str) -> None:
        """A picture, if it is one of the first steps or the next of every few."""
        if step < FIRST_STEPS or step % EVERY == 0:
            self.take(name)

    # On a board

    def board(self) -> None:
        """Something that leads nowhere first, then what is lit up, and what the hint shows."""
        self.visitor.wait_for_turn()
        self._try_what_leads_nowhere()
        for step in range(MOST_STEPS):
            if not self.visitor.wait_for_turn():
                return
            before = len(self.visitor.moves())
            if step < 2:
                self.visitor.play_any(self.random)
            else:
                self._follow_the_hint(step)
            self.page.wait_for_function(MOVED, arg=before)
            self.take_some(step, "move")
        raise AssertionError(f"{self.game.name} did not end")

    def _try_what_leads_nowhere(self) -> None:
        """A touch where nothing is lit up; where it asks for more, Escape takes it back."""
        offered = {*self.visitor.points("single"), *self.visitor.points("source")}
        points = range(self.page.locator(".point").count())
        dull = self.random.choice([point for point in points if point not in offered] or [0])
        self.visitor.press(dull)
        self.take("leads-nowhere")
        self.page.keyboard.press("Escape")

    def _follow_the_hint(self, step: int) -> None:
        """Ask what to do, and touch where the answer's arrow begins and ends."""
        self.visitor.tool("hint").click()
        self.page.wait_for_function(ANSWERED)
        self.take_some(step, "hint")
        ends = self.page.evaluate(ARROW)
        if not ends:
            self.visitor.play_any(self.random)
            return
        self._touch(ends[0])
        if len(ends) > 1:
            self.visitor.appears(".point.taken")
            self._touch(ends[1])

    def _touch(self, where: list[float]) -> None:
        if self.visitor.touch:
            self.page.touchscreen.tap(*where)
        else:
            self.page.mouse.click(*where)

    # In the race

    def race(self) -> None:
        """Ring for a cell that the dice give, as the status tells, and say what can be said."""
        step, wanted = 0, -1
        while not (seen := self.page.evaluate(SHEET))["over"]:
            given = cell_given(seen)
            if any(seen["touchable"]):
                done = self._name_cell(seen, wanted)
            elif "declare" in seen["calls"] and missing(seen["cells"]):
                done = self._call("declare")
            elif seen["bell"] == "open" and given >= 0:
                wanted = given
                self.page.locator(".zinga-bell").dispatch_event("pointerdown")
                done = "ring"
            else:
                done = next((self._call(c) for c in PLAIN_CALLS if c in seen["calls"]), "")
            if done:
                self.take_some(step, done)
                step += 1
            self.page.wait_for_timeout(GLANCE_MS)

    def _name_cell(self, seen: dict[str, Any], wanted: int) -> str:
        """Touch the cell that was rung for; else the one that a four misses, or any open one."""
        open_cells = [cell for cell, can in enumerate(seen["touchable"]) if can]
        fours = [cell for cell in missing(seen["cells"]) if cell in open_cells]
        cell = (
            wanted if wanted in open_cells and "rang" in seen["now"] else (fours or open_cells)[0]
        )
        self.page.locator(".zinga-large .zinga-cell").nth(cell).click()
        return "cell"

    def _call(self, verb: str) -> str:
        self.page.locator(f".zinga-call-{verb}:enabled").first.click()
        return verb


def cell_given(seen: dict[str, Any]) -> int:
    """The first cell without a tick that the dice give, as the status says; -1 if there is none."""
    dice = dict(die.split() for die in seen["dice"] if die)
    if "white" not in dice:
        return -1
    white = int(dice.pop("white"))
    given = {f"{colour} {int(face) + white}" for colour, face in dice.items()}
    if seen["now"].startswith("Your dice"):
        given |= {f"{colour} {face}" for colour, face in dice.items()}
    fits = (place for place, label in enumerate(seen["cells"]) if label.split(",")[0] in given)
    return next((p for p in fits if "ticked" not in seen["cells"][p]), -1)


def missing(cells: list[str]) -> list[int]:
    """The cells that lines of four ticks miss, less those declared: anybody sees them."""
    side = range(SIDE)
    rows = [[SIDE * row + column for column in side] for row in side]
    lines = [*rows, *zip(*rows, strict=True), [6 * n for n in side], [4 * n + 4 for n in side]]
    left = [[cell for cell in line if "ticked" not in cells[cell]] for line in lines]
    return [line[0] for line in left if len(line) == 1 and "declared" not in cells[line[0]]]


if __name__ == "__main__":
    main()
