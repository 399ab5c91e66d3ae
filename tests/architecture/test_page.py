"""What the page's JavaScript promises about its shape, beside what its linter holds."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "tablier"
SCRIPTS = sorted([*ROOT.glob("web/js/**/*.js"), *ROOT.glob("games/*/look/**/*.js")])
FOLDERS = sorted({path.parent for path in SCRIPTS})
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
TAKEN = re.compile(r"import \{([^}]*)\}|\{ (\w+) \} = await import|import\(\"[^\"]*\"\)+\.(\w+)")
ASKED_FOR_BY_NAME = {"keysOnDisk", "show", "createTable", "createCard"}
"""Of whatever the router opens, of what a game brings, and of what is loaded only where needed."""
MOST = 15


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_folder_has_more_modules_than_one_can_see(folder: Path) -> None:
    assert len(list(folder.glob("*.js"))) <= MOST


def test_whatever_is_exported_is_imported_somewhere() -> None:
    sources = {path: path.read_text("utf-8") for path in SCRIPTS}
    taken = ASKED_FOR_BY_NAME | {
        name.split(" as ")[0].strip()
        for source in sources.values()
        for names in TAKEN.findall(source)
        for name in ",".join(names).split(",")
    }
    dead = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, source in sources.items()
        for name in EXPORT.findall(source)
        if name not in taken
    ]
    assert dead == []
