"""The handbook builds without a warning, and its links lead somewhere."""

import re
import subprocess
import sys
from inspect import getsource
from pathlib import Path
from pydoc import locate
from typing import Any

import pytest

import tablier
from tablier import research
from tablier.core.reading.diagram import IMAGE

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/tablier/games/*/*.md")]


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the handbook. Links to pages, headings and files are looked up on the way."""
    folder = tmp_path_factory.mktemp("handbook")
    build = ["-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--conf-dir", "docs"]
    folders = ["--doctree-dir", str(folder / "doctrees"), ".", str(folder)]
    done = subprocess.run(
        [sys.executable, *build, *folders],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_it_needs_nothing_from_elsewhere(handbook: Path) -> None:
    assert (handbook / "docs/fifth-game.html").exists()
    assert not [
        page
        for page in handbook.rglob("*.html")
        if re.search(r'<(script|link|img)[^>]+(src|href)="https?:', page.read_text("utf-8"))
    ]


CLASSES = [name for name in tablier.__all__ if isinstance(getattr(tablier, name), type)]
BOT = "tablier.engine.bot.Bot"


def test_every_public_name_is_explained_on_a_page(handbook: Path) -> None:
    page = (handbook / "docs/api.html").read_text("utf-8")
    names = [f"tablier.{name}" for name in tablier.__all__]
    names += [f"tablier.research.{name}" for name in research.__all__]
    for name in [f"tablier.{name}" for name in CLASSES] + [BOT]:
        names += [f"{name}.{member}" for member in _members(locate(name))]
    assert [name for name in names if f'id="{name}"' not in page] == []
    assert "Alias for field" not in page


def test_every_public_name_has_a_docstring() -> None:
    """The attributes of objects are on the page only if they have one."""
    for name in {*tablier.__all__} - {"TABLE"}:
        explained = getattr(tablier, name)
        assert explained.__doc__ and not explained.__doc__.startswith(f"{name}("), name
        if isinstance(explained, type):
            members = [getattr(explained, member, None) for member in _members(explained)]
            assert all(member.__doc__ for member in members if member is not None), name


def _members(explained: Any) -> list[str]:
    """The names of a class of ours that users meet, those that its objects get among them."""
    given = re.findall(r"^        self\.([a-z]\w*)(?:: .+)? = ", getsource(explained), re.MULTILINE)
    own = [name for name in vars(explained) if not name.startswith("_")]
    skipped = {"pieces"} if explained.__name__ == "Bot" else set()
    return sorted({*own, *given, *getattr(explained, "__annotations__", ())} - skipped)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(page: Path) -> None:
    """On a forge, where nothing is built; README.md is read only there. Diagrams are drawn."""
    text = IMAGE.sub("", page.read_text("utf-8"))
    prose = re.sub(r"^```.*?^```|`[^`\n]+`", "", text, flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", prose)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_in_the_contents() -> None:
    first = ROOT / "docs" / "index.md"
    linked = re.findall(r"\]\(([^)]+\.md)\)", first.read_text("utf-8"))
    chapters = {(first.parent / link).resolve() for link in linked} | {first}
    examples = ROOT / "docs" / "examples"
    pages = {page for page in ROOT.glob("docs/**/*.md") if not page.is_relative_to(examples)}
    assert pages <= chapters
