"""The handbook, built by `make docs` from the Markdown that stands in the repository.

The sources are the repository's own files, so that a link between them works on a forge and in
the handbook alike. Without network: nothing is fetched while building or reading.
"""

import re
from base64 import b64encode
from pathlib import Path

from sphinx.application import Sphinx

from tablier.core.reading.diagram import IMAGE, diagram
from tablier.core.registry import find

ROOT = Path(__file__).parents[1]
FIRST = "docs/index"

project = "Tablier"
author = "the authors of Tablier"
root_doc = FIRST
extensions = ["myst_parser", "sphinx.ext.autodoc"]
include_patterns = ["docs/**.md", "src/tablier/games/*/RULES.md", "*.md"]
exclude_patterns = ["README.md", "docs/examples/**"]
html_theme = "furo"
html_title = "Tablier"
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#7d5810",
        "color-brand-content": "#7d5810",
        "color-background-primary": "#fdfaf3",
        "color-background-secondary": "#f6f1e7",
    },
    "dark_css_variables": {"color-brand-primary": "#dcb562", "color-brand-content": "#dcb562"},
}
html_favicon = "../src/tablier/web/icons/tablier.svg"
html_show_sphinx = False
html_show_copyright = False
myst_heading_anchors = 3
highlight_language = "none"
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]
"""Types in signatures are named, whether or not they have a place of their own on the page."""
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
default_role = "code"
"""Docstrings quote code as Markdown does."""
suppress_warnings = ["misc.highlighting_failure"]
"""JSON in the protocol's description is cut short with `…`."""


def _gather(app: Sphinx, name: str, source: list[str]) -> None:
    """Make the handbook's contents from what the first page links to, part by part."""
    if name != FIRST:
        return
    for part in source[0].split("\n## ")[1:]:
        links = re.findall(r"\]\(([\w./-]+\.md)\)", part)
        files = [(ROOT / FIRST).parent.joinpath(link).resolve() for link in links]
        chapters = "\n".join(f"/{path.relative_to(ROOT)}" for path in files)
        caption = part.splitlines()[0]
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{chapters}\n```\n"


def _illustrate(app: Sphinx, name: str, source: list[str]) -> None:
    """Draw the diagrams of a game's rules into them."""
    if not name.endswith("/RULES"):
        return
    game = find(name.split("/")[-2].replace("_", "-"))

    def drawn(image: re.Match[str]) -> str:
        picture = b64encode(diagram(game, image[2]).svg(width=360).encode()).decode()
        return f'<img alt="" src="data:image/svg+xml;base64,{picture}">\n\n*{image[1]}*'

    source[0] = IMAGE.sub(drawn, source[0])


def setup(app: Sphinx) -> None:
    """Tell Sphinx."""
    app.connect("source-read", _gather)
    app.connect("source-read", _illustrate)
