"""Datasets in Parquet, and the sheet that lies beside them."""

import json
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from yaml import safe_load

import tablier
from tablier.research import selfplay
from tablier.research.dataset import Dataset
from tablier.research.dataset.columns import COLUMNS
from tablier.research.dataset.parquet import FIELDS, write_parquet
from tablier.research.selfplay import SelfPlay, collect

PLAN = SelfPlay("zhizhu draws=off", "random", 3)


def played(plan: SelfPlay, folder: Path, **given: Any) -> Dataset:
    """Carry a plan out, and read what it wrote."""
    with ThreadPoolExecutor(1) as executor:
        list(collect(plan.check(), executor, folder, **given))
    return Dataset(folder)


def test_rows_are_the_same_in_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="NOT TESTED: there is no pyarrow")
    monkeypatch.setattr(selfplay, "SHARD", 2)
    dataset = played(PLAN, tmp_path, parquet=True)
    paths = sorted(tmp_path.glob("rows-*.parquet"))
    assert [path.name for path in paths] == ["rows-0000000.parquet", "rows-0000002.parquet"]
    rows = [row for path in paths for row in parquet.read_table(path).to_pylist()]
    assert len(rows) == len(dataset) and list(rows[0]) == list(FIELDS)
    assert np.array_equal([row["observation"] for row in rows], dataset.observations())
    assert [row["legal"] for row in rows] == [np.flatnonzero(m).tolist() for m in dataset.masks()]
    assert np.array_equal([row["state"] for row in rows], dataset.states)
    assert [row["opening"] for row in rows] == dataset.openings.tolist()
    texts = [text for match in dataset.matches() for text in match.actions]
    assert [row["text"] for row in rows] == texts
    about = json.loads(parquet.read_schema(paths[0]).metadata[b"tablier"])
    assert about["layout"]["hands"] == [51, 53] and about["actions"] == 88


def test_parquet_is_written_once_and_again_when_it_is_damaged(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="NOT TESTED: there is no pyarrow")
    dataset = played(PLAN, tmp_path, parquet=True)
    (path,) = write_parquet(tmp_path, dataset.start)
    written, whole = path.stat().st_mtime_ns, path.read_bytes()
    write_parquet(tmp_path, dataset.start)
    assert path.stat().st_mtime_ns == written
    path.write_bytes(whole[:-50])
    write_parquet(tmp_path, dataset.start)
    assert path.read_bytes() == whole


def test_a_missing_library_is_named_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(tablier.TablierError, match=r"pip install 'tablier\[parquet\]'"):
        played(PLAN, tmp_path, parquet=True)
    assert not list(tmp_path.iterdir())


def test_the_sheet_tells_the_command_and_every_field(tmp_path: Path) -> None:
    dataset = played(PLAN, tmp_path)
    sheet = (tmp_path / "README.md").read_text()
    told = safe_load(sheet.split("---")[1])
    assert told["configs"][0]["data_files"] == "rows-*.parquet"
    assert f"{len(dataset):,} actions of 2 seats" in sheet
    for name, column in COLUMNS.items():
        assert f"| `{name}` | {np.dtype(column.dtype).name} | {column.about} |" in sheet
    (command,) = [line for line in sheet.splitlines() if line.startswith("tablier ")]
    assert shlex.split(command) == [
        *["tablier", "selfplay", "zhizhu", "--random", "--games", "3", "--opening", "4"],
        *["--seed", "1", "-o", "draws=off", "--out", tmp_path.name],
    ]


def test_what_lies_in_parquet_is_told_with_its_kinds(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="NOT TESTED: there is no pyarrow")
    played(PLAN, tmp_path, parquet=True)
    sheet = (tmp_path / "README.md").read_text()
    assert " --parquet --out " in sheet
    for column in parquet.read_schema(next(tmp_path.glob("rows-*.parquet"))):
        kind = getattr(column.type, "value_type", column.type)
        told = f"list of {kind}" if kind is not column.type else str(kind)
        named = {"float": "float32", "list of float": "list of float32"}.get(told, told)
        assert f"| `{column.name}` | {named} | {FIELDS[column.name]} |" in sheet


def test_a_start_that_is_no_setup_is_made_again_from_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is carried out as it stands there."""
    start = "zhizhu w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    made = played(SelfPlay(start, "random", 2, opening=0), tmp_path / "games")
    sheet = (tmp_path / "games" / "README.md").read_text()
    (command,) = [line for line in sheet.splitlines() if line.startswith("python ")]
    python, option, program = shlex.split(command)
    assert (python, option) == ("python", "-c")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").rename(tmp_path / "first")
    exec(program, {})
    assert np.array_equal(Dataset(tmp_path / "games").actions, made.actions)
