"""What compiled code is made from, and what is none of it."""

from pathlib import Path

import pytest

from tablier.compile import sources
from tablier.compile.sources import Origin, origin_of
from tablier.core import registry

GAMES = "tablier.games"
POSITION = f"{GAMES}.lines.position"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with three layers, one of which compiles nothing, and two games."""
    for folder in ("core", "compile", "engine", "terminal", "games/lines", "games/dots"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "some.py").write_text("x = 1\n")
    monkeypatch.setattr(sources, "__file__", str(tmp_path / "compile" / "sources.py"))
    monkeypatch.setattr(registry, "homes", lambda: [tmp_path / "games"])
    return tmp_path


def digests() -> dict[str, str]:
    """What several kinds of code are named after."""
    origins = {
        "lines": Origin("engine", "lines"),
        "dots": Origin("engine", "dots"),
        "core of lines": Origin("core", "lines"),
        "no game": Origin("engine"),
        "elsewhere": Origin(sources.ELSEWHERE),
    }
    return {name: sources.digest.__wrapped__(origin) for name, origin in origins.items()}


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("core/some.py", {"lines", "dots", "core of lines", "no game", "elsewhere"}),
        ("engine/some.py", {"lines", "dots", "no game", "elsewhere"}),
        ("engine/new.py", {"lines", "dots", "no game", "elsewhere"}),
        ("games/lines/some.py", {"lines", "core of lines", "elsewhere"}),
        ("games/new/rules.py", {"elsewhere"}),
        ("terminal/some.py", set()),
    ],
)
def test_code_has_another_name_only_if_something_of_it_changed(
    package: Path, path: str, changed: set[str]
) -> None:
    before = digests()
    (package / path).parent.mkdir(exist_ok=True)
    (package / path).write_text("x = 2\n")
    after = digests()
    assert {name for name in before if before[name] != after[name]} == changed


def test_a_renamed_file_is_a_change(package: Path) -> None:
    before = digests()
    (package / "games/lines/some.py").rename(package / "games/lines/other.py")
    assert digests()["lines"] != before["lines"]


def test_code_comes_from_its_layer_and_the_game_of_its_arguments() -> None:
    assert origin_of("tablier.solver.numbering", [POSITION, "tablier.engine.x"]) == Origin(
        "solver", "lines"
    )
    assert origin_of("tablier.core.rules.duel", [POSITION]) == Origin("compile", "lines")
    assert origin_of("tablier.research.vector.batch", []) == Origin("research")
    assert (
        origin_of("tablier.research.vector.batch", [POSITION, f"{GAMES}.dots"]).layer == "elsewhere"
    )
    assert origin_of(f"{GAMES}.lines.rules", [POSITION]) == Origin("compile", "lines")
    assert origin_of(f"{GAMES}.dots.rules", [POSITION]).layer == "elsewhere"
    assert origin_of("tablieresque.core", []).layer == "elsewhere"
