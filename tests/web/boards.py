"""A page with one board on it, served from a folder and held by a real browser."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page

import tablier
from tablier.core import registry
from tablier.core.board.topology import Topology
from tablier.core.match import Match
from tablier.core.touch import Touch
from tablier.table.view import board

PACKAGE = Path(tablier.__file__).parent

PAGE = """<!doctype html>
<html lang="en" data-motion="off">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<title>One board</title>
<link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="css/board.css">
<div id="place"></div>
<script type="module" src="page.js"></script>
</html>
"""
STYLE = "body { margin: 0 } #place { width: 600px; height: 600px }"
SCRIPT = """
import { createBoard } from "./js/board/board.js";
import { nextPoint } from "./js/board/layout.js";
const TEXTS = await (await fetch("texts.json")).json();
const texts = (key, details = {}) => TEXTS[key].replace(/{(\\w+)}/g, (_, name) => details[name]);
window.heard = { actions: [], attempts: [], words: [] };
window.lay = async (options, state) => {
  window.board?.destroy();
  for (const list of Object.values(heard)) list.length = 0;
  window.board = createBoard(document.getElementById("place"), {
    ...options,
    texts,
    onAction: (text) => {
      heard.actions.push(text);
      return window.answer?.();
    },
    onAttempt: (text) => heard.attempts.push(text),
    announce: (text) => heard.words.push(text),
  });
  board.update(state);
  await board.ready;
};
window.reached = () => {
  const directions = [[0, -1], [0, 1], [-1, 0], [1, 0]].map(([x, y]) => ({ x, y }));
  const { layout } = board.surface;
  const found = new Set([0]);
  for (const point of found) {
    for (const direction of directions) found.add(nextPoint(layout, point, direction));
  }
  return found.size;
};
document.documentElement.dataset.ready = "yes";
"""
TEXTS = {
    "board.label": "Board of {game}",
    "board.free": "free",
    "board.own": "your piece",
    "board.other": "piece of {seat}",
    "board.own_kind": "yours: {piece}",
    "board.other_kind": "{seat}: {piece}",
    "board.goes": "can go to {points}",
    "board.place": "you can play here",
    "board.choose": "you can choose it",
    "board.target": "{start} can go here",
    "board.taken_up": "taken up",
    "board.taking": "{start} taken up, can go to {points}",
    "board.stuck": "{start} taken up, has nowhere to go",
    "board.back": "{start} put back",
    "board.reached": "can be reached from {points}",
    "board.aiming": "{end} chosen, can be reached from {points}",
    "board.left": "{end} let go",
    "board.which": "which one?",
    "dice.show": "dice: {dice}",
    "dice.spent": "{die}, used",
    "dice.none": "no dice yet",
}


class Files(SimpleHTTPRequestHandler):
    """Serves a folder, the package's web files and the games' looks."""

    def translate_path(self, path: str) -> str:
        _, top, *rest = path.split("?")[0].split("/")
        if top in ("js", "css"):
            return str(PACKAGE.joinpath("web", top, *rest))
        if top == "games" and rest[0] in registry.games():
            return str(registry.find(rest[0]).folder.joinpath(*rest[1:]))
        return super().translate_path(path)

    def log_message(self, *args: object) -> None:
        """Tests are quiet."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which the page is served."""
    (folder / "index.html").write_text(PAGE, "utf-8")
    (folder / "page.css").write_text(STYLE, "utf-8")
    (folder / "page.js").write_text(SCRIPT, "utf-8")
    (folder / "texts.json").write_text(json.dumps(TEXTS), "utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class Board:
    """The board on the page, as a person uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.names: list[str] = []

    def lay(self, options: Mapping[str, Any], state: Mapping[str, Any]) -> None:
        self.names = list(options["topology"]["names"])
        self.page.evaluate("([options, state]) => lay(options, state)", [options, state])

    def lay_match(self, match: Match, **more: object) -> None:
        """The board of a match, with whoever is to move looking at it, or as is said."""
        game = match.game
        topology = board(game, match.state)
        options = {
            "topology": topology,
            "colours": list(match.seat_names),
            "game": game.name,
            "words": dict(game.words),
        }
        self.lay(options, state_of(match) | more)

    def show(self, match: Match) -> None:
        self.page.evaluate("(state) => board.update(state)", state_of(match))

    def at(self, name: str) -> tuple[float, float]:
        """Where a point lies on the screen."""
        hit = self.page.locator(f'.point[data-point="{self.names.index(name)}"] .hit')
        box = hit.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, *names: str) -> None:
        for name in names:
            self.page.mouse.click(*self.at(name))

    def drag(self, start: str, end: str) -> None:
        mouse = self.page.mouse
        mouse.move(*self.at(start))
        mouse.down()
        mouse.move(*self.at(end), steps=4)
        mouse.up()

    def type(self, *names: str) -> None:
        """Press Enter on each of the points."""
        for name in names:
            self.page.evaluate("(point) => board.focusPoint(point)", self.names.index(name))
            self.page.keyboard.press("Enter")

    def label(self, name: str) -> str:
        point = self.page.locator(f'.point[data-point="{self.names.index(name)}"]')
        return point.get_attribute("aria-label") or ""

    def heard(self, what: str) -> list[str]:
        """Actions, attempts or words, and forget them."""
        heard: list[str] = self.page.evaluate(f"heard.{what}.splice(0)")
        return heard


def touched(touches: Iterable[Touch]) -> list[dict[str, Any]]:
    """What the server tells of actions that are touched on a board."""
    return [touch._asdict() for touch in touches if touch.points]


def state_of(match: Match) -> dict[str, Any]:
    """What the board is told of a match."""
    seat = match.seat
    return {
        "scene": asdict(match.game.scene(match.state)),
        "legal": [] if seat is None else touched(match.touches(seat)),
        "last": None,
        "seat": seat,
        "interactive": seat is not None,
    }


FERRY: dict[str, Any] = {
    "game": "ferry",
    "colours": ["red", "blue"],
    "words": {
        "title": "Ferry",
        "seats": {"red": "Red", "blue": "Blue"},
        "pieces": {"boat": "boat"},
    },
    "topology": {
        "names": ["a1", "b1", "a2", "b2", "a3", "b3"],
        "places": [[-0.5, 1], [0.5, 1], [-0.5, 0], [0.5, 0], [-0.5, -1], [0.5, -1]],
        "edges": [[0, 1], [0, 2], [1, 3], [2, 3], [2, 4], [3, 5], [4, 5]],
        "circles": [],
        "areas": {"red-shore": [0, 1]},
        "cells": False,
        "examples": [
            {"text": "a1-a2", "points": [0, 2], "path": [0, 2]},
            {"text": "xa1", "points": [0], "path": [0]},
        ],
    },
}
"""A made-up game that has no folder and no look: two banks, and boats between them."""


def ferry(*texts: str, **more: Any) -> dict[str, Any]:
    """The boats, and what can be done with them."""
    board = Topology(tuple(FERRY["topology"]["names"]), ((0, 0),) * 6)
    reads = ((text, board.named(text)) for text in texts)
    legal = touched(Touch(text, points, points) for text, points in reads)
    pieces = [
        {"point": 0, "seat": 0, "kind": "boat"},
        {"point": 1, "seat": 0, "kind": "raft"},
        {"point": 5, "seat": 1, "kind": "boat"},
    ]
    scene = {"pieces": pieces, "counts": [{}, {}], "prompt": {}, "marks": [], "extras": {}}
    return {"scene": scene, "legal": legal, "last": None, "seat": 0, "interactive": True, **more}
