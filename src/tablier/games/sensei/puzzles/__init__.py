"""Puzzles of Senseï: reach the line, stop the other, claim what is unfair."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from tablier.core.parts import EXHAUSTED, Chance, Finding, Known
from tablier.games.sensei import notation
from tablier.games.sensei.board import SQUARES
from tablier.games.sensei.evaluate import evaluate
from tablier.games.sensei.puzzles.this_turn import wins_now as wins_now
from tablier.games.sensei.rules import (
    END,
    MOST_ACTIONS,
    STONE_MOVES,
    UNFAIR,
    WAYS,
    Position,
    actions,
    play,
)
from tablier.games.sensei.unfair import lines

KINDS = ("reach1", "reach2", "reach3", "stop", "claim")
STARTS = tuple({"way": way} for way in WAYS)
FEWEST = 8
"""With fewer actions to choose from it is no puzzle."""
LONGEST = 14
"""Actions that are shown of a line."""
DEEP = 3
"""Turns that are searched where a stone goes one square, an action is left and it looks well."""
WELL = 0
"""An evaluation of at least so much."""


def found(position: Position, known: Known) -> Iterator[Finding]:
    """What the seat in turn can do in one to three turns, or must prevent."""
    seat, choice = position.seat, legal(position)
    if len(choice) < FEWEST:
        return
    for turns in range(1, DEEP + _is_worth_a_long_look(position)):
        right = _winning(position, seat, turns, known)
        if right:
            if len(right) == 1:
                yield from _reached(position, right[0], turns, known)
            return
    if len(right := _stopping(position, known)) == 1:
        yield from _stopped(position, right[0], known)


def _is_worth_a_long_look(position: Position) -> bool:
    """Whether all of three turns are tried: that takes a while."""
    last = position.moved + position.flown == STONE_MOVES
    return last and not position.far and evaluate(position, position.seat) >= WELL


def legal(position: Position) -> list[int]:
    """The legal actions of the seat in turn."""
    out = [0] * MOST_ACTIONS
    return out[: actions(position, position.seat, out)]


def _winning(position: Position, seat: int, turns: int, known: Known) -> list[int]:
    """The actions of the seat in turn after which it wins within its turns."""
    if not known.forced(position, seat, turns):
        return []
    return [action for action in legal(position) if _still(position, action, seat, turns, known)]


def _still(position: Position, action: int, seat: int, turns: int, known: Known) -> bool:
    """Whether a seat that wins within some turns still does after an action of anybody."""
    after = play(position, position.seat, action)
    if after.ending:
        return after.winner == seat
    spent = position.seat == seat and after.turn != position.turn
    return known.forced(after, seat, turns - spent)


def _stopping(position: Position, known: Known) -> list[int]:
    """The actions after which the other can't win in the next turn."""
    other = 1 - position.seat
    if known.forced(position, other, 1):
        return []
    return [a for a in legal(position) if not _still(position, a, other, 1, known)]


# Wins


def _reached(position: Position, first: int, turns: int, known: Known) -> Iterator[Finding]:
    line, asked, end = _won_line(position, turns, known)
    if end.ending == UNFAIR:
        kind = "claim"
    elif turns == 1 and len(line) == 1:
        return
    else:
        kind = f"reach{turns}"
    wrong = [action for action in legal(position) if action != first]
    answers = {} if turns == 1 else _answers(position, wrong, turns, known)
    yield Finding(kind, turns, tuple(line), asked, EXHAUSTED, answers)


def _won_line(position: Position, turns: int, known: Known) -> tuple[list[str], int, Position]:
    """How the win goes on: the only actions, then any that win, while the other does its best."""
    seat, line, asked, only = position.seat, list[str](), 0, True
    while not position.ending and len(line) < LONGEST:
        if position.seat == seat:
            right = _winning(position, seat, turns, known)
            only = only and len(right) == 1
            action = max(right, key=lambda one: _eager(position, one))
        else:
            action = _steadiest(position)
        line.append(notation.write(position, position.seat, action))
        after = play(position, position.seat, action)
        turns -= position.seat == seat and after.turn != position.turn
        asked = len(line) if only and position.seat == seat else asked
        position = after
    return line, asked, position


def _eager(position: Position, action: int) -> tuple[bool, int]:
    after = play(position, position.seat, action)
    return after.ending != 0, -action


def _steadiest(position: Position) -> int:
    """What looks best for the seat in turn; it stops where nothing makes it better."""
    seat = position.seat
    return max(legal(position), key=lambda one: evaluate(play(position, seat, one), seat))


def _answers(position: Position, wrong: list[int], turns: int, known: Known) -> Mapping[str, str]:
    """How the other escapes after each wrong action."""
    seat, found = position.seat, {}
    for action in wrong:
        after, spent = play(position, seat, action), turns
        texts: list[str] = []
        if after.seat == seat and not after.ending and END in legal(after):
            texts.append("end")
            after = play(after, seat, END)
        spent -= after.turn != position.turn
        while not after.ending and after.seat != seat:
            held = [one for one in legal(after) if not _still(after, one, seat, spent, known)]
            if not held:
                break
            best = max(held, key=lambda one: (one == END, -one))
            texts.append(notation.write(after, after.seat, best))
            after = play(after, after.seat, best)
        found[notation.write(position, seat, action)] = " ".join(texts)
    return found


# Defences


def _stopped(position: Position, right: int, known: Known) -> Iterator[Finding]:
    seat, answers = position.seat, {}
    for action in legal(position):
        if action != right:
            texts = _punished(position, action, known)
            answers[notation.write(position, seat, action)] = texts
    text = notation.write(position, seat, right)
    yield Finding("stop", 0, (text,), 1, EXHAUSTED, answers)


def _punished(position: Position, action: int, known: Known) -> str:
    """How the other wins in the next turn, when this one ends after an action."""
    seat, other, texts = position.seat, 1 - position.seat, list[str]()
    position = play(position, seat, action)
    while not position.ending:
        choice = legal(position)
        if position.seat == seat:
            best = END if END in choice else choice[0]
        else:
            wins = [one for one in choice if _still(position, one, other, 1, known)]
            best = max(wins, key=lambda one: _eager(position, one))
        texts.append(notation.write(position, position.seat, best))
        position = play(position, position.seat, best)
    return " ".join(texts)


# Play that leads there


def partner(position: Position, chance: Chance) -> int:
    """What somebody plays who never opens a line: walls don't come about by themselves."""
    choice, seat = legal(position), position.seat
    closed = [one for one in choice if _has_wall(play(position, seat, one), seat)]
    return chance.choice(closed or choice)


def _has_wall(position: Position, seat: int) -> bool:
    """Whether the stones and the pits reach across the board (SE-16)."""
    return any(lines(position.stones[seat] | position.pits))


# Symmetry


def same(position: Position) -> Hashable:
    """The least of the four forms: reflected, and seen from the other side."""
    forms: list[tuple[Any, ...]] = []
    for mirrored in (False, True):
        pits = _turned(position.pits, mirrored, position.seat == 1)
        own, other = position.seat, 1 - position.seat
        sides = tuple(
            (
                _turned(position.stones[seat], mirrored, position.seat == 1),
                _turned(1 << position.characters[seat], mirrored, position.seat == 1),
            )
            for seat in (own, other)
        )
        forms.append((sides, pits, position.far, position.moved, position.flown))
    return tuple(min(forms))


def _turned(squares: int, mirrored: bool, round_: bool) -> int:
    """Squares, reflected from left to right, and top to bottom."""
    found = 0
    for square in range(SQUARES):
        if squares >> square & 1:
            row, column = divmod(square, 7)
            row, column = 6 - row if round_ else row, 6 - column if mirrored else column
            found |= 1 << 7 * row + column
    return found
