"""Which modules a source imports: read from its lines, so that it may be of a newer Python."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

IMPORT = re.compile(
    r"import\s+(?P<names>[^#;\n]+)|from\s+(?P<source>\.*[\w.]*)\s+import\s+(?P<taken>[^#;\n]+)"
)
LISTED = re.compile(r"^[ \t]*from\s[^\n(]*\([^()]*\)", re.MULTILINE)
DEFERRED = re.compile(r"\s*(?:async\s+)?def\b")
NEVER = re.compile(r"(?:if|elif)\s+(?:(?:typing\.)?TYPE_CHECKING|NATIVE)\b|if\s+__name__\b")
"""What stands under these is not run by whoever imports the module, nor where no compiler is."""


class Imported(NamedTuple):
    """A module, or a name in one, that is imported somewhere."""

    name: str
    at_once: bool
    """Whether importing the source imports it; otherwise a function does when it is called."""


def imported(source: str, module: str, *, is_package: bool) -> Iterator[Imported]:
    """What a source imports; of `from a import b` both `a` and `a.b`, as `b` may be a module."""
    folder = module if is_package else module.rpartition(".")[0]
    above: list[tuple[int, str]] = []
    for line in LISTED.sub(_in_one_line, source).splitlines():
        written = line.lstrip()
        if not written or written[0] in "#)]}":
            continue
        depth = len(line) - len(written)
        above = [*_around(above, depth), (depth, line)]
        found = IMPORT.match(written)
        blocks = [block for _, block in above[:-1]]
        if found and not any(NEVER.match(block.lstrip()) for block in blocks):
            at_once = not any(DEFERRED.match(block) for block in blocks)
            yield from (Imported(name, at_once) for name in _names(found, folder))


def _around(above: list[tuple[int, str]], depth: int) -> Iterator[tuple[int, str]]:
    """The blocks that a line of some depth is in."""
    return takewhile(lambda block: block[0] < depth, above)


def _names(found: re.Match[str], folder: str) -> Iterator[str]:
    if found["names"]:
        yield from (part.split()[0] for part in found["names"].split(",") if part.strip())
        return
    inside = found["source"].lstrip(".")
    if ups := len(found["source"]) - len(inside):
        parts = folder.split(".")
        inside = ".".join([*parts[: len(parts) - ups + 1], *filter(None, [inside])])
    yield inside
    for part in found["taken"].strip("() \t\\").split(","):
        if part.strip():
            yield f"{inside}.{part.split()[0]}"


def _in_one_line(listed: re.Match[str]) -> str:
    return " ".join(re.sub(r"#.*", "", line) for line in listed[0].splitlines())
