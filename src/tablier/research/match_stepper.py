"""One match in which seats are asked one at a time, and the table plays its part."""

from collections.abc import Sequence

from tablier.core.errors import BadOption, IllegalMove
from tablier.core.game import TABLE, Result
from tablier.core.match import Match
from tablier.engine.simulate.playout import some_roll
from tablier.research.arguments import quoted, whole
from tablier.research.encoding import Encoding, Mask, Observation
from tablier.research.turn_order import asked_seat, drawn, drawn_after, keep_moments, new_clocks

LONGEST_MATCH = 3_000
"""Actions after which a match is cut off: some go on for ever without draw rules."""


MOST_ACTIONS = (1 << 62) - 1


class MatchStepper:
    """A match, played by numbers; `chance` tells its dice and who is first in a race.

    `paces` are the times that each seat's reactions take, in percent of the usual.
    """

    def __init__(
        self, match: Match, encoding: Encoding, chance: int, paces: Sequence[int] = ()
    ) -> None:
        self.match = match
        self.encoding = encoding
        self.chance = chance
        self.seat: int | None = None
        """Who is asked; nobody when the match is over."""
        self._clock = new_clocks(1, paces)[0]
        self._ask()

    def legal(self, seat: int) -> list[int]:
        """The rules' numbers of what a seat may do; nothing unless it is asked."""
        return legal(self.match, seat) if seat == self.seat else []

    def mask(self, seat: int) -> Mask:
        """1 for every action that a seat may take."""
        return self.encoding.mask(self.legal(seat))

    def observation(self, seat: int) -> Observation:
        """What a seat sees."""
        return self.encoding.observation(self.match.state, seat, self.match.repetitions)

    def act(self, action: object) -> None:
        """Play an action, counted as in the mask, for the seat that is asked."""
        if self.seat is None:
            raise IllegalMove("the game is over", code="over")
        counted = whole(action)
        if counted is None or not 0 <= counted < len(self.encoding.actions):
            raise IllegalMove(f"there is no action {quoted(action)}", code="illegal")
        number = int(self.encoding.actions[counted])
        if number not in self.legal(self.seat):
            game = self.match.game
            raise game.illegal(game.refuse(self.match.state, self.seat, number))
        self._play(self.seat, self.match.game.notation.write(self.match.state, self.seat, number))
        self._ask()

    def say(self, text: str) -> None:
        """Play an action given as text, for the seat that is asked."""
        assert self.seat is not None
        self._play(self.seat, text)
        self._ask()

    def scores(self) -> list[float]:
        """What the match has brought to each seat."""
        return scores(self.match.result, self.match.players)

    def _ask(self) -> None:
        """Find out who is next, and let the table act as long as it is."""
        self.seat = None
        while self.match.result is None and self.seat is None:
            position, asked = self.match.state, self.match.decision
            seat, self.chance = asked_seat(position, asked, self._clock, self.chance)
            if seat == TABLE:
                self.chance, text = tabled(self.match, self.chance)
                self._play(TABLE, text)
            else:
                self.seat = seat

    def _play(self, seat: int, text: str) -> None:
        asked, turn = self.match.decision, self.match.state.turn
        self.match.play(text, seat)
        same_turn = self.match.state.turn == turn
        keep_moments(asked, self.match.decision, seat, same_turn, self._clock)


def check_longest(actions: object) -> int:
    """A length at which a match is not over before it begins."""
    number = whole(actions)
    if number is None or not 0 < number <= MOST_ACTIONS:
        told = f"a match of {quoted(actions)} actions can't be played"
        raise BadOption(f"{told}: 1 to {MOST_ACTIONS}")
    return number


def legal(match: Match, seat: int) -> list[int]:
    """The rules' numbers of what a seat that may act may do."""
    rules = match.game.rules
    room = [0] * rules.MOST_ACTIONS
    return room[: rules.actions(match.state, seat, room)]


def tabled(match: Match, chance: int) -> tuple[int, str]:
    """The generator after the table has acted, and what it does: a roll, or calling time."""
    if not match.decision.dice:
        return chance, match.legal(TABLE)[0]
    chance = drawn_after(chance)
    roll = some_roll(match.decision, drawn(chance))
    return chance, match.game.notation.write(match.state, TABLE, roll)


def scores(result: Result | None, players: int) -> list[float]:
    """From 1 for who came first to -1 for who came last; 0 for all while it goes on."""
    ranks = result.ranks if result else (1,) * players
    return [sum((other > own) - (other < own) for other in ranks) / (players - 1) for own in ranks]
