"""A game's actions and positions as learners take them: small numbers, and rows of features."""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablier.compile.marks import compiled, inlined
from tablier.compile.position_rows import flat, width
from tablier.compile.raw_array import bare, tail
from tablier.core.errors import BadOption, IllegalMove
from tablier.core.game import TABLE, Position
from tablier.core.match import REPETITIONS, Match
from tablier.core.rules.features import BITS, NUMBER, SEAT, SEATS, WORD, Feature, plain
from tablier.research.arguments import quoted, whole, whole_numbers
from tablier.research.observation_writers import (
    write_bit,
    write_bits,
    write_number,
    write_word,
)

Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]

MOST_REPETITIONS = (1 << 31) - 1
LINE = 4
"""The numbers of a program's line: kind, place among the position's ints, size, digits."""


class Encoding:
    """How the matches that begin like this one are written down for a learner.

    Actions are numbered from 0 without gaps. An observation begins with whose
    view it is, and how often the position has stood at the start of a turn; the
    game's features follow. Whatever is handed in is checked before compiled code gets it.

    >>> import tablier
    >>> match = tablier.new("zhizhu")
    >>> encoding = Encoding(match)
    >>> encoding.number(match, "b3"), encoding.text(match, 10)
    (10, 'b3')
    """

    def __init__(self, match: Match) -> None:
        if not isinstance(match, Match):
            raise BadOption(f"{quoted(match)} is no match")
        game = match.game
        self.game = game
        """The game whose matches these are."""
        self._kind = type(match.state)
        listed = range(game.rules.ACTIONS) if game.repertoire is None else game.repertoire
        self.actions = np.array(listed, np.int32)
        """The rules' own number of each action."""
        self.places = np.full(game.rules.ACTIONS, -1, np.int32)
        """The place of each of the rules' numbers among the actions; -1 has none."""
        self.places[self.actions] = np.arange(len(self.actions))
        self.most = min(game.rules.MOST_ACTIONS, len(self.actions))
        """No seat ever has more legal actions at once."""
        self.width = width(match.state)
        """How many ints a position has."""
        features = game.features
        if features is None:
            features = plain(match.state, game.ranges, len(game.rules.REASONS))
        self.program = np.array(
            [_program(match, features, observer) for observer in range(match.players)]
        )
        """For every observer the lines that `describe` follows."""
        self.layout = _layout(match, features)
        """Where in an observation each field stands."""
        self._kinds = [feature.kind for feature in features]
        self._lock()

    @property
    def size(self) -> int:
        """The length of an observation."""
        return max(part.stop for part in self.layout.values())

    @cached_property
    def slots(self) -> npt.NDArray[np.int32]:
        """For each place of an observation which of its numbers stands there; -1 where a bit does.

        How often the position has stood there is the first of the numbers.
        """
        slots = np.full(self.size, -1, np.int32)
        numbers = [self.layout["repetitions"].start]
        for kind, field in zip(self._kinds, list(self.layout)[2:], strict=True):
            if kind == NUMBER:
                numbers += range(self.layout[field].start, self.layout[field].stop)
        slots[numbers] = np.arange(len(numbers))
        return slots

    @cached_property
    def coding(self) -> "Coding":
        """The same for compiled code; whoever uses it keeps the encoding."""
        players, lines, _ = self.program.shape
        return Coding(
            players=players,
            repertoire=len(self.actions),
            most=self.most,
            size=self.size,
            lines=lines,
            actions=bare(self.actions),
            places=bare(self.places),
            program=bare(self.program.ravel()),
        )

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle`: less what compiled code gets, which is made again from it."""
        return {name: value for name, value in vars(self).items() if name != "coding"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._lock()

    def _lock(self) -> None:
        """Let nobody write to what compiled code reads."""
        for array in (self.actions, self.places, self.program):
            array.flags.writeable = False

    def mask(self, actions: Any) -> Mask:
        """1 for each of these actions, given by the rules' own numbers."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[self._counted(actions)] = 1
        return mask

    def text(self, match: Match, action: Any, seat: int | None = None) -> str:
        """What an action, counted as in a mask, is called in a match; it need not be legal there.

        It is the action of a seat, by default of the one whose turn it is, or of the first that
        may act.
        """
        self._check_match(match)
        number, actor = whole(action), self._actor(match, seat)
        if number is None or not 0 <= number < len(self.actions):
            raise IllegalMove(f"there is no action {quoted(action)}", code="illegal")
        return match.game.notation.write(match.state, actor, int(self.actions[number]))

    def number(self, match: Match, text: str, seat: int | None = None) -> int:
        """The place in a mask of an action that a match would play; refused as by `Match.play`."""
        self._check_match(match)
        move = match.foresee(text, seat).move
        place = self.places[move.action] if move.seat != TABLE and move.action >= 0 else -1
        if place < 0:
            raise IllegalMove(f"{move.text} is no action that a learner has", code="illegal")
        return int(place)

    def observation(self, position: Position, seat: int, repetitions: int) -> Observation:
        """What a seat sees of a position."""
        observer = whole(seat)
        if observer not in range(len(self.program)):
            raise BadOption(f"nobody sees a position from seat {quoted(seat)}")
        ints, seats, repeated = self._ints(position), [observer], whole(repetitions)
        if repeated is None or not 0 <= repeated <= MOST_REPETITIONS:
            raise BadOption(f"no position has stood there {quoted(repetitions)} times")
        return self.observations(ints[None], np.array(seats), np.array([repeated]))[0]

    def observations(self, states: Any, seats: Any, repetitions: Any) -> Observation:
        """What seats see of positions, which are rows of ints; one row for each."""
        ints, observers = whole_numbers(states, 2), whole_numbers(seats)
        repeated = whole_numbers(repetitions)
        if ints is None or observers is None or repeated is None:
            raise BadOption("positions, seats and repetitions are rows of whole numbers")
        rows = observers.size
        fit = ints.shape == (rows, self.width) and observers.shape == repeated.shape == (rows,)
        if not fit or ((observers < 0) | (observers >= len(self.program))).any():
            raise BadOption("these are no positions and seats of this encoding")
        seen = np.zeros((rows, self.size), np.float32)
        read = bare(ints.ravel()), self.width, bare(observers), bare(repeated)
        describe_rows(*read, self.coding, bare(seen.ravel()), 0, rows)
        return seen

    def _ints(self, position: Position) -> npt.NDArray[np.int64]:
        """A position as compiled code takes it."""
        parts = flat(position) if type(position) is self._kind else ()
        numbers = [number for number in map(whole, parts) if number is not None]
        if not len(numbers) == len(parts) == self.width or not all(map(_is_wide, numbers)):
            raise BadOption(f"{quoted(position)} is no position that this encoding knows")
        return np.array(numbers, np.int64)

    def _counted(self, actions: Any) -> npt.NDArray[np.int32]:
        """The places of some of the rules' numbers."""
        numbers = whole_numbers(actions)
        if numbers is not None and ((numbers >= 0) & (numbers < len(self.places))).all():
            places = self.places[numbers]
            if (places >= 0).all():
                return places
        raise BadOption(f"{quoted(actions)} are no actions by the rules' own numbers")

    def _check_match(self, match: Match) -> None:
        known = isinstance(match, Match) and type(match.state) is self._kind
        if not known or match.players != len(self.program):
            raise BadOption(f"{quoted(match)} is no match that this encoding knows")

    def _actor(self, match: Match, seat: int | None) -> int:
        """The seat whose action is meant."""
        if seat is None:
            return next((one for one in match.seats if one != TABLE), 0)
        actor = whole(seat)
        if actor is None or not 0 <= actor < match.players:
            raise BadOption(f"there is no seat {quoted(seat)}")
        return actor


class Coding(NamedTuple):
    """An encoding's lengths and bare arrays.

    All arrays are of one dimension: numba's dispatcher takes bare arrays for the
    same type that differ only in the length of an inner one.
    """

    players: int
    repertoire: int
    """How many actions there are."""
    most: int
    size: int
    """Of an observation."""
    lines: int
    """Of the program, for each observer."""
    actions: Any
    places: Any
    program: Any


def _is_wide(number: int) -> bool:
    """Whether compiled code has room for a number."""
    return -1 << 63 <= number < 1 << 63


def _layout(match: Match, features: tuple[Feature, ...]) -> dict[str, slice]:
    """The slice of every feature."""
    seats = match.players
    layout = {"observer": slice(0, seats), "repetitions": slice(seats, seats + 1)}
    end = seats + 1
    for feature in features:
        width = sum(_width(feature, seats) for _ in _sources(match, feature, 0))
        layout[feature.field] = slice(end, end + width)
        end += width
    return layout


def _program(match: Match, features: tuple[Feature, ...], observer: int) -> list[list[int]]:
    """What to write of which int, one line for each."""
    return [
        [feature.kind, source, feature.size, feature.digits]
        for feature in features
        for source in _sources(match, feature, observer)
    ]


def _sources(match: Match, feature: Feature, observer: int) -> list[int]:
    """Where a field's ints stand among those of the position, the observer's own first."""
    place = match.state._fields.index(feature.field)
    first = len(flat(match.state[:place]))
    count = len(flat(match.state[place : place + 1]))
    if not feature.each:
        return list(range(first, first + count))
    seats = [(observer + step) % match.players for step in range(match.players)]
    return [first + seat * feature.each + part for seat in seats for part in range(feature.each)]


def _width(feature: Feature, players: int) -> int:
    """How many numbers an int becomes."""
    if feature.kind in (SEAT, SEATS):
        return players
    return {BITS: feature.size, NUMBER: 1, WORD: feature.size * feature.digits}[feature.kind]


@inlined
def describe(ints: Any, seat: int, repetitions: int, coding: Coding, out: Any) -> None:
    """Write what a seat sees of a position; core/rules/features.py tells the kinds of features."""
    players = coding.players
    for other in range(players):
        write_bit(other == seat, out, other)
    write_number((min(repetitions, REPETITIONS) - 1) / (REPETITIONS - 1), out, players, 0)
    at, slot = players + 1, 1
    line = seat * coding.lines * LINE
    for _ in range(coding.lines):
        kind, size = coding.program[line], coding.program[line + 2]
        value = ints[coding.program[line + 1]]
        if kind == BITS:
            at = write_bits(value, size, out, at)
        elif kind == NUMBER:
            write_number(min(value, size) / size, out, at, slot)
            at += 1
            slot += 1
        elif kind == WORD:
            at = write_word(value, size, coding.program[line + 3], out, at)
        else:
            for other in range(players):
                turned = seat + other if seat + other < players else seat + other - players
                bit = value == turned if kind == SEAT else value >> turned & 1 != 0
                write_bit(bit, out, at + other)
            at += players
        line += LINE


@compiled
def describe_rows(
    ints: Any,
    width: int,
    seats: Any,
    repetitions: Any,
    coding: Coding,
    out: Any,
    first: int,
    last: int,
) -> None:
    """Write what seats see of positions of `width` ints, from one row up to another."""
    for row in range(first, last):
        seat, repeated = seats[row], repetitions[row]
        describe(tail(ints, row * width), seat, repeated, coding, tail(out, row * coding.size))
