"""What the page asks for before anything can be drawn."""

import re
from pathlib import Path

import tablier

WEB = Path(tablier.__file__).parent / "web"
IMPORT = re.compile(r'^(?:import|export) (?:[^;]* from )?"\./([\w]+\.js)";', re.MULTILINE)
PRELOAD = re.compile(r'<link rel="modulepreload" href="/js/([\w]+\.js)" />')


def needed(*modules: str) -> list[str]:
    """Modules, and all that they import, the importing before the imported."""
    found = list(modules)
    for module in found:
        text = (WEB / "js" / module).read_text("utf-8")
        found += [each for each in IMPORT.findall(text) if each not in found]
    return found


def test_the_first_screen_is_asked_for_at_once() -> None:
    """A module that is found only by reading another one costs a round trip."""
    told = PRELOAD.findall((WEB / "index.html").read_text("utf-8"))
    assert told == needed("main.js", "home.js")
