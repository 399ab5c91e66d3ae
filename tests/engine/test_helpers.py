"""Several threads search one position, and a bot thinks on while its opponent does."""

import pickle
import threading
from functools import partial
from threading import Event

import pytest

import tablier
from tablier.compile import NATIVE
from tablier.engine.analysis.analysis import hints
from tablier.engine.bot import Bot
from tablier.engine.pondering import ThinkingOn
from tablier.engine.search import deepening
from tablier.engine.search.deepening import think
from tablier.engine.search.helpers import Helpers, cores
from tablier.engine.search.scores import INFINITY, SURE, UNSETTLED, Window
from tablier.engine.search.transposition import (
    ENTRY,
    KEY,
    NO_ACTION,
    STOPPED,
    keys_of,
    new_memory,
    recall,
)

MATCH = tablier.new("zhizhu").play("b3").play("c1")
GAME = MATCH.game


def threads() -> set[threading.Thread]:
    """All that go on. A clock that was stopped takes a moment to end, and is waited for."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer) and thread.finished.is_set():
            thread.join()
    return set(threading.enumerate())


@pytest.mark.skipif(not NATIVE, reason="there are no threads that search")
def test_helpers_share_what_they_find_and_are_gone_at_the_end() -> None:
    """They have looked at more than the first one did, which is told of the first one alone."""
    before, memory = threads(), new_memory(GAME, 1 << 16)
    found = think(MATCH, memory, nodes=60_000, threads=3)
    assert found.line[0] in MATCH.legal()
    assert threads() <= before
    alone = new_memory(GAME, 1 << 16)
    think(MATCH, alone, nodes=60_000)
    assert (memory.table[:, ENTRY] != 0).sum() > (alone.table[:, ENTRY] != 0).sum()


def test_one_thread_finds_the_same_every_time() -> None:
    found = {think(MATCH, new_memory(GAME, 1 << 14), nodes=20_000) for _ in range(2)}
    assert len(found) == 1


def test_helpers_end_with_a_search_that_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> int:
        raise KeyboardInterrupt

    before, memory = threads(), new_memory(GAME, 1 << 14)
    begin = Helpers.begin

    def begun(helpers: Helpers, *arguments: object) -> None:
        begin(helpers, *arguments)  # type: ignore[arg-type]
        monkeypatch.setattr(deepening, "search", broken)

    monkeypatch.setattr(Helpers, "begin", begun)
    with pytest.raises(KeyboardInterrupt):
        think(MATCH, memory, nodes=1 << 40, threads=3)
    assert threads() <= before


def test_an_entry_of_which_half_was_written_by_another_is_none() -> None:
    memory = new_memory(GAME, 1 << 14)
    think(MATCH, memory, nodes=5_000)
    keys = keys_of(MATCH.state)
    slot = keys.common & memory.slots - 1
    assert int(memory.table[slot, KEY]) ^ int(memory.table[slot, ENTRY]) == keys.common
    look = partial(recall, memory, keys, 0, Window(-INFINITY, INFINITY), 1, SURE)
    assert look()[0] != NO_ACTION
    memory.table[slot, ENTRY] ^= 1 << 41
    assert look() == (NO_ACTION, UNSETTLED)


def test_hints_may_use_all_cores() -> None:
    assert cores() >= 1
    (hint,) = hints(MATCH, nodes=5_000, threads=2)
    assert hint.text in MATCH.legal()


# Thinking on


def test_a_bot_thinks_on_until_it_is_asked_something() -> None:
    bot = Bot(GAME, 7, seconds=0.05, threads=2)
    at = tablier.new("zhizhu")
    before = threads()
    at.play(bot.choose(at))
    bot.ponder(at)
    mind = bot._mind
    assert mind._pondering.goes_on
    remembered = pickle.loads(pickle.dumps(mind))
    assert not mind._pondering.goes_on and not remembered._pondering.goes_on
    bot.ponder(at)
    bot.ponder(at.copy().play(at.legal()[0]))
    at.play(at.legal()[0])
    assert bot.choose(at) in at.legal() and not mind._pondering.goes_on
    bot.ponder(at)
    bot.rest()
    assert threads() <= before


def test_nobody_ponders_below_the_highest_level_or_when_the_game_is_over() -> None:
    gentle, strong = Bot(GAME, 6), Bot(GAME, 7, seconds=0.05)
    for bot, match in ((gentle, MATCH), (strong, MATCH.copy().resign())):
        bot.ponder(match)
        assert "_mind" not in vars(bot)
        bot.rest()
    three = tablier.new("chinese-checkers", players=3)
    other = Bot(three.game, 7)
    other.ponder(three)
    assert not other._mind._pondering.goes_on


def test_pondering_leaves_the_memory_to_a_thought_that_goes_on() -> None:
    bot = Bot(GAME, 7, seconds=0.05)
    bot.wake(MATCH)
    mind = bot._mind
    nodes = mind._memory.counters.copy()
    with mind._busy:
        bot.ponder(MATCH)
        while mind._pondering.goes_on:
            continue
    assert (mind._memory.counters == nodes).all()


def test_a_thought_that_is_only_beginning_is_halted_too() -> None:
    """It may begin by forgetting that it was to stop, as searches do."""
    halted: list[int] = []
    pondering, began = ThinkingOn(), Event()

    def work() -> None:
        began.set()
        while len(halted) < 3:
            continue

    pondering.begin(work, partial(halted.append, STOPPED))
    assert began.wait(300) and pondering.goes_on
    pondering.end()
    assert not pondering.goes_on and len(halted) >= 3
    pondering.end()
