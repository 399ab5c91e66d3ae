"""Ctrl-C while compiled code runs that would take hours."""

import signal
from collections.abc import Callable
from functools import partial
from threading import Event, Thread, Timer, current_thread, main_thread
from typing import Any

import pytest

import tablier
from tablier.engine.search.alphabeta import search
from tablier.engine.search.deepening import ANY_SCORE, think
from tablier.engine.search.interrupt import FEW_NODES, halting
from tablier.engine.search.transposition import (
    NODE_LIMIT,
    NODES,
    STOPPED,
    UNLIMITED,
    keys_of,
    new_memory,
)


def press() -> None:
    """Press Ctrl-C."""
    ident = main_thread().ident
    assert ident is not None
    signal.pthread_kill(ident, signal.SIGINT)


def press_after(nodes: int, counters: Any) -> None:
    while counters[NODES] < nodes:
        continue
    press()


def test_a_depth_that_would_take_hours_is_left_at_once() -> None:
    match = tablier.new("zhizhu")
    memory: Any = new_memory(match.game, 1 << 16)
    think(match, memory, depth=1)
    memory.counters[NODES], memory.counters[NODE_LIMIT] = 0, UNLIMITED
    look = partial(search, match.state, keys_of(match.state), 0, 60, ANY_SCORE, 0, memory)
    Thread(target=press_after, args=(100_000, memory.counters), daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        halting(partial(memory.counters.__setitem__, STOPPED, 1), look, UNLIMITED)
    assert memory.counters[STOPPED] and memory.counters[NODES] >= 100_000


class Finger(Timer):
    """A clock that is set to an hour, and a finger on Ctrl-C."""

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        assert seconds > 300
        super().__init__(0.05, press)


@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_that_thinks_for_an_hour_can_be_interrupted(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = tablier.new("chinese-checkers", players=players)
    player = tablier.bot("chinese-checkers", 7, seconds=3600)
    player.wake(match)
    monkeypatch.setattr("tablier.engine.search.mind.Timer", Finger)
    monkeypatch.setattr("tablier.engine.search.deepening.Timer", Finger)
    with pytest.raises(KeyboardInterrupt):
        player.choose(match)
    monkeypatch.undo()
    player.seconds = 0.01
    assert player.choose(match) in match.legal()


def test_what_is_soon_over_needs_no_thread() -> None:
    assert halting(press, current_thread, FEW_NODES) is main_thread()
    assert halting(press, current_thread, FEW_NODES + 1) is not main_thread()


@pytest.mark.parametrize("again", [False, True])
def test_nothing_goes_on_when_the_interrupt_comes_while_the_thread_begins(
    again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python waits for the thread there, and hears Ctrl-C; `again` while it waits for the end."""
    start, threads, worked, halted = Thread.start, [], Event(), Event()

    def started(thread: Thread) -> None:
        start(thread)
        threads.append(thread)
        if not again:
            press()

    def work() -> None:
        worked.set()
        press()
        assert halted.wait(300)

    def halt() -> None:
        if not halted.is_set():
            halted.set()
            press()

    monkeypatch.setattr(Thread, "start", started)
    with pytest.raises(KeyboardInterrupt):
        halting(halt, work, UNLIMITED)
    assert worked.is_set() == halted.is_set() == again
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive()
