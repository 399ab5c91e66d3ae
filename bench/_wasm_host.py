"""Runs a game's WebAssembly where it can be run, as if its functions were Python's own.

Whatever is handed over is flattened by the module's own manifest: neither this nor the
JavaScript beside it knows anything of a game, nor of a search.
"""

import base64
import json
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tablier.compile.targets.wasm import manifest_of

CALLS = Path(__file__).with_name("_wasm_calls.js")
DENO = Path(sys.executable).with_name("deno")
Answer = Callable[[dict[str, Any]], Any]
"""Hands a request to `answer` of _wasm_calls.js."""


class WasmError(Exception):
    """What compiled code has raised: class and text."""


class Spent(NamedTuple):
    """Seconds: on the wall, and of the process alone, where that can be told."""

    wall: float
    own: float


class WasmFunctions:
    """The functions of a module."""

    def __init__(
        self, module: bytes, answer: Answer, cpu_s: Callable[[], float] | None = None
    ) -> None:
        """`cpu_s` tells what the processor has worked for it, where its own process can't."""
        self.manifest = manifest_of(module)
        self._answer = answer
        self._cpu_s = cpu_s
        self._key = str(id(self))
        text = base64.b64encode(module).decode()
        self.load_ms: float = answer({"key": self._key, "module": text})["ms"]
        self.spent = Spent(0.0, 0.0)
        """What all calls have taken, less what it takes to hand things over."""

    def function(self, name: str) -> Callable[..., Any]:
        """A function that writes to the arrays it gets, and raises what was raised in it."""
        told = self.manifest["functions"][name]

        def call(*arguments: Any) -> Any:
            arrays: list[Any] = []
            taken = zip(arguments, told["takes"].values(), strict=True)
            leaves = [leaf for value, kind in taken for leaf in _leaves(value, kind, arrays)]
            request = {
                "name": name,
                "leaves": leaves,
                "results": len(told["gives"]),
                "arrays": [base64.b64encode(array.tobytes()).decode() for array in arrays],
            }
            done = self._done(request)
            wall, own = self.spent
            self.spent = Spent(wall + done["wall"] / 1000, own + done["own"] / 1000)
            for array, text in zip(arrays, done["arrays"], strict=True):
                array[...] = np.frombuffer(base64.b64decode(text), array.dtype).reshape(array.shape)
            if done["status"]:
                raise WasmError(*self.manifest["errors"][done["status"] - 1])
            results = map(_value, done["results"], told["gives"])
            return next(results, None) if len(told["gives"]) < 2 else tuple(results)

        return call

    def _done(self, request: dict[str, Any]) -> Any:
        """A call in one step; or in three, of which one is timed from here."""
        if self._cpu_s is None:
            return self._answer({"key": self._key, "step": "call", **request})
        self._answer({"key": self._key, "step": "prepare", **request})
        begun = self._cpu_s()
        self._answer({"key": self._key, "step": "go"})
        ended = self._cpu_s()
        return self._answer({"key": self._key, "step": "collect"}) | {"own": 1000 * (ended - begun)}


def _leaves(value: Any, kind: Any, arrays: list[Any]) -> Iterator[Any]:
    """What a value is made of: numbers in text, and for each array its index."""
    if kind == "int":
        yield str(int(value))
    elif kind == "float":
        yield str(struct.unpack("<q", struct.pack("<d", value))[0])
    elif "array" in kind:
        assert str(value.dtype) == kind["array"], f"{value.dtype} instead of {kind['array']}"
        arrays.append(value)
        yield len(arrays) - 1
        yield from map(str, value.shape[: kind["lengths"]])
    else:
        parts = kind.values() if isinstance(kind, dict) else kind
        for part, inner in zip(value, parts, strict=True):
            yield from _leaves(part, inner, arrays)


def _value(text: str, kind: str) -> Any:
    number = int(text)
    return struct.unpack("<d", struct.pack("<q", number))[0] if kind == "float" else number


@contextmanager
def deno() -> Iterator[Answer]:
    """Deno, which the development packages bring."""
    command = [str(DENO), "run", "--quiet", "--no-config", "--no-lock", str(CALLS)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        told, asked = process.stdout, process.stdin

        def answer(request: dict[str, Any]) -> Any:
            asked.write(json.dumps(request) + "\n")
            asked.flush()
            return json.loads(told.readline())

        yield answer
        asked.close()
