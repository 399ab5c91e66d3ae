"""A game's rules as HTML, rendered once. What is not named here is text, markup included."""

import re
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

RULE = re.compile(r"[A-Z]{2}-\d\d")
READER = MarkdownIt("js-default")
"""CommonMark with tables, and without HTML of the text's own."""
TAGS = {
    "paragraph": "p",
    "strong": "strong",
    "em": "em",
    "code_inline": "code",
    "code_block": "pre",
    "fence": "pre",
    "blockquote": "blockquote",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "td": "td",
}
LISTS = {"bullet_list": "ul", "ordered_list": "ol"}
BREAKS = {"softbreak": "\n", "hardbreak": "<br>"}
KEPT = 64
"""Rule books that stay rendered: those of all games in all languages, most likely."""


@lru_cache(maxsize=KEPT)
def rules_html(game: str, markdown: str) -> str:
    """The rules of a game, for its page.

    A list item that begins with a rule's id has that id, and a link to itself. A picture is a
    figure that names its file in `data-diagram`: only the page knows how it is to be drawn.
    """
    return _Writer(game).write(SyntaxTreeNode(READER.parse(markdown)))


class _Writer:
    """Writes a tree of Markdown down as HTML, from the leaves up."""

    def __init__(self, game: str) -> None:
        self._game = game

    def write(self, node: SyntaxTreeNode) -> str:
        kind = node.type
        if kind in LISTS:
            rules = all(map(_rule, node.children))
            return _tag(LISTS[kind], self._inside(node), class_="rules" if rules else "")
        if kind in ("list_item", "heading", "paragraph", "link", "table", "th"):
            written: str = getattr(self, f"_{kind}")(node)
            return written
        if kind in TAGS:
            return _tag(TAGS[kind], self._inside(node))
        return self._inside(node)

    def _inside(self, node: SyntaxTreeNode) -> str:
        if node.type in BREAKS:
            return BREAKS[node.type]
        leaf = not node.children and not node.is_root
        return escape(node.content) if leaf else "".join(map(self.write, node.children))

    def _list_item(self, node: SyntaxTreeNode) -> str:
        rule = _rule(node)
        if not rule:
            return _tag("li", self._inside(node))
        link = _tag("a", rule, class_="rule", href=f"#/learn/{self._game}/{rule}")
        said = self._inside(node).replace(_tag("strong", rule), "", 1).strip()
        return _tag("li", link + _tag("div", said), id=rule, tabindex="-1")

    def _heading(self, node: SyntaxTreeNode) -> str:
        return _tag(node.tag, self._inside(node))

    def _paragraph(self, node: SyntaxTreeNode) -> str:
        """In a list it may be without space around; one that is a picture is a figure."""
        alone = node.children[0].children
        if len(alone) == 1 and alone[0].type == "image":
            caption = _tag("figcaption", self._inside(alone[0]))
            return _tag("figure", caption, data_diagram=str(alone[0].attrs["src"]))
        return self._inside(node) if node.hidden else _tag("p", self._inside(node))

    def _link(self, node: SyntaxTreeNode) -> str:
        """The rules lead nowhere else."""
        address = str(node.attrs["href"])
        inside = self._inside(node)
        return _tag("a", inside, href=address) if address.startswith("#") else inside

    def _table(self, node: SyntaxTreeNode) -> str:
        return _tag("div", _tag("table", self._inside(node)), class_="wide")

    def _th(self, node: SyntaxTreeNode) -> str:
        return _tag("th", self._inside(node), scope="col")


def _rule(item: SyntaxTreeNode) -> str:
    """The id that a list item begins with, or nothing."""
    first = next((node for node in item.walk() if node.type == "text" and node.content), None)
    if first is None or first.parent is None or first.parent.type != "strong":
        return ""
    return first.content if RULE.fullmatch(first.content) else ""


def _tag(name: str, inside: str, **attributes: str) -> str:
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return f"<{name}{written}>{inside}</{name}>"
