"""The fenced blocks of the handbook."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def kinds(page: Path) -> list[str]:
    """What stands behind the marks that open a block; nothing where it isn't said."""
    return re.findall(r"^ *```(.*)\n(?:.*\n)*?^ *```$", page.read_text("utf-8"), re.MULTILINE)


def blocks(page: Path, kind: str) -> list[str]:
    """The blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def with_blocks(kind: str) -> pytest.MarkDecorator:
    """For each page that has some."""
    pages = [page for page in PAGES if blocks(page, kind)]
    assert pages
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)
