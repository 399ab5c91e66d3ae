"""What the environments share: the match to begin with, spaces, names, and how it is shown."""

import warnings
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import tablier
from tablier.core.errors import BadOption, TablierError, listing
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.research.arguments import check_options, is_named, quoted
from tablier.research.encoding import Encoding, Mask, Observation
from tablier.research.match_stepper import check_longest


def _pixels(match: Match) -> npt.NDArray[np.uint8]:
    """The board as a picture: height, width, and red, green and blue."""
    from tablier.core.drawing.raster import pixels

    return np.asarray(pixels(match.svg()))


RENDER_MODES: Mapping[str, Callable[[Match], Any]] = {
    "ansi": Match.show,
    "svg": Match.svg,
    "rgb_array": _pixels,
}

Stepper = TypeVar("Stepper")

Seen = dict[str, Observation | Mask]
"""What an agent gets: `observation` and `action_mask`."""


OPTIONS = ("position",)
"""What every environment can be told when it is reset: where the match begins."""


def known_options(options: object) -> Mapping[str, Any]:
    """The options of a reset; a warning for each that there is not.

    PettingZoo's own test hands some in, so they can't be refused.
    """
    given = check_options(options, None)
    for name in given:
        if name not in OPTIONS:
            told = f"a reset knows no option {quoted(name)}; it knows {listing(OPTIONS)}"
            warnings.warn(told, stacklevel=3)
    return given


def begun(stepper: Stepper | None) -> Stepper:
    """What an environment plays with, once it was reset."""
    if stepper is None:
        raise TablierError("the environment has no match yet: reset it first")
    return stepper


class Stage:
    """A game with its options, ready to be played again and again."""

    def __init__(
        self,
        game: str,
        players: int | None,
        render_mode: str | None,
        longest: int,
        options: dict[str, Any],
    ) -> None:
        if render_mode is not None and not is_named(render_mode, RENDER_MODES):
            known = listing(RENDER_MODES)
            raise BadOption(f"there is no render_mode {quoted(render_mode)}; there are {known}")
        self.longest = check_longest(longest)
        self.first = tablier.new(game, players=players, **options)
        self.encoding = Encoding(self.first)
        self._shown = RENDER_MODES[render_mode] if render_mode else None

    @property
    def agents(self) -> list[str]:
        """The seats, named as PettingZoo has it."""
        return [f"player_{seat}" for seat in range(self.first.players)]

    @property
    def metadata(self) -> dict[str, Any]:
        """What PettingZoo and Gymnasium want to know."""
        game = self.first.game
        name = f"{game.name.replace('-', '_')}_v{game.version}"
        return {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 1}

    def begin(self, position: Any = None) -> Match:
        """A new match, from the start or from the position of a text."""
        if position is None:
            return Match(self.first.game, self.first.setup, self.first.state)
        match = read_position(position)
        if match.game is not self.first.game or match.setup != self.first.setup:
            raise BadOption("the position is of another game or has other options")
        if match.result is not None:
            raise BadOption("the game is over at the start position")
        return match

    def seat_of(self, agent: object) -> int:
        """The seat of an agent."""
        if not is_named(agent, self.agents):
            raise BadOption(f"there is no agent {quoted(agent)}; there are {listing(self.agents)}")
        return self.agents.index(str(agent))

    def render(self, match: Match) -> Any:
        """The match as the render mode has it; nothing without one."""
        return self._shown(match) if self._shown else None

    def observation_space(self, actions: int) -> spaces.Dict:
        """What an agent sees that has a number of actions."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
