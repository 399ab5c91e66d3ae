"""Dice that can be checked."""

import contextlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.core.dice import Dice, roll_text, verify


def played(seed: bytes = b"\x07" * 32) -> tablier.Match:
    """A short game with these dice, its seed shown."""
    dice = Dice(seed, ("0a1b", "c0de"))
    match = tablier.new("zinga", untimed=True)
    for number in range(3):
        match.play("ready", 0).play("ready", 1)
        match.play(roll_text(dice.roll(number, 6)), tablier.TABLE)
        match.play("nothing", 0).play("nothing", 1)
    match.resign(0)
    dice.enter(match)
    return match


@pytest.mark.rule("ZI-26")
def test_an_honest_record_verifies() -> None:
    assert verify(tablier.read_record(played().record())) == []


@pytest.mark.rule("ZI-26")
def test_every_changed_digit_is_caught() -> None:
    record = played().record()
    changed = 0
    for place in re.finditer("[0-9]", record):
        digit = str((int(place[0]) + 1) % 10)
        forged = record[: place.start()] + digit + record[place.end() :]
        with contextlib.suppress(tablier.TablierError):
            assert verify(tablier.read_record(forged)), forged
        changed += 1
    assert changed > 150


def test_a_wrong_roll_is_named() -> None:
    match = played()
    text = match.history[2].text
    forged = match.record().replace(text, "roll 1 1 1 1 1 1", 1)
    faults = verify(tablier.read_record(forged))
    assert faults == [f"turn 1: the record has 'roll 1 1 1 1 1 1', the seed gives {text!r}"]


def test_another_seed_breaks_the_commitment() -> None:
    match = played()
    other = played(b"\x08" * 32)
    forged = other.record().replace(other.headers["Commitment"], match.headers["Commitment"])
    assert "committed" in verify(tablier.read_record(forged))[0]


def test_a_record_without_a_seed_cannot_be_verified() -> None:
    with pytest.raises(tablier.TablierError, match="no Commitment"):
        verify(tablier.new("zhizhu"))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**9), st.integers(1, 60))
def test_rolls_follow_from_the_seed_alone(seed: bytes, number: int, count: int) -> None:
    faces = Dice(seed, ("01",)).roll(number, count)
    assert faces == Dice(seed, ("01",)).roll(number, count)
    assert len(faces) == count and set(faces) <= set(range(1, 7))


def test_every_seat_and_every_roll_changes_the_dice() -> None:
    dice = Dice(b"\x07" * 32, ("00", "01"))
    assert dice.roll(0, 20) != dice.roll(1, 20)
    assert dice.roll(0, 20) != Dice(dice.seed, ("00", "02")).roll(0, 20)
    assert len({Dice.fresh(2).commitment for _ in range(50)}) == 50
    counts = Counter(face for number in range(2_000) for face in dice.roll(number, 6))
    assert all(1_850 < counts[face] < 2_150 for face in range(1, 7))


def test_verify_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(played().record())
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "All dice fit" in done.stdout
    text = played().history[2].text
    path.write_text(played().record().replace(text, "roll 1 1 1 1 1 1", 1))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "turn 1: the record has" in done.stdout


def test_a_match_is_rolled_with_dice_and_checked_without_another_import() -> None:
    dice = tablier.Dice(b"\x07" * 32, ("0a1b", "c0de"))
    match = tablier.new("zinga", untimed=True)
    for _ in range(3):
        match.play("ready", 0).play("ready", 1).roll(dice).play("nothing", 0).play("nothing", 1)
    dice.enter(match.resign(0))
    assert match.record() == played().record()
    assert tablier.verify(match) == []


def test_dice_wait_for_the_table() -> None:
    match = tablier.new("zinga", untimed=True)
    with pytest.raises(tablier.OutOfTurn, match="no dice to throw now"):
        match.roll(Dice.fresh(2))
    assert match.actions == []


def test_a_seal_of_strange_letters_is_a_fault_like_any_other() -> None:
    record = re.sub(r'Seal "[0-9a-f]+"', 'Seal "é"', played().record())
    assert verify(tablier.read_record(record)) == [
        "the dice fit, but something else in the record was changed"
    ]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: Dice("text", ("00", "00")), "the seed of dice is bytes"),  # type: ignore[arg-type]
        (lambda: Dice(b"\x07", (1, 2)), "not written in hexadecimal"),  # type: ignore[arg-type]
        (lambda: Dice(b"\x07", 2), "one for each seat"),  # type: ignore[arg-type]
        (lambda: Dice.fresh(-1), "1 player or more, not for -1"),
        (lambda: verify("text"), "read_record first"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_dice_is_refused_in_a_sentence(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(tablier.TablierError, match=told):
        wrong()
