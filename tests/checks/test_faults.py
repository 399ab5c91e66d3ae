"""Whatever is wrong in a folder is told in words."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from folders import FAULTS, make
from houses import WAIT_S

CHECK = """
import json, sys
from pathlib import Path
from tablier.checks import everything
everything.PLAYED = everything.PLAYED[:-1]
for folder in sorted(Path(sys.argv[1]).iterdir()):
    lines = []
    everything.check(folder, lines.append)
    faults = [f"{line['where']}: {line['told']}" for line in lines if "told" in line]
    print(json.dumps([folder.name, faults]))
"""
"""All but compiling, of every folder that there is."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What is told of each folder, in one process for all of them."""
    place = tmp_path_factory.mktemp("folders")
    for name, made in FAULTS.items():
        make(name, made, place)
    done = subprocess.run(
        [sys.executable, "-c", CHECK, str(place)],
        env={**os.environ, "TABLIER_GAMES": str(place)},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(line) for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told(told: dict[str, list[str]], name: str) -> None:
    found = told[name]
    assert any(FAULTS[name].told in fault for fault in found), found
    assert all("\n" not in fault and len(fault) < 500 for fault in found)


def test_several_faults_are_told_at_once(told: dict[str, list[str]]) -> None:
    assert len(told["group"]) == 1 and len(told["style"]) >= 2


@pytest.mark.parametrize("name", ["json", "speechless", "mute", "lawless", "scrawled"])
def test_a_file_that_is_not_there_or_unreadable_is_told_once(
    told: dict[str, list[str]], name: str
) -> None:
    assert len(told[name]) == 1, told[name]


def test_the_folders_are_all_there(told: dict[str, list[str]]) -> None:
    assert set(told) == set(FAULTS) and Path(__file__).is_file()
