"""A folder to begin a game with: a small one that plays, under another name."""

import re
from pathlib import Path

from tablier.checks.files import NAME
from tablier.core import registry
from tablier.core.errors import BadOption

TEMPLATE = Path(__file__).parent / "template"
TITLE, PREFIX = "Template", "XY"


def new_folder(name: str, place: Path) -> Path:
    """Write the template as a folder of that name; what is there already is left alone."""
    if not NAME.fullmatch(name):
        told = "a game's folder has small letters, digits and underscores, and begins with a letter"
        raise BadOption(f"{name!r}: {told}")
    if name.replace("_", "-") in registry.games():
        raise BadOption(f"there is a game {name.replace('_', '-')!r} already; choose another name")
    folder = place / name
    if folder.exists() or folder.is_symlink():
        raise BadOption(f"{folder} is there already; it is left as it is")
    for path in sorted(TEMPLATE.rglob("*")):
        if path.suffix in (".py", ".md", ".json"):
            target = folder / path.relative_to(TEMPLATE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_named(path.read_text("utf-8"), name), "utf-8")
    return folder


def _named(text: str, name: str) -> str:
    title = " ".join(word.capitalize() for word in name.split("_") if word)
    prefix = (re.sub(r"[^a-z]", "", name) + "x").upper()[:2]
    return text.replace(TITLE, title).replace(f"{PREFIX}-", f"{prefix}-")
