"""Functions get other ways in than numba's own: a thread for each index, and a verdict for all."""

import sys
from functools import cache
from pathlib import Path
from typing import Any

import gpu_samples
import numpy as np
import pytest
from gpu_on_host import HostGpu

from tablier.compile import cache_folder
from tablier.compile.targets import cuda
from tablier.compile.targets.cuda import Call, LaunchVerdict, NoDevice, kept_ptx, type_of
from tablier.compile.targets.lowering import Lowered, NotPortable, Wanted, lowered


class Samples:
    """The functions of gpu_samples.py, launched with one verdict."""

    def __init__(self) -> None:
        gpu = HostGpu()
        self.verdict = LaunchVerdict(gpu.cupy)
        self.zeros = gpu.cupy.zeros
        functions = (gpu_samples.double, gpu_samples.refuse, gpu_samples.find_odd)
        calls = [Call(function, (), (self.array([0]),)) for function in functions]
        self.double, self.refuse, self.find_odd = gpu.launches(self.verdict, *calls)

    def array(self, values: list[int]) -> Any:
        """Values where the functions reach them."""
        found = self.zeros(len(values), np.int64)
        found.set(values)
        return found


@pytest.fixture(scope="module")
def samples() -> Samples:
    return Samples()


def test_each_index_has_its_thread_and_those_behind_the_last_do_nothing(samples: Samples) -> None:
    values = samples.array(list(range(200)))
    samples.double(150, values)
    assert samples.verdict.wait() == -1
    assert values.tolist() == [*range(0, 300, 2), *range(150, 200)]


def test_an_error_is_raised_when_it_is_looked_for(samples: Samples) -> None:
    values = samples.array([1, 2, 101, 4])
    samples.refuse(4, values)
    with pytest.raises(ValueError, match="too much") as caught:
        samples.verdict.wait()
    assert caught.value.__notes__ == ["on the GPU, at index 2"]
    assert values.tolist()[:3] == [2, 3, 101]
    values[2] = -1
    samples.refuse(4, values)
    with pytest.raises(ArithmeticError, match="less than nothing"):
        samples.verdict.wait()


def test_after_an_error_nothing_is_done_until_it_was_told(samples: Samples) -> None:
    bad, good = samples.array([101]), samples.array([1, 2])
    samples.refuse(1, bad)
    samples.double(2, good)
    samples.refuse(2, good)
    assert good.tolist() == [1, 2]
    with pytest.raises(ValueError, match="too much"):
        samples.verdict.look()
    samples.double(2, good)
    assert samples.verdict.wait() == -1 and good.tolist() == [2, 4]


def test_of_what_threads_return_the_least_counts(samples: Samples) -> None:
    values = samples.array([2, 4, 6, 7, 8, 9])
    samples.find_odd(6, values)
    samples.double(6, values)
    assert samples.verdict.wait() == 3 and values[0] == 2
    samples.find_odd(3, values)
    assert samples.verdict.wait() == -1


def test_what_needs_python_is_refused() -> None:
    types = tuple(map(type_of, (np.zeros(1, np.int64), 0, 0)))
    with pytest.raises(NotPortable, match="which only Python has"):
        kept_ptx([Wanted(gpu_samples.tell, types)], "sm_90")
    with pytest.raises(NotPortable, match="not among the names of its module"):
        lowered([Wanted(lambda first, last: None, types[1:])])


def test_code_is_kept_for_each_processor_and_made_again_if_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    made = []
    wanted = [Wanted(gpu_samples.double, tuple(map(type_of, (np.zeros(1, np.int64), 0, 0))))]

    @cache
    def once() -> list[Lowered]:
        return lowered(wanted)

    def counted(missing: list[Wanted]) -> list[Lowered]:
        made.append(missing)
        return once()

    monkeypatch.setattr(cuda, "lowered", counted)
    first = kept_ptx(wanted, "sm_90")
    assert ".target sm_90" in first[0].text and kept_ptx(wanted, "sm_90") == first
    assert len(made) == 1
    kept = next((tmp_path / "compiled").glob("nvptx-sm_90-*/double-*.code"))
    kept.write_bytes(kept.read_bytes()[:-1])
    assert kept_ptx(wanted, "sm_90") == first and len(made) == 2
    assert ".target sm_80" in kept_ptx(wanted, "sm_80")[0].text


def test_without_cupy_one_line_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoDevice, match=r"device cuda needs CuPy: pip install 'tablier\[cuda\]'"):
        cuda.Gpu()
