"""The browsers that are here, and how Playwright comes by them."""

import os
import shlex
import sys
from pathlib import Path

import firefox_between
from playwright.sync_api import Browser, Playwright
from visitors import CHROMIUM, FIREFOX

CHEAP = ["--no-sandbox", "--process-per-site"]
"""All pages of a house in one process: a new one for each takes longer than the page."""
PROGRAMS = {"chromium": CHROMIUM, "firefox": FIREFOX}
PREFERENCES: dict[str, str | float | bool] = {"fission.autostart": False, "dom.ipc.processCount": 1}
"""Likewise."""


def launched(playwright: Playwright, name: str, folder: Path) -> Browser:
    """A browser that is here; what it takes to begin lies in a folder."""
    if name == "chromium":
        return playwright.chromium.launch(executable_path=CHROMIUM, args=CHEAP)
    program = folder / "firefox"
    words = map(shlex.quote, (sys.executable, firefox_between.__file__))
    program.write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n')
    program.chmod(0o755)
    return playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=program,
        env={**os.environ, "FIREFOX": str(FIREFOX)},
        firefox_user_prefs=PREFERENCES,
    )
