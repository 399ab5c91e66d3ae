"""What the game without a server takes of the memory, in browsers that nobody drives.

Whoever drives a browser makes it remember all that it loads. So the page plays by itself, against
the computer. Counted is what all processes of the browser have (PSS: what they share by its part),
less what the same browser has with an empty page: when the computer has just moved, and later, when
the browser has tidied up and the worker that thinks has gone.

FOOTPRINT_BROWSERS   some of chromium, firefox (all that are here)
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

from bench._browsers import PROGRAMS, Running, program, running
from bench._static_host import Host, hosted
from tablier.site.pyodide import pyodide
from tablier.site.site import export_site

ROOT = Path(__file__).parents[1]
SCRIPT = Path(__file__).with_name("_plays.js")
LATER_S = (0, 15, 60)
"""Between two looks, the first of them when the computer has just moved."""
BLANK_S = 15
PATIENCE_S = 300
MEMORY_MB = 250.0


class Counting(Host):
    """A host that hears when the page has played."""

    played = Event()

    def do_GET(self) -> None:
        """A file, or what the page has to say."""
        if self.path.endswith("/played"):
            Counting.played.set()
        super().do_GET()


def measured(name: str, folder: Path, profile: Path) -> float:
    """Print what a first and a later visit take; the most of it."""
    with running(name, profile / "blank", "about:blank") as browser:
        time.sleep(BLANK_S)
        blank = browser.memory_mb()
    print(f"{name}: {sum(blank.values()):.0f} MB with an empty page", flush=True)
    most = 0.0
    with hosted(folder, Counting) as base:
        for visit in ("first", "later"):
            Counting.played.clear()
            with running(name, profile / "own", f"{base}/") as browser:
                if not Counting.played.wait(PATIENCE_S):
                    sys.exit(f"{name}: the page did not play")
                most = max(most, *told(f"{name}, {visit} visit", browser, blank))
    return most


def told(visit: str, browser: Running, blank: dict[str, float]) -> Iterator[float]:
    """Print at each time how much more than with an empty page it is; those that the bar is for."""
    for seconds in LATER_S:
        time.sleep(seconds)
        more = {kind: mb - blank[kind] for kind, mb in browser.memory_mb().items()}
        parts = ", ".join(f"{kind} {mb:.0f}" for kind, mb in more.items())
        print(f"{visit}, {seconds} s later: {sum(more.values()):.0f} MB more ({parts})", flush=True)
        yield sum(more.values())


def playing(folder: Path) -> None:
    """Put the script that plays into a site."""
    shutil.copy(SCRIPT, folder / "plays.js")
    page = folder / "index.html"
    text = page.read_text("utf-8")
    page.write_text(
        text.replace("</head>", '<script type="module" src="plays.js"></script></head>')
    )


def main() -> None:
    """Measure in every browser that is here, and fail where it is too much."""
    wanted = os.environ.get("FOOTPRINT_BROWSERS", " ".join(PROGRAMS)).split()
    found = {}
    with tempfile.TemporaryDirectory() as place:
        out = Path(place)
        export_site(out / "club/games", pyodide(ROOT / ".venv/pyodide"))
        playing(out / "club/games")
        for name in wanted:
            if program(name):
                found[name] = measured(name, out, out / name)
            else:
                print(f"there is no {name} here")
    print(f"bar: {MEMORY_MB:.0f} MB more than an empty page")
    if any(value > MEMORY_MB for value in found.values()):
        sys.exit("footprint: the bar is not met")


if __name__ == "__main__":
    main()
