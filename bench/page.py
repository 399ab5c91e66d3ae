"""The web page in a real browser: what a first visit costs, and how soon a move shows."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

LARGEST_KB = 200
DRAWN_MS = 1000
SHOWN_MS = 100
VISITS = 5
PROGRAMS = ("chromium", "chromium-headless-shell", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)

WATCH_BOARDS = """() => {
  const look = () => {
    const pictures = [...document.querySelectorAll("[data-card] > .picture")];
    const drawn = pictures.every((picture) => picture.querySelector("svg, img"));
    if (drawn && pictures.length === window.cards) window.drawn ??= performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
WATCH_MOVES = """() => {
  addEventListener("pointerdown", (event) => { window.pressed = event.timeStamp; }, true);
  window.shown = [];
  new MutationObserver(() => requestAnimationFrame(() => {
    if (window.pressed) window.shown.push(performance.now() - window.pressed);
    window.pressed = 0;
  })).observe(document.querySelector(".moves"), { childList: true });
}"""


def main() -> None:
    """Print size and times of first visits and of moves beside the bars, and fail above them."""
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visits = [_visit(browser, base) for _ in range(VISITS)]
        size = max(kilobytes for kilobytes, _ in visits)
        drawn = min(milliseconds for _, milliseconds in visits)
        moves = _moves(browser, base)
        browser.close()
    shown = statistics.median(moves)
    print(f"first visit {size:.0f} kB over the wire (bar {LARGEST_KB})")
    print(f"all boards drawn after {drawn:.0f} ms, the best of {VISITS} (bar {DRAWN_MS})")
    print(
        f"a move is on the list {shown:.0f} ms after the click, the median of {len(moves)}", end=""
    )
    print(f" (bar {SHOWN_MS})")
    assert size < LARGEST_KB and drawn < DRAWN_MS and shown < SHOWN_MS


@contextmanager
def served() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tablier", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server did not start"
            try:
                yield found[0].rstrip("/")
            finally:
                server.terminate()


def _visit(browser: Browser, base: str) -> tuple[float, float]:
    """Kilobytes received and milliseconds until every board is drawn, with nothing cached."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    received = [0.0]
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.loadingFinished",
        lambda event: received.__setitem__(0, received[0] + event["encodedDataLength"]),
    )
    games = len(page.request.get(f"{base}/api/games").json())
    context.add_init_script(f"window.cards = {games}; ({WATCH_BOARDS})()")
    page.goto(f"{base}/")
    page.wait_for_function("() => window.drawn")
    page.wait_for_load_state("networkidle")
    drawn = float(page.evaluate("() => window.drawn"))
    context.close()
    return received[0] / 1000, drawn


def _moves(browser: Browser, base: str) -> list[float]:
    """Milliseconds from a press to the frame in which the server's answer shows."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{base}/")
    page.locator("input[value=here]").check(force=True)
    page.locator("[data-card] button.cover:has-text('ZhiZhu')").click()
    page.locator(".point.single").first.wait_for(state="attached")
    page.evaluate(WATCH_MOVES)
    for number in range(1, 11):
        _press_any(page)
        page.wait_for_function("(count) => shown.length >= count", arg=number)
    shown: list[float] = page.evaluate("() => shown")
    page.close()
    return shown


def _press_any(page: Page) -> None:
    hit = page.locator(".point.single .hit").first
    hit.wait_for(state="attached")
    box = hit.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


if __name__ == "__main__":
    main()
