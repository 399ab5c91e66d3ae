"""Draws the icons of an installed page from its own: python docs/icons.py, with a Chromium.

A maskable icon may be cut to any shape: everything lies within a circle of four fifths of its
width, on a ground that goes to the edge.
"""

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).parents[1] / "src" / "tablier" / "web" / "icons"
PROGRAM = "/usr/bin/chromium-headless-shell"
SIZES = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "touch-180": 180}
WHOLE = {"maskable-512", "touch-180"}
"""Those that fill their square."""
SAFE = 0.84
STYLE = "body { margin: 0 } svg { display: block }"


def drawn(name: str) -> str:
    """The icon as a picture; one that fills its square has the frame's wood all over."""
    svg = (ICONS / "tablier.svg").read_text("utf-8")
    if name not in WHOLE:
        return svg
    frame = re.search(r'<rect [^>]*fill="(#\w+)"', svg)
    assert frame
    margin = 16 * (1 - SAFE)
    inside = re.sub(r"</?svg[^>]*>", "", svg)
    ground = f'<rect width="32" height="32" fill="{frame[1]}"/>'
    shrunk = f'<g transform="translate({margin} {margin}) scale({SAFE})">{inside}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{ground}{shrunk}</svg>'


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=PROGRAM)
    for name, size in SIZES.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>{STYLE}</style>{drawn(name)}")
        page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
