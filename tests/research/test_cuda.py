"""Games on a GPU are the games that the rules tell of.

Without a GPU their code is generated and assembled, and run by this processor; with one,
everything is compared with the CPU's.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpu_on_host import HostGpu
from setups import ALL_SETUPS

import tablier
from tablier.compile.targets.cuda import NoDevice, default_gpu, find_cupy
from tablier.research import VectorEnv, cuda_selfplay
from tablier.research.dataset import Dataset
from tablier.research.selfplay import SelfPlay, collect
from tablier.research.vector import cuda_games

SHOWN = ("seats", "rewards", "terminated", "truncated", "lengths", "masks", "observations")
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
ASSEMBLED = Path(__file__).with_name("assembled_games.py")


def missing_gpu() -> str:
    """Why nothing can be run on a GPU here; nothing where it can."""
    try:
        find_cupy()
    except NoDevice as error:
        return str(error)
    return ""


def assembler() -> str | None:
    """NVIDIA's own assembler, where its package is there."""
    try:
        found = files("nvidia-cuda-nvcc-cu12") or []
    except PackageNotFoundError:
        return None
    return next((str(path.locate()) for path in found if path.name == "ptxas"), None)


def compare(near: VectorEnv, far: VectorEnv, steps: int) -> None:
    """Step both, and compare all that they show."""
    for _ in range(steps):
        chosen = near.sample()
        assert np.array_equal(chosen, far.sample().get())
        near.step(chosen)
        far.step(chosen)
        for name in SHOWN:
            assert np.array_equal(getattr(near, name), getattr(far, name).get()), name
    far.wait()


def compare_prospects(near: VectorEnv, far: VectorEnv) -> None:
    """Not to the last digit: a GPU multiplies and adds at once."""
    assert near.prospects.any()
    for name in ("prospects", "final_prospects"):
        assert np.allclose(getattr(near, name), getattr(far, name).get(), atol=1e-6), name


@pytest.fixture(scope="module")
def host_gpu() -> HostGpu:
    return HostGpu()


@pytest.fixture
def far(host_gpu: HostGpu, monkeypatch: pytest.MonkeyPatch) -> VectorEnv:
    """Games that are played as on a GPU; not a multiple of those that lie together."""
    monkeypatch.setattr(cuda_games, "default_gpu", lambda: host_gpu)
    return VectorEnv("zhizhu", 37, seed=3, device="cuda")


def test_a_gpus_code_and_memory_play_the_same_games(far: VectorEnv) -> None:
    compare(VectorEnv("zhizhu", 37, seed=3), far, 250)
    assert far.match(36).seat == far.seats[36]


def test_a_gpus_code_sees_the_same_prospects(far: VectorEnv) -> None:
    near = VectorEnv("zhizhu", 37, seed=3)
    compare(near, far, 60)
    compare_prospects(near, far)


def test_a_races_prospects_are_refused_on_a_gpu(
    far: VectorEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No GPU has the logarithm of its evaluation: the assembler would end the process."""
    monkeypatch.setattr(type(far.encoding.game), "is_race", True)
    with pytest.raises(tablier.BadOption, match="prospects of a race are not for a GPU"):
        far.prospects  # noqa: B018


def test_an_illegal_action_is_told_of_later_and_nothing_is_played(far: VectorEnv) -> None:
    far.step(far.sample())
    before, wrong = far.observations.get(), far.sample()
    wrong[[5, 30]] = 88, -7
    far.step(wrong)
    with pytest.raises(tablier.IllegalMove, match="game 5: action 88 is not legal"):
        far.step(far.sample())
    assert np.array_equal(far.observations, before) and (far.lengths == 1).all()
    wrong[5] = far.sample()[5]
    far.step(wrong)
    with pytest.raises(tablier.IllegalMove, match="game 30: action -7 is not legal"):
        far.wait()
    far.step(far.sample())
    far.wait()
    assert (far.lengths == 2).all()


def test_games_after_an_action_are_others_on_a_gpu_too(far: VectorEnv) -> None:
    near = VectorEnv("zhizhu", 37, seed=3)
    compare(near, far, 5)
    chosen = near.masks[[3, 36, 3]].argmax(axis=1)
    compare(near.after(chosen, [3, 36, 3]), far.after(chosen, [3, 36, 3]), 5)
    assert (far.lengths == 5).all()


def test_actions_must_be_whole_numbers_one_for_each_game(far: VectorEnv) -> None:
    for chosen in ([0, 0], [0.0] * 37, 0):
        with pytest.raises(tablier.BadOption, match="37 whole numbers"):
            far.step(chosen)


def test_what_a_device_can_not_be_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    default_gpu.cache_clear()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"device": "tpu"}, "there is no device 'tpu': use cpu, cuda"),
        ({"device": "cuda", "threads": 2}, "threads are for device cpu"),
        ({"device": "cuda"}, "device cuda needs CuPy"),
    ]
    for options, message in wrong:
        with pytest.raises(tablier.TablierError, match=message):
            VectorEnv("zhizhu", 2, **options)


def test_code_for_a_gpu_is_assembled_for_every_game_and_the_worked_ones() -> None:
    program = assembler()
    if program is None:
        pytest.skip("NVIDIA's assembler is not here")
    environment = {**os.environ, "TABLIER_GAMES": str(EXAMPLES)}
    told = subprocess.run(
        [sys.executable, ASSEMBLED, program], env=environment, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    games = {*tablier.games(), *(folder.name for folder in EXAMPLES.iterdir())}
    assert set(told.stdout.split()) == games


def test_random_games_of_a_gpu_become_a_dataset(
    host_gpu: HostGpu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda_selfplay, "default_gpu", lambda: host_gpu)
    plan = SelfPlay("zhizhu", "random", games=3, device="cuda").check()
    with ThreadPoolExecutor(1) as executor:
        played = list(collect(plan, executor, tmp_path))
        again = list(collect(plan, executor, tmp_path))
    dataset = Dataset(tmp_path)
    assert sorted(played) == sorted(again) and len({game.record for game in played}) == 3
    assert len(dataset) == sum(game.actions for game in played)
    assert [match.result is not None for match in dataset.matches()] == [True] * 3
    with pytest.raises(tablier.BadOption, match="plays at random only"):
        plan._replace(player="level:1").check()


@pytest.mark.skipif(bool(missing_gpu()), reason=missing_gpu())
def test_a_gpu_plays_the_same_games() -> None:
    """All games in all setups."""
    for game, setup in ALL_SETUPS:
        options: dict[str, Any] = dict(setup.options)
        near, far = (
            VectorEnv(game.name, 999, players=setup.players, seed=5, device=device, **options)
            for device in ("cpu", "cuda")
        )
        compare(near, far, 60)
        if not game.is_race:
            compare_prospects(near, far)
