"""PettingZoo's parallel environment for games in which the quickest acts."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from tablier.core.errors import BadOption, TablierError, listing
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.engine.simulate.race_order import first_due, keeping
from tablier.engine.simulate.race_policy import NORMAL, policy_of
from tablier.research.arguments import check_seed, quoted, whole, whole_numbers
from tablier.research.encoding import Mask
from tablier.research.env_base import Stage, begun, known_options
from tablier.research.match_stepper import LONGEST_MATCH, legal, scores, tabled
from tablier.research.turn_order import drawn, drawn_after

Everyone = dict[str, Any]

SLOWEST = 1_000_000
"""The slowest pace, in percent of the usual time."""


class RaceEnv(ParallelEnv):
    """A match in which every agent, in every step, acts or waits.

    Waiting is the last action. Those who act take as long as the reaction-time
    model says, and act in that order as long as the same decision stands: who
    comes after the bell has been rung comes too late. If the deadline comes first,
    the table calls it. An action that is not legal counts as waiting, and the
    agent's info says so under `refused`; under `acted` it says who was in time.
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        paces: Sequence[int] = (),
        render_mode: str | None = None,
        longest: int = LONGEST_MATCH,
        **options: object,
    ) -> None:
        self._stage = Stage(game, players, render_mode, longest, options)
        if not self._stage.first.game.is_race:
            raise BadOption(f"{game} is played in turns: use an AEC environment")
        self.encoding = self._stage.encoding
        self.wait = len(self.encoding.actions)
        """The action that is none."""
        self.metadata = self._stage.metadata
        self.render_mode = render_mode
        self.possible_agents = self._stage.agents
        self.observation_spaces = {
            agent: self._stage.observation_space(self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents
        }
        self._paces = _checked_paces(paces, len(self.possible_agents))
        self._random = np.random.default_rng()
        self._played: Match | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self.possible_agents[self._stage.seat_of(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self.possible_agents[self._stage.seat_of(agent)]]

    @property
    def match(self) -> Match:
        """The match as it stands, to be looked at, shown or written down."""
        return self._match.copy()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Everyone, Everyone]:
        """Begin a new match; a seed tells its dice and reactions.

        `options={"position": …}` begins it at the position of a text.
        """
        seed = check_seed(seed)
        self._played = self._stage.begin(known_options(options).get("position"))
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._chance = int(self._random.integers(1 << 62))
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[Everyone, Everyone, Everyone, Everyone, Everyone]:
        """Let all act at once."""
        match, agents = self._match, self.agents
        if not agents:
            raise TablierError("the match is over: reset")
        if not isinstance(actions, Mapping) or not set(agents) <= set(actions):
            raise BadOption(f"an action is needed for each of {listing(agents)}")
        plans = {seat: self._plan(actions[agent]) for seat, agent in enumerate(agents)}
        possible = {seat: self._possible(seat, plan) for seat, plan in plans.items()}
        acted = self._race(
            {seat: plan for seat, plan in plans.items() if possible[seat] and plan != self.wait}
        )
        self._steps += 1
        over = match.result is not None
        cut = not over and self._steps >= self._stage.longest
        seen, rewards = (
            self._seen(),
            dict(zip(agents, scores(match.result, len(agents)), strict=True)),
        )
        if over or cut:
            self.agents = []
        infos = {
            agent: {"acted": seat in acted, "refused": not possible[seat]}
            for seat, agent in enumerate(agents)
        }
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> Any:
        """The table as text, as a drawing, or as pixels."""
        return self._stage.render(self._match)

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def _match(self) -> Match:
        return begun(self._played)

    def _race(self, plans: dict[int, int]) -> set[int]:
        """Play what was planned, the quickest first; return who was in time."""
        match = self._match
        asked, turn = match.decision, match.state.turn
        moments = {seat: self._reaction(seat) for seat in plans}
        if asked.actors >> TABLE & 1:
            moments[TABLE] = asked.ms * 1000
        acted = set()
        while waiting := sum(1 << seat for seat in moments):
            seat = first_due(waiting, moments)
            del moments[seat]
            if seat == TABLE:
                self._table()
            elif self._possible(seat, plans[seat]):
                number = int(self.encoding.actions[plans[seat]])
                match.play(match.game.notation.write(match.state, seat, number), seat)
            acted.add(seat)
            if not keeping(asked, match.decision, match.state.turn == turn):
                break
        while match.decision.dice:
            self._table()
        return acted

    def _reaction(self, seat: int) -> int:
        """The microseconds that a seat takes to act."""
        self._chance = drawn_after(self._chance)
        policy, state = policy_of(self._match.game), self._match.state
        return policy.reaction(state, seat, drawn(self._chance), self._paces[seat])

    def _table(self) -> None:
        self._chance, text = tabled(self._match, self._chance)
        self._match.play(text, TABLE)

    def _plan(self, action: object) -> int:
        """What an agent says; a number that is no action's if it says nonsense."""
        counted = whole(action)
        return self.wait + 1 if counted is None else counted

    def _possible(self, seat: int, plan: int) -> bool:
        """Whether a seat may do what it plans; everybody may wait."""
        return 0 <= plan <= self.wait and bool(self._mask(seat)[plan])

    def _mask(self, seat: int) -> Mask:
        may_act = seat in self._match.seats
        own = self.encoding.mask(legal(self._match, seat) if may_act else [])
        return np.append(own, np.int8(1))

    def _seen(self) -> Everyone:
        state, repetitions = self._match.state, self._match.repetitions
        return {
            agent: {
                "observation": self.encoding.observation(state, seat, repetitions),
                "action_mask": self._mask(seat),
            }
            for seat, agent in enumerate(self.possible_agents)
        }


def _checked_paces(paces: Any, players: int) -> list[int]:
    """The pace of every seat; those that none is told of take the usual time."""
    numbers = whole_numbers(paces)
    row = [] if numbers is None or not numbers.ndim else numbers.tolist()
    wrong = numbers is None or not numbers.ndim or len(row) > players
    if wrong or not all(0 < pace <= SLOWEST for pace in row):
        told = f"a percentage from 1 to {SLOWEST} for each seat"
        raise BadOption(f"{quoted(paces)} are no paces: {told}")
    return [*row, *[NORMAL] * (players - len(row))]
