"""The table's part, with a clock that is moved by hand."""

from pathlib import Path

import pytest

import tablier
from tablier.core.dice import Dice, verify
from tablier.terminal.session.table_actions import TableActions, seed_of, show_seed, table_dice


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


DICE = Dice(b"\x07" * 32, ("0a", "0b"))


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_deadline_is_called_when_it_has_passed(clock: Clock) -> None:
    match = tablier.new("zinga", pause_s=2)
    table = TableActions(match, DICE, clock)
    assert table.remaining() == 2
    clock.now += 1.5
    table.attend()
    assert match.actions == [] and table.remaining() == 0.5
    clock.now += 0.5
    table.attend()
    assert match.actions[0] == "expired"


def test_the_table_rolls_its_dice_at_once(clock: Clock) -> None:
    match = tablier.new("zinga", pause_s=2)
    table = TableActions(match, DICE, clock)
    match.play("ready", 0).play("ready", 1)
    table.attend()
    faces = " ".join(map(str, DICE.roll(0, 6)))
    assert match.actions == ["ready", "ready", f"roll {faces}"]


def test_a_deadline_that_goes_on_is_not_started_again(clock: Clock) -> None:
    match = tablier.new("zinga", pause_s=3)
    table = TableActions(match, DICE, clock)
    clock.now += 2
    match.play("ready", 0)
    table.attend()
    assert table.remaining() == 1


def test_an_untimed_game_waits_for_ever(clock: Clock) -> None:
    match = tablier.new("zinga", untimed=True)
    table = TableActions(match, DICE, clock)
    clock.now += 1e9
    table.attend()
    assert match.actions == [] and table.remaining() is None


def test_dice_stay_with_their_game_until_it_ends(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "new" / "game.txt"
    match = tablier.new("zinga", pause_s=1)
    dice = table_dice(match, path, path)
    moved = tmp_path / "moved.txt"
    assert table_dice(match, moved, path) == dice
    assert (seed_of(moved).stat().st_mode & 0o777) == 0o600
    table = TableActions(match, dice, clock)
    clock.now += 1
    table.attend()
    match.resign(0)
    show_seed(match, dice, moved)
    assert not seed_of(moved).exists()
    assert verify(tablier.read_record(match.record())) == []


def test_a_game_is_not_continued_with_other_dice(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = tablier.new("zinga")
    table_dice(match, path, path)
    other = tmp_path / "other.txt"
    table_dice(tablier.new("zinga"), other, other)
    with pytest.raises(tablier.TablierError, match="does not hold the dice"):
        table_dice(match, path, other)
    seed_of(path).unlink()
    with pytest.raises(tablier.TablierError, match="can't be read"):
        table_dice(match, path, path)
