"""A match of ZINGA, and a page at which some of its seats are played.

The rules are played here by a match, view by view; the page gets what a server would send it, under
the same strict policy, and what it sends back is played on.
"""

import json
import re
from dataclasses import asdict
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page, expect

import tablier
from tablier import TABLE, Match
from tablier.core.dice import Dice
from tablier.table.view import remark

HOME = Path(tablier.__file__).parent
LOOK = HOME / "games" / "zinga" / "look"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
DICE = Dice(bytes(range(32)), tuple(f"{seat:032x}" for seat in range(8)))
POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'"
PAGE = b"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>ZINGA</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/css/page.css"><link rel="stylesheet" href="/css/controls.css">
<link rel="stylesheet" href="/css/table.css"></head><body>
<main class="screen table race" data-game="zinga"><h1 class="unseen">ZINGA</h1>
<div class="stage own" id="place"></div></main></body></html>"""

SIT = """async ({table, view, seats, words, events, settings}) => {
  const {createTable} = await import("/games/zinga/look/table.js");
  let [now, received] = [view, performance.now()];
  const place = /\\{(\\w+)\\}/g;
  const put = (text, details = {}) => text.replace(place, (all, name) => details[name] ?? all);
  Object.assign(window, {sent: [], spoken: [], sounds: []});
  const own = createTable(document.getElementById("place"), {
    table, view, words, settings, you: {seats, person: true}, texts: (key) => key, fill: put,
    nameOf: (seat) => now.seats[seat].name, record: null,
    send: async (type, fields) => {
      document.body.dataset.sent = window.sent.push({type, ...fields});
      return {type: "ack", seq: now.seq + 1};
    },
    announce: (text) => window.spoken.push(text), sound: (name) => window.sounds.push(name),
    clock: {left: () => Math.max(0, (now.deadline?.left ?? 0) - (performance.now() - received)),
            seat: () => null, since: () => performance.now() - received},
  });
  own.update(view, events, settings);
  window.receive = (next, fresh) => {
    [now, received] = [next, performance.now()];
    own.update(next, fresh, settings);
  };
}"""


class Handler(SimpleHTTPRequestHandler):
    """The page's files, as the server lays them out."""

    def translate_path(self, path: str) -> str:
        return str(HOME / path.lstrip("/") if path.startswith("/games/") else HOME / f"web{path}")

    def do_GET(self) -> None:
        if self.path == "/":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)
        else:
            super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", f"{POLICY}; img-src 'self' data:")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Stay silent."""


class Sitting:
    """A match, and a page at which some of its seats are played."""

    def __init__(self, page: Page, address: str, match: Match, seats: list[int]) -> None:
        self.match, self.seats, self.seen = match, seats, 0
        self.events: list[dict[str, Any]] = []
        self.event("begun", None, {"nonces": DICE.nonces[: match.players]})
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", self.fail)
        page.on("console", self.complain)
        page.goto(address)
        page.evaluate("localStorage.clear()")

    def fail(self, error: Error) -> None:
        self.faults.append(str(error))

    def complain(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def sit(self, *, language: str = "en", theme: str = "light") -> "Sitting":
        self.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        words = json.loads((LOOK.parent / "words" / f"{language}.json").read_text("utf-8"))
        names = {"id": "t", "game": "zinga", "players": self.match.players}
        settings = {"language": language, "shapes": True, "motion": "normal", "volume": 0}
        start = {
            "table": {**names, "commitment": DICE.commitment},
            "view": self.view(),
            "seats": self.seats,
            "words": words,
            "events": self.events,
            "settings": settings,
        }
        self.page.evaluate(SIT, start)
        self.seen = len(self.events)
        return self

    def event(self, kind: str, seat: int | None, body: dict[str, Any]) -> None:
        self.events.append({"seq": len(self.events) + 1, "kind": kind, "seat": seat, "body": body})

    def play(self, text: str, seat: int = TABLE) -> "Sitting":
        """Play an action of anybody's, and show the page what has come of it."""
        self.match.play(text, seat)
        self.event("played", seat, {"text": text})
        self.events[-1]["remark"] = remark(self.match, len(self.match.history))
        if self.match.result is not None:
            self.event("revealed", None, {"seed": DICE.seed.hex()})
        self.page.evaluate("([view, fresh]) => receive(view, fresh)", [self.view(), self.fresh()])
        return self

    def fresh(self) -> list[dict[str, Any]]:
        fresh, self.seen = self.events[self.seen :], len(self.events)
        return fresh

    def answered(self) -> dict[str, Any]:
        """The next command of the page, played on."""
        expect(self.page.locator("body")).to_have_attribute("data-sent", "1")
        command: dict[str, Any] = self.page.evaluate(
            "() => { delete document.body.dataset.sent; return sent.pop(); }"
        )
        self.play(command["text"], command["seat"])
        return command

    def view(self) -> dict[str, Any]:
        match, decision, result = self.match, self.match.decision, self.match.result
        return {
            "seq": len(self.events),
            "ply": len(match.history),
            "turn": match.state.turn + 1,
            "phase": "playing" if result is None else "over",
            "seats": [{"name": name, "online": True} for name in NAMES[: match.players]],
            "legal": {str(seat): match.legal(seat) for seat in match.seats if seat in self.seats},
            "scene": asdict(match.game.scene(match.state)),
            "deadline": {"ms": decision.ms, "left": decision.ms} if decision.ms else None,
            "rung": [],
            "result": result and {"ranks": result.ranks, "reason": result.reason},
        }

    def told(self) -> str:
        """The latest line of the ticker."""
        return self.page.locator(".zinga-ticker li").first.inner_text()

    def cell(self, name: str) -> Any:
        return self.page.get_by_role("button", name=re.compile(rf"^{name}(,|$)"))

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def leave(self) -> Page:
        """The page, empty, for the next one; nothing may have gone wrong in it."""
        self.page.goto("about:blank")
        self.page.remove_listener("pageerror", self.fail)
        self.page.remove_listener("console", self.complain)
        self.page.set_viewport_size({"width": 1280, "height": 800})
        assert not self.faults
        return self.page


Opening = Any

CLEAN = "...../...../...../...../.....:0:0:0"


def at(*sheets: str, rest: str) -> Match:
    """A match at a position; player 1 has our first sheet."""
    return tablier.read_position(f"zinga players={len(sheets)} {' '.join(sheets)} {rest}")


def racing(players: int = 2) -> Match:
    return at(*[CLEAN] * players, rest="- - 1 open 323611 - - - 3")
