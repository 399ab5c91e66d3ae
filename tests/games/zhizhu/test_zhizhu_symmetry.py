"""Positions that are equal by the web's symmetries."""

from collections.abc import Iterator
from random import Random

import pytest

import tablier
from tablier.engine.search.deepening import think
from tablier.engine.search.transposition import new_memory
from tablier.games.zhizhu.evaluate import evaluate
from tablier.games.zhizhu.rules import Position, identity
from tablier.games.zhizhu.symmetry import EARLY, canonical, reflected, swapped, turned


def placed(actions: int, seed: int) -> tablier.Match:
    """A match after so many random actions."""
    match, random = tablier.new("zhizhu"), Random(seed)
    while len(match.actions) < actions:
        match.play(random.choice(match.legal()))
    return match


def images(position: Position) -> Iterator[Position]:
    """All 32 of them."""
    for symmetry in range(32):
        pieces = list(position.pieces)
        for seat in range(2):
            for _ in range(symmetry & 7):
                pieces[seat] = turned(pieces[seat])
            if symmetry & 8:
                pieces[seat] = reflected(pieces[seat])
            if symmetry & 16:
                pieces[seat] = swapped(pieces[seat])
        yield position._replace(pieces=(pieces[0], pieces[1]))


@pytest.mark.parametrize("seed", range(5))
def test_equal_positions_have_one_form_and_one_value(seed: int) -> None:
    state = placed(5, seed).state
    assert len(set(images(state))) == 32
    assert {canonical(image) for image in images(state)} == {canonical(state)}
    assert {evaluate(image, 0) for image in images(state)} == {evaluate(state, 0)}
    assert canonical(state) in set(map(identity, images(state)))
    assert canonical(placed(5, seed + 100).state) != canonical(state)


def test_late_positions_and_bans_are_left_as_they_are() -> None:
    late = placed(18, 1).state
    assert late.hands[1] < EARLY and canonical(late) == identity(late)
    early = placed(5, 1).state
    banned = early._replace(bans=(1 << 6, 0))
    assert canonical(banned) == identity(banned)


def test_what_was_found_in_one_position_helps_in_its_image() -> None:
    match = tablier.new("zhizhu").play("a1").play("b3").play("c5")
    image = tablier.new("zhizhu").play("c2").play("b4").play("a6")
    assert canonical(match.state) == canonical(image.state)
    memory = new_memory(match.game, 1 << 16)
    think(match, memory, depth=5)
    alone = think(image, new_memory(match.game, 1 << 16), depth=5)
    helped = think(image, memory, depth=5)
    assert helped.nodes < 0.7 * alone.nodes
    assert all(text in image.legal() for text in (helped.line[0], alone.line[0]))
