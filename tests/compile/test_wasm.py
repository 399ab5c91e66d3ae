"""WebAssembly is called through one way in, and gives back what is raised."""

from collections.abc import Iterator

import numpy as np
import pytest
import wasm_samples
from bench._wasm_host import WasmError, WasmFunctions, deno
from numba import typeof
from wasm_samples import Pair

from tablier.compile import bounds
from tablier.compile.raw_array import bare
from tablier.compile.targets.lowering import NotPortable, Wanted
from tablier.compile.targets.made_from import digest_of
from tablier.compile.targets.wasm import Exported, manifest_of, wasm
from tablier.compile.targets.wasm_object import BadObject, custom_section

PAIRS = (Pair(0, 0.5), Pair(2, 1.25))

pytestmark = pytest.mark.skipif(bounds.CHECKED, reason="other code is compiled")


@pytest.fixture(scope="module")
def code() -> Iterator[WasmFunctions]:
    taken = tuple(map(typeof, (np.zeros((1, 1)), PAIRS, 0.0)))
    exported = [
        Exported("put", Wanted(wasm_samples.put, taken)),
        Exported("first", Wanted(wasm_samples.first, (typeof(bare(np.zeros(1, np.int64))),))),
    ]
    with deno() as answer:
        yield WasmFunctions(wasm(exported, {"about": "samples"}), answer)


def test_numbers_tuples_and_arrays_go_in_and_out(code: WasmFunctions) -> None:
    grid = np.zeros((3, 2))
    assert code.function("put")(grid, PAIRS, 3.0) == (5.25, 3)
    assert grid.tolist() == [[0, 1.5], [0, 0], [0, 3.75]]
    assert code.function("first")(np.array([-(1 << 63)])) == -(1 << 63)


def test_what_is_raised_comes_back_by_its_class_and_text(code: WasmFunctions) -> None:
    put = code.function("put")
    with pytest.raises(WasmError) as caught:
        put(np.zeros((2, 2)), PAIRS, 1.0)
    assert caught.value.args == ("IndexError", "too far down")
    with pytest.raises(WasmError) as caught:
        put(np.zeros((2, 2)), (Pair(0, -1.0), Pair(1, 1.0)), 1.0)
    assert caught.value.args == ("ArithmeticError", "less than nothing")


def test_memory_grows_as_it_is_asked_for(code: WasmFunctions) -> None:
    for size in (1, 1 << 21, 1):
        assert code.function("first")(np.arange(5, 5 + size)) == 5


def test_a_module_tells_what_it_takes(code: WasmFunctions) -> None:
    pair = {"at": "int", "value": "float"}
    assert code.manifest["about"] == "samples"
    assert code.manifest["functions"] == {
        "put": {
            "takes": {
                "grid": {"array": "float64", "lengths": 2, "inner": []},
                "pairs": [pair, pair],
                "factor": "float",
            },
            "gives": ["float", "int"],
        },
        "first": {
            "takes": {"row": {"array": "int64", "lengths": 0, "inner": []}},
            "gives": ["int"],
        },
    }
    assert "wasm_samples" in code.manifest["sources"]


def test_what_is_nowhere_is_refused() -> None:
    with pytest.raises(NotPortable, match="lgamma, which only Python has"):
        wasm([Exported("foreign", Wanted(wasm_samples.foreign, (typeof(0.0),)))], {})


def test_what_is_no_module_is_refused() -> None:
    with pytest.raises(BadObject, match="this is no WebAssembly"):
        manifest_of(b"#!/bin/sh")
    with pytest.raises(BadObject, match="nothing about tablier"):
        custom_section(b"\0asm\1\0\0\0", "tablier")
    with pytest.raises(BadObject, match="ends too early"):
        custom_section(b"\0asm\1\0\0\0\0\x20", "tablier")


def test_a_digest_is_of_what_sources_do_and_of_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = digest_of(["wasm_samples"])
    monkeypatch.setattr(wasm_samples, "FACTOR", 3, raising=False)
    assert digest_of(["wasm_samples"]) != before
    monkeypatch.undo()
    assert digest_of(["wasm_samples", "wasm_samples"]) == before
    assert digest_of(["gpu_samples"]) != before
