"""The handbook builds without a warning, and its links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.core.diagram import IMAGE

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/tablier/games/*/*.md")]


def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    """Links to other pages, to their headings and to files are looked up on the way."""
    build = ["-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--conf-dir", "docs"]
    folders = ["--doctree-dir", str(tmp_path / "doctrees"), ".", str(tmp_path / "handbook")]
    done = subprocess.run(
        [sys.executable, *build, *folders],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "handbook/docs/fifth-game.html").exists()
    assert not [
        page
        for page in (tmp_path / "handbook").rglob("*.html")
        if re.search(r'<(script|link|img)[^>]+(src|href)="https?:', page.read_text("utf-8"))
    ], "nothing is fetched from elsewhere"


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
