"""WebAssembly does what native code does, bit for bit, and is what the sources give."""

import os
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from bench._browsers import answering
from bench._wasm_host import Answer, WasmFunctions, deno
from net_samples import net_by_lot

import tablier
from tablier.checks.setups import setups
from tablier.compile import bounds
from tablier.compile.raw_array import zeros
from tablier.compile.targets.wasm import made_by, manifest_of
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.analysis import judges
from tablier.engine.browser_code import browser_code, is_current, place_of
from tablier.engine.search import deepening, one_turn
from tablier.engine.search.deepening import think
from tablier.engine.search.mcts import PLACES, grow, new_tree
from tablier.engine.search.one_turn import Glance
from tablier.engine.search.scores import DEEPEST
from tablier.engine.search.transposition import new_memory
from tablier.engine.simulate import perft
from tablier.engine.simulate.playout import playouts_compiled, walk_compiled
from tablier.engine.way import is_searched
from tablier.solver.numbering import empty_shelf

GAMES = tablier.games()
POSITIONS = 3
"""Of each setup, besides its first."""
LEARNED = 5
"""Matches that are searched by a net."""

pytestmark = pytest.mark.skipif(bounds.CHECKED, reason="other code is compiled")


@pytest.fixture(scope="module")
def answer() -> Iterator[Answer]:
    """In Deno, or in the browser that `python -m bench wasm` names."""
    place = os.environ.get("WASM_IN", "deno")
    if place == "deno":
        with deno() as answer:
            yield answer
    else:
        with answering(place) as (answer, _):
            yield answer


@pytest.fixture(scope="module", params=GAMES)
def code(request: pytest.FixtureRequest, answer: Answer) -> WasmFunctions:
    """The code in a game's folder."""
    return WasmFunctions(place_of(registry.find(request.param)).read_bytes(), answer)


def game_of(code: WasmFunctions) -> Game:
    return registry.find(code.manifest["game"])


@cache
def positions(name: str) -> list[Match]:
    """Matches of all setups: at the start, and after some actions by lot."""
    game, random, found = registry.find(name), Random(name), []
    for setup in setups(game):
        for played in (0, *(random.randrange(1, 60) for _ in range(POSITIONS))):
            match = Match(game, setup, game.rules.start(setup.players, setup.options))
            for _ in range(played):
                if match.result is not None:
                    break
                seat = random.choice(match.seats)
                action = random.choice(perft.possible(match, seat))
                match.play(game.notation.write(match.state, seat, action), seat)
            found.append(match)
    return found


def unfinished(game: Game) -> list[Match]:
    return [match for match in positions(game.name) if match.result is None]


@pytest.mark.parametrize("name", GAMES)
def test_the_code_in_a_games_folder_is_what_its_sources_give(name: str) -> None:
    assert is_current(registry.find(name)), "run: tablier wasm"


def test_making_it_again_gives_the_same_bytes() -> None:
    game = registry.find("sensei")
    kept = place_of(game).read_bytes()
    if manifest_of(kept)["made_by"] != made_by():
        pytest.skip("it was made with other versions")
    assert browser_code(game) == kept


def test_random_games_are_the_same(code: WasmFunctions) -> None:
    walk, playouts = code.function("walk"), code.function("playouts")
    room = zeros(game_of(code).rules.MOST_ACTIONS)
    for seed, match in enumerate(positions(game_of(code).name)):
        at = match.state, match.players
        assert walk(*at, room, seed) == walk_compiled(*at, room, seed)
    assert playouts(match.state, 20, room, 7) == playouts_compiled(match.state, 20, room, 7)


def test_ways_to_play_are_as_many(code: WasmFunctions, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted() -> list[int]:
        return [perft.perft(game, match.state, 2) for match in positions(game.name)[:40]]

    game = game_of(code)
    natively = counted()
    monkeypatch.setattr(perft, "count_ways", code.function("count_ways"))
    assert counted() == natively


def test_searches_visit_the_same_nodes(
    code: WasmFunctions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def thought() -> list[Any]:
        """The first matches by a net, if the game has one, and the others by the evaluation."""
        memory = new_memory(game, 1 << 10, empty_shelf(), learned=False)
        found = []
        for number, match in enumerate(searched):
            net = net_by_lot(game, 1, DEEPEST + 1) if game.net and number < LEARNED else memory.net
            thought = think(match, memory._replace(net=net), nodes=3_000)
            found.append((thought, memory.table.tobytes()))
        return found

    game = game_of(code)
    searched = [match for match in unfinished(game) if is_searched(match)][:8]
    name = "expect" if game.dice else "search"
    if game.is_race:
        assert name not in code.manifest["functions"]
        return
    natively = thought()
    monkeypatch.setattr(deepening, name, code.function(name))
    assert thought() == natively


def test_trees_grow_alike(code: WasmFunctions) -> None:
    game = game_of(code)
    grown_for = [match for match in unfinished(game) if not is_searched(match)][:4]
    assert ("grow" in code.manifest["functions"]) == bool(grown_for and not game.is_race)
    for match in grown_for if not game.is_race else ():
        at, grown = (match.state, match.players, game.scale, 60), []
        for function in (grow, code.function("grow")):
            tree = new_tree(game, 4_000)
            function(*at, tree)
            tree = tree._replace(net=net_by_lot(game, 1, PLACES) if game.net else tree.net)
            function(*at, tree)
            grown.append([part.tobytes() for part in (*tree[1:-1], *tree.net[1:])])
        assert grown[0] == grown[1]


def test_glances_see_the_same(code: WasmFunctions, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen() -> list[int]:
        return [
            glance.look(match.state, seat, match.players, match.state.turn)
            for match in positions(game.name)
            for seat in range(match.players)
        ]

    game = game_of(code)
    glance = Glance(game)
    if "best_turn" not in code.manifest["functions"]:
        assert game.is_race
        return
    natively = seen()
    monkeypatch.setattr(one_turn, "best_turn", code.function("best_turn"))
    assert seen() == natively


def test_races_end_alike(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    def judged() -> list[Any]:
        judge = judges.RaceJudge()
        return [judge.estimate(match, 5_000) for match in positions("zinga")]

    natively = judged()
    code = WasmFunctions(place_of(registry.find("zinga")).read_bytes(), answer)
    monkeypatch.setattr(judges, "races_compiled", code.function("races"))
    assert judged() == natively
