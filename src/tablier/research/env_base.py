"""What the environments share: the match to begin with, spaces, names, and how it is shown."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

import tablier
from tablier.core.errors import BadOption, listing
from tablier.core.match import Match
from tablier.research.encoding import Encoding, Mask, Observation
from tablier.research.match_stepper import check_longest

RENDER_MODES: Mapping[str, Callable[[Match], str]] = {"ansi": Match.show, "svg": Match.svg}

Seen = dict[str, Observation | Mask]
"""What an agent gets: `observation` and `action_mask`."""


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
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = listing(RENDER_MODES)
            raise BadOption(f"there is no render_mode {render_mode!r}; there are {known}")
        check_longest(longest)
        self.first = tablier.new(game, players=players, **options)
        self.encoding = Encoding(self.first)
        self.longest = longest
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

    def begin(self) -> Match:
        """A new match."""
        return Match(self.first.game, self.first.setup, self.first.state)

    def render(self, match: Match) -> str | None:
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
