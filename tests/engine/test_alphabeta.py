"""The search finds what is there, and visits the same nodes until somebody means otherwise."""

from threading import Timer
from typing import Any

import pytest

import tablier
from tablier.core.match import Match
from tablier.core.rules.kernel import key_of
from tablier.engine.search.alphabeta import search
from tablier.engine.search.deepening import ANY_SCORE, think
from tablier.engine.search.scores import INFINITY, SURE, WON
from tablier.engine.search.transposition import (
    NODE_LIMIT,
    NODES,
    PATH,
    STOPPED,
    UNLIMITED,
    keys_of,
    new_memory,
    repeats,
)

ONE_SLIDE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
"""White slides c4-c3, removes a piece, and has won."""


def plain(match: Match, seat: int, depth: int, ply: int = 0) -> int:
    """Minimax without any cleverness."""
    rules = match.game.rules
    if match.result is not None:
        own, other = match.result.ranks[seat], match.result.ranks[1 - seat]
        return 0 if own == other else (WON - ply) * (1 if own < other else -1)
    if depth == 0:
        return match.game.evaluate(match.state, seat)
    best = -INFINITY
    for text in match.legal():
        match.play(text)
        after = rules.decision(match.state).actors.bit_length() - 1
        following = seat if after < 0 or after == seat else 1 - seat
        score = plain(match, following, depth - 1, ply + 1)
        best = max(best, score if following == seat else -score)
        match.undo()
    return best


@pytest.mark.parametrize(
    "text",
    [
        ONE_SLIDE,
        "zhizhu .wbb...w/ww...bb./.wb..... w 0-0 0 - - 5 113",
        "zhizhu wwww..../w......./wbbbb.b. w 0-0 1 - - 0 31",
        "sensei way=shizukana",
        "sensei way=shizukana-crossed",
        "chinese-checkers",
    ],
)
def test_the_score_is_that_of_plain_minimax(text: str) -> None:
    match = tablier.read_position(text)
    assert match.seat is not None
    memory = new_memory(match.game, 1 << 12, learned=False)
    memory.counters[NODE_LIMIT] = UNLIMITED
    keys = keys_of(match.state)
    assert keys.own == key_of(match.identities[-1])
    found = search(match.state, keys, match.seat, 2, ANY_SCORE, 0, memory)
    assert found == plain(match, match.seat, 2)


def test_a_win_is_found_with_its_line() -> None:
    match = tablier.read_position(ONE_SLIDE)
    thought = think(match, new_memory(match.game, 1 << 12), nodes=10_000)
    assert thought.score >= SURE
    assert thought.line[0] == "c4-c3" and thought.line[1].startswith("x")
    assert len(thought.line) == 2


@pytest.mark.parametrize(
    ("text", "depth", "nodes"),
    [
        ("zhizhu", 6, 4184),
        ("zhizhu .wbb...w/ww...bb./.wb..... w 0-0 0 - - 5 113", 6, 464),
        ("sensei", 4, 19282),
        ("chinese-checkers", 5, 1888),
    ],
)
def test_node_signature(text: str, depth: int, nodes: int) -> None:
    match = tablier.read_position(text)
    memory = new_memory(match.game, 1 << 16, learned=False)
    first = think(match, memory, depth=depth)
    again = think(match, new_memory(match.game, 1 << 16, learned=False), depth=depth)
    assert first == again
    assert first.nodes == nodes


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"seconds": 1e-9}])
def test_the_first_depth_is_always_finished(limit: dict[str, Any]) -> None:
    """A move is the best at first sight at least, also when compiling took all the time."""
    match = tablier.read_position(ONE_SLIDE)
    memory = new_memory(match.game, 1 << 12)
    sight = think(match, memory, depth=1)
    thought = think(match, new_memory(match.game, 1 << 12), **limit)
    assert thought.depth >= 1 and thought.nodes >= sight.nodes
    if thought.depth == 1:
        assert thought[:2] == sight[:2]


def test_a_search_stops_when_it_is_told() -> None:
    match = tablier.new("zhizhu")
    memory: Any = new_memory(match.game, 1 << 16)
    think(match, memory, depth=1)
    Timer(0.05, memory.counters.__setitem__, (STOPPED, 1)).start()
    thought = think(match, memory)
    assert match.game.notation.write(match.state, 0, thought.action) in match.legal()
    assert memory.counters[NODES] == thought.nodes


def test_the_search_knows_what_has_stood_before() -> None:
    match = tablier.read_position("zhizhu w......./..w....b/...bb.w. w 0-0 0 - - 0 31")
    start = key_of(match.identities[0])
    for slide in ("a1-a2", "c5-c6", "a2-a1"):
        match.play(slide)
    memory = new_memory(match.game, 1 << 12)
    think(match, memory, depth=3)
    assert repeats(memory, start)
    assert not repeats(memory, start ^ 1)
    assert memory.counters[PATH] == 4
