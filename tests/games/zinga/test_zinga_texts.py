"""ZINGA in text: actions, positions, records, and the table as it is shown."""

import re
from collections.abc import Iterator
from random import Random

import pytest

import tablier
from tablier import TABLE
from tablier.core.words import LANGUAGES

BLANK = "...../...../...../...../....."
TICKED = ".xxxx/x..../..x../...../....."
GOOD = f"zinga {TICKED}:2:1:0 {BLANK}:0:0:0 1 - 1 open 323611 2 - - 9"


def test_a_good_text_reads() -> None:
    assert tablier.read_position(GOOD).position() == GOOD


@pytest.mark.parametrize(
    ("sheets", "rest", "reason"),
    [
        (f"{BLANK}:0:0:0", "- - 1 open 323611 - - - 9", "11 words"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0", "- - 1 open 323611 - - - 9", "five rows"),
        (f"{BLANK}:0:0:0 {BLANK}:0:4:0", "- - 1 open 323611 - - - 9", "five rows"),
        (f"{BLANK}:0:0:0 {BLANK[:-1]}:0:0:0", "- - 1 open 323611 - - - 9", "five rows"),
        (f"{BLANK}:0:0:0 {BLANK}:0:²:0", "- - 1 open 323611 - - - 9", "five rows"),
        (f"d{BLANK[1:]}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 - - - 9", "ZI-24"),
        (f"{BLANK}:0:3:0 {BLANK}:0:0:0", "- - 1 open 323611 - - - 9", "three blunders.*ZI-19"),
        (f"{BLANK}:0:3:1 {BLANK}:0:3:2", "- - 1 open 323611 - - - 9", "nobody is left"),
        (f"{BLANK}:0:3:1 {BLANK}:0:0:0", "- - 1 open 323611 - - - 9", "last places"),
        (
            f"xxxxx{BLANK[5:]}:0:0:0 xxxxx{BLANK[5:]}:0:0:0",
            "- - 1 open 323611 - - - 9",
            "ZI-25",
        ),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "1 - 1 open 323611 - - - 9", "blue 9.*ZI-20"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- 1 1 pause - - - - 9", "blue 9.*ZI-20"),
        (f"{TICKED}:0:0:0 {BLANK}:0:0:0", "1 1 1 pause - - - - 9", "already"),
        (f"{TICKED}:0:0:0 {BLANK}:0:0:0", "- 1 1 open 323611 - - - 9", "too late"),
        (f"{TICKED}:0:0:0 {BLANK}:0:0:0", "3 - 1 open 323611 - - - 9", "pawn: '3'"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - - open 323611 - - - 9", "active: '-'"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 shut 323611 - - - 9", "no phase"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 327611 - - - 9", "no roll"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open - - - - 9", "dice.*ZI-05"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 pause 323611 - - - 9", "dice.*ZI-05"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 21 - - 9", "lowest first"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 12 - - 9", "all are done"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 announce 323611 2 1 - 9", "ZI-09"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 - 1 - 9", "ringer.*ZI-07"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 announce 323611 - - - 9", "ringer.*ZI-07"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 - - y4 9", "only a ringer"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 announce 323611 - 1 y4 9", "settled at once"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 announce 323611 - 1 y13 9", "no announcement"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 stop 323611 - 1 y4 9", "ZI-21"),
        (f"{TICKED}:0:0:0 {BLANK}:0:0:0", "1 - 1 stop 323611 - 1 y4 9", "ZI-21"),
        (f"{TICKED}:0:0:0 {BLANK}:0:0:0", "1 - 1 stop 323611 - 2 - 9", "ZI-21"),
        (f"{TICKED}:2:0:0 {BLANK}:0:0:0", "- - 1 bonus 323611 - 1 y4 9", "ZI-11"),
        (f"{TICKED}:3:0:0 {BLANK}:0:0:0", "- - 1 bonus 323611 - 1 r4 9", "ZI-11"),
        (f"{TICKED}:0:2:0 {BLANK}:0:0:0", "1 - 1 rescue 323611 - 1 y4 9", "ZI-22"),
        (f"{TICKED}:0:1:0 {BLANK}:0:0:0", "1 - 1 rescue 323611 - 1 - 9", "ZI-22"),
        (f"{TICKED}:0:2:0 {BLANK}:0:0:0", "- - 1 rescue 323611 - 1 - 9", "ZI-22"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 - - - 0", "turn"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 - - - 99999999", "turn"),
        (f"{BLANK}:0:0:0 {BLANK}:0:0:0", "- - 1 open 323611 - - - ٣", "turn"),
    ],
)
def test_a_bad_text_is_refused_with_the_reason(sheets: str, rest: str, reason: str) -> None:
    with pytest.raises(tablier.BadPosition, match=reason):
        tablier.read_position(f"zinga {sheets} {rest}")


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ("1 - 2 open 323611 - - - 9", "can't have the pawn"),
        ("- - 1 pause - - - - 9", "can't be active"),
        ("- - 2 announce 323611 - 1 - 9", "can't ring"),
        ("- - 2 open 323611 1 - - 9", "still in"),
    ],
)
def test_players_who_are_out_do_nothing(rest: str, reason: str) -> None:
    sheets = f"{TICKED}:0:3:3 {BLANK}:0:0:0 {BLANK}:0:0:0"
    with pytest.raises(tablier.BadPosition, match=reason):
        tablier.read_position(f"zinga players=3 {sheets} {rest}")


@pytest.mark.parametrize(
    ("rest", "legal"),
    [
        ("1 - 1 stop 323611 - 2 y4 9", ["let", "stop"]),
        ("1 - 1 stop 323611 - 2 ! 9", ["let", "stop"]),
        ("1 - 1 rescue 323611 - 1 - 9", ["accept", "rescue"]),
        ("1 - 1 rescue 323611 - 1 b2 9", ["accept", "rescue"]),
        ("2 1 1 pause - - - - 9", ["declare blue 2", "ready", "take"]),
        ("1 - 1 announce 323611 - 1 - 9", None),
    ],
)
def test_every_phase_can_be_read(rest: str, legal: list[str] | None) -> None:
    text = f"zinga {TICKED}:0:2:0 {BLANK}:0:0:0 {rest}"
    match = tablier.read_position(text)
    assert match.position() == text
    assert match.legal(0) == legal or len(match.legal(0)) == 60


def test_a_won_position_is_over() -> None:
    five = tablier.read_position(
        f"zinga xxxxx{BLANK[5:]}:0:0:0 {BLANK}:0:0:0 - - 2 pause - - - - 9"
    )
    assert five.result == tablier.Result((1, 2), "zinga")
    last = tablier.read_position(f"zinga {BLANK}:0:3:2 {BLANK}:0:0:0 - - 2 pause - - - - 9")
    assert last.result == tablier.Result((2, 1), "last")


@pytest.mark.parametrize(
    "text",
    ["", "yellow", "yellow 0", "yellow 13", "yellow 04", "bonus", "declare 4", "roll"],
)
def test_other_texts_are_unreadable(text: str) -> None:
    match = tablier.new("zinga").play("expired").play("roll 1 1 1 1 1 1").play("ring", 0)
    with pytest.raises(tablier.UnreadableMove, match="can't be read"):
        match.play(text, 0)


def test_a_record_tells_which_deadlines_have_passed() -> None:
    match = tablier.new("zinga", players=3, pause_s=2)
    match.play("ready", 2).play("expired").play("roll 3 2 3 6 1 1").play("nothing", 1)
    match.play("ring", 2).play("expired").play("expired").play("roll 1 1 1 1 5 4")
    match.play("ring", 0).play("blue 9", 0).play("take", 0).play("expired")
    match.play("roll 3 2 3 6 1 1").play("ring", 1).play("yellow 4", 1).play("expired")
    text = match.record()
    assert text.splitlines()[-3:] == [
        "1. 3:ready, expired, roll 3 2 3 6 1 1, 2:nothing, 3:ring, expired",
        "2. expired, roll 1 1 1 1 5 4, 1:ring, 1:blue 9",
        "3. 1:take, expired, roll 3 2 3 6 1 1, 2:ring, 2:yellow 4, expired",
    ]
    read = tablier.read_record(text)
    assert (read.states, read.record()) == (match.states, text)


def random_tables(players: int, actions: int = 400) -> Iterator[tablier.Match]:
    """A match after each action of a game that anybody might play."""
    random = Random(3)
    match = tablier.new("zinga", players=players)
    for _ in range(actions):
        if match.result is not None:
            break
        seat = random.choice(match.seats)
        if match.decision.dice:
            match.play("roll " + " ".join(str(random.randint(1, 6)) for _ in range(6)), TABLE)
        else:
            match.play(random.choice(match.legal(seat)), seat)
        yield match


def test_the_table_fits_eighty_columns() -> None:
    for players in (2, 3, 8):
        for match in random_tables(players):
            shown = match.show().splitlines()
            assert max(map(len, shown)) <= 80
            assert sum("BLUNDER" in line for line in shown) == -(-players // 3)


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_keeps_to_the_lines_that_there_are(players: int, language: str) -> None:
    for match in random_tables(players, 100):
        for near in ((1,), tuple(range(players))):
            shown = match.show(False, 79, language, height=18, near=near).splitlines()
            assert len(shown) <= 18 and max(map(len, shown)) <= 79
            numbers = " ".join(shown)
            assert all(re.search(rf"\b{seat + 1}\b", numbers) for seat in range(players))


def test_somebody_alone_sees_the_own_sheet_and_what_decides_about_the_others() -> None:
    sheets = f"xxxxd{BLANK[5:]}:2:1:0 ...../...../..x../...../.....:0:0:0"
    match = tablier.read_position(f"zinga {sheets} 2 - 1 stop 323611 - 1 r4 20")
    assert match.show(height=10, near=(1,)) == (
        "you (player 2)             turn 20, pawn with player 2\n"
        "  r5   y7   g5   o5   b2   dice R3  O2  Y3  G6  B1  W1\n"
        "  y8  b12   r7   g8   o7   player 1 has rung and announced red 4\n"
        " o11   g7  [b9]  y4   r4\n"
        " g11   r8   o4   b6   y5              []  PLUS  BLUNDER\n"
        " b10   o8  y11  r11   g4   player 1    4  xx.   x..      lacks (y4), active\n"
        "PLUS ...  BLUNDER ...  #2"
    )


def test_several_see_all_sheets_close_together() -> None:
    sheets = f"xxxxd{BLANK[5:]}:2:1:0 ...../...../..x../...../.....:0:0:0"
    match = tablier.read_position(f"zinga {sheets} 2 - 1 stop 323611 - 1 r4 20")
    assert match.show(height=10, near=(0, 1)) == (
        "player 1 #1, active│player 2 #2\n"
        "B2  R7  O4  G5  y4!│r5  y7  g5  o5  b2\n"
        "r5  y8  g4  b6  o11│y8  b12 r7  g8  o7\n"
        "y5  o7  b9  r4  g11│o11 g7  B9  y4  r4\n"
        "g7  b12 y7  o8  r8 │g11 r8  o4  b6  y5\n"
        "o5  g8  r11 y11 b10│b10 o8  y11 r11 g4\n"
        "PLUSxx. BLUNDERx.. │PLUS... BLUNDER...\n"
        "dice R3  O2  Y3  G6  B1  W1   pawn with player 2\n"
        "player 1 has rung and announced red 4"
    )


def test_the_table_shows_ticks_declarations_boxes_and_the_pawn() -> None:
    sheets = f"xxxxd{BLANK[5:]}:2:1:0 ...../...../..x../...../.....:0:0:0"
    match = tablier.read_position(f"zinga {sheets} 2 - 1 stop 323611 - 1 r4 20")
    assert match.show() == (
        "player 1, active           player 2, pawn\n"
        " [b2] [r7] [o4] [g5] (y4)    r5   y7   g5   o5   b2\n"
        "  r5   y8   g4   b6  o11     y8  b12   r7   g8   o7\n"
        "  y5   o7   b9   r4  g11    o11   g7  [b9]  y4   r4\n"
        "  g7  b12   y7   o8   r8    g11   r8   o4   b6   y5\n"
        "  o5   g8  r11  y11  b10    b10   o8  y11  r11   g4\n"
        "PLUS xx.  BLUNDER x..  #1  PLUS ...  BLUNDER ...  #2\n"
        "\n"
        "turn 20, pawn with player 2\n"
        "dice R3  O2  Y3  G6  B1  W1\n"
        "player 1 has rung and announced red 4"
    )
