"""RULES.md: every rule has an id, and whatever rests on a rule names one that is there."""

import re
from collections.abc import Iterator

from tablier.checks.fault import Fault
from tablier.core.game import Game
from tablier.core.reading.diagram import IMAGE, diagram, diagrams
from tablier.core.words import LANGUAGES

RULE = re.compile(r"^- \*\*([A-Z]{2}-\d\d)\*\* \S", re.MULTILINE)
ITEM = re.compile(r"^- ")
REFUSAL = re.compile(r'Refusal\(\s*"([^"]*)",\s*"([^"]*)"')
"""How a refusal stands in the sources, where it is written out."""


def ids(rules: str) -> list[str]:
    """The ids of all rules, in order."""
    return RULE.findall(rules)


def refusals(game: Game) -> list[tuple[str, str, str]]:
    """Files, rules and codes of the refusals that are written out in a folder's sources."""
    return [
        (path.name, rule, code)
        for path in sorted(game.folder.rglob("*.py"))
        for rule, code in REFUSAL.findall(path.read_text("utf-8"))
    ]


def rulebook(game: Game) -> Iterator[Fault]:
    """Rules, and what names them."""
    known = ids(game.rules_text)
    if not known:
        yield Fault("RULES.md", "has no rule: a rule is a list item, `- **XY-01** …`")
    for number, line in enumerate(game.rules_text.splitlines(), 1):
        if ITEM.match(line) and not RULE.match(line):
            yield Fault(f"RULES.md, line {number}", f"a rule without an id: {line[2:50]!r}")
    for twice in sorted({rule for rule in known if known.count(rule) > 1}):
        yield Fault("RULES.md", f"{twice} stands there twice")
    if len({rule[:2] for rule in known}) > 1:
        yield Fault("RULES.md", "all ids of a game begin with the same two letters")
    yield from _named(game, set(known))
    yield from _translated(game)
    yield from _diagrams(game)


def _named(game: Game, known: set[str]) -> Iterator[Fault]:
    named = [("rules.py", f"the reason {one.token}", one.rule) for one in game.rules.REASONS]
    named += [("__init__.py", f"the option {one.name}", one.rule) for one in game.options]
    named += [(file, f"the refusal {code}", rule) for file, rule, code in refusals(game)]
    for where, what, rule in dict.fromkeys(named):
        if rule not in known:
            yield Fault(where, f"{what} rests on {rule or 'no rule'}, which RULES.md doesn't have")


def _translated(game: Game) -> Iterator[Fault]:
    for language in LANGUAGES[1:]:
        name = f"RULES.{language}.md"
        if (game.folder / name).is_file():
            missing = [rule for rule in ids(game.rules_text) if rule not in ids(_text(game, name))]
            if missing:
                yield Fault(name, f"lacks {', '.join(missing)}")


def _text(game: Game, name: str) -> str:
    return (game.folder / name).read_text("utf-8")


def _diagrams(game: Game) -> Iterator[Fault]:
    drawn = diagrams(game)
    shown = [name for _, name in IMAGE.findall(game.rules_text)]
    for name in shown:
        if name not in drawn:
            yield Fault("RULES.md", f"shows the diagram {name}, which diagrams.json doesn't have")
    for name in drawn:
        diagram(game, name).svg()
