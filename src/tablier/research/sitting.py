"""One match in which seats are asked one at a time, and the table plays its part."""

import numpy as np

from tablier.core.errors import IllegalMove
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.engine.playout import some_roll
from tablier.research.asking import CLOCK, asked_seat, drawn, drawn_after, keep_moments
from tablier.research.encoding import Encoding, Mask, Observation


class Sitting:
    """A match, played by numbers; `chance` tells its dice and who is first in a race."""

    def __init__(self, match: Match, encoding: Encoding, chance: int) -> None:
        self.match = match
        self.encoding = encoding
        self.chance = chance
        self.seat: int | None = None
        """Who is asked; nobody when the match is over."""
        self._clocks = np.zeros((1, CLOCK), np.int64)
        self._ask()

    def legal(self, seat: int) -> list[int]:
        """The numbers of what a seat may do; nothing unless it is asked."""
        if seat != self.seat:
            return []
        rules = self.match.game.rules
        room = [0] * rules.MOST_ACTIONS
        return room[: rules.actions(self.match.state, seat, room)]

    def mask(self, seat: int) -> Mask:
        """1 for every action that a seat may take."""
        return self.encoding.mask(self.legal(seat))

    def observation(self, seat: int) -> Observation:
        """What a seat sees."""
        return self.encoding.observation(self.match.state, seat, self.match.repetitions)

    def act(self, action: int) -> None:
        """Play an action, counted as in the mask, for the seat that is asked."""
        seat = self.seat
        if seat is None:
            raise IllegalMove("the game is over", code="over")
        if not 0 <= action < len(self.encoding.actions):
            raise IllegalMove(f"there is no action {action}", code="illegal")
        self._play(seat, int(self.encoding.actions[action]))
        self._ask()

    def scores(self) -> list[float]:
        """From 1 for who came first to -1 for who came last; 0 for all while nothing is decided."""
        players, result = self.match.players, self.match.result
        ranks = result.ranks if result else (1,) * players
        return [
            sum((other > own) - (other < own) for other in ranks) / (players - 1) for own in ranks
        ]

    def _ask(self) -> None:
        """Find out who is next, and let the table act as long as it is."""
        self.seat = None
        while self.match.result is None and self.seat is None:
            position, asked = self.match.state, self.match.decision
            seat, self.chance = asked_seat(position, asked, self._clocks, 0, self.chance)
            if seat != TABLE:
                self.seat = seat
            elif asked.dice:
                self.chance = drawn_after(self.chance)
                self._play(TABLE, some_roll(asked, drawn(self.chance)))
            else:
                room = [0]
                self.match.game.rules.actions(position, TABLE, room)
                self._play(TABLE, room[0])

    def _play(self, seat: int, action: int) -> None:
        match = self.match
        asked, turn = match.decision, match.state.turn
        match.play(match.game.notation.write(match.state, seat, action), seat)
        same_turn = match.state.turn == turn
        keep_moments(asked, match.decision, seat, same_turn, self._clocks, 0)
