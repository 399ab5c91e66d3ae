"""Somebody with a browser: opens screens, touches boards, and has only what the page shows."""

import json
import os
import re
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize

PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first needs half the time of the others: the same engine without windows."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE_MS = 180_000
"""How long a page may take for anything: the machine may be busy with other tests."""
THOUGHT_MS = 360_000
"""How long a computer's turn may take: before its first it compiles what it thinks with."""
LOOK_MS = 40
NOON = datetime(2026, 5, 1, 12)
DESKTOP = (1280, 800)
OPEN = ".point.single, .point.source, .acts [data-act]"
"""What a board shows when something can be done."""
READY = f"""() => {{
  const {{ phase }} = document.querySelector("main").dataset;
  return phase === "over" || document.querySelector("{OPEN}") !== null;
}}"""
MIDDLE = """(hit) => {
  hit.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { x, y, width, height } = hit.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
COUNTED = "([selector, count]) => document.querySelectorAll(selector).length === count"
TURN = """(hash) => new Promise((resolve) => {
  if (location.hash === hash) resolve();
  addEventListener("hashchange", resolve, { once: true });
  location.hash = hash;
})"""
FORGET = """async () => {
  Storage.prototype.setItem = () => {};
  localStorage.clear();
  sessionStorage.clear();
  const person = ({ name }) => name.startsWith("tablier-person ");
  await Promise.all((await indexedDB.databases()).filter(person).map(({ name }) =>
    new Promise((done) => indexedDB.deleteDatabase(name).addEventListener("success", done))
  ));
}"""
"""What the page still wants to keep before it is left is kept no more."""
CONFIGURE = "if (location.protocol !== 'about:') localStorage['tablier.settings'] ??= %r"


class Visitor:
    """One person's page. Motion and sound are off unless a test is about them."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        size: tuple[int, int] = DESKTOP,
        settings: dict[str, Any] | None = None,
        **context: Any,
    ) -> None:
        self.viewport: ViewportSize = {"width": size[0], "height": size[1]}
        wanted = {"locale": "en", "viewport": self.viewport, "accept_downloads": True, **context}
        self.context = browser.new_context(**wanted)
        self.context.set_default_timeout(PATIENCE_MS)
        kept = json.dumps({"motion": "off", "volume": 0, **(settings or {})})
        self.context.add_init_script(CONFIGURE % kept)
        self.base = base
        self.touch = bool(context.get("has_touch"))
        self.faults: list[str] = []
        self.page = self.open_page()
        self.desk: Page | None = None
        """A second page that stays open, where a house lives as long as its pages."""
        self.blank = True
        self.names: list[str] = []

    def open_page(self) -> Page:
        """A page that must do nothing wrong."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self._fail(page, str(error)))
        page.on("console", self._listen)
        return page

    def _fail(self, page: Page, error: str) -> None:
        """An error of ours: in Firefox, a page that is blank yet has some of its own."""
        if page.url != "about:blank":
            self.faults.append(error)

    def _listen(self, message: ConsoleMessage) -> None:
        """A refusal (422) and a server that is away are no faults of the page."""
        expected = re.search(
            r"status of (422|409)|ERR_CONNECTION|WebSocket|ERR_INTERNET|blocked by Playwright",
            message.text,
        )
        if message.type in ("error", "warning") and not expected:
            self.faults.append(message.text)

    def prepare(self, script: str) -> None:
        """Run something before every page's own scripts, from now on and for good."""
        self.context.add_init_script(script)
        self.blank = False

    def stop_time(self) -> "Visitor":
        """From now on it goes on only as far as `page.clock` is told, on every page, for good."""
        self.page.clock.install(time=NOON)
        self.page.clock.pause_at(NOON + timedelta(seconds=1))
        self.blank = False
        return self

    def forget(self) -> bool:
        """Become somebody who was never here; whether that is possible."""
        if not self.blank or not self.at_home:
            return False
        for page in self.context.pages:
            if page not in (self.page, self.desk):
                page.close()
        self.page.unroute_all()
        self.page.evaluate(FORGET)
        self.page.goto("about:blank")
        self.page.set_viewport_size(self.viewport)
        self.page.emulate_media(color_scheme="null")
        return True

    # Going places

    def go(self, route: str = "") -> "Visitor":
        """Open a screen by its route, as a link from elsewhere does; whatever goes on ends."""
        self.names = []
        self.page.goto("about:blank")
        self.page.goto(f"{self.base}/#/{route}")
        return self.drawn()

    @property
    def at_home(self) -> bool:
        """Whether some screen of the house is open."""
        return self.page.url.startswith(self.base)

    def turn_to(self, route: str) -> "Visitor":
        """Go to another screen as a link within the page does, and wait until it is there."""
        self.names = []
        self.page.evaluate(TURN, f"#/{route}")
        self.page.locator("main:not([aria-busy]) h1").first.wait_for(state="attached")
        return self

    def drawn(self) -> "Visitor":
        """Wait until the screen has a heading."""
        self.page.locator("main h1").first.wait_for(state="attached")
        return self

    def sit(self, made: dict[str, Any], *seats: int) -> "Visitor":
        """Open a table with the links of some seats, or of all."""
        for each in made["seats"]:
            if not seats or each["seat"] in seats:
                route = f"table/{made['table']}/{each['key']}"
                self.turn_to(route) if self.at_home else self.go(route)
        return self

    def module(self, name: str) -> str:
        """Where the page has one of its modules from."""
        main: str = self.page.locator('script[type="module"]').evaluate("(script) => script.src")
        return main.replace("main.js", name)

    @property
    def table(self) -> str:
        """The id of the table that is open."""
        found = re.search(r"#/table/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def keys(self) -> list[str]:
        """All keys that this browser holds for the table."""
        kept = self.page.evaluate(
            "() => [localStorage['tablier.person'], localStorage['tablier.keys']]"
        )
        keys = json.loads(kept[1] or "{}").get(self.table, {})
        more = [*keys.get("seats", {}).values(), keys.get("join"), *keys.get("links", [])]
        return [key for key in (json.loads(kept[0] or "null"), *more) if key]

    # Finding things

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tool(self, name: str) -> Locator:
        return self.page.locator(f'[data-tool="{name}"]')

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".what")

    @property
    def phase(self) -> str | None:
        return self.page.locator("main").get_attribute("data-phase")

    def moves(self) -> list[str]:
        """The list of moves."""
        return self.page.locator(".moves .move").all_inner_texts()

    # The board

    def press(self, point: int) -> None:
        """Click or tap a point."""
        where = self.page.locator(f'.point[data-point="{point}"] .hit').evaluate(MIDDLE)
        if self.touch:
            self.page.touchscreen.tap(*where)
        else:
            self.page.mouse.click(*where)

    def points(self, sign: str) -> list[int]:
        """The points that carry a sign: single, source or target."""
        found: list[int] = self.page.locator(f".point.{sign}").evaluate_all(
            "points => points.map((point) => Number(point.dataset.point))"
        )
        return found

    def wait_for_turn(self) -> bool:
        """Wait until something can be done; False when the game is over."""
        self.until(READY, timeout=THOUGHT_MS)
        return self.phase != "over"

    def play(self, text: str) -> None:
        """Play a text: by its points, or by its button."""
        names = self.point_names()
        longest = sorted(names, key=len, reverse=True)
        touched = re.findall(rf"(?:{'|'.join(map(re.escape, longest))})(?!\d)", text)
        if not touched:
            self.page.locator(f'.acts [data-act="{text}"]').click()
            return
        self.press(names.index(touched[0]))
        if len(touched) > 1:
            self.appears(".point.taken")
            self.press(names.index(touched[-1]))

    def play_any(self, random: Random) -> None:
        """Do something that the board offers."""
        singles, sources = self.points("single"), self.points("source")
        acts = self.page.locator(".acts [data-act]")
        if not singles and not sources:
            acts.nth(random.randrange(acts.count())).click()
            return
        point = random.choice([*singles, *sources])
        self.press(point)
        if point in sources:
            self.appears(".point.taken")
            self.press(random.choice(self.points("target")))

    def plied(self, count: int) -> None:
        """Wait until so many moves have been played."""
        self.appears(".moves .move", count)

    def appears(self, selector: str, count: int = 1) -> None:
        """Wait until so many are there."""
        self.until(COUNTED, [selector, count])

    def until(self, script: str, argument: Any = None, timeout: float = PATIENCE_MS) -> Any:
        """What a script gives once it is something, looked at often.

        `expect` looks ever less often; a look at every frame makes the browser draw every frame.
        """
        return self.page.wait_for_function(
            script, arg=argument, polling=LOOK_MS, timeout=timeout
        ).json_value()

    def point_names(self) -> list[str]:
        """The names of the points of the board that is open, as their labels begin."""
        if not self.names:
            labels = self.page.locator(".point").evaluate_all(
                "points => points.map((point) => point.getAttribute('aria-label'))"
            )
            self.names = [re.split(r"[,: ]", label)[0] for label in labels]
        return self.names


Welcome = Callable[..., Visitor]
