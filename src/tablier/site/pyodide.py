"""Python for the browser: the files of one version of Pyodide, held against their hashes."""

import gzip
import json
import tarfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from tablier.core.errors import BadOption
from tablier.site.archive import packed, unpacked
from tablier.site.stdlib import trimmed

VERSION = "314.0.7"
HASHES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of what is taken from the package `pyodide` of npm."""
GET_IT = f"`npm pack pyodide@{VERSION}` gets it, and --pyodide takes the file"
INSIDE = "package/"
"""Where packages of npm have all that is theirs."""


def pyodide(place: Path | None) -> dict[str, bytes]:
    """The files of Pyodide, in a folder or still packed as npm packs them."""
    if place is None:
        raise BadOption(f"a site needs Pyodide {VERSION}: {GET_IT}")
    try:
        found = _in_folder(place) if place.is_dir() else _in_package(place)
    except FileNotFoundError as error:
        raise BadOption(f"there is no {place}; of Pyodide {VERSION}: {GET_IT}") from error
    except (KeyError, tarfile.TarError, EOFError, gzip.BadGzipFile) as error:
        raise BadOption(f"{place} is no package of npm with Pyodide in it; {GET_IT}") from error
    for name, body in found.items():
        if sha256(body).hexdigest() != HASHES[name]:
            raise BadOption(f"{name} in {place} is not that of Pyodide {VERSION}; {GET_IT}")
    return found


def python_files(found: dict[str, bytes], roots: Iterable[str]) -> dict[str, bytes]:
    """What a browser loads of it.

    The library has only what the roots import. The machine code is packed already, for it is the
    largest of all files, and many servers pack none of its kind. They don't know `.mjs` either.
    """
    scripts = {
        name.replace(".mjs", ".js"): found[name].replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        for name in ("pyodide.mjs", "pyodide.asm.mjs")
    }
    library = packed(trimmed(unpacked(found["python_stdlib.zip"]), roots))
    lock = json.loads(found["pyodide-lock.json"]) | {"packages": {}}
    return {
        **scripts,
        "pyodide.asm.wasm.gzip": gzip.compress(found["pyodide.asm.wasm"], 9, mtime=0),
        "python_stdlib.zip": library,
        "pyodide-lock.json": json.dumps(lock).encode(),
    }


def _in_folder(folder: Path) -> dict[str, bytes]:
    missing = [name for name in HASHES if not (folder / name).is_file()]
    if missing:
        raise BadOption(f"{folder} has no {missing[0]}, which is of Pyodide {VERSION}; {GET_IT}")
    return {name: (folder / name).read_bytes() for name in HASHES}


def _in_package(package: Path) -> dict[str, bytes]:
    found = {}
    with tarfile.open(package, "r:gz") as archive:
        for name in HASHES:
            body = archive.extractfile(INSIDE + name)
            if body is None:
                raise KeyError(name)
            found[name] = body.read()
    return found
