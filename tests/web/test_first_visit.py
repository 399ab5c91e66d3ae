"""What the page asks for before anything can be drawn."""

import re
from pathlib import Path
from posixpath import dirname, normpath

import tablier

WEB = Path(tablier.__file__).parent / "web"
IMPORT = re.compile(r'^(?:import|export) (?:[^;]* from )?"(\.[\w./]+\.js)";', re.MULTILINE)
PRELOAD = re.compile(r'<link rel="modulepreload" href="(/js/[\w/]+\.js)" />')


def needed(*modules: str) -> list[str]:
    """Modules, and all that they import, the importing before the imported."""
    found = list(modules)
    for module in found:
        text = (WEB / module.removeprefix("/")).read_text("utf-8")
        imported = [normpath(f"{dirname(module)}/{each}") for each in IMPORT.findall(text)]
        found += [each for each in imported if each not in found]
    return found


def test_the_first_screen_is_asked_for_at_once() -> None:
    """A module that is found only by reading another one costs a round trip."""
    told = PRELOAD.findall((WEB / "index.html").read_text("utf-8"))
    assert told == needed("/js/main.js", "/js/home/home_screen.js")


def test_a_game_has_the_last_word_about_its_look() -> None:
    """The page's own style sheets stand in the body, so that games' must be put behind them."""
    loading = [WEB / "js/board/look.js", *WEB.parent.glob("games/*/look/**/*.js")]
    texts = [path.read_text("utf-8") for path in loading]
    assert sum("document.body.append(link)" in text for text in texts) >= 2
    assert not any("document.head" in text for text in texts)
