"""Bots at the table, with a clock that is moved by hand."""

import pytest

import tablier
from tablier.core.dice import Dice
from tablier.terminal.session.racing_bots import RacingBots
from tablier.terminal.session.table_actions import TableActions

DICE = Dice(b"\x07" * 32, ("0a", "0b"))


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bot_waits_before_it_acts() -> None:
    match, clock = tablier.new("zinga"), Clock()
    computers = RacingBots(match, tablier.bot("zinga", 7, seed=1), [1], clock)
    computers.attend()
    wait = computers.wait()
    assert match.actions == [] and wait >= 0.25
    clock.now += wait - 0.01
    computers.attend()
    assert match.actions == [] and computers.wait() < 0.02
    clock.now += 0.02
    computers.attend()
    assert match.actions == ["ready"] and computers.wait() == float("inf")


def test_a_bot_keeps_its_moment_while_others_act() -> None:
    match, clock = tablier.new("zinga", players=3), Clock()
    computers = RacingBots(match, tablier.bot("zinga", 7, seed=1), [1, 2], clock)
    before = computers.wait()
    clock.now += 0.1
    match.play("ready", 0)
    assert computers.wait() == pytest.approx(before - 0.1)


def test_a_new_question_takes_its_time() -> None:
    """However late it is, nobody answers what has just been asked at once."""
    match, clock = tablier.new("zinga", untimed=True), Clock()
    computers = RacingBots(match, tablier.bot("zinga", 7, seed=1), [0, 1], clock)
    table = TableActions(match, DICE, clock)
    for _ in range(200):
        if match.result is not None:
            break
        played = len(match.history)
        clock.now += computers.wait()
        computers.attend()
        assert len(match.history) > played
        table.attend()
        assert match.result is not None or computers.wait() > 0.2
    assert any(text.startswith("roll") for text in match.actions)
    assert sum(match.state.ticks[seat].bit_count() for seat in (0, 1)) > 3


def test_without_bots_nothing_happens() -> None:
    match, clock = tablier.new("zinga"), Clock()
    computers = RacingBots(match, None, [], clock)
    clock.now += 60
    computers.attend()
    assert match.actions == [] and computers.wait() == float("inf")
