"""Every regular expression that meets outside text, how it is used, and what is hard for it.

A pattern is read off the call that holds it, with the constants of its module. Texts are made from
its own parts: whatever may repeat is repeated, after what leads to it, and then broken off.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as sre
from re import _parser
from types import SimpleNamespace
from typing import Any, NamedTuple

import tablier

SOURCES = Path(tablier.__file__).parent
USES = {"match", "fullmatch", "search", "findall", "finditer", "split", "sub"}
MENTIONED = re.compile(rf"\.\s*(?:compile|{'|'.join(sorted(USES))})\b")
UNSAID = {
    "self": SimpleNamespace(_point="(a1|a2|b1|c12)", _any_name="a1|a2|b1|c12"),
    "function": "createTable",
    "name": "board-margin",
}
"""What patterns are put together from that no module holds."""
OF_CODE = (
    "checks/",
    "core/drawing/",
    "cli/json_documents.py",
    "compile/targets/",
    "site/imports.py",
)
"""These read code: ours, that in a game's own folder, or what LLVM has made of it."""
BREAKS = ("", "\0", "\n", "!")
"""Ends that hardly any pattern takes."""


class Expression(NamedTuple):
    """A pattern in the sources."""

    place: str
    pattern: re.Pattern[Any]
    uses: frozenset[str]

    def read(self, text: Any) -> None:
        """Put a text to it as the sources do."""
        for use in self.uses:
            if use == "sub":
                self.pattern.sub(text[:0], text)
            elif use == "finditer":
                list(self.pattern.finditer(text))
            else:
                getattr(self.pattern, use)(text)


def expressions() -> Iterator[Expression]:
    """All of them."""
    modules = [_read(path) for path in sorted(SOURCES.rglob("*.py"))]
    everywhere = [asked for module in modules for asked in module.asked]
    for module in modules:
        if module.place.startswith(OF_CODE):
            continue
        for node in module.calls:
            name = module.named.get(node, "")
            use = node.func.attr  # type: ignore[attr-defined]
            uses = {use} if use in USES else _uses(name, module.asked) or _uses(name, everywhere)
            shown = f"{module.place}: {name or ast.unparse(node.args[0])}"
            yield Expression(shown, _evaluated(SOURCES / module.place, node), frozenset(uses))


class Module(NamedTuple):
    """What a module has to do with patterns: calls of `re`, what they are named, what is asked."""

    place: str
    calls: list[ast.Call]
    named: dict[ast.expr, str]
    asked: list[tuple[str, str]]


def _read(path: Path) -> Module:
    """Look once at every node, and at none where no pattern can be."""
    text = path.read_text("utf-8")
    module = Module(path.relative_to(SOURCES).as_posix(), [], {}, [])
    for node in ast.walk(ast.parse(text)) if MENTIONED.search(text) else ():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            module.named[node.value] = ast.unparse(node.targets[0])
        elif isinstance(node, ast.Call) and _is_of_re(node.func):
            module.calls.append(node)
        elif isinstance(node, ast.Attribute) and node.attr in USES:
            module.asked.append((ast.unparse(node.value), node.attr))
    return module


def _uses(name: str, asked: list[tuple[str, str]]) -> set[str]:
    """What is asked of a pattern by its name: in its own module, or wherever that is read."""
    return {use for owner, use in asked if owner.endswith(name)}


def _is_of_re(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "re"
        and called.attr in USES | {"compile"}
    )


def _evaluated(path: Path, call: ast.Call) -> re.Pattern[Any]:
    """The pattern of a call, compiled with its flags."""
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    known = UNSAID | vars(importlib.import_module(".".join(parts)))
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    at = 1 if call.func.attr == "compile" else {"sub": 4, "split": 3}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    given = [call.args[0], *flags, *call.args[at : at + 1]]
    return re.compile(*(eval(ast.unparse(one), known) for one in given))


def hard_texts(expression: Expression, size: int) -> Iterator[Any]:
    """Texts of about a size that its parts suggest, the same number for every size."""
    parsed = _parser.parse(expression.pattern.pattern, expression.pattern.flags)
    for before, repeated in dict.fromkeys(_pumps(list(parsed))):
        for end in BREAKS:
            text = before + repeated * (size // max(1, len(repeated))) + end
            yield text.encode("latin-1") if isinstance(expression.pattern.pattern, bytes) else text


def _pumps(parts: list[Any]) -> Iterator[tuple[str, str]]:
    """What may be repeated, and what leads there; each beginning may come again and again, too."""
    before = ""
    for part in parts:
        sample = _sample(part)
        yield before, sample or "a"
        yield "", (before + sample) or "a"
        for inner in _inside(part):
            for lead, repeated in _pumps(list(inner)):
                yield before + lead, repeated
        before += sample


def _inside(part: tuple[Any, Any]) -> list[Any]:
    kind, what = part
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return [what[2]]
    if kind is sre.SUBPATTERN:
        return [what[3]]
    if kind is sre.BRANCH:
        return list(what[1])
    return [what[1]] if kind in (sre.ASSERT, sre.ASSERT_NOT) else []


def _sample(part: tuple[Any, Any]) -> str:
    """A short text that a part of a pattern takes."""
    kind, what = part
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        return "".join(map(_sample, what[2])) * max(1, int(what[0]))
    if kind is sre.SUBPATTERN:
        return "".join(map(_sample, what[3]))
    if kind is sre.BRANCH:
        return max(("".join(map(_sample, one)) for one in what[1]), key=len)
    if kind is sre.LITERAL:
        return chr(what)
    if kind is sre.IN:
        return _member(what)
    others = {sre.ANY: "a", sre.NOT_LITERAL: "a" if what != ord("a") else "b"}
    return others.get(kind, "")


def _member(what: list[Any]) -> str:
    """A character of a set."""
    kind, value = what[0]
    if kind is sre.NEGATE:
        return next(c for c in "a1 -#א" if not re.match(_set(what[1:]), c))
    if kind is sre.LITERAL:
        return chr(value)
    if kind is sre.RANGE:
        return chr(value[0])
    classes = {sre.CATEGORY_SPACE: " ", sre.CATEGORY_DIGIT: "1"}
    return classes.get(value, "a")


def _set(members: list[Any]) -> str:
    classes = {sre.CATEGORY_SPACE: r"\s", sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_WORD: r"\w"}
    classes |= {sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_NOT_DIGIT: r"\D"}
    classes |= {sre.CATEGORY_NOT_WORD: r"\W"}
    said = []
    for kind, value in members:
        if kind is sre.LITERAL:
            said.append(re.escape(chr(value)))
        elif kind is sre.RANGE:
            said.append(f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}")
        else:
            said.append(classes[value])
    return f"[{''.join(said)}]"
