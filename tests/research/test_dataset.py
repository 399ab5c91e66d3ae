"""Datasets as they are read: whole or mapped, by rows that are there and by others."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.core.game import TABLE
from tablier.research import selfplay
from tablier.research.arguments import NoSuchRow
from tablier.research.dataset import Dataset, mapped_columns
from tablier.research.selfplay import SelfPlay, collect

PLAN = SelfPlay("zhizhu", "random", 5)


def played(plan: SelfPlay, folder: Path) -> Dataset:
    """Carry a plan out, and read what it wrote."""
    with ThreadPoolExecutor(1) as executor:
        list(collect(plan.check(), executor, folder))
    return Dataset(folder)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Read by tests that write nothing beside it."""
    return played(PLAN, tmp_path_factory.mktemp("dataset"))


def test_rows_are_what_was_played(tmp_path: Path) -> None:
    dataset = played(SelfPlay("zinga players=3", "random", 1), tmp_path)
    row = 0
    for number, match in enumerate(dataset.matches()):
        assert match.result is not None
        assert dataset.ranks[number].tolist() == list(match.result.ranks)
        for state, move in zip(match.states, match.history, strict=False):
            if move.seat == TABLE:
                continue
            assert dataset.games[row] == number and dataset.seats[row] == move.seat
            assert dataset.encoding.actions[dataset.actions[row]] == move.action
            if row % 20 == 0:
                expected = dataset.encoding.observation(state, move.seat, 1)
                assert np.array_equal(dataset.observations([row])[0], expected)
            row += 1
    assert row == len(dataset) and not dataset.openings.any(), "a race has no opening"
    scores = {1: 1.0, 2: 0.0, 3: -1.0}
    ranks = dataset.ranks[dataset.games, dataset.seats]
    assert dataset.scores.tolist() == [scores[rank] for rank in ranks]


def test_an_empty_folder_is_no_dataset(tmp_path: Path) -> None:
    with pytest.raises(tablier.TablierError, match="has no arrays"):
        Dataset(tmp_path)


def test_a_damaged_dataset_is_named(tmp_path: Path) -> None:
    played(PLAN, tmp_path)
    games = tmp_path / "games.jsonl"
    whole = games.read_text()
    games.write_text(whole + '{"key": "5", "rec')
    assert len(Dataset(tmp_path).matches()) == PLAN.games
    (arrays,) = tmp_path.glob("*.npz")
    packed = arrays.read_bytes()
    directory = packed.index(b"PK\1\2")
    oddly_packed = packed[: directory + 10] + b"\x63\0" + packed[directory + 12 :]
    for path, damaged in (
        (arrays, packed[:-100]),
        (arrays, oddly_packed),
        (games, b"[]\n"),
        (games, b""),
    ):
        path.write_bytes(damaged)
        with pytest.raises(tablier.TablierError, match=f"{path.name} is not as"):
            Dataset(tmp_path)


def test_a_dataset_of_other_rules_is_refused(tmp_path: Path) -> None:
    played(PLAN, tmp_path)
    games = tmp_path / "games.jsonl"
    games.write_text(games.read_text().replace('[Rules \\"1\\"]', '[Rules \\"9\\"]'))
    with pytest.raises(tablier.OtherRules, match="by zhizhu rules 9, here are rules 1"):
        Dataset(tmp_path)


ROWS: list[Any] = [
    5,
    -1,
    np.int64(5),
    np.uint8(5),
    slice(3, 30, 4),
    slice(None, None, -1),
    [],
    [7, 7, -2],
    (1, 2),
    range(4),
    np.array([0, 3], np.uint16),
]


@pytest.mark.parametrize("rows", ROWS, ids=repr)
def test_rows_are_asked_for_as_anywhere(dataset: Dataset, rows: Any) -> None:
    everything, masks = dataset.observations(), dataset.masks()
    numbers = np.arange(len(dataset))[list(rows) if isinstance(rows, range | tuple) else rows]
    numbers = numbers.astype(int)
    assert np.array_equal(dataset.observations(rows), everything[numbers])
    assert np.array_equal(dataset.masks(rows), masks[numbers])
    both = dataset[rows]
    assert np.array_equal(both["observation"], everything[numbers])
    assert np.array_equal(both["action_mask"], masks[numbers])
    assert np.array_equal(both["action"], dataset.actions[numbers])


def test_rows_come_one_by_one(dataset: Dataset) -> None:
    rows = list(dataset)
    assert len(rows) == len(dataset)
    assert [row["action"] for row in rows] == dataset.actions.tolist()


def test_marked_rows_are_those_of_a_seat(dataset: Dataset) -> None:
    marked = dataset.seats == 1
    assert np.array_equal(dataset.masks(marked), dataset.masks()[marked])


WRONG: list[Any] = [10**9, -(10**9), 2**63, 1.5, "5", None, [[0]], [0.0], [[0], [1, 2]], {}, True]


@pytest.mark.parametrize(
    "rows", [*WRONG, [True], slice("a"), slice(0, 1, 0), np.zeros((2, 2), int)]
)
def test_rows_that_are_not_there_are_refused(dataset: Dataset, rows: Any) -> None:
    for ask in (dataset.observations, dataset.masks, dataset.__getitem__):
        with pytest.raises(NoSuchRow) as refused:
            ask(rows)
        assert isinstance(refused.value, IndexError) and "\n" not in str(refused.value)


def test_masks_are_what_was_legal(tmp_path: Path) -> None:
    dataset = played(SelfPlay("chinese-checkers players=3", "random", 1, opening=0), tmp_path)
    (match,) = dataset.matches()
    actions = zip(match.states, match.history, strict=False)
    for row, (position, move) in enumerate(islice(actions, 20)):
        at = tablier.Match(match.game, match.setup, position)
        texts = {dataset.encoding.text(at, n) for n in np.flatnonzero(dataset.masks(row))}
        assert texts == set(at.legal(move.seat))
        assert dataset.encoding.text(at, dataset.actions[row]) == move.text


def test_actions_of_the_opening_are_marked(dataset: Dataset) -> None:
    for number in range(PLAN.games):
        marked = dataset.openings[dataset.games == number]
        assert marked[: PLAN.opening].all() and not marked[PLAN.opening :].any()


def test_an_action_that_ends_a_game_is_none_of_the_opening() -> None:
    """The opening plays nothing that ends it: here all that White can do does."""
    start = "zhizhu w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    match = tablier.read_position(start).play("c2-c1")
    while match.result is None:
        match.play(match.legal()[0])
    arrays = selfplay.encoded(start, [match.record()], 0, 9)
    assert arrays["opening"].tolist() == [True] * (len(match.actions) - 1) + [False]


def test_mapped_columns_are_the_same_and_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "SHARD", 2)
    whole = played(PLAN, tmp_path)
    mapped = Dataset(tmp_path, mapped=True)
    with monkeypatch.context() as patch:
        patch.setattr(mapped_columns, "_unpack", None)
        mapped = Dataset(tmp_path, mapped=True)
    assert isinstance(mapped.states, np.memmap)
    for name in ("states", "seats", "actions", "scores", "games", "ranks", "openings"):
        assert np.array_equal(getattr(mapped, name), getattr(whole, name))
    assert np.array_equal(mapped.masks([3, 99]), whole.masks([3, 99]))
    assert np.array_equal(mapped.observations(-1), whole.observations(-1))


def test_columns_are_unpacked_anew_when_they_are_old_or_damaged(tmp_path: Path) -> None:
    played(PLAN, tmp_path)
    rows = len(Dataset(tmp_path, mapped=True))
    (home,) = tmp_path.glob("columns-*")
    (home / "seat.npy").write_bytes((home / "seat.npy").read_bytes()[:-9])
    assert len(Dataset(tmp_path, mapped=True).observations()) == rows
    more = played(PLAN._replace(games=6), tmp_path)
    assert len(Dataset(tmp_path, mapped=True)) == len(more) > rows
    assert len(list(tmp_path.glob("columns-*"))) == 1 and not list(tmp_path.glob(".columns-*"))


@pytest.mark.parametrize("mapped", [False, True])
def test_a_dataset_is_pickled_and_copied(tmp_path: Path, mapped: bool) -> None:
    played(PLAN, tmp_path)
    dataset = Dataset(tmp_path, mapped=mapped)
    dataset.observations(0)
    for again in (pickle.loads(pickle.dumps(dataset)), copy.deepcopy(dataset), copy.copy(dataset)):
        assert np.array_equal(again.observations([3, 99]), dataset.observations([3, 99]))
        assert np.array_equal(again.masks(7), dataset.masks(7))
    assert (len(pickle.dumps(dataset)) < 1_000) == mapped


def test_nobody_writes_to_its_arrays(dataset: Dataset) -> None:
    with pytest.raises(ValueError, match="read-only"):
        dataset.seats[0] = 77
    dataset = copy.deepcopy(dataset)
    with pytest.raises(ValueError, match="read-only"):
        dataset.states[0] = 0


@pytest.mark.parametrize("folder", [None, 5, b"x", "a\0b", ["."]])
def test_what_is_no_folder_is_told(folder: Any) -> None:
    with pytest.raises(tablier.TablierError, match="is no folder"):
        Dataset(folder)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"games": 0}, "games is a whole number from 1"),
        ({"games": "5"}, "not '5'"),
        ({"opening": -1}, "opening is a whole number from 0"),
        ({"seed": 1.5}, "seed is a whole number"),
        ({"start": 5}, "is no text"),
        ({"player": 5}, "5 is no player"),
        ({"device": ["cpu"]}, "no device"),
    ],
)
def test_a_plan_that_is_none_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(tablier.TablierError, match=message):
        PLAN._replace(**fields).check()
