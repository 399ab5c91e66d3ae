"""ZINGA's position texts: a word for each player, then nine for the table.

A player's word is the grid, the PLUS and BLUNDER boxes filled and the place,
which is 0 for those still in: `x...d/...../..x../...../.....:1:0:0`. In the
grid `x` is ticked and `d` declared as missing. The table's words are the
pawn's holder, who may take it, the active player, the phase, the dice, who is
ready or has said "nothing", the ringer, the announcement (`y4#2` where one of
equal cells was named, `!` after a second one) and the turn. Players are counted
from 1; `-` stands for none.
"""

import re

from tablier.core.board.topology import bits_of, points_of
from tablier.core.errors import BadPosition
from tablier.games.zinga import rules
from tablier.games.zinga.board import CELLS, SIDE
from tablier.games.zinga.position import (
    ANNOUNCING,
    CHOOSING,
    CORRECTED,
    NOBODY,
    NOTHING_YET,
    PAUSING,
    RACING,
    RESCUING,
    ROLLING,
    STOPPING,
    ZEROS,
    Eight,
    Position,
)
from tablier.games.zinga.settling import BOXES, blundering, correct_cell
from tablier.games.zinga.sheet.claims import (
    BLUE_NINE,
    DICE,
    FACES,
    WEIGHTS,
    cell_name,
    cells_of,
    face,
    numbered,
)
from tablier.games.zinga.sheet.layouts import CELL, claim_of
from tablier.games.zinga.sheet.lines import bonus_cells, has_five, missing

PHASES = ("roll", "pause", "open", "announce", "stop", "bonus", "rescue")
"""By the numbers of the phases."""
TABLE_WORDS = ("pawn", "taker", "active", "phase", "dice", "done", "ringer", "announced", "turn")
NONE = "-"
SECOND = "!"
TICKED, DECLARED, OPEN = "x", "d", "."
ANNOUNCED = re.compile(rf"({CELL.pattern})(?:#([1-9]\d?))?")
SHEET = re.compile(rf"([{TICKED}{DECLARED}{OPEN}/]+):([0-3]):([0-3]):([0-8])")


# Writing


def write_position(position: Position) -> str:
    return " ".join(
        [
            *(_write_sheet(position, seat) for seat in range(position.players)),
            _write_seat(position.pawn),
            _write_seat(position.taker),
            _write_seat(position.active),
            PHASES[position.phase],
            _write_dice(position.dice),
            "".join(_write_seat(seat) for seat in points_of(position.done)) or NONE,
            _write_seat(position.ringer),
            _write_announced(position),
            str(position.turn + 1),
        ]
    )


def _write_sheet(position: Position, seat: int) -> str:
    ticks, declared = position.ticks[seat], position.declared[seat]
    cells = "".join(
        TICKED if ticks >> cell & 1 else DECLARED if declared >> cell & 1 else OPEN
        for cell in range(CELLS)
    )
    rows = "/".join(cells[first : first + SIDE] for first in range(0, CELLS, SIDE))
    place = 0 if position.playing >> seat & 1 else position.places[seat]
    return f"{rows}:{position.plus[seat]}:{position.blunders[seat]}:{place}"


def _write_seat(seat: int) -> str:
    return NONE if seat == NOBODY else str(seat + 1)


def _write_dice(dice: int) -> str:
    return NONE if dice == NOTHING_YET else "".join(str(face(dice, die)) for die in range(DICE))


def _write_announced(position: Position) -> str:
    if position.announced == CORRECTED:
        return SECOND
    if position.announced == NOTHING_YET:
        return NONE
    name = cell_name(position.announced)
    if position.named == NOTHING_YET:
        return name
    return name + numbered(position.sheets, position.ringer, position.named).split()[-1]


# Reading


def read_position(words: list[str], start: Position) -> Position:
    expected = start.players + len(TABLE_WORDS)
    if len(words) != expected:
        raise BadPosition(
            f"a ZINGA position for {start.players} players has {expected} words: a sheet each, "
            f"{', '.join(TABLE_WORDS)}; here are {len(words)}"
        )
    position = _read_sheets(words[: start.players], start)
    pawn, taker, active, phase, dice, done, ringer, announced, turn = words[start.players :]
    if phase not in PHASES:
        raise BadPosition(f"{phase!r} is no phase: use {', '.join(PHASES)}")
    position = position._replace(
        pawn=_read_seat(pawn, start, "pawn"),
        taker=_read_seat(taker, start, "taker"),
        active=_read_seat(active, start, "active"),
        phase=PHASES.index(phase),
        dice=_read_dice(dice),
        done=_read_done(done, start),
        ringer=_read_seat(ringer, start, "ringer"),
        turn=_read_turn(turn),
    )
    position = _read_announced(announced, position)
    _check_sheets(position)
    _check_pawn(position)
    judged = rules.judged(position)
    _check_turn(position)
    if not judged.ending:
        _check_phase(position)
    return judged


def _read_sheets(words: list[str], start: Position) -> Position:
    columns: list[tuple[int, int, int, int, int]] = []
    for number, word in enumerate(words, 1):
        match = SHEET.fullmatch(word)
        rows = match[1].split("/") if match else []
        if match is None or [len(row) for row in rows] != [SIDE] * SIDE:
            raise BadPosition(
                f"{word!r}: write a sheet as five rows of x, d and . with / between, then the "
                "PLUS and BLUNDER boxes and the place: …/x.d..:0:1:0"
            )
        cells = "".join(rows)
        ticks, declared = (
            bits_of(tuple(cell for cell in range(CELLS) if cells[cell] == letter))
            for letter in (TICKED, DECLARED)
        )
        if declared & ~missing(ticks):
            raise BadPosition(f"player {number}: what is declared is no line's fifth (ZI-24)")
        columns.append((ticks, declared, int(match[2]), int(match[3]), int(match[4])))
    ticked, missed, plus, blunders, places = map(_eight, zip(*columns, strict=True))
    playing = bits_of(tuple(seat for seat in range(start.players) if not places[seat]))
    return start._replace(
        ticks=ticked,
        declared=missed,
        plus=plus,
        blunders=blunders,
        places=places,
        playing=playing,
    )


def _eight(numbers: tuple[int, ...]) -> Eight:
    one, two, three, four, five, six, seven, eight = (numbers + ZEROS)[: len(ZEROS)]
    return one, two, three, four, five, six, seven, eight


def _read_seat(text: str, start: Position, what: str) -> int:
    if text == NONE and what != "active":
        return NOBODY
    if re.fullmatch("[1-8]", text) and int(text) <= start.players:
        return int(text) - 1
    raise BadPosition(f"{what}: {text!r} is no player from 1 to {start.players}")


def _read_dice(text: str) -> int:
    if text == NONE:
        return NOTHING_YET
    if not re.fullmatch(f"[1-{FACES}]{{{DICE}}}", text):
        raise BadPosition(f"{text!r} is no roll: write six faces as 323611, or - (ZI-05)")
    return sum((int(shown) - 1) * weight for shown, weight in zip(text, WEIGHTS, strict=True))


def _read_done(text: str, start: Position) -> int:
    if text == NONE:
        return 0
    seats = tuple(_read_seat(number, start, "done") for number in text)
    if list(seats) != sorted(set(seats)):
        raise BadPosition(f"done: write each player of {text!r} once, the lowest first")
    return bits_of(seats)


def _read_announced(text: str, position: Position) -> Position:
    if text == NONE:
        return position
    if text == SECOND:
        return position._replace(announced=CORRECTED)
    match = ANNOUNCED.fullmatch(text)
    if match is None:
        raise BadPosition(f"{text!r} is no announcement: write y4, ! for a second one, or -")
    position = position._replace(announced=claim_of(match[1]))
    return _read_named(text, int(match[4]), position) if match[4] else position


def _read_named(text: str, number: int, position: Position) -> Position:
    """With the cell that was named: an open one, with an equal one open before it."""
    seat = position.ringer
    equal = 0 if seat == NOBODY else cells_of(position.sheets, seat, position.announced)
    cells = points_of(equal & ~position.ticks[seat])
    named = points_of(equal)[number - 1 : number]
    if named not in [(cell,) for cell in cells[1:]]:
        raise BadPosition(f"{text!r} names no open cell after an equal one (ZI-02)")
    return position._replace(named=named[0])


def _read_turn(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", text):
        raise BadPosition(f"turn: {text!r} is not a number from 1 to 9999999")
    return int(text) - 1


# What no game can lead to


def _check_sheets(position: Position) -> None:
    out = sorted(place for place in position.places if place)
    if out != list(range(position.players - len(out) + 1, position.players + 1)):
        raise BadPosition("those who are out have the last places, each its own (ZI-19)")
    if not position.playing:
        raise BadPosition("nobody is left; the last player has won (ZI-19)")
    for seat in points_of(position.playing):
        if position.blunders[seat] == BOXES:
            raise BadPosition(f"player {seat + 1} has three blunders and is still in (ZI-19)")
    fives = [seat for seat in range(position.players) if has_five(position.ticks[seat])]
    if len(fives) > 1 or (fives and not position.playing >> fives[0] & 1):
        raise BadPosition("only one player, still in the game, can have five in a line (ZI-25)")


def _check_pawn(position: Position) -> None:
    pawn, taker = position.pawn, position.taker
    blue = [
        position.ticks[seat] & cells_of(position.sheets, seat, BLUE_NINE) != 0
        for seat in range(position.players)
    ]
    if pawn != NOBODY and not any(blue):
        raise BadPosition("nobody has ticked blue 9, so the pawn is in the middle (ZI-20)")
    if pawn != NOBODY and not position.playing >> pawn & 1:
        raise BadPosition(f"player {pawn + 1} is out and can't have the pawn (ZI-19)")
    if taker == NOBODY:
        return
    if not position.playing >> taker & blue[taker]:
        raise BadPosition(f"player {taker + 1} has not ticked blue 9 (ZI-20)")
    if taker == pawn:
        raise BadPosition(f"player {taker + 1} has the pawn already (ZI-20)")
    if position.dice != NOTHING_YET and not _earned_again(position):
        raise BadPosition("the dice are rolled: it is too late to take the pawn (ZI-20)")


def _earned_again(position: Position) -> bool:
    """Whether a ticked blue 9 has brought the third PLUS box and, before it, the right."""
    again = position.pawn_again and position.announced == BLUE_NINE
    return bool(again and position.phase == CHOOSING and position.taker == position.ringer)


def _check_turn(position: Position) -> None:
    """The words for the turn fit each other, whether or not it is the last one."""
    phase, seat = position.phase, position.ringer
    before = phase in (ROLLING, PAUSING)
    if before != (position.dice == NOTHING_YET):
        raise BadPosition("there are dice from the roll to the end of the turn (ZI-05)")
    if (phase in (ROLLING, PAUSING, RACING)) != (seat == NOBODY):
        raise BadPosition("there is a ringer from the ring to the end of the turn (ZI-07)")
    if seat == NOBODY and position.announced != NOTHING_YET:
        raise BadPosition("only a ringer announces (ZI-07)")
    if position.done & ~position.playing or (position.done and phase not in (PAUSING, RACING)):
        raise BadPosition("only those still in can be done, in the pause or the race (ZI-09)")


def _check_phase(position: Position) -> None:
    """The phase can be, in a game that goes on."""
    phase, seat, claim = position.phase, position.ringer, position.announced
    if position.dice == NOTHING_YET and not position.playing >> position.active & 1:
        raise BadPosition(f"player {position.active + 1} is out and can't be active (ZI-19)")
    if position.done == position.playing:
        raise BadPosition("all are done, so the phase is over (ZI-09)")
    if seat != NOBODY and not position.playing >> seat & 1:
        raise BadPosition(f"player {seat + 1} is out and can't ring (ZI-19)")
    if phase == ANNOUNCING and claim != NOTHING_YET:
        raise BadPosition("an announcement that nobody can stop is settled at once (ZI-21)")
    if phase == STOPPING and (claim == NOTHING_YET or position.pawn in (NOBODY, seat)):
        raise BadPosition("there is no announcement that another player could stop (ZI-21)")
    if phase == CHOOSING and not _bonus_due(position):
        raise BadPosition("the announcement has not filled the third PLUS box (ZI-11)")
    if phase == RESCUING and not _rescue_due(position):
        raise BadPosition("no third blunder of the pawn's holder is to be rescued (ZI-22)")


def _bonus_due(position: Position) -> bool:
    seat, cell = position.ringer, correct_cell(position)
    ticks = position.ticks[seat]
    ticked = cell >= 0 and ticks >> cell & 1
    return bool(ticked and position.plus[seat] == BOXES and bonus_cells(ticks))


def _rescue_due(position: Position) -> bool:
    seat, cell = position.ringer, correct_cell(position)
    third = position.pawn == seat and position.blunders[seat] == BOXES - 1
    return third and (cell < 0 or blundering(position, cell))
