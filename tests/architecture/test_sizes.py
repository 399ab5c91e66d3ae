"""No room holds more than one can take in: folders, functions, parameters, names."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src" / "tablier"
MOST_MODULES, MOST_LINES, MOST_PARAMETERS = 15, 50, 8
LONG = {
    "engine/search/alphabeta.py search": "numba keeps nothing that calls itself through another",
    "engine/search/expectimax.py expect": "the same loop, with a row of rolls in it",
}
"""Functions with more lines, and why."""
ALIKE = {
    "Position": "what each game's rules call their own; no game imports another",
    "Features": "what its evaluation counts, likewise",
    "Inputs": "what a net sees of it, likewise",
    "Side": "what counts for a seat among those",
}
"""Names that several classes have, and why."""

SHIPPED = {"net.bin": 4, "endgames/*.xz": 10}
"""What games bring that was computed, and how many million bytes of it in all."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.mark.parametrize("suffix", [".py", ".js"])
def test_no_folder_has_more_modules_than_fit_on_a_screen(suffix: str) -> None:
    folders: dict[Path, int] = defaultdict(int)
    for path in SRC.rglob(f"*{suffix}"):
        folders[path.parent] += path.name != "__init__.py"
    assert [folder for folder, modules in folders.items() if modules > MOST_MODULES] == []


def functions() -> Iterator[tuple[str, Function]]:
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, Function):
                yield f"{path.relative_to(SRC).as_posix()} {node.name}", node


def test_functions_fit_on_a_screen() -> None:
    long = {name for name, node in functions() if _lines(node) > MOST_LINES}
    assert long == LONG.keys()


def _lines(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_parameters_can_be_counted_on_the_fingers() -> None:
    """The options of a command are its parameters."""
    wide = [
        name
        for name, node in functions()
        if _parameters(node) > MOST_PARAMETERS and not _is_command(node)
    ]
    assert wide == []


def _parameters(node: Function) -> int:
    own = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return len([given for given in own if given.arg not in ("self", "cls")])


def _is_command(node: Function) -> bool:
    return any(".command(" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(SRC).as_posix())
    assert {name for name, found in places.items() if len(found) > 1} == ALIKE.keys()


@pytest.mark.parametrize(("files", "most"), SHIPPED.items())
def test_what_was_computed_is_small_enough_to_ship(files: str, most: int) -> None:
    """Each net has a bound of its own besides, in `net_file.py`."""
    sizes = [path.stat().st_size for path in SRC.glob(f"games/*/{files}")]
    assert len(sizes) > 1 and sum(sizes) <= most * 1_000_000
