"""Our games in OpenSpiel, so that its algorithms play them.

Where several may act at once, chance says who is first, all of them being
equally likely, the deadline included; OpenSpiel knows no reaction times. Who may
act and is not waited for is not asked. Dice fall one after the other: a chance node
has six outcomes, however many dice there are.
"""

from copy import copy
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from tablier.core import registry
from tablier.core.dice import FACES
from tablier.core.errors import BadOption, IllegalMove
from tablier.core.game import TABLE, Decision, Game, Position
from tablier.core.match import REPETITIONS, Match
from tablier.core.options import Number, Option, Switch
from tablier.core.rules.kernel import lowest
from tablier.research.arguments import quoted
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import LONGEST_MATCH, check_longest, scores

PREFIX = "tablier_"
COMMAS, STAND_INS = str.maketrans(";", ","), str.maketrans(",", ";")
"""OpenSpiel writes a game as one text with commas between its parameters, so they have others."""


def register() -> list[str]:
    """Make OpenSpiel know every game; return the names to load them by.

    Each game gets a class of its own: OpenSpiel keeps what it is given until after
    Python has ended, which only a class survives.
    """
    known = set(pyspiel.registered_names())
    names = []
    for name in registry.games():
        kind = _kind(registry.find(name))
        names.append(kind.short_name)
        if kind.short_name not in known:
            made = type(kind.short_name, (SpielGame,), {"game": registry.find(name), "kind": kind})
            pyspiel.register_game(kind, made)
    return names


def _kind(game: Game) -> Any:
    """A game as OpenSpiel describes it; its options are parameters."""
    modes = pyspiel.GameType.ChanceMode
    chosen = {option.name: _parameter(option) for option in game.options}
    return pyspiel.GameType(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if _outcomes(game) else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "position": "",
            "longest": LONGEST_MATCH,
            **chosen,
        },
    )


def _parameter(option: Option) -> int | bool | str:
    """What an option is unless it is given, of the kind that OpenSpiel makes of its text."""
    if isinstance(option, Number | Switch):
        assert isinstance(option.default, int)
        return option.default
    return option.write(option.default).translate(STAND_INS)


def _spelt(parameters: dict[str, Any], signs: dict[int, int]) -> dict[str, Any]:
    """Parameters with some signs of their texts changed."""
    return {
        name: value.translate(signs) if isinstance(value, str) else value
        for name, value in parameters.items()
    }


def _outcomes(game: Game) -> int:
    """How many outcomes chance has at most: faces, or who is first; 0 where it has no part."""
    faces = FACES if game.dice else 0
    return max(faces, TABLE + 1) if game.is_race or game.rules.DEADLINES else faces


class SpielGame(pyspiel.Game):
    """A game with its options, from its start or from the position of a text."""

    game: Game
    kind: Any

    def __init__(self, parameters: dict[str, Any]) -> None:
        given = {name: value for name, value in _spelt(parameters, COMMAS).items() if value != ""}
        self.longest = check_longest(given.pop("longest", LONGEST_MATCH))
        """Actions after which a match is cut off, and brings nobody anything."""
        words = given.pop("position", "").split()
        start, setup = self.game.start(given.pop("players", None), given)
        position = self.game.notation.read_position(words, start) if words else start
        self.first = Match(self.game, setup, position, standard=position == start)
        if self.first.result is not None:
            raise BadOption("the game is over at the start position")
        self.encoding = Encoding(self.first)
        actions = len(self.encoding.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=_outcomes(self.game),
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, _spelt(parameters, STAND_INS))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "SpielObserver":
        return SpielObserver(self.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: a game is loaded again, also where nobody has registered it yet."""
        return _loaded, (str(self),)


def _loaded(text: str) -> Any:
    """A game that was pickled."""
    register()
    return pyspiel.load_game(text)


class SpielStanding:
    """How a match stands. OpenSpiel copies states a lot, and this is shared, as it never changes.

    So is what was found out about it.
    """

    def __init__(
        self,
        game: Game,
        position: Position,
        seen: tuple[Position, ...],
        played_so_far: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.game = game
        self.position = position
        self.seen = seen
        """What began each turn, as far as repetitions go."""
        self.played_so_far = played_so_far
        """All seats and actions, the table's, too."""
        self.fallen: tuple[int, ...] = ()
        """Dice that have been thrown, each counted from 0, while others have not."""
        self.seat = self._only()
        """Who is asked; nobody while it is chance's turn, and at the end."""

    def __deepcopy__(self, memo: object) -> "SpielStanding":
        return self

    @cached_property
    def asked(self) -> Decision:
        """Who may act."""
        return self.game.rules.decision(self.position)

    @cached_property
    def legal(self) -> list[int]:
        """The rules' numbers of what the seat that is asked may do."""
        assert self.seat is not None
        return self.listed(self.seat)

    @property
    def repetitions(self) -> int:
        """How often the position that this turn started from has stood there."""
        return self.seen.count(self.seen[-1])

    def listed(self, seat: int) -> list[int]:
        """The rules' numbers of what a seat that may act, or the table, may do."""
        room = [0] * self.game.rules.MOST_ACTIONS
        return room[: self.game.rules.actions(self.position, seat, room)]

    def outcomes(self) -> list[int]:
        """What chance may bring: the next die's faces, or everyone who may be the first to act."""
        if self.asked.dice:
            return list(range(FACES))
        return [seat for seat in range(TABLE + 1) if self._awaited >> seat & 1]

    def after(self, outcome: int) -> "SpielStanding":
        """How it stands after an outcome of chance."""
        if self.asked.dice:
            return self._rolled((*self.fallen, outcome))
        if outcome != TABLE:
            chosen = copy(self)
            chosen.seat = outcome
            return chosen
        return self.played(TABLE, self.listed(TABLE)[0])

    def played(self, seat: int, action: int) -> "SpielStanding":
        """How it stands after an action, with repetitions counted as in a match."""
        rules, seen = self.game.rules, self.seen
        position = rules.play(self.position, seat, action)
        if position.turn != self.position.turn:
            seen = (*seen, rules.identity(position))
            if seen.count(seen[-1]) >= REPETITIONS:
                position = rules.repeated(position)
        return SpielStanding(self.game, position, seen, (*self.played_so_far, (seat, action)))

    @cached_property
    def length(self) -> int:
        """The players' actions so far."""
        return sum(seat != TABLE for seat, _ in self.played_so_far)

    def _rolled(self, fallen: tuple[int, ...]) -> "SpielStanding":
        """How it stands with these dice on the table."""
        if len(fallen) < self.asked.dice:
            waiting = copy(self)
            waiting.fallen = fallen
            return waiting
        roll = self.asked.roll
        return self.played(
            TABLE, roll + sum(face * FACES**n for n, face in enumerate(fallen[::-1]))
        )

    def _only(self) -> int | None:
        """The only player there is to ask."""
        actors = self._awaited
        alone = actors and actors & actors - 1 == 0 and actors < 1 << TABLE
        return lowest(actors) if alone else None

    @property
    def _awaited(self) -> int:
        return self.asked.actors & ~self.game.idle(self.position)


class SpielState(pyspiel.State):
    """A state between two actions, or before one of chance's."""

    _standing: SpielStanding

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._standing = SpielStanding(game.game, game.first.state, game.first.identities)

    @property
    def standing(self) -> SpielStanding:
        """How the match stands."""
        return self._standing

    @property
    def match(self) -> Match:
        """The match so far, to be shown or written down, with what chance threw and called."""
        match = self.get_game().first.copy()
        for seat, action in self._standing.played_so_far:
            match.play(match.game.notation.write(match.state, seat, action), seat)
        return match

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self._standing.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def is_terminal(self) -> bool:
        standing = self._standing
        return not standing.asked.actors or standing.length >= self.get_game().longest

    def returns(self) -> list[float]:
        players, standing = self.num_players(), self._standing
        return scores(standing.game.result(standing.position, players), players)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A die's faces, or everyone who may be the first to act."""
        outcomes = self._standing.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        encoding = self.get_game().encoding
        return sorted(encoding.places[self._standing.legal].tolist())

    def _apply_action(self, action: int) -> None:
        standing, encoding = self._standing, self.get_game().encoding
        if standing.seat is None:
            if action not in standing.outcomes():
                raise IllegalMove(f"chance has no outcome {quoted(action)}", code="illegal")
            self._standing = standing.after(action)
            return
        known = 0 <= action < len(encoding.actions)
        if not known or (number := int(encoding.actions[action])) not in standing.legal:
            raise IllegalMove(f"action {quoted(action)} is not legal", code="illegal")
        self._standing = standing.played(standing.seat, number)

    def _action_to_string(self, player: int, action: int) -> str:
        standing = self._standing
        if player >= 0:
            number = int(self.get_game().encoding.actions[action])
            return standing.game.notation.write(standing.position, player, number)
        if standing.asked.dice:
            return f"die {action + 1}"
        return f"first: {'the table' if action == TABLE else action}"

    def __str__(self) -> str:
        standing = self._standing
        written = standing.game.notation.write_position(standing.position)
        if standing.fallen:
            return f"{written} dice {' '.join(str(face + 1) for face in standing.fallen)}"
        first = standing.asked.actors & standing.asked.actors - 1 and standing.seat is not None
        return f"{written} first {standing.seat}" if first else written

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: a state is read again, also where nobody has registered its game yet."""
        return _restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)


def _restored(text: str) -> Any:
    """A state that was pickled."""
    register()
    _, state = pyspiel.deserialize_game_and_state(text)
    return state


class SpielObserver:
    """What OpenSpiel asks for observations."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {field: self.tensor[part] for field, part in encoding.layout.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        standing = state.standing
        seen = self._encoding.observation(standing.position, player, standing.repetitions)
        self.tensor[:] = seen

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)
