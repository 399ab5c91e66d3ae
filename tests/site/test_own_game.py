"""A game from a folder of one's own, on a site: its code for browsers, and its Python."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from sites import PYTHON

from tablier.compile.targets.wasm import manifest_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "chowka"
"""A game of dice: what bots weigh of its rolls is compiled as well."""
PLAYED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import tablier
from tablier.browser.thoughts import Thoughts
match, dice = tablier.new("chowka"), tablier.Dice.seeded(7, players=2)
for _ in range(20):
    legal = match.legal()
    match = match.play(legal[0]) if legal else match.roll(dice)
*_, answer = Thoughts().begin("value", json.dumps({"record": match.record(), "nodes": 50}))
print(tablier.games(), len(json.loads(answer)))
"""
"""With nothing but the library, as in a browser."""


def told(*command: object, **variables: str) -> str:
    environment = {**os.environ, **variables}
    done = subprocess.run(
        [str(word) for word in command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_made_exported_and_played(python: dict[str, bytes], tmp_path: Path) -> None:
    own = shutil.copytree(EXAMPLE, tmp_path / "games" / "chowka")
    found = {"TABLIER_GAMES": str(tmp_path / "games")}
    program = sys.executable, "-m", "tablier"
    told(*program, "wasm", "chowka", **found)
    site = tmp_path / "site"
    options = "--pyodide", PYTHON, "--games", "chowka", "--languages", "en"
    told(*program, "export-site", site, *options, **found)
    [folder] = (site / "v").iterdir()
    code = (folder / "games" / "chowka" / "engine.wasm").read_bytes()
    assert code == (own / "engine.wasm").read_bytes()
    assert {"expect", "playouts", "best_turn"} <= manifest_of(code)["functions"].keys()
    assert (folder / "games" / "chowka" / "look" / "pieces.svg").is_file()
    played = told(sys.executable, "-I", "-S", "-c", PLAYED, folder / "tablier.zip")
    assert played.split(" ")[0] == "['chowka']"
