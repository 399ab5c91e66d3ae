"""Python sources without what only people read, line by line where they were."""

import ast
import io
from collections.abc import Iterator
from functools import cache
from token import COMMENT, DEDENT, ENCODING, INDENT, NEWLINE, NL, STRING
from tokenize import TokenInfo, generate_tokens

BETWEEN = (COMMENT, DEDENT, ENCODING, INDENT, NL)
"""What may stand between two statements."""


@cache
def bare(source: str) -> str:
    """The same program without comments and with empty docstrings, which `python -OO` drops too.

    A source of a newer Python than this one stays as it is: who can't read it all drops nothing.
    """
    try:
        ast.parse(source)
    except SyntaxError:
        return source
    lines = source.splitlines(keepends=True)
    for token in reversed(list(_unread(source))):
        (first, begin), (last, end) = token.start, token.end
        lines[first - 1 : last] = [
            lines[first - 1][:begin].rstrip(" \t" if token.type == COMMENT else "")
            + ("" if token.type == COMMENT else '""')
            + lines[last - 1][end:],
            *["\n"] * (last - first),
        ]
    return "".join(lines)


def _unread(source: str) -> Iterator[TokenInfo]:
    """Comments, and strings that are whole statements."""
    tokens = list(generate_tokens(io.StringIO(source).readline))
    begins = True
    for token, then in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type == COMMENT or (token.type == STRING and begins and then.type == NEWLINE):
            yield token
        begins = token.type == NEWLINE or (begins and token.type in BETWEEN)
