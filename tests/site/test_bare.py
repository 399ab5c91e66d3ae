"""Sources without what only people read."""

import ast
from pathlib import Path

from tablier.site.bare import bare

TOLD = '''\
"""What it is about,
in two lines."""
# Why.

class Told:  # here
    """A class."""

    text = "# no comment"

    def tell(self):
        """A function."""
        return """
        # no docstring
        """

    def hush(self): "nothing"
'''
BARE = '''\
""



class Told:
    ""

    text = "# no comment"

    def tell(self):
        ""
        return """
        # no docstring
        """

    def hush(self): "nothing"
'''


def test_comments_and_docstrings_go_and_each_line_stays_where_it_was() -> None:
    assert bare(TOLD) == BARE


def test_the_library_is_still_the_same_program() -> None:
    text = Path(ast.__file__).read_text("utf-8")
    assert len(bare(text)) < len(text)
    assert said(bare(text)) == said(text)


def test_what_is_written_for_a_newer_python_stays() -> None:
    assert bare("a = = 1  # what\n") == "a = = 1  # what\n"


def said(source: str) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return ast.dump(tree)
