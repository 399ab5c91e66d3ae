"""What the code promises about its own shape."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest

from tablier.checks.files import files
from tablier.core.registry import games

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
KEPT_FILES = [
    path
    for pattern in ("src/**/*", "tests/**/*.py", "bench/*.py", "docs/**/*.md", "*.md", "*.toml")
    for path in ROOT.glob(pattern)
    if path.is_file() and path.suffix in {".py", ".md", ".json", ".toml", ".txt"}
]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_module_is_longer_than_500_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 500


def test_every_game_folder_has_the_same_nouns() -> None:
    nouns = {"__init__", "board", "rules", "notation", "evaluate", "scene", "refusal"}
    for name in games():
        folder = ROOT / "src" / "tablier" / "games" / name.replace("-", "_")
        assert nouns <= {path.stem for path in folder.glob("*.py")}
        assert (folder / "RULES.md").exists() and (folder / "words" / "en.json").exists()


def test_rules_do_not_see_clocks_chance_or_numba() -> None:
    for name in games():
        assert list(files(ROOT / "src" / "tablier" / "games" / name.replace("-", "_"))) == []


def test_no_package_registry_is_named() -> None:
    address = re.compile(
        r"https?://(?!www\.w3\.org/2000/svg)([\w-]+\.)+(?!evil|example)[a-z]{2,}\b"
    )
    for path in [*KEPT_FILES, ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]:
        assert not address.search(path.read_text("utf-8")), path


def test_an_order_is_held_in_every_package() -> None:
    """Migrations have theirs from alembic."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    held = {
        name
        for contract in linter["contracts"]
        for name in [*contract.get("containers", []), *contract.get("modules", [])]
    }
    packages = {path.parent for path in SOURCES if path.name != "__init__.py"}
    packages |= {path.parent.parent for path in SOURCES if path.name == "__init__.py"}
    for package in packages - {ROOT / "src"}:
        name = ".".join(package.relative_to(ROOT / "src").parts)
        inside = {f"{name}.*", name, f"{name.rpartition('.')[0]}.*"}
        assert inside & held or "migrations" in name, f"no contract orders {name}"


def test_amounts_are_named_with_their_unit() -> None:
    vague = re.compile(r"\bso (many|long)\b", re.IGNORECASE)
    found = [
        (path.name, line)
        for path in [*SOURCES, *(ROOT / "src").rglob("*.js")]
        for line in path.read_text("utf-8").splitlines()
        if vague.search(line)
    ]
    assert found == []


def test_the_picture_of_the_layers_is_what_is_held() -> None:
    """`make pictures` draws it anew."""
    drawn = runpy.run_path(str(ROOT / "docs" / "layers.py"))
    assert drawn["PICTURE"].read_text("utf-8") == drawn["picture"]()
