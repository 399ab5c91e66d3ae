"""Datasets of games, written, gone on with, and read."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.cli import main
from tablier.research import selfplay
from tablier.research.dataset import Dataset
from tablier.research.selfplay import SelfPlay, collect

PLAN = SelfPlay("zhizhu", "random", 5)


def played(plan: SelfPlay, folder: Path) -> list[str]:
    """Carry a plan out; the keys of the games as they came."""
    with ThreadPoolExecutor(1) as executor:
        return [outcome.key for outcome in collect(plan.check(), executor, folder)]


def test_repetitions_are_counted(tmp_path: Path) -> None:
    match = tablier.new("sensei", way="shizukana")
    back_and_forth = ["a1-a2", "end", "a7-a6", "end", "a2-a1", "end", "a6-a7", "end"]
    for text in back_and_forth * 2:
        match.play(text)
    arrays = selfplay.encoded("sensei way=shizukana", [match.record()], 7, 0)
    assert match.result is not None and match.result.reason == "repetition"
    assert arrays["repetitions"].tolist() == [1] * 8 + [2] * 8
    assert set(arrays["game"]) == {7} and not arrays["score"].any()


def test_a_folder_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SHARD", 2)
    assert sorted(played(PLAN, tmp_path)) == ["0", "1", "2", "3", "4"]
    files = sorted(path.name for path in tmp_path.iterdir())
    arrays = [f"arrays-000000{first}.npz" for first in (0, 2, 4)]
    assert files == ["README.md", *arrays, "games.jsonl"]
    whole = Dataset(tmp_path)
    games = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "arrays-0000002.npz").unlink()
    (tmp_path / "arrays-0000000.npz").write_bytes(b"torn")
    played(PLAN, tmp_path)
    again = Dataset(tmp_path)
    assert (tmp_path / "games.jsonl").read_text() == games
    assert np.array_equal(again.states, whole.states)
    played(PLAN._replace(games=6), tmp_path)
    assert len(Dataset(tmp_path).ranks) == 6
    assert (tmp_path / "games.jsonl").read_text().startswith(games)
    played(PLAN._replace(games=3), tmp_path)
    assert len(Dataset(tmp_path).ranks) == 6, "fewer games take none away"


def test_another_plan_is_refused(tmp_path: Path) -> None:
    played(PLAN, tmp_path)
    with pytest.raises(tablier.TablierError, match="games of another player"):
        played(PLAN._replace(player="greedy"), tmp_path)
    with pytest.raises(tablier.TablierError, match="games of another game"):
        played(PLAN._replace(start="zhizhu draws=off"), tmp_path)


# The command


Run = Callable[..., tuple[int, str, str]]


class Here(ThreadPoolExecutor):
    """Plays in this process, so that the command need not start others."""

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(1)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process; its status, its output and its errors."""
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Here)

    def run_(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["tablier", "selfplay", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        out, told = capsys.readouterr()
        return int(left.value.code or 0), out, told

    return run_


def test_the_command_tells_what_it_wrote(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "new" / "games")
    status, out, told = run(
        "zhizhu", "--random", "--games", "3", "--out", folder, "-o", "draws=off"
    )
    assert (status, told) == (0, "")
    assert out.startswith("zhizhu draws=off, random: 3 of 3 games, ") and out.endswith(
        f"{folder}\n"
    )
    status, out, _ = run(
        "zhizhu", "--random", "--games", "4", "--out", folder, "-o", "draws=off", "--json"
    )
    sums = json.loads(out)
    assert sums["games"] == 4 and sums["actions"] == len(Dataset(folder))


def test_an_interrupted_command_can_be_repeated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = Here.submit

    def interrupted(self: Here, work: Any, *arguments: Any) -> Future[Any]:
        if arguments[0].key == "2":
            raise KeyboardInterrupt
        return submit(self, work, *arguments)

    arguments = ["zhizhu", "--random", "--games", "4", "--out", str(tmp_path)]
    with monkeypatch.context() as patch:
        patch.setattr(Here, "submit", interrupted)
        status, _, told = run(*arguments)
    assert status == 130
    assert told == f"tablier: interrupted; the same command goes on in {tmp_path}\n"
    assert run(*arguments)[0] == 0 and len(Dataset(tmp_path).ranks) == 4


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays(run: Run, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="NOT TESTED: Dask is not installed")
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        dashboard_address=None,
    ) as cluster:
        scheduler = ["--scheduler", cluster.scheduler_address]
        folder = str(tmp_path)
        status, out, _ = run("zhizhu", "--random", "--games", "3", "--out", folder, *scheduler)
    assert status == 0 and "3 of 3 games" in out and len(Dataset(folder).ranks) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["go", "--out", "x"], "there is no game 'go'"),
        (["zhizhu"], "Missing option '--out'"),
        (["zhizhu", "--out", "x", "--level", "9"], "there is no level 9"),
        (["zhizhu", "--out", "x", "--level", "1", "--random"], "choose one of them"),
        (["zhizhu", "--out", "x", "--games", "0"], "Invalid value for '--games'"),
        (["zhizhu", "--out", "/dev/null", "--random"], "/dev/null"),
        (["zhizhu", "--out", "x", "--scheduler", "nonsense"], "as tcp://HOST:PORT"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    run: Run, arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, told = run(*arguments)
    assert (status, out) == (2, "")
    assert message in told and told.count("\n") == 1
