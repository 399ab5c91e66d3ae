"""Gymnasium's environment: one agent against bots."""

from typing import Any

import gymnasium
from gymnasium import spaces

from tablier.core import registry
from tablier.core.errors import BadOption, IllegalMove
from tablier.core.match import Match
from tablier.engine.bot import Bot
from tablier.engine.levels import level_of
from tablier.engine.simulate.race_policy import NORMAL
from tablier.research.arguments import check_options, check_seed, quoted, whole
from tablier.research.env_base import OPTIONS, RENDER_MODES, Seen, Stage, begun
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
        self.encoding = self._stage.encoding
        self.render_mode = render_mode
        level_of(level)
        self.level, self.seat = level, self._checked_seat(seat)
        self._usual = {"seat": self.seat, "level": level}
        actions = len(self.encoding.actions)
        self.observation_space = self._stage.observation_space(actions)
        self.action_space = spaces.Discrete(actions)
        self._stepper: MatchStepper | None = None

    @property
    def match(self) -> Match:
        """The match as it stands, to be looked at, shown or written down."""
        return begun(self._stepper).match.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new match; a seed tells its dice and reactions, and what the bots do.

        `options` may give it another `seat` or `level`, or a `position` to begin at, as a text.
        """
        seed = check_seed(seed)
        given = {**self._usual, **check_options(options, (*self._usual, *OPTIONS))}
        match, seat = self._stage.begin(given.get("position")), self._checked_seat(given["seat"])
        pace = level_of(given["level"]).pace
        super().reset(seed=seed)
        chance, drawn = (int(number) for number in self.np_random.integers(1 << 62, size=2))
        self.seat, self.level, self._steps = seat, given["level"], 0
        paces = [NORMAL if other == seat else pace for other in range(match.players)]
        self._bot = Bot(match.game, self.level, seed=drawn)
        self._stepper = MatchStepper(match, self.encoding, chance, paces)
        self._let_others_play(self._stepper)
        return self._seen(self._stepper), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play until the agent is asked again."""
        info, stepper = {}, begun(self._stepper)
        try:
            stepper.act(action)
        except IllegalMove as error:
            info = {"refused": str(error)}
        self._let_others_play(stepper)
        self._steps += 1
        over = stepper.seat is None
        cut = not over and self._steps >= self._stage.longest
        return self._seen(stepper), stepper.scores()[self.seat], over, cut, info

    def render(self) -> Any:
        """The board as text, as a drawing, or as pixels."""
        return self._stage.render(begun(self._stepper).match)

    def _checked_seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self._stage.first.players:
            raise BadOption(f"there is no seat {quoted(seat)}")
        return number

    def _let_others_play(self, stepper: MatchStepper) -> None:
        while stepper.seat not in (None, self.seat):
            stepper.say(self._bot.choose(stepper.match, stepper.seat))

    def _seen(self, stepper: MatchStepper) -> Seen:
        return {
            "observation": stepper.observation(self.seat),
            "action_mask": stepper.mask(self.seat),
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
