"""SECURITY.md promises nothing that no test shows."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROMISED = re.search(
    r"^## What is promised\n(.*?)(?=^\[docs/hosting)",
    (ROOT / "SECURITY.md").read_text(),
    re.MULTILINE | re.DOTALL,
)
ROW = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)
SHOWN_BY = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def promises() -> list[tuple[str, str]]:
    """Every sentence, and what stands beside it."""
    assert PROMISED is not None
    return [row for row in ROW.findall(PROMISED[1]) if row[1] != "shown by"]


def names_in(path: Path) -> set[str]:
    """The names of a file's tests."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = (node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds))
    return {name for name in found if name.startswith("test_")}


def test_there_are_promises() -> None:
    assert len(promises()) > 20
    assert PROMISED is not None and "\n- " not in PROMISED[1], "a promise without its test"


@pytest.mark.parametrize(("promise", "shown"), promises())
def test_each_promise_names_tests_that_are_there(promise: str, shown: str) -> None:
    named = SHOWN_BY.findall(shown)
    assert named and ", ".join(one[0] for one in SHOWN_BY.finditer(shown)) == shown, promise
    for path, name in named:
        tests = names_in(ROOT / path)
        assert tests and (not name or name in tests), f"{promise} {path}::{name}"
