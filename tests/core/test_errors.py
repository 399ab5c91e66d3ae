"""What is wrong is told in one clear sentence, however long it was."""

import pytest

import tablier
from tablier.core.errors import BadPosition
from tablier.core.registry import games

LONG = "y" * 5000


@pytest.mark.parametrize("game", games())
def test_a_long_word_in_a_position_is_quoted_in_part(game: str) -> None:
    words = tablier.new(game).position().split()
    for place in range(1, len(words)):
        with pytest.raises(tablier.TablierError) as refused:
            tablier.read_position(" ".join([*words[:place], LONG, *words[place + 1 :]]))
        assert len(str(refused.value)) < 400 and "y" * 100 not in str(refused.value)


def test_a_long_word_in_a_record_is_quoted_in_part() -> None:
    record = tablier.new("zhizhu").play("b3").record()
    for wrong in (record + f"2. {LONG}", record.replace('"zhizhu"', f'"{LONG}"'), f"[{LONG}"):
        with pytest.raises(tablier.BadRecord) as refused:
            tablier.read_record(wrong)
        assert len(str(refused.value)) < 400 and "…" in str(refused.value)


def test_a_quoted_word_keeps_its_quotes() -> None:
    assert str(BadPosition(f"{LONG!r} is no field")) == f"'{LONG[:40]}…' is no field"


def test_dice_are_for_somebody() -> None:
    for players in (-1, 0, "2"):
        with pytest.raises(tablier.BadOption, match="1 player or more"):
            tablier.Dice.seeded(7, players)  # type: ignore[arg-type]


def test_nobody_plays_on_where_nobody_can() -> None:
    match = tablier.new("zhizhu").resign()
    with pytest.raises(tablier.IllegalMove, match="nobody can play on") as refused:
        match.agree_play_on()
    assert refused.value.code == "nobody_left"
