"""Bots, hints and analyses come to the same in Pyodide, with WebAssembly, as in native code."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tablier
from tablier.browser.thoughts import Thoughts
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.engine.levels import LEVELS
from tablier.solver.shelf_file import PIECE, TOLD, shelf_written

SOURCES = Path(tablier.__file__).parents[1]
PYODIDE, DENO = Path(sys.prefix) / "pyodide", Path(sys.prefix) / "bin" / "deno"
CODE = all((registry.find(name).folder / "engine.wasm").exists() for name in tablier.games())
SPEED, NODES = 5_000, 1_000


def played(name: str, players: int) -> tablier.Match:
    """A game that has begun, with somebody to move."""
    match = tablier.new(name, players=players)
    while len(match.history) < 4 or match.to_roll:
        if match.to_roll:
            roll = match.game.notation.write(match.state, tablier.TABLE, match.decision.roll + 7)
            match.play(roll, tablier.TABLE)
        else:
            seat = min(match.seats)
            legal = match.legal(seat)
            match.play(legal[len(match.history) % len(legal)], seat)
    return match


def questions(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every level, and a record by every way to judge it."""
    game = registry.find(name)
    for players in game.players[:1] if game.is_race else game.players:
        match = played(name, players)
        moves = [(move.seat, move.text) for move in match.history]
        seat = min(match.seats)
        about = {"game": name, "players": players, "options": {}, "moves": moves, "seat": seat}
        for level in LEVELS if name == "zhizhu" else (1, 5, 7):
            yield "plan", {**about, "level": level, "people": [], "seed": level, "speed": SPEED}
        for kind in ("analyse", "hints"):
            yield kind, {"record": match.record(), "nodes": NODES}
        yield "value", {"position": match.position(), "nodes": NODES}


def answered(thoughts: Thoughts, kind: str, body: dict[str, Any]) -> Any:
    *_, last = thoughts.begin(kind, json.dumps(body))
    assert last is not None
    return json.loads(last)


@pytest.mark.skipif(not PYODIDE.is_dir(), reason="make pyodide fetches Pyodide")
@pytest.mark.skipif(not CODE, reason="tablier wasm makes what this runs")
def test_what_is_thought_in_a_browser_is_what_native_code_thinks(tmp_path: Path) -> None:
    asked: list[dict[str, Any]] = [
        {"kind": kind, "body": body, "code": str(registry.find(name).folder / "engine.wasm")}
        for name in tablier.games()
        for kind, body in questions(name)
    ]
    for question, answer in zip(asked, in_browser(asked, tmp_path), strict=True):
        here = answered(Thoughts(), question["kind"], question["body"])
        assert json.loads(answer) == here, question


def in_browser(asked: list[dict[str, Any]], folder: Path, *books: Path) -> list[str]:
    """What is answered in Pyodide."""
    place = folder / "questions.json"
    place.write_text(json.dumps(asked))
    script = Path(__file__).parent / "thoughts.mjs"
    command: list[str | Path] = [DENO, "run", "-A", "--no-config", script, PYODIDE, SOURCES, place]
    variables = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        [*command, *books], capture_output=True, text=True, env=variables, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[str] = json.loads(done.stdout)
    return answers


@pytest.mark.skipif(not PYODIDE.is_dir(), reason="make pyodide fetches Pyodide")
def test_endgames_are_known_in_a_browser_as_well(tmp_path: Path) -> None:
    """Won, lost and drawn, as native code has it, which has read the same books."""
    game, random = registry.find("zhizhu"), Random(7)
    told, piece = shelf_written(game)
    (tmp_path / TOLD).write_text(json.dumps(told))
    (tmp_path / PIECE).write_bytes(gzip.compress(piece, 1))
    code = str(game.folder / "engine.wasm")
    asked: list[dict[str, Any]] = []
    while len(asked) < 12:
        rows = [".." + "".join(random.sample("wwwwbbbb" + 14 * ".", 22))]
        text = f"{rows[0][:8]}/{rows[0][8:16]}/{rows[0][16:]}"
        position = f"zhizhu {text} w 0-0 0 - - 0 19"
        body = {"position": position, "nodes": 50}
        if tablier.read_position(position).result is None:
            asked.append({"kind": "value", "body": body, "code": code})
    found = [json.loads(one) for one in in_browser(asked, tmp_path, tmp_path)]
    assert found == [answered(Thoughts(), "value", one["body"]) for one in asked]
    assert {round(own) for own in (one["chances"][0] for one in found) if own in (0, 1)} == {0, 1}


def test_speed_is_measured_once_and_limits_every_level() -> None:
    """With a clock on which each look takes a second, hardly anything can be thought."""
    looks = iter(range(100))
    thoughts = Thoughts(clock=lambda: float(next(looks)))
    task = {"game": "sensei", "players": 2, "options": {}, "moves": [], "seat": 0, "people": []}
    for level in (6, 7, 6):
        answer = answered(thoughts, "plan", {**task, "level": level})
        assert answer["text"] in tablier.new("sensei").legal(0)
    assert next(looks) == 2
    another = Thoughts(clock=lambda: float(next(looks)))
    told = answered(another, "plan", {**task, "level": 6, "speeds": answer["speeds"]})
    assert told["speeds"] == answer["speeds"] and next(looks) == 3


def test_a_long_thought_comes_in_slices() -> None:
    match = played("zhizhu", 2)
    slices = list(Thoughts().begin("analyse", json.dumps({"record": match.record(), "nodes": 100})))
    assert slices[:-1] == [None] * len(match.history)
    assert [one["ply"] for one in json.loads(slices[-1] or "")] == [1, 2, 3, 4]


def test_what_nobody_thinks_about_is_refused() -> None:
    with pytest.raises(BadOption, match="nobody thinks about 'dream'"):
        list(Thoughts().begin("dream", "{}"))
