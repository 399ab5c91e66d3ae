"""ZhiZhu's position texts."""

import pytest

import tablier

GOOD = "zhizhu wwww..../w......./wbbbb.b. w 0-0 1 - - 0 31"


def test_a_good_text_reads() -> None:
    assert tablier.read_position(GOOD).position() == GOOD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("zhizhu wwww..../w......./wbbbb.b. w 0-0 1 - - 0", "8 words"),
        ("zhizhu wwww..../w......./wbbbb.b w 0-0 2 - - 0 30", "three circles"),
        ("zhizhu wwww..../w......./wbbbb.r. w 0-0 2 - - 0 30", "'r' is no piece"),
        ("zhizhu wwww..../w......./wbbbb.b. x 0-0 2 - - 0 30", "nobody's turn"),
        ("zhizhu wwww..../w......./wbbbb.b. wb 0-0 2 - - 0 30", "nobody's turn"),
        ("zhizhu wwww..../w......./wbbbb.b. w 0 2 - - 0 30", "in hand"),
        ("zhizhu wwww..../w......./wbbbb.b. w 0-0 9 - - 0 31", "removals due"),
        ("zhizhu wwww..../w......./wbbbb.b. w 0-0 ² - - 0 30", "removals due"),
        ("zhizhu wwww..../w......./wbbbb.b. w 0-0 1 - - 0 0", "counted from 1"),
        ("zhizhu wwww..../w......./.bbbb.b. w 0-0 2 - - 0 31", "ZZ-12"),
        ("zhizhu wwww..../w......./wbbbb.b. w 0-0 2 - - 0 31", "ZZ-12"),
        ("zhizhu wwww..../w......./.bbbb.b. w ٠-٠ 0 - - 0 31", "in hand"),
        ("zhizhu wwwwwwww/ww....../.bbbb.b. b 0-0 0 - - 0 30", "10 pieces.*ZZ-03"),
        ("zhizhu wwww..../w......./.bbbb.b. w 9-9 0 - - 0 31", "pieces.*ZZ-03"),
        ("zhizhu wwww..../w......./.bbbb.b. w 1-3 0 - - 0 31", "ZZ-05"),
        ("zhizhu wwww..../w......./.bbbb.b. w 0-0 0 - - 0 30", "turn 30 is Black's.*ZZ-05"),
        ("zhizhu wwww..../w......./.b....b. w 0-0 0 - - 0 31", "not White's turn"),
        ("zhizhu wwww..../w......./.bbbb.b. w 0-0 0 a1 - 0 31", "no ban"),
        ("zhizhu wwww..../w......./.bbbb.b. w 0-0 0 a1-c1:s - 0 31", "ZZ-02"),
        ("zhizhu wwww..../w......./.bbbb.b. w 0-0 0 a2-b2:s - 0 31", "no such chain"),
        ("zhizhu wwww..../w......./.bbbb.b. w 0-0 0 b8-b7:s - 0 31", "came that way"),
    ],
)
def test_a_bad_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(tablier.BadPosition, match=reason):
        tablier.read_position(text)


def test_a_lost_position_is_over() -> None:
    match = tablier.read_position("zhizhu wwww..../w......./.b....b. b 0-0 0 - - 0 30")
    assert match.result == tablier.Result((1, 2), "captured")
