"""Books on the disk: kept, checked, and solved again when damaged."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from tablier.cli.workers import INTERRUPTED
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.solver.book_file import book_path
from tablier.solver.endgames import Endgames, endgame_of, needed
from tablier.solver.files.checked_file import PAGE

GAME = registry.find("zhizhu")
SOLVE = "import tablier.cli.commands.solve; from tablier.cli import main; main()"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SOLVE, "solve", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def silent(doing: str, done: int, whole: int) -> None:
    assert 0 <= done <= whole


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The smallest book as a file."""
    folder = tmp_path_factory.mktemp("books")
    assert list(Endgames(GAME, folder).complete([(3, 3)], silent)) == [((0, 3, 3), True)]
    assert sorted(path.name for path in folder.iterdir()) == ["3-3.book", "3-3.whole"]
    return book_path(folder, (0, 3, 3)).read_bytes()


@pytest.fixture
def folder(tmp_path: Path, written: bytes) -> Path:
    book_path(tmp_path, (0, 3, 3)).write_bytes(written)
    return tmp_path


def test_a_finished_book_is_mapped_and_not_solved_again(folder: Path) -> None:
    path = book_path(folder, (0, 3, 3))
    before = path.stat().st_mtime_ns
    endgames = Endgames(GAME, folder)
    assert isinstance(endgames.books[0, 3, 3].values.base, np.memmap | np.ndarray)
    assert list(endgames.complete([(3, 3)], silent)) == [((0, 3, 3), False)]
    assert path.stat().st_mtime_ns == before
    figures = endgames.figures[0, 3, 3]
    assert (figures.states, figures.wins, figures.draws) == (88_348, 27_055, 48_397)
    assert (figures.losses, figures.longest) == (12_896, 19)


def test_who_interrupts_it_hears_that_it_goes_on(tmp_path: Path) -> None:
    """On a terminal, as soon as the first bar is drawn; the bar is gone then."""
    terminal, end = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVE, "solve", "zhizhu", "--pieces", "6-6", "--folder", tmp_path],
        stdout=subprocess.DEVNULL,
        stderr=end,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": "1"},
    )
    os.close(end)
    told = b""
    with suppress(OSError), open(terminal, "rb", buffering=0) as screen:
        while read := screen.read(1000):
            if b"% turn " in read and b"% turn " not in told:
                process.send_signal(signal.SIGINT)
            told += read
    last = "\x1b[2Ktablier: interrupted; the same command goes on from what was kept\r\n"
    assert told.decode().endswith(last)
    assert process.wait() == INTERRUPTED


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a bit": lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
    "cut off": lambda data: data[:-1],
    "empty": lambda data: b"",
    "brackets": lambda data: b"[" * len(data),
    "zeros": lambda data: bytes(len(data)),
    "header only": lambda data: data[:PAGE],
    "figures": lambda data: data.replace(b'"wins": 27055', b'"wins": 27056'),
    "width": lambda data: data.replace(b'"width": 1', b'"width": 7'),
    "list": lambda data: b"[1, 2]".ljust(PAGE - 1) + b"\n" + data[PAGE:],
    "number": lambda data: data.replace(b'"numbers": ', b'"numbers":-'),
    "other rules": lambda data: data.replace(b'"rules": 1', b'"rules": 9'),
    "other pieces": lambda data: data.replace(b'"pieces": [0, 3, 3]', b'"pieces": [0, 4, 3]'),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_book_is_named_and_left_out(
    folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = book_path(folder, (0, 3, 3))
    path.write_bytes(damage(path.read_bytes()))
    endgames = Endgames(GAME, folder)
    assert not endgames.books and str(path) in endgames.damaged[0, 3, 3]


def test_a_damaged_book_is_solved_again(folder: Path, written: bytes) -> None:
    path = book_path(folder, (0, 3, 3))
    path.write_bytes(DAMAGE["a bit"](written))
    endgames = Endgames(GAME, folder)
    assert list(endgames.complete([(3, 3)], silent)) == [((0, 3, 3), True)]
    assert path.read_bytes() == written and not endgames.damaged


def test_what_a_pair_rests_on_comes_first() -> None:
    assert needed([(3, 4)], 3) == [(3, 3), (4, 3)]
    assert needed([(4, 4), (5, 3)], 3) == [(3, 3), (4, 3), (4, 4), (5, 3)]


def test_a_game_without_endgames_says_so() -> None:
    with pytest.raises(BadOption, match="no endgames"):
        endgame_of(registry.find("sensei"))


def test_the_command_keeps_what_is_there(folder: Path) -> None:
    done = run("zhizhu", "--pieces", "3-3", "--folder", str(folder), "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "3-3: 88,348 states, 27,055 won, 48,397 drawn, 12,896 lost, longest win 19 turns (kept)\n"
    )


def test_the_command_names_a_damaged_file(folder: Path) -> None:
    path = book_path(folder, (0, 3, 3))
    path.write_bytes(b"")
    done = run("zhizhu", "--pieces", "3-3", "--folder", str(folder))
    assert done.returncode == 0 and "solved after" in done.stdout
    assert str(path) in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("zhizhu", "--pieces", "4-2"), "3 to 9"),
        (("zhizhu", "--pieces", "four"), "write pieces as"),
        (("zhizhu", "--pieces", "3-3,"), "write pieces as"),
        (("zhizhu", "--pieces", "3-3", "--folder", os.devnull), os.devnull),
        (("sensei", "--pieces", "3-3"), "no endgames"),
        (("chess", "--pieces", "3-3"), "no game"),
        (("zhizhu",), "say which endgames"),
        (("zhizhu", "--whole", "--pieces", "4-3"), "as many"),
        (("sensei", "--whole"), "no endgames"),
        (("zhizhu", "--whole", "--device", "abacus"), "no device"),
        (("chinese-checkers", "--pieces", "6-6"), "as a whole"),
        (("chinese-checkers", "--pack", "there"), "as a whole"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], reason: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert reason in done.stderr and done.stderr.count("\n") == 1
