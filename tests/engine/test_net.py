"""Nets come to the same wherever they run, and files that are no nets are told of."""

import logging
from pathlib import Path
from random import Random
from typing import Any

import net_samples
import numpy as np
import pytest
from gpu_on_host import HostGpu
from hypothesis import given, settings
from hypothesis import strategies as st
from net_samples import (
    WILD,
    by_the_book,
    judged_compiled,
    net_by_lot,
    nets,
    positions,
    weights_by_lot,
)

import tablier
from tablier.compile import bounds
from tablier.compile.position_rows import store, width
from tablier.compile.raw_array import zeros
from tablier.compile.targets.cuda import Call, LaunchVerdict
from tablier.core import registry
from tablier.core.game import Game
from tablier.engine.net import known_nets, net_file
from tablier.engine.net.assess import judged
from tablier.engine.net.known_nets import net_of, net_with, no_net, rows_of
from tablier.engine.net.net import NOWHERE
from tablier.engine.net.net_file import BadNet, packed, read, unpacked, write
from tablier.engine.search.deepening import think
from tablier.engine.search.mcts import PLACES, favourite, grow, new_tree
from tablier.engine.search.scores import DEEPEST
from tablier.engine.search.transposition import new_memory

GAMES = nets()
ZHIZHU = registry.find("zhizhu")


def known(name: str) -> list[Any]:
    """Matches at positions that the net knows."""
    game = registry.find(name)
    assert game.net is not None
    return [match for match in positions(name) if game.net.part(match.state) != NOWHERE]


@pytest.mark.parametrize("name", GAMES)
def test_inputs_fit_into_their_words(name: str) -> None:
    game = registry.find(name)
    net = game.net
    assert net is not None and max(net.WIDTHS) <= 62 and sum(net.WIDTHS) == net.INPUTS
    parts = set()
    for match in positions(name):
        parts.add(net.part(match.state))
        for seat in range(net.viewers(match.state)):
            words = net.inputs(match.state, seat)
            assert all(0 <= w < 1 << n for w, n in zip(words, net.WIDTHS, strict=True))
    assert parts - {NOWHERE} == set(range(net.PARTS))


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_a_net_says_the_same_step_by_step_compiled_and_by_the_book(
    name: str, data: st.DataObject
) -> None:
    """Sums are kept in two places, for positions that may have nothing to do with each other."""
    game, seed = registry.find(name), data.draw(st.integers(0, 1 << 30))
    weights = weights_by_lot(game, seed, data.draw(st.sampled_from((net_samples.MILD, WILD))))
    kept = [net_with(game, rows_of(game, weights), 2) for _ in range(2)]
    for match in data.draw(st.lists(st.sampled_from(known(name)), min_size=2, max_size=4)):
        seat, place = match.state.seat, data.draw(st.integers(0, 1))
        expected = by_the_book(game, weights, match.state, seat)
        assert judged_compiled(match.state, seat, place, kept[0]) == expected
        assert judged(match.state, seat, place, kept[1]) == expected


def test_every_seat_of_three_can_be_asked_for() -> None:
    game = registry.find("chinese-checkers")
    weights, net = weights_by_lot(game, 1), net_by_lot(game, 1)
    match = next(match for match in known(game.name) if match.players == 3)
    for seat in range(3):
        expected = by_the_book(game, weights, match.state, seat)
        assert judged_compiled(match.state, seat, 0, net) == expected


def test_both_seats_see_themselves_alike() -> None:
    """The first position, and the same after the other seat has begun."""
    for name, option in (("sensei", {"begins": "red"}), ("zhizhu", {})):
        game = registry.find(name)
        assert game.net is not None
        one, other = (registry.find(name).start(2, given)[0] for given in ({}, option))
        other = other._replace(seat=1)
        assert game.net.inputs(one, 0) == game.net.inputs(other, 1)
        assert game.net.inputs(one, 1) == game.net.inputs(other, 0)
    game = registry.find("chinese-checkers")
    assert game.net is not None
    for players in (2, 3):
        state = tablier.new("chinese-checkers", players=players).state
        seen = [game.net.inputs(state._replace(seat=seat), seat) for seat in range(players)]
        assert len(set(seen)) == 1


def test_what_a_net_does_not_know_the_evaluation_says() -> None:
    match = tablier.new("chinese-checkers", swap=True)
    match.play(match.legal()[0])
    game = match.game
    assert judged(match.state, 1, 0, net_by_lot(game, 1)) == game.evaluate(match.state, 1)
    state = tablier.new("zhizhu").play("a1").state
    assert judged_compiled(state, 1, 0, no_net(ZHIZHU)) == ZHIZHU.evaluate(state, 1)


@pytest.mark.skipif(bounds.CHECKED, reason="other code is compiled")
def test_a_gpu_says_the_same() -> None:
    matches = known("zhizhu")
    gpu, count, ints = HostGpu(), len(matches), width(matches[0].state)
    net = net_by_lot(ZHIZHU, 3, count, WILD)
    rows, found = zeros(count * ints), zeros(count)
    for index, match in enumerate(matches):
        store(match.state, rows, index * ints)
    arguments = (matches[0].state, rows, net, found)
    verdict = LaunchVerdict(gpu.cupy)
    (judge,) = gpu.launches(verdict, Call(net_samples.judge_rows, arguments[:1], arguments[1:]))
    judge(count, *arguments[1:])
    assert verdict.wait() == -1
    near = net_by_lot(ZHIZHU, 3, 1, WILD)
    assert [*found] == [judged_compiled(m.state, m.state.seat, 0, near) for m in matches]


# Searches


def test_a_search_with_a_net_finds_the_same_again_and_other_things_than_without() -> None:
    def thought(learned: bool) -> Any:
        memory = new_memory(ZHIZHU, 1 << 12, learned=False)
        net = net_by_lot(ZHIZHU, 5, DEEPEST + 1)
        return think(match, memory._replace(net=net) if learned else memory, nodes=5_000)

    match = tablier.new("zhizhu").play("a1").play("b4")
    assert thought(learned=True) == thought(learned=True)
    assert thought(learned=True).score != thought(learned=False).score


def test_three_players_grow_their_tree_by_the_net() -> None:
    match = tablier.new("chinese-checkers", players=3)
    game = match.game
    shares = []
    for net in (no_net(game, PLACES), net_by_lot(game, 2, PLACES)):
        tree = new_tree(game, 10_000)._replace(net=net)
        grow(match.state, 3, game.scale, 200, tree)
        assert tree.visits[favourite(tree)] > 0
        shares.append(tree.prior.tobytes())
    assert shares[0] != shares[1]


# Files


def file_of(game: Game, seed: int = 1) -> bytes:
    return packed(game, weights_by_lot(game, seed), {"commit": "abc", "command": "tablier learn"})


def test_a_file_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "net.bin"
    assert read(path, ZHIZHU) is None
    weights = weights_by_lot(ZHIZHU, 1)
    rows = np.array(weights.inputs, np.int16).reshape(-1, net_file.SUMS)
    write(path, ZHIZHU, weights._replace(inputs=rows), {"commit": "abc", "command": "it"})
    assert path.stat().st_size < net_file.MOST_BYTES
    found = read(path, ZHIZHU)
    assert found is not None and [list(row) for row in found] == list(weights)
    told = net_file.about(path.read_bytes())
    assert told["commit"] == "abc" and told["command"] == "it" and told["game"] == "zhizhu"
    assert not list(tmp_path.glob("*.new"))


def test_every_damage_is_found() -> None:
    data, random = file_of(ZHIZHU), Random(1)
    places = {*range(40), len(data) - 1, *(random.randrange(len(data)) for _ in range(40))}
    for place in sorted(places):
        wrong = bytearray(data)
        wrong[place] ^= 1 << random.randrange(8)
        try:
            weights = unpacked(bytes(wrong), ZHIZHU)
        except BadNet:
            continue
        assert weights == unpacked(data, ZHIZHU), place
    for cut in (0, 9, 15, 16, 200, len(data) - 1):
        with pytest.raises(BadNet):
            unpacked(data[:cut], ZHIZHU)


def test_what_is_wrong_with_a_file_is_said() -> None:
    data = file_of(ZHIZHU)
    version = len(net_file.MAGIC)
    said = [
        (b"PK\x03\x04" * 9, "is no net"),
        (data + b"\0", "checksum"),
        (data[:version] + b"\x07" + data[version + 1 :], "has the format 7"),
        (data.replace(b'"parts": 4', b'"parts": 3'), "sees other things"),
        (bytes(net_file.MOST_BYTES + 1), "is larger than 1,048,576 bytes"),
        (data[: version + 2] + b"\xff\xff\xff\x7f" + data[version + 6 :], "says too much"),
        (data.replace(b'{"', b'["', 1), "can't be read"),
    ]
    for wrong, told in said:
        with pytest.raises(BadNet, match=told):
            unpacked(wrong, ZHIZHU)
    with pytest.raises(BadNet, match="sees other things"):
        unpacked(data, registry.find("sensei"))
    with pytest.raises(BadNet, match="numbers are bias, not 1"):
        packed(ZHIZHU, weights_by_lot(ZHIZHU, 1)._replace(bias=[0]), {})
    with pytest.raises(BadNet, match="no layer has room"):
        packed(ZHIZHU, weights_by_lot(ZHIZHU, 1, WILD._replace(result_bias=1 << 31)), {})


def test_without_a_sound_file_bots_go_by_the_evaluation_and_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(known_nets, "path_of", lambda game: tmp_path / "net.bin")
    monkeypatch.setattr(known_nets, "_weights_of", known_nets._weights_of.__wrapped__)
    assert not net_of(ZHIZHU).is_on and not net_of(registry.find("zinga")).is_on
    (tmp_path / "net.bin").write_bytes(file_of(ZHIZHU))
    assert net_of(ZHIZHU).is_on and not caplog.records
    (tmp_path / "net.bin").write_bytes(file_of(ZHIZHU)[:-1])
    with caplog.at_level(logging.WARNING):
        assert not net_of(ZHIZHU).is_on
    (line,) = caplog.messages
    assert "net.bin is damaged" in line and line.endswith("the bots do without it")
