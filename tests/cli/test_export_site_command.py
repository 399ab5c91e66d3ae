"""`tablier export-site`: what it writes, and what it refuses before anything is written."""

import json
from pathlib import Path

import pytest
from commands import Run
from sites import PYTHON

from tablier.core import registry

pytest_plugins = "commanding"

GAME = registry.games()[0]


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--games", "go"], "--games: 'go' is not among"),
        (["--games", ","], "--games: an empty list is not among"),
        (["--languages", "en,xx"], "--languages: 'xx' is not among en, fr, de, es"),
        ([], "a site needs Pyodide 314.0.7: `npm pack pyodide@314.0.7` gets it"),
        (["--pyodide", "nowhere"], "there is no nowhere"),
    ],
)
def test_what_can_not_be_written_is_told_in_a_line(
    run: Run, tmp_path: Path, flags: list[str], told: str
) -> None:
    done = run("export-site", str(tmp_path / "site"), *flags)
    assert done.status == 2 and told in done.err and done.err.count("\n") == 1
    assert not (tmp_path / "site").exists()


def test_a_site_of_one_game(run: Run, python: dict[str, bytes], tmp_path: Path) -> None:
    assert python
    flags = ["--pyodide", str(PYTHON), "--games", GAME, "--languages", "de", "--json"]
    done = run("export-site", str(tmp_path), *flags)
    told = json.loads(done.out)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert (done.status, told["files"]) == (0, len(written) - 1)
    folder = tmp_path / "v" / told["version"]
    assert [path.name for path in (folder / "games").iterdir()] == [GAME]
    assert [path.name for path in (folder / "locales").iterdir()] == ["de.json"]
