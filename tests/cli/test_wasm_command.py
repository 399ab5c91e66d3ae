"""`tablier wasm`, run as people run it; making takes long, and is tested where it is done."""

import json
from pathlib import Path

import pytest
from commands import Printed, Run

from tablier.core import registry
from tablier.engine import browser_code
from tablier.engine.browser_code import FILE, place_of

pytest_plugins = "commanding"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the code of ZhiZhu lies, and it is up to date."""
    kept = place_of(registry.find("zhizhu")).read_bytes()
    monkeypatch.setattr(registry, "folder_of", lambda package: tmp_path)
    monkeypatch.setattr(browser_code, "wasm", lambda *_: kept)
    (tmp_path / FILE).write_bytes(kept)
    return tmp_path


def test_what_is_up_to_date_is_left(folder: Path, printed: Printed) -> None:
    before = (folder / FILE).stat().st_mtime_ns
    assert "engine.wasm: up to date" in printed("wasm", "zhizhu")
    [told] = json.loads(printed("wasm", "zhizhu", "--check", "--json"))
    assert told["current"] and told["bytes"] > 10_000
    assert (folder / FILE).stat().st_mtime_ns == before
    assert "engine.wasm: made" in printed("wasm", "zhizhu", "--anew")
    assert (folder / FILE).stat().st_mtime_ns > before


@pytest.mark.parametrize("damage", [b"", b"#!/bin/sh", None])
def test_what_is_damaged_or_missing_is_made(
    damage: bytes | None, folder: Path, run: Run, printed: Printed
) -> None:
    if damage is None:
        (folder / FILE).unlink()
    else:
        (folder / FILE).write_bytes(damage)
    done = run("wasm", "zhizhu", "--check")
    assert done.status == 1 and "to be made" in done.out
    assert "engine.wasm: made" in printed("wasm", "zhizhu")
    assert run("wasm", "zhizhu", "--check").status == 0


def test_a_game_that_is_not_there_is_named(run: Run) -> None:
    done = run("wasm", "chess")
    assert done.status == 2 and "there is no game 'chess'" in done.err
