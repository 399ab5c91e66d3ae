"""Chinese Checkers positions as text, and the ways that interfaces draw."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

import tablier
from tablier import BadPosition, Match, Result
from tablier.games.chinese_checkers import GAME, notation
from tablier.games.chinese_checkers.board import HOLES, NAMES, NEIGHBOURS, STAR, between
from tablier.games.chinese_checkers.rules import PASS
from tablier.games.chinese_checkers.series import path

rule = pytest.mark.rule
Star = Callable[..., Match]

EMPTY = "........../........./......../......./......../........./.........."
TWO = f"n/nn/nnn/{EMPTY}/sss/ss/s"
THREE = "n/nn/nnn/........../........./......../......./w......e/ww.....ee/www....eee/.../../."
ARRIVED = "./../.../..w....eee/.......ee/.......e/......./w......./ww......./ww......../nnn/nn/n"


def test_the_start_as_text() -> None:
    two = tablier.new("chinese-checkers")
    assert two.position() == f"chinese-checkers {TWO} n 0-0 0-0 1"
    three = tablier.new("chinese-checkers", players=3, passes=1)
    assert three.position() == f"chinese-checkers players=3 passes=1 {THREE} n 1-1-1 0-0-0 1"
    for match in (two, three):
        assert tablier.read_position(match.position()).state == match.state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{TWO} n 0-0 0-0", "5 words"),
        (f"{TWO} n 0-0 0-0 1 1", "5 words"),
        (f"{TWO} ns 0-0 0-0 1", "nobody's turn"),
        (f"{TWO} w 0-0 0-0 1", "nobody's turn"),
        (f"{TWO}/. n 0-0 0-0 1", "CC-01"),
        (f"{TWO[:-1]} n 0-0 0-0 1", "CC-01"),
        (f"n/nn/nnnn/{EMPTY}/sss/ss/s n 0-0 0-0 1", "CC-01"),
        (f"x/nn/nnn/{EMPTY}/sss/ss/s n 0-0 0-0 1", "'x' is no peg"),
        (f"e/nn/nnn/{EMPTY}/sss/ss/s n 0-0 0-0 1", "'e' is no peg"),
        (f"./nn/nnn/{EMPTY}/sss/ss/s n 0-0 0-0 1", "N has 5 pegs.*CC-04"),
        (f"n/nn/nnn/{EMPTY}/sss/ss/n n 0-0 0-0 1", "N has 7 pegs.*CC-04"),
        (f"n/nn/nnn/{EMPTY}/.../../. n 0-0 0-0 1", "S has 0 pegs.*CC-04"),
        (f"{TWO} n 1-0 0-0 1", "passes left: '1'"),
        (f"{TWO} n 0-0-0 0-0 1", "not 2 numbers"),
        (f"{TWO} n 0-x 0-0 1", "passes left: 'x'"),
        (f"{TWO} n 0-0 0-3 1", "places: '3'"),
        (f"{TWO} n 0-0 0 1", "not 2 numbers"),
        (f"{TWO} n 0-0 2-0 1", "player to move"),
        (f"{TWO} s 0-0 1-0 1", "CC-15"),
        (f"{TWO} n 0-0 0-0 0", "turn: '0'"),
        (f"{TWO} n 0-0 0-0 -1", "turn: '-1'"),
        (f"{TWO} n 0-0 0-0 ٣", "turn"),
        (f"{TWO} n 0-0 0-0 {'9' * 5000}", "turn"),
        (f"{TWO} n 0-0 0-0 1.5", "turn"),
        (f"{TWO} n 0-0 0-0 2", "turn 2 is that of the player from S.*CC-06"),
    ],
)
def test_what_cannot_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        tablier.read_position(f"chinese-checkers {text}")


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [
        ("", f"{THREE} n 0-0-0 0-2-0 1", "the worst to who is out"),
        ("", f"{THREE} n 0-0-0 0-3-3 1", "the worst to who is out"),
        ("", f"{THREE} w 0-0-0 1-3-0 1", "CC-15"),
        ("", f"{ARRIVED} e 0-0-0 1-2-0 1", "player to move"),
        ("play_on=on", f"{ARRIVED} w 0-0-0 1-2-0 1", "CC-15"),
        ("", f"{THREE} s 0-0-0 0-0-0 1", "n or e or w"),
        ("", f"{THREE} e 0-0-0 0-0-0 3", "turn 3 is that of the player from SW.*CC-06"),
        ("", f"{THREE.replace('n', '.')} e 0-0-0 3-0-0 1", "N has 0 pegs.*CC-05"),
        ("forfeit=on", f"{THREE.replace('n', '.')} e 0-0-0 0-0-0 1", "N has 0 pegs.*CC-05"),
    ],
)
def test_what_cannot_be_among_three_is_refused(options: str, text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        tablier.read_position(f"chinese-checkers players=3 {options} {text}")


@rule("CC-19")
def test_two_have_finished_only_where_one_plays_on() -> None:
    """South-East and North fill their destinations."""
    rows = "./../.../eee......./ee......./e......./......./w......./ww......./www......./nnn/nn/n"
    text = f"{rows} w 0-0-0 2-1-0 90"
    with pytest.raises(BadPosition, match="CC-19"):
        tablier.read_position(f"chinese-checkers players=3 {text}")
    match = tablier.read_position(f"chinese-checkers players=3 play_on=on {text}")
    assert match.result is None, "the last one goes on alone"
    stopped = tablier.read_position(f"chinese-checkers players=3 play_on=on {text} stop")
    agreed = tablier.read_position(f"chinese-checkers players=3 {text} on stop")
    assert stopped.result == agreed.result == Result((2, 1, 3), "stopped")


@rule("CC-19")
@pytest.mark.parametrize(
    ("options", "rest"),
    [
        ("players=3", "w 0-0-0 0-0-0 90 on"),
        ("players=3 play_on=on", "w 0-0-0 2-1-0 90 on"),
        ("players=3", "w 0-0-0 0-1-0 90 stop"),
        ("players=3 play_on=on", "w 0-0-0 2-1-0 90 stop on"),
    ],
)
def test_words_about_playing_on_must_fit(options: str, rest: str) -> None:
    rows = "./../.../eee......./ee......./e......./......./w......./ww......./www......./nnn/nn/n"
    with pytest.raises(BadPosition, match="CC-19"):
        tablier.read_position(f"chinese-checkers {options} {rows} {rest}")


@rule("CC-15")
def test_a_full_destination_is_seen_as_the_end() -> None:
    rows = f"./../.../{EMPTY.replace('........../.........', 'ssssss..../.........', 1)}/nnn/nn/n"
    match = tablier.read_position(f"chinese-checkers {rows} s 0-0 0-0 60")
    assert match.result == Result((1, 2), "filled")
    assert match.position() == f"chinese-checkers {rows} s 0-0 1-0 60"
    assert tablier.read_position(match.position()).state == match.state


@rule("CC-20")
def test_a_late_turn_is_seen_as_the_end() -> None:
    late = tablier.read_position(f"chinese-checkers {TWO} n 0-0 0-0 401")
    assert late.result == Result((1, 1), "limit")
    assert tablier.read_position(f"chinese-checkers {TWO} s 0-0 0-0 400").result is None
    assert tablier.read_position(f"chinese-checkers draws=off {TWO} n 0-0 0-0 401").result is None


@rule("CC-18", "CC-21")
def test_who_is_out_is_read_with_pegs_or_without() -> None:
    resigned = tablier.read_position(f"chinese-checkers players=3 {THREE} e 0-0-0 3-0-0 7")
    assert (resigned.seat, resigned.result) == (1, None)
    gone = THREE.replace("n", ".")
    forfeited = tablier.read_position(
        f"chinese-checkers players=3 forfeit=on {gone} e 0-0-0 3-0-0 7"
    )
    assert forfeited.play("h8-g7").play("h1-g1").seat == 1
    alone = tablier.read_position(f"chinese-checkers players=3 forfeit=on {gone} e 0-0-0 3-0-2 7")
    assert alone.result == Result((3, 1, 2), "resigned")


@pytest.mark.parametrize("seed", range(8))
def test_positions_read_back_as_written(star: Star, seed: int) -> None:
    random = Random(seed)
    starts = [
        star(mover="s", options="forfeit=on", n="j10 k1 k2 k3 l1 l2", s="h8 i9 j8 j9 m1 g4"),
        star(players=3, mover="w", n="k1 k2 k3 l1 l2 a1", e="m1 b1 b2 c1 c3 g4"),
        star(players=3, options="play_on=on", n="m1 l1 l2 k1 k2 j6", turn=595),
        tablier.new("chinese-checkers", players=3, swap=True, forfeit=True, passes=2).resign(1),
    ]
    for match in starts:
        for _ in range(12):
            if match.result is None:
                match.play(random.choice(match.legal()))
            assert tablier.read_position(match.position()).state == match.state


# What interfaces draw


@rule("CC-10")
def test_the_path_of_a_series_is_its_shortest_way(star: Star) -> None:
    match = star(n="g4", s="g5 h6 i5 f4")

    def way(text: str) -> list[str]:
        action = notation.read(match.state, 0, text)
        assert isinstance(action, int)
        return [NAMES[hole] for hole in path(match.state, 0, action)]

    assert way("g4-g3") == ["g4", "g3"]
    assert way("g4-g6") == ["g4", "g6"]
    assert way("g4-i4") == ["g4", "g6", "i6", "i4"]
    assert way("g4-m1") == way("g5-g6") == way("g4-g4") == way("pass") == []


@rule("CC-10", "CC-17")
@pytest.mark.parametrize("seed", range(6))
def test_every_legal_move_has_a_path_that_reads_as_the_move(seed: int) -> None:
    random = Random(seed)
    match = tablier.new("chinese-checkers", players=random.choice([2, 3]), swap=True, passes=1)
    for _ in range(60):
        for text in match.legal():
            action = notation.read(match.state, match.state.seat, text)
            assert isinstance(action, int)
            holes = path(match.state, match.state.seat, action)
            if action == PASS:
                assert holes == ()
                continue
            assert (holes[0], holes[-1]) == divmod(action, HOLES)
            written = "-".join(NAMES[hole] for hole in holes)
            assert notation.read(match.state, match.state.seat, written) == action
            hops = list(pairwise(holes))
            if holes[1] not in NEIGHBOURS[holes[0]]:
                assert all(between(*hop) is not None for hop in hops)
            else:
                assert len(hops) == 1
        match.play(random.choice(match.legal()))


def test_a_scene_shows_pegs_counts_and_places(star: Star) -> None:
    match = star(
        players=3,
        mover="e",
        places="1-0-0",
        passes="0-1-1",
        options="passes=1 play_on=on",
        n="k1 k2 k3 l1 l2 m1",
        e="d1",
    )
    scene = GAME.scene(match.state)
    assert [dict(counts) for counts in scene.counts] == [
        {"arrived": 6, "place": 1},
        {"arrived": 1, "passes": 1},
        {"arrived": 0, "passes": 1},
    ]
    assert len(scene.pieces) == 18
    assert {(piece.seat, piece.letter) for piece in scene.pieces} == {(0, "R"), (1, "Y"), (2, "B")}
    assert (scene.prompt.token, dict(scene.prompt.details)) == ("move_or_pass", {"passes": 1})
    assert {(mark.seat, mark.kind, len(mark.points)) for mark in scene.marks} == {
        (0, "bound", 6),
        (1, "bound", 1),
    }


SHUT_IN = {"n": "a1 f2 i5 k2 l2 m1", "s": "b1 b2 c1 c2 c3 d3"}


@pytest.mark.rule("CC-12")
def test_a_peg_shut_in_for_good_is_told(star: Star) -> None:
    match = star(mover="s", **SHUT_IN)
    (warning,) = match.scene.warnings
    assert warning.token == "shut_in"
    assert warning.details == {"hole": "a1", "owner": "red", "other": "blue"}
    assert not [move for move in match.legal() if move.startswith(("a1", "b", "c"))]


def test_a_peg_that_can_still_get_out_is_not(star: Star) -> None:
    assert not star(mover="s", options="swap=on", **SHUT_IN).scene.warnings
    assert not star(mover="s", n=SHUT_IN["n"], s="b1 b2 c1 c2 d4 d3").scene.warnings
    assert not star(mover="s", n="c1 f2 i5 k2 l2 m1", s="a1 b1 b2 c2 c3 d3").scene.warnings


def test_the_board_is_drawn_with_centred_rows() -> None:
    lines = tablier.new("chinese-checkers").show().splitlines()
    assert len(lines) == 13
    rows = [line[1:] for line in STAR.sketch.splitlines()]
    centres = {(len(row) - len(row.lstrip()) + len(row)) // 2 for row in rows}
    assert max(centres) - min(centres) <= 1
    assert lines[0].split() == ["a", "R1"]
    assert lines[-1].split() == ["m", "B1"]


def test_evaluation_prefers_being_ahead(star: Star) -> None:
    even = tablier.new("chinese-checkers")
    ahead = star(n="g4 g5 h4 h5 i5 j6")
    for match in (even, ahead):
        values = [GAME.evaluate(match.state, seat) for seat in range(2)]
        assert abs(sum(values)) <= 1, "but for rounding"
    assert abs(GAME.evaluate(even.state, 0)) < GAME.scale < GAME.evaluate(ahead.state, 0)
    won = star(n="m1 l1 l2 k1 k2 j6", s="g4 g5 h4 h5 i5 j10").play("j6-k3")
    assert GAME.evaluate(won.state, 0) == -GAME.evaluate(won.state, 1) > 10_000
    drawn = tablier.new("chinese-checkers", players=3).agree_draw()
    assert [GAME.evaluate(drawn.state, seat) for seat in range(3)] == [0, 0, 0]
    out = tablier.new("chinese-checkers", players=3).resign()
    assert GAME.evaluate(out.state, 0) < -10_000
