"""A whole game as files for hosts: a small one, every state of it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpu_on_host import HostGpu

from tablier.compile.marks import compiled
from tablier.core import registry
from tablier.games.zhizhu import endgame
from tablier.solver.files.checked_file import DamagedBook
from tablier.solver.gpu_threads import GpuThreads
from tablier.solver.levels import is_gap, numbered
from tablier.solver.numbering import WIDTH, Shelf, entry, value_of
from tablier.solver.packed.layout import LOST, WON, packed_value
from tablier.solver.packed.packing import packed
from tablier.solver.retrograde import put_on
from tablier.solver.tablebase.manifest import NAME, NUMBERING, Volume, read_manifest
from tablier.solver.tablebase.tablebase import Tablebase
from tablier.solver.tablebase.verified import summed
from tablier.solver.tablebase.volume_writer import Cheap, VolumeWriter
from tablier.solver.whole import Whole

GAME = registry.find("zhizhu")
EACH = 3
SOLVE = "import tablier.cli.commands.solve; from tablier.cli import main; main()"
ADMIN = "import tablier.cli.commands.admin; from tablier.cli import main; main()"
OUTCOMES_ONLY = Cheap(0, 0)


def silent(doing: str, done: int, of: int) -> None:
    """Report nothing."""


def write(whole: Whole, folder: Path, cheap: Cheap | None = None) -> list[tuple[Volume, bool]]:
    return list(VolumeWriter(whole.endgames, EACH, folder, cheap).write(silent))


@pytest.fixture(scope="module")
def files(whole: Whole, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with distances in the smallest books only."""
    folder = tmp_path_factory.mktemp("files")
    write(whole, folder, Cheap(0, 500))
    return folder


@compiled
def differing(
    like: Any, pieces: int, others: int, numbers: int, solved: Shelf, files: Shelf
) -> tuple[int, int]:
    """How many states of a book have another value in the files, and of how many it is exact."""
    wrong = exact = 0
    for number in range(numbers):
        state = numbered(like, pieces, others, number, solved)
        if not is_gap(state, number, solved):
            value, found = value_of(state, solved), packed_value(state, files)
            if found == value:
                exact += 1
            elif value == 0 or found != WON + (value & 1):
                wrong += 1
    return wrong, exact


@pytest.mark.parametrize("cheap", [Cheap(), OUTCOMES_ONLY, Cheap(0, 500)])
def test_every_state_in_the_files_is_worth_what_was_solved(
    whole: Whole, tmp_path: Path, cheap: Cheap
) -> None:
    write(whole, tmp_path, cheap)
    tablebase, solved = Tablebase(GAME, tmp_path), whole.endgames
    assert not tablebase.damaged and set(tablebase.books) == set(solved.books)
    assert tablebase.size == sum(path.stat().st_size for path in tmp_path.rglob("*.table"))
    for key, book in solved.books.items():
        like, figures = endgame.placing(endgame.State(0, 0, 0), key[0]), solved.figures[key]
        shelves = solved.shelf, tablebase.shelf
        wrong, exact = differing(like, *key[1:], len(book.values), *shelves)
        distances = figures.states <= (cheap.placing if key[0] else cheap.placed)
        assert (wrong, exact) == (0, figures.states if distances else figures.draws)


def test_interpreted_and_compiled_look_up_the_same(whole: Whole, files: Path) -> None:
    """A state's values, with marks and without, also where the own pieces are symmetric."""
    tablebase, solved = Tablebase(GAME, files), whole.endgames.shelf
    seen = set()
    for number in range(0, len(whole.endgames.books[0, 3, 3].values), 997):
        state = numbered(endgame.State(0, 0, 0), 3, 3, number, solved)
        value = value_of(state, solved)
        found = packed_value(state, tablebase.shelf)
        assert found == (WON + (value & 1) if value else 0)
        seen.add((found, state.marks > 0))
    assert seen >= {(0, False), (WON, False), (LOST, False), (WON, True), (LOST, True)}


def test_a_gpu_packs_what_the_cores_pack(whole: Whole) -> None:
    endgames, gpu = whole.endgames, GpuThreads(HostGpu())
    arrays = {name: gpu.taken(getattr(endgames.shelf, name)) for name in Shelf._fields[1:]}
    shelf = endgames.shelf._replace(**arrays)
    for key, exact in [((0, 3, 3), False), ((1, 2, 3), False)]:
        book = endgames.books[key]
        there = book._replace(lines=gpu.taken(book.lines), values=gpu.taken(book.values))
        put_on(shelf, there, gpu)
        kind = (endgame.placing(endgame.State(0, 0, 0), key[0]), *key[1:])
        here = packed(kind, endgames.shelf, endgames.processor, book.values, exact)
        assert (packed(kind, shelf, gpu, there.values, exact) == here).all() and here.any()


def test_a_book_whose_states_are_alike_takes_no_room(whole: Whole, tmp_path: Path) -> None:
    """The first placements are drawn whatever they are; the file of two of them isn't there."""
    volumes = {volume.name: volume for volume, _ in write(whole, tmp_path, OUTCOMES_ONLY)}
    assert volumes["placing-06.table"].size == 0
    assert not (tmp_path / "zhizhu" / "placing-06.table").exists()
    tablebase = Tablebase(GAME, tmp_path)
    assert packed_value(endgame.placing(endgame.State(0, 0, 0), 6), tablebase.shelf) == 0


def test_writing_goes_on_where_it_was_interrupted(whole: Whole, tmp_path: Path) -> None:
    for count, _ in enumerate(VolumeWriter(whole.endgames, EACH, tmp_path).write(silent)):
        if count == 2:
            break
    done = write(whole, tmp_path)
    assert [written for _, written in done] == [False] * 3 + [True] * (len(done) - 3)
    assert not any(written for _, written in write(whole, tmp_path)), "the second time nothing"
    (tmp_path / "zhizhu" / "3-3.table").write_bytes(b"")
    assert [v.name for v, written in write(whole, tmp_path) if written] == ["3-3.table"]
    assert not Tablebase(GAME, tmp_path).damaged


def test_the_command_writes_and_says_so(whole: Whole, tmp_path: Path) -> None:
    arguments = [
        "--pieces",
        "3-3",
        "--folder",
        str(whole.endgames.folder),
        "--files",
        str(tmp_path),
    ]
    command = [sys.executable, "-c", SOLVE, "solve", "zhizhu"]
    done = subprocess.run(
        [*command, "--whole", *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    size = sum(path.stat().st_size for path in tmp_path.rglob("*.table"))
    assert f"{tmp_path / 'zhizhu'}: 8 files, {size:,} bytes" in done.stdout.splitlines()[-1]
    assert set(Tablebase(GAME, tmp_path).books) == set(whole.endgames.books)
    alone = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert alone.returncode == 2 and "add --whole" in alone.stderr


# Damage


def copied(files: Path, folder: Path) -> Path:
    """The files in a folder of their own."""
    place = folder / "zhizhu"
    place.mkdir(parents=True)
    for path in (files / "zhizhu").iterdir():
        (place / path.name).write_bytes(path.read_bytes())
    return place


def is_on(shelf: Shelf, *key: int) -> bool:
    return bool(shelf.books[entry(*key) + WIDTH])


def flipped(content: bytes) -> bytes:
    return content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (flipped, "is damaged: its checksum doesn't fit"),
        (lambda content: content[:-1], "is damaged: it has the wrong length"),
        (lambda content: b"", "is damaged: it has the wrong length"),
        (None, "is missing"),
    ],
)
def test_a_damaged_file_is_left_out_and_the_others_serve(
    files: Path, tmp_path: Path, damage: Callable[[bytes], bytes] | None, sentence: str
) -> None:
    path = copied(files, tmp_path) / "3-3.table"
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))
    tablebase = Tablebase(GAME, tmp_path)
    assert tablebase.damaged == {"3-3.table": f"{path} {sentence}"}
    assert not is_on(tablebase.shelf, 0, 3, 3) and is_on(tablebase.shelf, 1, 2, 3)


def test_without_the_numbering_nothing_serves(files: Path, tmp_path: Path) -> None:
    (copied(files, tmp_path) / NUMBERING).unlink()
    tablebase = Tablebase(GAME, tmp_path)
    assert list(tablebase.damaged) == [NUMBERING] and not tablebase.books
    assert not tablebase.shelf.books.any()


def test_what_was_found_whole_is_not_summed_up_again_until_it_changes(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summed_up: list[str] = []
    usual = "tablier.solver.tablebase.mapped_volume.summed"

    def counted(file: Any) -> str:
        summed_up.append(Path(file.name).name)
        return summed(file)

    place = copied(files, tmp_path)
    monkeypatch.setattr(usual, counted)
    assert not Tablebase(GAME, tmp_path).damaged and len(summed_up) == 8
    summed_up.clear()
    assert not Tablebase(GAME, tmp_path).damaged and not summed_up
    content = (place / "3-3.table").read_bytes()
    (place / "3-3.table").write_bytes(flipped(content))
    assert list(Tablebase(GAME, tmp_path).damaged) == ["3-3.table"] and summed_up == ["3-3.table"]
    assert list(Tablebase(GAME, tmp_path, again=True).damaged) == ["3-3.table"]
    assert len(summed_up) == 9


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"sha256": "", "each": 3, "volumes": [["../3-3.table", 1, "", []]]}',
        b'{"sha256": "", "each": 3, "volumes": [["3-3.table", -1, "", []]]}',
    ],
)
def test_a_damaged_manifest_is_told_in_a_sentence(
    files: Path, tmp_path: Path, content: bytes
) -> None:
    path = copied(files, tmp_path) / NAME
    path.write_bytes(content)
    tablebase = Tablebase(GAME, tmp_path)
    assert tablebase.damaged == {"": f"{path} is damaged: it is no list of files"}
    assert not tablebase.shelf.books.any()


def test_a_manifest_of_other_rules_or_with_another_number_is_refused(
    files: Path, tmp_path: Path
) -> None:
    path = copied(files, tmp_path) / NAME
    said = json.loads(path.read_text())
    path.write_text(json.dumps(said | {"rules": 7}))
    with pytest.raises(DamagedBook, match="made for other rules"):
        read_manifest(path.parent, GAME)
    path.write_text(json.dumps(said | {"each": 4}))
    with pytest.raises(DamagedBook, match="checksum doesn't fit"):
        read_manifest(path.parent, GAME)


def test_a_folder_without_files_is_no_fault(tmp_path: Path) -> None:
    tablebase = Tablebase(GAME, tmp_path)
    assert not tablebase.damaged and not tablebase.books and tablebase.each == 0


def test_a_file_that_is_cut_or_written_to_in_use_is_taken_off_the_shelf(
    files: Path, tmp_path: Path
) -> None:
    place = copied(files, tmp_path)
    tablebase = Tablebase(GAME, tmp_path)
    assert tablebase.recheck() == []
    with (place / "3-3.table").open("r+b") as file:
        file.truncate(100)
    with (place / "placing-01.table").open("r+b") as file:
        file.write(b"?")
    (place / "placing-02.table").unlink()
    assert tablebase.recheck() == [
        f"{place / '3-3.table'} was cut while it was in use",
        f"{place / 'placing-01.table'} was changed while it was in use",
    ]
    assert tablebase.recheck() == [], "told once"
    assert not is_on(tablebase.shelf, 0, 3, 3) and not is_on(tablebase.shelf, 1, 2, 3)
    assert is_on(tablebase.shelf, 2, 2, 2), "a deleted file stays mapped"
    with (place / NUMBERING).open("r+b") as file:
        file.truncate(100)
    assert len(tablebase.recheck()) == 1 and not tablebase.books


def test_a_command_verifies_the_files(files: Path, tmp_path: Path) -> None:
    place = copied(files, tmp_path)
    command = [sys.executable, "-c", ADMIN, "admin", "tablebases", str(tmp_path)]
    whole = subprocess.run(command, capture_output=True, text=True, check=False)
    size = sum(path.stat().st_size for path in place.glob("*.table"))
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout == f"zhizhu: 7 books at hand, {size:,} bytes in all\n"
    path = place / "3-3.table"
    path.write_bytes(flipped(path.read_bytes()))
    broken = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    assert broken.returncode == 1
    assert json.loads(broken.stdout)["damaged"] == [f"{path} is damaged: its checksum doesn't fit"]
