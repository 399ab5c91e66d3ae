"""Compiling ahead: once per machine, elsewhere, and everybody sees how far it is."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

import tablier
from tablier.compile import cache_folder
from tablier.compile.file_lock import alone
from tablier.compile.progress import lock_of, note, share
from tablier.core.game import Game
from tablier.core.registry import find
from tablier.engine import precompile

NAME, PLAYERS = "sensei", 2


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of which nobody has noted that it is compiled."""
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    return find(NAME)


def test_another_process_compiles_and_notes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds there what the tests have compiled, so that this is quick."""
    game = find(NAME)
    tablier.bot(NAME).wake(tablier.new(NAME))
    kept = cache_folder.root()
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path))
    shutil.copytree(
        kept / "compiled", tmp_path / "compiled", ignore=shutil.ignore_patterns("*.ready")
    )
    assert not cache_folder.is_warm(NAME, PLAYERS) and share(NAME, PLAYERS) == 0
    precompile.warm_aside(game, PLAYERS).join()
    assert cache_folder.is_warm(NAME, PLAYERS) and share(NAME, PLAYERS) == 1
    assert not cache_folder.is_warm(NAME, PLAYERS + 1)


@pytest.mark.parametrize(
    ("name", "players", "pieces"),
    [("sensei", 2, 2), ("zhizhu", 2, 3), ("chinese-checkers", 3, 2), ("zinga", 3, 1)],
)
def test_it_is_known_what_is_needed(name: str, players: int, pieces: int) -> None:
    assert len(precompile.pieces_of(find(name), players)) == pieces


def test_everybody_sees_how_far_it_is(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    needed: list[Callable[[], object]] = [lambda: seen.append(share(NAME, PLAYERS))] * 4
    monkeypatch.setattr(precompile, "pieces_of", lambda *_: needed)
    precompile.warm(game, PLAYERS)
    assert [int(4 * each) for each in seen] == [0, 1, 2, 3]
    assert share(NAME, PLAYERS) == 1
    precompile.warm(game, PLAYERS)
    assert len(seen) == 4


def test_within_a_piece_the_share_grows_but_never_reaches_its_end(game: Game) -> None:
    with alone(lock_of(NAME, PLAYERS)):
        note(NAME, PLAYERS, 1, 2)
        (file,) = cache_folder.bot_code(NAME).glob("*.pieces")
        now, shares = file.stat().st_mtime, []
        for ago in (-10, 1, 5, 20, 100):
            os.utime(file, (now - ago, now - ago))
            shares.append(share(NAME, PLAYERS))
        assert shares == sorted(set(shares)) and shares[0] == 0.5 and shares[-1] < 1
        file.write_text("half")
        assert share(NAME, PLAYERS) == 0


def test_a_note_counts_for_nothing_when_nobody_is_at_it_any_more(game: Game) -> None:
    with alone(lock_of(NAME, PLAYERS)):
        note(NAME, PLAYERS, 1, 2)
        assert share(NAME, PLAYERS) >= 0.5
    assert share(NAME, PLAYERS) == 0


def test_who_comes_later_waits_and_compiles_nothing_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, compiled = Event(), Event(), []

    def piece() -> None:
        begun.set()
        go_on.wait()
        compiled.append(1)

    monkeypatch.setattr(precompile, "pieces_of", lambda *_: [piece])
    both = [Thread(target=precompile.warm, args=(game, PLAYERS)) for _ in range(2)]
    for each in both:
        each.start()
        begun.wait()
    assert not cache_folder.is_warm(NAME, PLAYERS)
    go_on.set()
    for each in both:
        each.join()
    assert compiled == [1] and cache_folder.is_warm(NAME, PLAYERS)


def test_a_bot_that_is_awake_wakes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    match, player = tablier.new(NAME), tablier.bot(NAME)
    woken: list[int] = []
    monkeypatch.setattr(player, "pieces", lambda _: [lambda: woken.append(1)])
    player.wake(match)
    player.wake(match)
    assert woken == [1]
