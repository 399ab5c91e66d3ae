"""Steps one of pgx's games on a GPU for bench/gpu.py, which runs this where pgx is.

Random legal actions and auto-reset; masks and observations come with every step.
"""

import os
import sys
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

STEPS, ROUNDS = 100, 5
SIZES = (1 << 14, 1 << 16, 1 << 18)


def rate(name: str, games: int) -> float:
    """The most steps per second of some rounds."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state, key):  # type: ignore[no-untyped-def]
        for_action, for_reset = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(for_action, logits, axis=-1)
        return step(state, action, jax.random.split(for_reset, games)), None

    run = jax.jit(lambda state, keys: jax.lax.scan(one, state, keys)[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    rates = []
    for seed in range(ROUNDS + 1):
        keys = jax.random.split(jax.random.PRNGKey(seed), STEPS)
        began = time.perf_counter()
        state = jax.block_until_ready(run(state, keys))
        rates.append(games * STEPS / (time.perf_counter() - began))
    return max(rates[1:])


def main() -> None:
    """Print the best rate of the game that is named, on whatever JAX runs on."""
    name = sys.argv[1]
    best, games = max((rate(name, games), games) for games in SIZES)
    where = jax.devices()[0].device_kind
    print(f"pgx {name:34} {best / 1e6:8,.0f} M/s with {games:,} games on {where}")


main()
