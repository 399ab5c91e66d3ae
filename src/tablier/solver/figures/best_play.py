"""Turns as texts, and the line in which both sides play their best."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tablier.core.errors import TablierError
from tablier.core.game import Game, Position
from tablier.core.reading.position import read_position
from tablier.solver.endgames import Endgames
from tablier.solver.figures.lookup import Lookup
from tablier.solver.levels import LOST_NOW
from tablier.solver.numbering import State


class PlayedTurn(NamedTuple):
    """A turn as records write it, and what it leads to."""

    text: str
    after: Position


def turns(game: Game, position: Position) -> Iterator[PlayedTurn]:
    """All turns of whoever is to move, by the game's rules."""
    endgame = game.endgame
    assert endgame is not None
    begun: list[tuple[list[str], Position]] = [([], position)]
    while begun:
        texts, here = begun.pop()
        seat = game.rules.decision(here).actors.bit_length() - 1
        out = [0] * game.rules.MOST_ACTIONS
        for action in out[: game.rules.actions(here, seat, out)]:
            longer = [*texts, game.notation.write(here, seat, action)]
            after = game.rules.play(here, seat, action)
            if endgame.covered(after) or not game.rules.decision(after).actors:
                yield PlayedTurn(game.notation.join(longer), after)
            else:
                begun.append((longer, after))


def start_text(game: Game, position: Position) -> str:
    """A position as text, with the options that it was made for."""
    for values in product(*(option.values() for option in game.options)):
        given = dict(zip((option.name for option in game.options), values, strict=True))
        text = game.position_text(position, game.start(None, given)[1])
        if read_position(text).state == position:
            return text
    raise TablierError(f"no options of {game.name} lead to the states that are solved")


class BestPlay:
    """Games by the books: exact values of all that a turn can lead to."""

    def __init__(self, endgames: Endgames) -> None:
        self._game, self._endgame = endgames.game, endgames.endgame
        self._lookup = Lookup(endgames)

    def valued(self, position: Position) -> list[tuple[int, PlayedTurn]]:
        """All turns, each with the value of what it leads to, in the order of their texts."""
        found = sorted(turns(self._game, position), key=lambda turn: turn.text)
        going = [turn for turn in found if self._endgame.covered(turn.after)]
        states = [self._endgame.state_of(turn.after) for turn in going]
        values = {
            turn.text: value for turn, value in zip(going, self._lookup.values(states), strict=True)
        }
        return [(values.get(turn.text, LOST_NOW), turn) for turn in found]

    def line(self, position: Position) -> list[str]:
        """The turns until the end: whoever wins is quick, whoever loses is not."""
        line = []
        while self._endgame.covered(position):
            choices = self.valued(position)
            lost = [value for value, _ in choices if value % 2]
            wanted = min(lost) if lost else max(value for value, _ in choices)
            if wanted == 0:
                raise ValueError("nobody wins from here")
            turn = next(turn for value, turn in choices if value == wanted)
            line.append(turn.text)
            position = turn.after
        return line

    def along(self, states: list[State]) -> tuple[list[str], Position]:
        """The turns of a game that passes states equal to these, and where it ends."""
        position, played = self._endgame.position_of(states[0]), []
        for state in states[1:]:
            images = {
                self._endgame.moved(state, symmetry) for symmetry in range(self._endgame.SYMMETRIES)
            }
            turn = min(
                (
                    turn
                    for turn in turns(self._game, position)
                    if self._endgame.covered(turn.after)
                    and self._endgame.state_of(turn.after) in images
                ),
                key=lambda turn: turn.text,
            )
            played.append(turn.text)
            position = turn.after
        return played, position
