"""PettingZoo's agent environment cycle: one agent after the other."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tablier.core.errors import IllegalMove, TablierError
from tablier.core.match import Match
from tablier.research.arguments import check_seed
from tablier.research.env_base import Seen, Stage, begun, known_options
from tablier.research.match_stepper import LONGEST_MATCH, MatchStepper


class AecEnv(AECEnv):
    """A match of any game; the agents are its seats.

    Where several may act at once, the reaction-time model says who is first, and
    that agent is asked. Dice and deadlines are the table's, which plays them in
    between. An illegal action is refused with the rule that forbids it.
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST_MATCH,
        **options: object,
    ) -> None:
        super().__init__()
        self._stage = Stage(game, players, render_mode, longest, options)
        self.encoding = self._stage.encoding
        self.metadata = self._stage.metadata
        self.render_mode = render_mode
        self.possible_agents = self._stage.agents
        actions = len(self.encoding.actions)
        self.observation_spaces = {
            agent: self._stage.observation_space(actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()

        self._stepper: MatchStepper | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self.possible_agents[self._stage.seat_of(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self.possible_agents[self._stage.seat_of(agent)]]

    @property
    def match(self) -> Match:
        """The match as it stands, to be looked at, shown or written down."""
        return begun(self._stepper).match.copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; a seed tells its dice and reactions.

        `options={"position": …}` begins it at the position of a text.
        """
        seed = check_seed(seed)
        match = self._stage.begin(known_options(options).get("position"))
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chance = int(self._random.integers(1 << 62))
        self._stepper = MatchStepper(match, self.encoding, chance)
        self._played = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is asked; None once the match is over."""
        stepper = begun(self._stepper)
        if not self.agents:
            raise TablierError("the match is over, and everybody has heard of it: reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise IllegalMove(
                    f"the match is over: {agent} can only step with None", code="over"
                )
            self._was_dead_step(action)
            return
        stepper.act(action)
        self._played += 1
        self._cumulative_rewards[agent] = 0.0
        over = stepper.seat is None
        self.rewards = dict(zip(self.agents, stepper.scores(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        cut = not over and self._played >= self._stage.longest
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do: nothing unless it is asked."""
        seat, stepper = self._stage.seat_of(agent), begun(self._stepper)
        return {"observation": stepper.observation(seat), "action_mask": stepper.mask(seat)}

    def render(self) -> Any:
        """The board as text, as a drawing, or as pixels."""
        return self._stage.render(begun(self._stepper).match)

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self) -> None:
        """Ask whoever is next; at the end everybody, from the first on, hears of it."""
        seat = begun(self._stepper).seat
        self.agent_selection = self.agents[0 if seat is None else seat]
