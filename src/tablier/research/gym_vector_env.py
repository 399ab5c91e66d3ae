"""Gymnasium's vector of environments: many games, in which the agent plays every seat."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from tablier.core.errors import BadOption, listing
from tablier.research.arguments import NoSuchRow, check_options, quoted
from tablier.research.env_base import Seen, Stage
from tablier.research.match_stepper import LONGEST_MATCH
from tablier.research.vector.vector_env import VectorEnv

AUTORESET = {mode.value: mode for mode in AutoresetMode}


class SeatsVectorEnv(GymnasiumVectorEnv[Any, Any, Any]):
    """Many games; in each the agent acts for the seat that is asked, and is paid for it.

    `infos` have, beside, whose turn it is (`seats`) and what the step brought to everybody
    (`rewards`). `games` is the vector below: it samples, saves, clones, and has matches.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        *,
        autoreset: str | AutoresetMode = AutoresetMode.SAME_STEP,
        players: int | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST_MATCH,
        **options: Any,
    ) -> None:
        mode = getattr(autoreset, "value", autoreset)
        if not isinstance(mode, str) or mode not in AUTORESET:
            known = listing(AUTORESET)
            raise BadOption(f"there is no autoreset {quoted(autoreset)}; there are {known}")
        if "device" in options:
            raise BadOption("Gymnasium's vectors are NumPy's: for a GPU there is VectorEnv")
        beside = {name: options.pop(name) for name in ("threads", "start") if name in options}
        self._stage = Stage(game, players, render_mode, longest, options)
        self.games = VectorEnv(
            game, num_envs, players=players, longest=longest, **beside, **options
        )
        """The games themselves."""
        self.encoding, self.render_mode = self.games.encoding, render_mode
        self.num_envs = self.games.games
        self.autoreset = AUTORESET[mode]
        self.metadata = {**self._stage.metadata, "autoreset_mode": self.autoreset}
        actions = len(self.encoding.actions)
        self.single_observation_space = self._stage.observation_space(actions)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._over = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games, or those that `options={"reset_mask": …}` marks as true."""
        given = check_options(options, ("reset_mask",))
        rows = given.get("reset_mask")
        if rows is not None and (
            np.shape(rows) != (self.num_envs,) or np.asarray(rows).dtype != np.bool_
        ):
            raise BadOption(f"{quoted(rows)} is no reset_mask: a truth value for each game")
        self.games.reset(seed, rows)
        self._over = np.zeros_like(self._over) if rows is None else self._over & ~np.asarray(rows)
        return self._seen(), self._infos(np.zeros_like(self.games.rewards))

    def step(
        self, actions: Any
    ) -> tuple[Seen, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Any]:
        """Act in every game. An illegal action raises, and none is played.

        Where a game is over: with `NextStep` the action counts for nothing and a game begins, with
        `Disabled` it has to be reset first, with `SameStep` another has begun at once.
        """
        over, acted = self._over, self.games.seats.copy()
        if over.any() and self.autoreset is AutoresetMode.DISABLED:
            row = int(over.argmax())
            raise NoSuchRow(f"game {row} is over: reset it, by options={{'reset_mask': …}}")
        self._play(actions, np.flatnonzero(~over))
        everybodys = np.where(over[:, None], np.float32(0), self.games.rewards)
        terminated = self.games.terminated & ~over
        truncated = self.games.truncated & ~over
        ended = terminated | truncated
        infos = self._infos(everybodys)
        if self.autoreset is AutoresetMode.SAME_STEP:
            if ended.any():
                infos |= {"final_obs": self._finals(ended), "_final_obs": ended}
        else:
            self._over = ended
        rewards = everybodys[np.arange(self.num_envs), acted]
        return self._seen(), rewards, terminated, truncated, infos

    def render(self) -> Any:
        """Every game as it stands, as the render mode has it."""
        if self.render_mode is None:
            return None
        return tuple(self._stage.render(self.games.match(row)) for row in range(self.num_envs))

    def _play(self, actions: Any, going: npt.NDArray[np.int64]) -> None:
        """Act where games go on."""
        if len(going) == self.num_envs:
            self.games.step(actions)
            return
        if np.shape(actions) != (self.num_envs,):
            raise BadOption(f"{self.num_envs} whole numbers are needed, one for each game")
        self.games.step(np.asarray(actions)[going], rows=going)

    def _seen(self) -> Seen:
        """Copies of what is seen: how a game ended until another begins."""
        seen, masks = self.games.observations.copy(), self.games.masks.astype(np.int8)
        if self._over.any():
            seen[self._over] = self.games.final_observations[self._over]
            masks[self._over] = 0
        return {"observation": seen, "action_mask": masks}

    def _finals(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
        """How games ended, an observation each; None where none did."""
        finals = np.full(self.num_envs, None, dtype=object)
        nothing = np.zeros(len(self.encoding.actions), np.int8)
        for row in np.flatnonzero(ended):
            seen = self.games.final_observations[row].copy()
            finals[row] = {"observation": seen, "action_mask": nothing}
        return finals

    def _infos(self, rewards: npt.NDArray[np.float32]) -> dict[str, Any]:
        """Whose turn it is, and what the step brought to everybody."""
        known = np.ones(self.num_envs, np.bool_)
        seats = self.games.seats.copy()
        return {"seats": seats, "_seats": known, "rewards": rewards.copy(), "_rewards": known}
