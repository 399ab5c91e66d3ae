"""What a game may bring is given to `Game`, and found nowhere else."""

import ast
from pathlib import Path

import pytest

from tablier.core import registry
from tablier.core.game import Game

SOURCES = Path(registry.__file__).parents[1]
LOADERS = {"import_module", "find_spec", "__import__"}
LOADING = {
    "core/registry.py",
    "research/__init__.py",
    "cli/commands/learn.py",
    "cli/workers.py",
    "compile/__init__.py",
    "compile/native.py",
    "compile/targets/lowering.py",
    "compile/targets/lowering_process.py",
    "compile/targets/made_from.py",
    "core/drawing/raster.py",
    "engine/arena/own_agents.py",
    "server/node/preview.py",
}
"""Finds the folders of games; imports its own modules when they are asked for; Dask, if it is
there; looks whether there is a compiler, PyTorch,
or what draws pictures; tells from which modules compiled code is made; lowers the
functions of such modules in another process."""


def test_no_module_is_found_by_name_elsewhere() -> None:
    found = set()
    for path in SOURCES.rglob("*.py"):
        names = {
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Name | ast.Attribute)
        }
        if names & {*LOADERS, "__module__"}:
            found.add(str(path.relative_to(SOURCES)))
    assert found == LOADING


@pytest.mark.parametrize("name", registry.games())
def test_a_class_of_the_folder_belongs_to_its_game(name: str) -> None:
    game = registry.find(name)
    assert registry.owner(type(game.start(None, {})[0])) is game
    if game.endgame:
        assert registry.owner(type(game.endgame.State(0, 0, 0))) is game
    if game.alone:
        assert registry.owner(type(game.alone.FILLED)) is game


def test_every_noun_of_a_folder_is_given() -> None:
    """A folder that has a module of that name has given it."""
    for name in registry.games():
        game = registry.find(name)
        for noun in ("policy", "endgame", "alone"):
            assert (game.folder / f"{noun}.py").is_file() == (_part(game, noun) is not None), name


def _part(game: Game, noun: str) -> object:
    return {"policy": game.policy, "endgame": game.endgame, "alone": game.alone}[noun]
