"""Games made of others by a few changes of their sources."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHOWKA, ZINGA = ROOT / "docs/examples/chowka", ROOT / "src/tablier/games/zinga"
TIMED = {
    "DEADLINES = ()": 'DEADLINES = ("move",)',
    "ROLL = 2 * POINTS, (2 + POINTS) * POINTS, (2 + POINTS) * POINTS + 1": (
        "ROLL = 2 * POINTS, (2 + POINTS) * POINTS, (2 + POINTS) * POINTS + 2"
    ),
    "return turn_of(position.seat) if position.die else roll_of(1, ROLL)": (
        "seats = 1 << position.seat | 1 << 8\n"
        "    timed = Decision(actors=seats, deadline=1, ms=30_000, dice=0, roll=0)\n"
        "    return timed if position.die else roll_of(1, ROLL)"
    ),
    "    own, first, count = ": (
        "    if seat == 8:\n        out[0] = PASS + 1\n        return 1\n    own, first, count = "
    ),
    "if action == PASS:": "if action >= PASS:",
    'words=("pass",)': 'words=("pass", "expired")',
}
"""Chowka Bara with half a minute for every move, after which the turn is over."""
UNTIMED = {
    '\nDEADLINES = ("pause",': '\nDEADLINES = ()\nLIMITED = ("pause",',
    "for name in DEADLINES)": "for name in LIMITED)",
}
"""ZINGA that has no deadlines at all."""


def changed(source: Path, name: str, changes: dict[str, str], folder: Path) -> Path:
    """Put a game of that name into a folder: another one, with all these changes."""
    shutil.copytree(source, folder / name)
    made = set()
    for path in (folder / name).rglob("*.py"):
        text = path.read_text("utf-8").replace(
            f"tablier.games.{source.name}", f"tablier.games.{name}"
        )
        text = text.replace(f'name="{source.name}"', f'name="{name}"')
        text = re.sub(r"    title=.*", f'    title="{name}",', text)
        for old, new in changes.items():
            if old in text:
                made.add(old)
                text = text.replace(old, new)
        path.write_text(text, "utf-8")
    for words in (folder / name / "words").glob("*.json"):
        text = re.sub(r'"title": ".*"', f'"title": "{name}"', words.read_text("utf-8"), count=1)
        words.write_text(text, "utf-8")
    assert made == set(changes)
    return folder
