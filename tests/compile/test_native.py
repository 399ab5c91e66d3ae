"""Native code is kept, and made again if it is damaged."""

import logging
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from numba.core.bytecode import FunctionIdentity
from numba.core.errors import TypingError

from tablier.compile import cache_folder, code_cache
from tablier.compile.marks import compiled, jitable

SAME = """
from tablier.compile import native

def doubled(number):
    return 2 * number

function = native.compiled(doubled)
input()
function(21)
print(sum(function.stats.cache_misses.values()))
"""


def doubled(number: int) -> int:
    return 2 * number


def first(pair: tuple[int, int]) -> int:
    return pair[0] if hasattr(pair, "own") else pair[1]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    return tmp_path


@pytest.fixture
def kept_code(place: Path) -> Path:
    """A folder with the compiled form of one function."""
    assert compiled(doubled)(21) == 42
    return next((place / "compiled").iterdir())


def test_a_function_that_was_not_called_keeps_nothing(place: Path) -> None:
    compiled(doubled)
    assert not list(place.iterdir())


def test_compiled_code_is_kept(kept_code: Path) -> None:
    again = compiled(doubled)
    assert again(21) == 42 and again.stats.cache_hits


def test_each_type_and_each_function_has_its_file(kept_code: Path) -> None:
    def local(number: int) -> int:
        return 2 * number

    assert (compiled(doubled)(2.5), compiled(local)(21)) == (5, 42)
    assert len(list(kept_code.glob("doubled-*.code"))) == 2
    assert len(list(kept_code.glob("local-*.code"))) == 1


def test_what_a_function_closes_over_counts(place: Path) -> None:
    def times(factor: int) -> int:
        product = compiled(lambda number: factor * number)(7)
        return int(product)

    assert (times(2), times(3), times(2)) == (14, 21, 14)


def test_tuples_that_differ_by_nothing_but_their_class_are_told_apart(place: Path) -> None:
    def pair(own: str, other: str) -> object:
        return NamedTuple("Pair", [(own, int), (other, int)])(1, 2)  # type: ignore[operator]

    for module, expected in (("one", 1), ("two", 2)):
        value = pair("own", "other") if expected == 1 else pair("mine", "yours")
        type(value).__module__ = module
        assert compiled(first)(value) == expected


@pytest.mark.parametrize("damage", ["cut", "empty", "changed"])
def test_damaged_code_is_compiled_again(
    kept_code: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    (file,) = kept_code.glob("*.code")
    data = file.read_bytes()
    middle = len(data) // 2
    changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    file.write_bytes({"cut": data[:middle], "empty": b"", "changed": changed}[damage])
    with caplog.at_level(logging.WARNING):
        again = compiled(doubled)
        assert again(21) == 42 and again.stats.cache_misses
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: compiled code in {kept_code} is damaged; compiling again"
    ]
    later = compiled(doubled)
    assert later(21) == 42 and later.stats.cache_hits


def test_code_that_cant_be_kept_is_used_all_the_same(
    kept_code: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.rmtree(kept_code)
    kept_code.write_text("not a folder")
    with caplog.at_level(logging.WARNING):
        assert compiled(doubled)(21) == 42
    assert "can't be kept" in caplog.text


def plus(more: int) -> int:
    """7, tripled by a function that is new each time, and more, both compiled."""

    @jitable
    def tripled(number: int) -> int:
        return 3 * number

    return int(compiled(lambda number: tripled(number) + more)(7))


def test_what_compiled_functions_call_is_kept_for_the_next_that_calls_it(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert plus(1) == 22
    (called,) = place.rglob("tripled-*.code")
    made = called.stat()
    assert plus(2) == 23 and called.stat().st_ino == made.st_ino
    called.write_bytes(b"damaged")
    assert plus(3) == 24 and code_cache.load(called), "it is sound again"
    assert "is damaged; compiling again" in caplog.text
    assert not list(place.rglob("*.lock"))


def test_functions_of_one_name_that_different_processes_compiled_are_told_apart(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba counts the functions of a process, and names their code by their number."""

    def times(factor: int) -> Callable[[int], int]:
        @jitable
        def scaled(number: int) -> int:
            return factor * number

        return scaled  # type: ignore[no-any-return]

    for factor in (2, 3):
        monkeypatch.setattr(FunctionIdentity, "_unique_ids", count(10**9))
        one = times(factor)
        assert compiled(lambda number, one=one: one(number))(7) == 7 * factor
    twice, thrice = times(2), times(3)
    assert compiled(lambda number: 100 * twice(number) + thrice(number))(7) == 1421


def test_processes_at_once_compile_it_once(place: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SAME], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(int(process.communicate()[0]) for process in processes) == [0, 0, 1]
    assert not list(place.rglob("*.lock"))


def test_nobody_waits_for_what_cant_be_compiled(place: Path) -> None:
    def wrong(number: int) -> int:
        return doubled(number) + len(number)  # type: ignore[arg-type]

    for _ in range(2):
        with pytest.raises(TypingError):
            compiled(wrong)(21)
    assert not list(place.rglob("*.lock"))
    assert compiled(doubled)(21) == 42
