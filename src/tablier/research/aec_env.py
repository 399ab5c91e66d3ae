"""PettingZoo's agent environment cycle: one agent after the other."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tablier.research.env_base import Seen, Stage
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

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; a seed tells its dice and reactions."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chance = int(self._random.integers(1 << 62))
        self._stepper = MatchStepper(self._stage.begin(), self.encoding, chance)
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
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._stepper.act(action)
        self._played += 1
        self._cumulative_rewards[agent] = 0.0
        over = self._stepper.seat is None
        self.rewards = dict(zip(self.agents, self._stepper.scores(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        cut = not over and self._played >= self._stage.longest
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it may do: nothing unless it is asked."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self._stepper.observation(seat),
            "action_mask": self._stepper.mask(seat),
        }

    def render(self) -> str | None:
        """The board, as text or as a drawing."""
        return self._stage.render(self._stepper.match)

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self) -> None:
        """Ask whoever is next; at the end everybody, from the first on, hears of it."""
        seat = self._stepper.seat
        self.agent_selection = self.agents[0 if seat is None else seat]
