"""Distances of a player alone: the first layers, and the file that they are kept in."""

import os
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import tablier
from tablier.cli import main
from tablier.compile.raw_array import Bare, bare
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.games.chinese_checkers import alone
from tablier.solver import checkpoint
from tablier.solver.distance_table import Solo
from tablier.solver.distances import UNREACHED, at_the_goal, first_fault, layers
from tablier.solver.files.checked_file import PAGE

GAME = registry.find("chinese-checkers")
NEAR = 3
"""Layers that are looked at here; there are more sets in each than in all before."""


def silent(doing: str, done: int, whole: int) -> None:
    assert 0 <= done <= whole


@pytest.fixture(scope="module")
def near() -> Bare:
    """Distances up to NEAR."""
    distances = at_the_goal(alone)
    assert list(islice(layers(alone, distances, 0, silent), NEAR)) == [1, 2, 3]
    return distances


def walked() -> dict[int, int]:
    """The same distances, by plain Python."""
    found = {alone.number_of(alone.FILLED): 0}
    fresh, out = list(found), [0] * alone.ROOM
    for number in fresh:
        if found[number] < NEAR:
            count = alone.earlier(alone.numbered(alone.FILLED, number), out)
            for before in out[:count]:
                if before not in found:
                    found[before] = found[number] + 1
                    fresh.append(before)
    return found


def test_the_first_layers_are_those_of_plain_python(near: Bare) -> None:
    found = walked()
    assert {int(number) for number in np.flatnonzero(near != UNREACHED)} == set(found)
    assert all(near[number] == distance for number, distance in found.items())


def test_a_distance_that_does_not_follow_is_found(near: Bare) -> None:
    out = bare(np.zeros(alone.ROOM, np.int64))
    for number in map(int, np.flatnonzero(near <= NEAR)):
        assert first_fault(alone.FILLED, number, number + 1, near, out) == -1
    wrong = bare(near.copy())
    number = int(np.flatnonzero(near == NEAR)[0])
    wrong[number] = NEAR + 1
    assert first_fault(alone.FILLED, number, number + 1, wrong, out) == number


# Files


class Stopped(Exception):
    """Somebody has had enough."""


def stopping_at(moves: int, told: list[str]) -> Callable[[str, int, int], None]:
    def report(doing: str, done: int, whole: int) -> None:
        told.append(doing)
        if doing == f"{moves} moves":
            raise Stopped

    return report


def test_what_was_found_before_an_interruption_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, near: Bare
) -> None:
    monkeypatch.setattr(checkpoint, "KEEP_S", 0)
    monkeypatch.setattr(checkpoint, "SHARE", 0)
    told: list[str] = []
    with pytest.raises(Stopped):
        Solo(GAME, tmp_path).complete(stopping_at(NEAR, told))
    assert [path.name for path in tmp_path.iterdir()] == ["alone.draft"]
    again = Solo(GAME, tmp_path)
    assert again.distances is None and not again.damaged
    told.clear()
    with pytest.raises(Stopped):
        again.complete(stopping_at(NEAR, told))
    assert set(told) == {"3 moves"}, "the layers before are not looked for again"


@pytest.fixture(scope="module")
def written(near: Bare, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file that passes for a finished one, though most distances are missing."""
    folder = tmp_path_factory.mktemp("distances")
    made = Solo(GAME, folder)
    made.write(near)
    yield folder
    made.path.unlink()


def test_a_file_is_mapped_and_tells_how_many_moves_are_left(written: Path) -> None:
    known = Solo(GAME, written)
    assert known.distances is not None and not known.damaged
    assert not known.distances.flags.writeable
    assert not known.complete(silent), "it is there"
    assert known.figures.farthest == NEAR
    match = tablier.new("chinese-checkers")
    assert known.moves(match.state, 0) is None, "too far away for these"
    late = tablier.read_position(
        "chinese-checkers ./s./sss/........../........./......../......./......../"
        "......s../.s.....n../nn./nn/n n 0-0 0-0 81"
    )
    assert (known.moves(late.state, 0), known.moves(late.state, 1)) == (2, None)


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "cut off": (lambda page: page, -1, "wrong length"),
    "empty": (lambda page: b"", 0, "doesn't begin"),
    "list": (lambda page: b"[1]".ljust(PAGE), 0, "doesn't begin"),
    "other rules": (lambda page: re.sub(rb'"rules": \d', b'"rules": 0', page), 0, "other rules"),
    "zeros": (lambda page: page, 0, "checksum"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_named_and_left_out(
    written: Path, tmp_path: Path, damage: tuple[Callable[[bytes], bytes], int, str]
) -> None:
    change, longer, sentence = damage
    with (written / "alone.book").open("rb") as file:
        page = change(file.read(PAGE))
    path = tmp_path / "alone.book"
    path.write_bytes(page)
    with path.open("r+b") as file:
        file.truncate(PAGE + alone.NUMBERS + longer if page else 0)
    found = Solo(GAME, tmp_path)
    assert found.distances is None
    assert found.damaged is not None
    assert found.damaged.startswith(str(path)) and sentence in found.damaged


def test_the_command_keeps_what_is_there(
    written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tablier", "solve", GAME.name, "--folder", str(written)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert capsys.readouterr().out == "359 sets, at most 3 moves away (kept)\n"


def test_a_folder_that_cannot_be_written_is_told_at_once() -> None:
    with pytest.raises(TablierError, match=os.devnull):
        Solo(GAME, Path(os.devnull)).complete(silent)


def test_other_games_have_no_distances() -> None:
    with pytest.raises(BadOption, match="no distances"):
        Solo(registry.find("sensei"))
