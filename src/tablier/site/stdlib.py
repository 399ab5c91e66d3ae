"""Python's library, trimmed to what is imported and run: most of it never is in a browser."""

from collections.abc import Iterable, Mapping

from tablier.site.bare import bare
from tablier.site.imports import imported

START = (
    "_pyodide",
    "_sysconfigdata__emscripten_wasm32-emscripten",
    "codecs",
    "encodings.aliases",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.latin_1",
    "encodings.utf_8",
    "encodings.utf_8_sig",
    "importlib._bootstrap_external",
    "io",
    "os",
    "pyodide",
    "site",
    "warnings",
    "zipimport",
)
"""What Python and Pyodide start with."""
LATER = ("_pylong", "_strptime", "ast", "email.iterators", "linecache", "tokenize", "traceback")
"""What functions of the library import only when they are called, and ours call."""


def trimmed(library: Mapping[str, bytes], roots: Iterable[str]) -> dict[str, bytes]:
    """The modules that importing the roots imports, and those that Pyodide itself is made of.

    Those stay as they were written; Python's own are bare.
    """
    paths = {_module(path): path for path in library if path.endswith(".py")}
    own = {name for name in paths if name.partition(".")[0] in ("pyodide", "_pyodide")}
    kept: dict[str, bytes] = {}
    due = [*START, *LATER, *own, *roots]
    while due:
        name = due.pop()
        path = paths.get(name)
        if "." in name:
            due.append(name.rpartition(".")[0])
        if path is None or path in kept:
            continue
        is_package = path.endswith("__init__.py")
        text = library[path].decode("utf-8")
        kept[path] = library[path] if name in own else bare(text).encode()
        due += [
            found.name for found in imported(text, name, is_package=is_package) if found.at_once
        ]
    return kept


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
