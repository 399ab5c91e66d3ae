"""Tablier for researchers: environments, vectors of games, datasets.

PettingZoo, Gymnasium and OpenSpiel are only needed by what is named after them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablier.core.errors import TablierError
from tablier.engine.arena.standings import compare as arena
from tablier.research.vector.vector_env import VectorEnv

if TYPE_CHECKING:
    from tablier.research.aec_env import AecEnv
    from tablier.research.gym_env import SoloEnv
    from tablier.research.gym_vector_env import SeatsVectorEnv
    from tablier.research.parallel_env import RaceEnv

__all__ = [
    "VectorEnv",
    "aec",
    "arena",
    "parallel",
    "register_gymnasium",
    "register_openspiel",
    "solo",
    "vector",
]


def aec(game: str, **options: Any) -> "AecEnv":
    """PettingZoo's agent environment cycle.

    >>> env = aec("zhizhu", render_mode="ansi")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter(10):
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else observation["action_mask"].argmax())
    >>> env.agent_selection
    'player_0'
    """
    env: AecEnv = _needing("tablier.research.aec_env").AecEnv(game, **options)
    return env


def parallel(game: str, **options: Any) -> "RaceEnv":
    """PettingZoo's parallel environment, for a game in which the quickest acts."""
    env: RaceEnv = _needing("tablier.research.parallel_env").RaceEnv(game, **options)
    return env


def solo(game: str, **options: Any) -> "SoloEnv":
    """Gymnasium's environment, against bots of a level."""
    env: SoloEnv = _needing("tablier.research.gym_env").SoloEnv(game, **options)
    return env


def vector(game: str, num_envs: int = 1024, **options: Any) -> "SeatsVectorEnv":
    """Gymnasium's vector of environments, in which the agent plays every seat."""
    made: SeatsVectorEnv = _needing("tablier.research.gym_vector_env").SeatsVectorEnv(
        game, num_envs, **options
    )
    return made


def register_gymnasium() -> list[str]:
    """Make Gymnasium know every game, as `tablier/NAME-vVERSION`; return these names."""
    names: list[str] = _needing("tablier.research.gym_env").register()
    return names


def register_openspiel() -> list[str]:
    """Make OpenSpiel know every game, as `tablier_NAME`; return these names."""
    names: list[str] = _needing("tablier.research.openspiel_game").register()
    return names


def _needing(module: str) -> Any:
    """A module whose library may not be there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = {"pyspiel": "open_spiel"}.get(error.name or "", error.name)
        raise TablierError(
            f"this needs {library}: pip install 'tablier[research]' {library}"
        ) from error
