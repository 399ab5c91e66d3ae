"""Gymnasium's environment: one agent against bots."""

from typing import Any

import gymnasium
from gymnasium import spaces

from tablier.core import registry
from tablier.core.errors import BadOption, IllegalMove
from tablier.engine.bot import Bot
from tablier.engine.levels import level_of
from tablier.engine.simulate.race_policy import NORMAL
from tablier.research.env_base import RENDER_MODES, Seen, Stage
from tablier.research.match_stepper import LONGEST_MATCH, MatchStepper


class SoloEnv(gymnasium.Env[Any, Any]):
    """A match of any game in which one seat is the agent's, and bots have the others.

    An illegal action is not played and brings nothing; the info says why, under
    `refused`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        level: int = 1,
        seat: int = 0,
        players: int | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST_MATCH,
        **options: object,
    ) -> None:
        self._stage = Stage(game, players, render_mode, longest, options)
        if seat not in range(self._stage.first.players):
            raise BadOption(f"there is no seat {seat!r}")
        self.encoding = self._stage.encoding
        self.render_mode = render_mode
        self.level = level
        self.seat = seat
        pace = level_of(level).pace
        self._paces = [
            NORMAL if other == seat else pace for other in range(self._stage.first.players)
        ]
        actions = len(self.encoding.actions)
        self.observation_space = self._stage.observation_space(actions)
        self.action_space = spaces.Discrete(actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new match; a seed tells its dice and reactions, and what the bots do."""
        super().reset(seed=seed)
        chance, drawn = (int(number) for number in self.np_random.integers(1 << 62, size=2))
        match = self._stage.begin()
        self._bot = Bot(match.game, self.level, seed=drawn)
        self._stepper = MatchStepper(match, self.encoding, chance, self._paces)
        self._steps = 0
        self._let_others_play()
        return self._seen(), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play until the agent is asked again."""
        info = {}
        try:
            self._stepper.act(action)
        except IllegalMove as error:
            info = {"refused": str(error)}
        self._let_others_play()
        self._steps += 1
        over = self._stepper.seat is None
        cut = not over and self._steps >= self._stage.longest
        return self._seen(), self._stepper.scores()[self.seat], over, cut, info

    def render(self) -> str | None:
        """The board, as text or as a drawing."""
        return self._stage.render(self._stepper.match)

    def _let_others_play(self) -> None:
        while self._stepper.seat not in (None, self.seat):
            self._stepper.say(self._bot.choose(self._stepper.match, self._stepper.seat))

    def _seen(self) -> Seen:
        return {
            "observation": self._stepper.observation(self.seat),
            "action_mask": self._stepper.mask(self.seat),
        }


def register() -> list[str]:
    """Make `gymnasium.make("tablier/zhizhu-v1")` know every game by its rules' version.

    Returns the names.
    """
    names = []
    for name in registry.games():
        identity = f"tablier/{name}-v{registry.find(name).version}"
        if identity not in gymnasium.registry:
            gymnasium.register(identity, "tablier.research.gym_env:SoloEnv", kwargs={"game": name})
        names.append(identity)
    return names
