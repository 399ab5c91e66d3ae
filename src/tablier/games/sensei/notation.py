"""Senseï in text: `b1-b2`, `d1*e1`, `end`, `claim`; a turn is `b1-b2 d1*b2 end`."""

import re

from tablier.core.board.topology import bits_of
from tablier.core.errors import BadPosition
from tablier.games.sensei import rules
from tablier.games.sensei.board import NAMES, SIDE, SQUARES, START_LINES
from tablier.games.sensei.moves import FLIGHT
from tablier.games.sensei.rules import CLAIM, END, Position

SQUARE = r"([a-g][1-7])"
PLAYERS = ("Green", "Red")
SEATS = "gr"
STONES = "gr"
BEARERS = "GR"
"""A stone with the character on it."""
FREE = "."
PIT = "o"
FULL = 1_000_000


def write(position: Position, seat: int, action: int) -> str:
    if action in (END, CLAIM):
        return "end" if action == END else "claim"
    flies = action >= FLIGHT
    source, target = divmod(action - (FLIGHT if flies else 0), SQUARES)
    return f"{NAMES[source]}{'*' if flies else '-'}{NAMES[target]}"


def read(position: Position, seat: int, text: str) -> int | None:
    if text in ("end", "claim"):
        return END if text == "end" else CLAIM
    match = re.fullmatch(rf"{SQUARE}([-*]){SQUARE}", text)
    if match is None:
        return None
    first = 0 if match[2] == "-" else FLIGHT
    return first + NAMES.index(match[1]) * SQUARES + NAMES.index(match[3])


def join(texts: list[str]) -> str:
    return " ".join(texts)


def split(turn: str) -> list[str]:
    return turn.split()


def write_position(position: Position) -> str:
    """`rows mover stone-moves character-moves turn`, rows from 7 down to 1.

    The moves are those made in this turn. A game that was won by claiming
    unfair play has the word `claim` at the end.
    """
    board = "".join(_letter(position, square) for square in range(SQUARES))
    rows = [board[first : first + SIDE] for first in range(0, SQUARES, SIDE)]
    claimed = position.ending == rules.UNFAIR and position.unfair == rules.BY_PLAYER
    return " ".join(
        [
            "/".join(reversed(rows)),
            SEATS[position.seat],
            str(position.moved),
            str(position.flown),
            str(position.turn + 1),
            *(["claim"] if claimed else []),
        ]
    )


def _letter(position: Position, square: int) -> str:
    for seat, stones in enumerate(position.stones):
        if stones >> square & 1:
            return (BEARERS if position.characters[seat] == square else STONES)[seat]
    return PIT if position.pits >> square & 1 else FREE


def read_position(words: list[str], start: Position) -> Position:
    claimed = words[5:] == ["claim"]
    if len(words) != 5 and not claimed:
        raise BadPosition(
            "a Senseï position has 5 words: rows, mover, stone moves, character moves, turn; "
            f"after a claim a sixth, claim; here are {len(words)}"
        )
    board, mover, moved, flown, turn = words[:5]
    if mover not in tuple(SEATS):
        raise BadPosition(f"{mover!r} is nobody's turn: write g or r")
    stones, characters = _read_board(board, start.pits)
    position = start._replace(
        stones=stones,
        characters=characters,
        seat=SEATS.index(mover),
        moved=_number(moved, "stone moves", 0, rules.STONE_MOVES),
        flown=_number(flown, "character moves", 0, 1),
        turn=_number(turn, "turn", 1, FULL) - 1,
    )
    _check_turn(position, start.seat)
    _check_arrivals(position)
    _check_room(position)
    return _claimed(position) if claimed else rules.judged(position)


def _number(text: str, what: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 7 and least <= int(text) <= most:
        return int(text)
    raise BadPosition(f"{what}: {text!r} is not a number from {least} to {most}")


def _read_board(text: str, pits: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The stones and the characters of both players."""
    rows = text.split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise BadPosition(f"{text!r}: write seven rows of seven squares, with / between them")
    board = "".join(reversed(rows))
    if strange := set(board) - set(STONES + BEARERS + FREE + PIT):
        raise BadPosition(
            f"{min(strange)!r} is no stone: use g and r, G and R under a character, "
            "o for a pit and . for a free square"
        )
    _check_pits(board, pits)
    green, red = (_read_stones(board, seat) for seat in range(2))
    return (green[0], red[0]), (green[1], red[1])


def _read_stones(board: str, seat: int) -> tuple[int, int]:
    """A player's stones, and the square of the character."""
    letters = STONES[seat] + BEARERS[seat]
    squares = tuple(square for square in range(SQUARES) if board[square] in letters)
    if len(squares) != rules.STONES:
        raise BadPosition(f"{PLAYERS[seat]} has {len(squares)} stones instead of seven (SE-02)")
    if board.count(BEARERS[seat]) != 1:
        raise BadPosition(
            f"{PLAYERS[seat]} has one character, and it stands on a stone: "
            f"write {BEARERS[seat]} once (SE-02)"
        )
    return bits_of(squares), board.index(BEARERS[seat])


def _check_pits(board: str, pits: int) -> None:
    for square, letter in enumerate(board):
        if pits >> square & 1 and letter != PIT:
            raise BadPosition(f"{NAMES[square]} is a pit: write o there (SE-07)")
        if letter == PIT and not pits >> square & 1:
            raise BadPosition(f"{NAMES[square]} is no pit in this game (SE-07)")


def _check_turn(position: Position, first: int) -> None:
    if (position.turn + first) % 2 != position.seat:
        number, player = position.turn + 1, PLAYERS[1 - position.seat]
        begins = f"{PLAYERS[first]} begins, then in turn"
        raise BadPosition(f"turn {number} is {player}'s: {begins} (SE-03)")
    late = position.turn - rules.TURNS
    if position.draws and (late > 0 or (late == 0 and (position.moved or position.flown))):
        raise BadPosition(f"a game ends after {rules.TURNS} turns (SE-19)")


def _check_arrivals(position: Position) -> None:
    """A character that has arrived did so in the last action, and won (SE-15)."""
    for seat, player in enumerate(PLAYERS):
        if not START_LINES[1 - seat] >> position.characters[seat] & 1:
            continue
        if seat != position.seat or not position.flown:
            raise BadPosition(
                f"{player}'s character has arrived, so the game was won "
                f"in {player}'s turn, by a move of the character (SE-15)"
            )


def _check_room(position: Position) -> None:
    """Whoever acted last can take that action back."""
    turns = (position._replace(seat=seat, moved=0, flown=0) for seat in range(2))
    if not any(rules.can_act(turn) for turn in turns):
        raise BadPosition("neither player can act, and no game leads there (SE-09)")


def _claimed(position: Position) -> Position:
    if rules.judged(position).ending or not rules.can_claim(position):
        raise BadPosition("there is no unfair play to claim here (SE-17)")
    return rules.play(position, position.seat, CLAIM)
