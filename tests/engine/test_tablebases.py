"""Bots play known endgames from the books, to the end."""

import logging
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

import tablier
from tablier.compile import cache_folder
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.search import tablebases
from tablier.engine.search.deepening import think
from tablier.engine.search.scores import KNOWN, SURE
from tablier.engine.search.transposition import new_memory
from tablier.games.zhizhu import endgame
from tablier.games.zhizhu.rules import judged
from tablier.solver.book_file import book_path, parcel_path
from tablier.solver.endgames import Endgames, default_folder, parcels_folder, unpacked_folder
from tablier.solver.numbering import WIDTH, Shelf, empty_shelf, entry

GAME = registry.find("zhizhu")
LONG = "zhizhu ......../ww.b..w./....w.bb w 0-0 0 - - 0 41"
"""White wins, but not soon."""


@pytest.fixture(scope="module")
def endgames() -> Endgames:
    """What ships with the game."""
    return Endgames(GAME)


@pytest.fixture
def unshelved() -> Iterator[None]:
    """Endgames are kept once loaded; here they are loaded anew, and once more afterwards."""
    tablebases.endgames_of.cache_clear()
    yield
    tablebases.endgames_of.cache_clear()


def random_endgame(random: Random, own: int, enemy: int) -> Match:
    points = random.sample(range(24), own + enemy)
    masks = (sum(1 << p for p in points[:own]), sum(1 << p for p in points[own:]))
    position = endgame.position_of(endgame.State(*masks, 0))
    _, setup = GAME.start(None, {})
    return Match(GAME, setup, judged(position._replace(draws=1)), standard=False)


def test_what_ships_is_whole(endgames: Endgames) -> None:
    assert not endgames.damaged
    small = {(0, own, enemy) for own in range(3, 7) for enemy in range(3, 7) if own + enemy <= 9}
    assert small <= set(endgames.books)
    assert sum(path.stat().st_size for path in parcels_folder(GAME).iterdir()) < 20_000_000


def test_a_won_endgame_is_won_in_time(endgames: Endgames) -> None:
    """Every turn of the winner keeps the promise, whatever the other plays."""
    random = Random(3)
    memory = new_memory(GAME, 1 << 12, endgames.shelf)
    won = 0
    while won < 12:
        match = random_endgame(random, *random.choice([(4, 4), (5, 4), (4, 3), (3, 3)]))
        value = endgames.probe(match.state) if match.result is None else None
        if value is None or value.outcome <= 0:
            continue
        won += 1
        first = match.state.turn
        while match.result is None:
            if match.seat == 0:
                thought = think(match, memory, nodes=20_000)
                assert thought.score >= SURE
                match.play(GAME.notation.write(match.state, 0, thought.action))
            else:
                match.play(random.choice(match.legal()))
        assert match.result.ranks == (1, 2)
        assert match.state.turn - first <= value.turns


def test_a_promised_win_is_played_without_long_thought(endgames: Endgames) -> None:
    match = tablier.read_position(LONG)
    value = endgames.probe(match.state)
    assert value is not None and value.outcome == 1 and value.turns > 8
    thought = think(match, new_memory(GAME, 1 << 12, endgames.shelf))
    assert SURE <= thought.score < KNOWN and thought.nodes < 20_000
    assert think(match, new_memory(GAME, 1 << 12, empty_shelf()), nodes=20_000).score < SURE


def test_a_known_draw_is_still_played_on(endgames: Endgames) -> None:
    """Where nothing is to be had by force, the search looks for what the other may miss."""
    random = Random(5)
    value = None
    while value is None or value.outcome:
        match = random_endgame(random, 4, 4)
        value = endgames.probe(match.state) if match.result is None else None
    thought = think(match, new_memory(GAME, 1 << 12, endgames.shelf), nodes=5_000)
    assert thought.nodes >= 5_000 and abs(thought.score) < SURE
    match.play(GAME.notation.write(match.state, 0, thought.action))
    while match.seat == 0:
        match.play(match.legal()[0])
    after = endgames.probe(match.state)
    assert after is not None and after.outcome == 0


# Files


def loaded(shelf: Shelf) -> bool:
    """Whether the smallest book is there."""
    return bool(shelf.books[entry(0, 3, 3) + WIDTH])


def ship(game: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the game ship its smallest book alone, from a folder of its own."""
    parcel = parcel_path(game / "endgames", (0, 3, 3))
    parcel.parent.mkdir(parents=True)
    shutil.copy(parcel_path(parcels_folder(GAME), (0, 3, 3)), parcel)
    monkeypatch.setattr("tablier.solver.endgames.parcels_folder", lambda game: parcel.parent)
    monkeypatch.setenv(cache_folder.PLACE, str(game / "cache"))
    return parcel


@pytest.mark.usefixtures("unshelved")
def test_what_ships_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parcel = ship(tmp_path, monkeypatch)
    assert loaded(tablebases.shelf_of(GAME))
    unpacked = book_path(unpacked_folder(GAME), (0, 3, 3))
    before = unpacked.stat().st_mtime_ns
    assert loaded(Endgames(GAME).shelf) and unpacked.stat().st_mtime_ns == before
    unpacked.write_bytes(unpacked.read_bytes()[:-1])
    again = Endgames(GAME)
    assert loaded(again.shelf) and not again.damaged, "it is unpacked again"
    parcel.unlink()
    assert not loaded(Endgames(GAME).shelf), "missing is no fault"


@pytest.mark.usefixtures("unshelved")
@pytest.mark.parametrize("length", [0, 100, -1])
def test_a_damaged_file_is_told_once_and_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, length: int
) -> None:
    parcel = ship(tmp_path, monkeypatch)
    parcel.write_bytes(parcel.read_bytes()[:length])
    with caplog.at_level(logging.WARNING):
        memories = [new_memory(GAME, 1 << 12) for _ in range(2)]
    assert [record.getMessage() for record in caplog.records] == [
        f"tablier: {parcel} is damaged: it can't be unpacked; the bots do without it"
    ]
    assert not loaded(memories[0].shelf)
    assert think(tablier.read_position(LONG), memories[0], depth=2).line


@pytest.mark.usefixtures("unshelved")
def test_a_damaged_file_of_ones_own_gives_way_to_what_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ship(tmp_path, monkeypatch)
    own = book_path(default_folder(GAME), (0, 3, 3))
    own.parent.mkdir(parents=True)
    own.write_text("no book")
    with caplog.at_level(logging.WARNING):
        assert loaded(tablebases.shelf_of(GAME))
    assert str(own) in caplog.text and "take the one that came with the game" in caplog.text
    assert list(Endgames(GAME).complete([(3, 3)], lambda *_: None)) == [((0, 3, 3), False)]
    assert not Endgames(GAME).damaged


@pytest.mark.usefixtures("unshelved")
def test_without_room_to_unpack_it_is_kept_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(tmp_path, monkeypatch)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "endgames").write_text("not a folder")
    assert loaded(tablebases.shelf_of(GAME))


@pytest.mark.usefixtures("unshelved")
def test_threads_that_come_at_once_get_the_same_books(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Books are known by address: those of whoever came second must not be forgotten."""
    ship(tmp_path, monkeypatch)
    together, made = Barrier(2), []

    class Counted(Endgames):
        def __init__(self, game: Game) -> None:
            made.append(game)
            super().__init__(game)

    def ask(game: Game) -> Shelf:
        together.wait()
        return tablebases.shelf_of(game)

    monkeypatch.setattr("tablier.solver.endgames.Endgames", Counted)
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(ask, [GAME, GAME])
    assert made == [GAME] and (first.books == second.books).all()


def test_games_without_endgames_have_an_empty_shelf() -> None:
    assert not tablebases.shelf_of(registry.find("sensei")).books.any()
