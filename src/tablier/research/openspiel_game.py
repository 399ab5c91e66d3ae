"""Our games in OpenSpiel, so that its algorithms play them.

Where several may act at once, chance says who is first, all of them being
equally likely, the deadline included; OpenSpiel knows no reaction times. Who may
act and is not waited for is not asked.
"""

from typing import Any, NamedTuple

import numpy as np
import pyspiel

from tablier.core import registry
from tablier.core.dice import FACES
from tablier.core.game import TABLE, Decision, Game, Position
from tablier.core.match import REPETITIONS, Match
from tablier.core.rules.kernel import lowest
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import LONGEST_MATCH, scores

PREFIX = "tablier_"


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
    """A game as OpenSpiel describes it; its options are parameters, given as texts."""
    modes = pyspiel.GameType.ChanceMode
    chosen = {option.name: option.write(option.default) for option in game.options}
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
        parameter_specification={"players": game.players[0], "position": "", **chosen},
    )


def _outcomes(game: Game) -> int:
    """How many outcomes chance has at most: rolls, or who is first; 0 where it has no part."""
    rolls = FACES**game.dice if game.dice else 0
    return max(rolls, TABLE + 1) if game.is_race or game.rules.DEADLINES else rolls


class SpielGame(pyspiel.Game):
    """A game with its options, from its start or from the position of a text."""

    game: Game
    kind: Any

    def __init__(self, parameters: dict[str, Any]) -> None:
        given = {name: value for name, value in parameters.items() if value != ""}
        words = given.pop("position", "").split()
        start, setup = self.game.start(given.pop("players", None), given)
        position = self.game.notation.read_position(words, start) if words else start
        self.first = Match(self.game, setup, position)
        self.encoding = Encoding(self.first)
        actions = len(self.encoding.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=_outcomes(self.game),
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_MATCH,
        )
        super().__init__(self.kind, info, parameters)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "SpielObserver":
        return SpielObserver(self.encoding)


class Standing(NamedTuple):
    """How a match stands. OpenSpiel copies states a lot, and this can be shared."""

    position: Position
    seen: tuple[Position, ...]
    """What began each turn, as far as repetitions go."""
    seat: int | None
    """Who is asked; nobody while it is chance's turn, and at the end."""

    def __deepcopy__(self, memo: object) -> "Standing":
        return self


class SpielState(pyspiel.State):
    """A state between two actions, or before one of chance's."""

    _standing: Standing

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._stand(game.first.state, game.first.identities)

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        return self._standing

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self._standing.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def is_terminal(self) -> bool:
        return not self._asked.actors

    def returns(self) -> list[float]:
        players = self.num_players()
        return scores(self._game.result(self._standing.position, players), players)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The rolls, or everyone who may be the first to act."""
        asked = self._asked
        awaited = asked.actors & ~self._game.idle(self._standing.position)
        actors = [seat for seat in range(TABLE + 1) if awaited >> seat & 1]
        outcomes = range(FACES**asked.dice) if asked.dice else actors
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        encoding = self.get_game().encoding
        rules = self._game.rules
        room = [0] * rules.MOST_ACTIONS
        count = rules.actions(self._standing.position, player, room)
        return sorted(encoding.places[room[:count]].tolist())

    def _apply_action(self, action: int) -> None:
        position, seen, seat = self._standing
        if seat is not None:
            self._play(seat, int(self.get_game().encoding.actions[action]))
        elif self._asked.dice:
            self._play(TABLE, self._asked.roll + action)
        elif action != TABLE:
            self._standing = Standing(position, seen, action)
        else:
            room = [0]
            self._game.rules.actions(position, TABLE, room)
            self._play(TABLE, room[0])

    def _action_to_string(self, player: int, action: int) -> str:
        position, write = self._standing.position, self._game.notation.write
        if player >= 0:
            return write(position, player, int(self.get_game().encoding.actions[action]))
        if self._asked.dice:
            return write(position, TABLE, self._asked.roll + action)
        return f"first: {'the table' if action == TABLE else action}"

    def __str__(self) -> str:
        return self._game.notation.write_position(self._standing.position)

    @property
    def _game(self) -> Game:
        game: Game = self.get_game().game
        return game

    @property
    def _asked(self) -> Decision:
        return self._game.rules.decision(self._standing.position)

    def _play(self, seat: int, action: int) -> None:
        """Play an action, with repetitions counted as in a match."""
        before, seen, _ = self._standing
        rules = self._game.rules
        position = rules.play(before, seat, action)
        if position.turn != before.turn:
            seen = (*seen, rules.identity(position))
            if seen.count(seen[-1]) >= REPETITIONS:
                position = rules.repeated(position)
        self._stand(position, seen)

    def _stand(self, position: Position, seen: tuple[Position, ...]) -> None:
        actors = self._game.rules.decision(position).actors & ~self._game.idle(position)
        alone = actors and actors & actors - 1 == 0 and actors < 1 << TABLE
        self._standing = Standing(position, seen, lowest(actors) if alone else None)


class SpielObserver:
    """What OpenSpiel asks for observations."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self.tensor = np.zeros(encoding.size, np.float32)
        self.dict = {field: self.tensor[part] for field, part in encoding.layout.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        position, seen, _ = state.standing
        self.tensor[:] = self._encoding.observation(position, player, seen.count(seen[-1]))

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)
