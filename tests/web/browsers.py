"""The browsers that are here, and how Playwright comes by them."""

import os
import shlex
import sys
from pathlib import Path
from typing import Any

import firefox_between
from playwright.sync_api import Browser, BrowserType, Playwright
from visitors import CHROMIUM, FIREFOX

CHEAP = ["--no-sandbox", "--process-per-site"]
"""All pages of a house in one process: a new one for each takes longer than the page."""
PROGRAMS = {"chromium": CHROMIUM, "firefox": FIREFOX}
PREFERENCES = {"fission.autostart": False, "dom.ipc.processCount": 1}
"""Likewise."""


def program(name: str, folder: Path) -> dict[str, Any]:
    """What Playwright wants to know of a browser; what it takes to begin lies in a folder."""
    if name == "chromium":
        return {"executable_path": CHROMIUM, "args": CHEAP}
    folder.mkdir(parents=True, exist_ok=True)
    start = folder / "firefox"
    words = map(shlex.quote, (sys.executable, firefox_between.__file__))
    start.write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n')
    start.chmod(0o755)
    return {
        "channel": "moz-firefox",
        "executable_path": start,
        "env": {**os.environ, "FIREFOX": str(FIREFOX)},
        "firefox_user_prefs": PREFERENCES,
    }


def launched(playwright: Playwright, name: str, folder: Path) -> Browser:
    """A browser that is here."""
    kind: BrowserType = getattr(playwright, name)
    return kind.launch(**program(name, folder))
