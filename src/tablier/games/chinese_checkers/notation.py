"""Chinese Checkers in text: `d4-f4`, or with touch-downs `c1-e3-g3`; `pass`, and `stop`."""

import re

from tablier.core.errors import BadPosition, listing
from tablier.core.game import Refusal
from tablier.core.rules.bits import bits, points
from tablier.games.chinese_checkers import rules
from tablier.games.chinese_checkers.board import (
    HOLES,
    HOMES,
    NAMES,
    ROWS,
    STAR,
    UPPER,
)
from tablier.games.chinese_checkers.position import (
    AGREED_LATER,
    SEATS,
    Position,
    fills,
    one_left,
    own_pegs,
)
from tablier.games.chinese_checkers.refusal import refuse_hop
from tablier.games.chinese_checkers.rules import PASS, PEGS, STOP, STOPPED
from tablier.games.chinese_checkers.series import owns

WORDS = {PASS: "pass", STOP: "stop"}
ON, STOPS = "on", "stop"
"""What may stand behind a position: the others agreed to play on, and the last one stopped."""
LETTERS = {2: "ns", 3: "new"}
"""The seats' letters in a position, by the number of players."""
EMPTY = "."


def write(position: Position, seat: int, action: int) -> str:
    if action in WORDS:
        return WORDS[action]
    source, target = divmod(action, HOLES)
    return f"{NAMES[source]}-{NAMES[target]}"


def read(position: Position, seat: int, text: str) -> int | Refusal | None:
    if text in WORDS.values():
        return PASS if text == WORDS[PASS] else STOP
    names = text.split("-")
    if len(names) < 2 or not all(name in STAR.index for name in names):
        return None
    holes = [STAR.index[name] for name in names]
    if len(holes) > 2 and seat == position.seat and owns(position, seat, holes[0]):
        for index in range(1, len(holes)):
            at, to, last = holes[index - 1], holes[index], index == len(holes) - 1
            if refusal := refuse_hop(position, seat, holes[0], at, to, last):
                return refusal
    return holes[0] * HOLES + holes[-1]


def join(texts: list[str]) -> str:
    return " ".join(texts)


def split(turn: str) -> list[str]:
    return turn.split()


def write_position(position: Position) -> str:
    """`row/row/…/row mover passes places turn`, the rows from the top.

    Passes left and places are written seat by seat, as `1-0-1`; the place of
    who still plays is 0. Where the others agreed to play on after a win, `on`
    stands behind it, and `stop` where the last one has stopped (CC-19).
    """
    letters = LETTERS[position.players]
    holes = [EMPTY] * HOLES
    for seat, letter in enumerate(letters):
        for hole in points(own_pegs(position, seat), UPPER):
            holes[hole] = letter
    left = iter(holes)
    return " ".join(
        [
            "/".join("".join(next(left) for _ in range(length)) for length in ROWS),
            letters[position.seat],
            "-".join(map(str, position.passes[: position.players])),
            "-".join(map(str, position.places[: position.players])),
            str(position.turn + 1),
            *([ON] if position.play_on == AGREED_LATER else []),
            *([STOPS] if position.ending == STOPPED else []),
        ]
    )


def read_position(words: list[str], start: Position) -> Position:
    if len(words) < 5 or words[5:] not in ([], [ON], [STOPS], [ON, STOPS]):
        raise BadPosition(
            "a Chinese Checkers position has 5 words: rows, mover, passes left, places, turn; "
            f"then on, stop, both or neither (CC-19); here are {len(words)}"
        )
    board, mover, passes, places, turn = words[:5]
    letters = LETTERS[start.players]
    if mover not in tuple(letters):
        raise BadPosition(f"{mover!r} is nobody's turn: write {_either(letters)}")
    pegs = _read_board(board, letters)
    sets = [bits(holes, UPPER) for holes in pegs]
    taken_places = _read_numbers(places, "places", start.players, start.players)
    position = start._replace(
        upper=(sets[0][0], sets[1][0], sets[2][0]),
        lower=(sets[0][1], sets[1][1], sets[2][1]),
        places=_triple(taken_places, start.places[SEATS - 1]),
        passes=_triple(
            _read_numbers(passes, "passes left", start.players, start.passes[0]), start.passes[0]
        ),
        seat=letters.index(mover),
        turn=_number(turn, "turn", 1, 1_000_000) - 1,
        play_on=AGREED_LATER if ON in words else start.play_on,
    )
    _check_going_on(start, position)
    _check_places(position, taken_places)
    _check_pegs(position, pegs)
    if not any(taken_places):
        _check_turn(position)
    before = (position.seat - 1) % position.players
    judged = rules.judged(position._replace(seat=before, turn=position.turn - 1))
    return _stopped(judged) if STOPS in words else judged


def _stopped(position: Position) -> Position:
    if position.ending or not one_left(position.places):
        raise BadPosition("stop: only the last player left, who is not there yet, stops (CC-19)")
    return rules.play(position, position.seat, STOP)


def _either(letters: str) -> str:
    return " or ".join(letters)


def _triple(numbers: list[int], third: int) -> tuple[int, int, int]:
    """The numbers of the seats, and of the third chair where it is empty."""
    one, two, three = [*numbers, third][:SEATS]
    return one, two, three


def _number(text: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,7}", text) or not least <= int(text) <= most:
        raise BadPosition(f"{what}: {text!r} is not a number from {least} to {most}")
    return int(text)


def _read_numbers(text: str, what: str, players: int, most: int) -> list[int]:
    numbers = text.split("-")
    if len(numbers) != players:
        raise BadPosition(f"{what}: {text!r} are not {players} numbers with - between them")
    return [_number(number, what, 0, most) for number in numbers]


def _read_board(text: str, letters: str) -> list[tuple[int, ...]]:
    """Each seat's pegs; none for an empty chair."""
    rows = text.split("/")
    if tuple(map(len, rows)) != ROWS:
        lengths = listing(ROWS)
        raise BadPosition(f"{text!r}: write rows of {lengths} holes, with / between them (CC-01)")
    holes = "".join(rows)
    if strange := set(holes) - set(letters + EMPTY):
        pegs = _either(letters)
        raise BadPosition(f"{min(strange)!r} is no peg: write {pegs}, and . for an empty hole")
    seats = letters.ljust(SEATS)
    return [tuple(hole for hole in range(HOLES) if holes[hole] == letter) for letter in seats]


def _check_places(position: Position, places: list[int]) -> None:
    """Places go from the first to who finishes, from the last to who goes out."""
    said = "places " + "-".join(map(str, places))
    if places[position.seat]:
        raise BadPosition(f"{said}: the player to move has finished or is out")
    given = sorted(filter(None, places))
    finishers = sum(place == index for index, place in enumerate(given, 1))
    out = given[finishers:]
    if out != list(range(position.players - len(out) + 1, position.players + 1)):
        raise BadPosition(f"{said}: give the best to who finished and the worst to who is out")
    if finishers > 1 and not position.play_on:
        raise BadPosition(f"{said}: the first to finish ends the game without play_on (CC-19)")
    for seat, place in enumerate(places):
        if 0 < place <= finishers and not fills(position, seat):
            raise BadPosition(f"{said}: place {place} is for who fills the destination (CC-15)")


def _check_going_on(start: Position, position: Position) -> None:
    """Playing on is agreed on after a win, among three, and once (CC-19)."""
    if position.play_on != AGREED_LATER:
        return
    if start.players < SEATS or start.play_on or 1 not in position.places:
        raise BadPosition(
            "on: three play on who agree to it when one of them has won, without play_on (CC-19)"
        )


def _check_turn(position: Position) -> None:
    """While all play, nobody is left out."""
    turns = position.turn % position.players
    if turns != position.seat:
        home = HOMES[position.players][turns]
        raise BadPosition(f"turn {position.turn + 1} is that of the player from {home} (CC-06)")


def _check_pegs(position: Position, pegs: list[tuple[int, ...]]) -> None:
    """Everyone has six pegs, or none after a forfeit."""
    for seat, home in enumerate(HOMES[position.players]):
        count = len(pegs[seat])
        if not count and position.forfeit and position.places[seat]:
            continue
        if count != PEGS:
            rule = "CC-04" if position.players == 2 else "CC-05"
            raise BadPosition(f"the player from {home} has {count} pegs and needs six ({rule})")
