"""Steps pgx's games for bench/vector.py, which runs this with an interpreter that has pgx.

Every line of input names a game and a seed; every line of output is the steps per second of
CPU time that a round of it took, with random legal actions and auto-reset.
"""

import sys
import time
from collections.abc import Callable

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

GAMES, STEPS = 1_024, 100


def stepper(name: str) -> Callable[[int], float]:
    """A round of one game, compiled."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state, key):  # type: ignore[no-untyped-def]
        for_action, for_reset = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(for_action, logits, axis=-1)
        return step(state, action, jax.random.split(for_reset, GAMES)), state.observation.sum()

    run = jax.jit(lambda state, keys: jax.lax.scan(one, state, keys))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))

    def measure(seed: int) -> float:
        nonlocal state
        keys = jax.random.split(jax.random.PRNGKey(seed), STEPS)
        began = time.process_time()
        state, seen = run(state, keys)
        jax.block_until_ready((state, seen))
        return GAMES * STEPS / (time.process_time() - began)

    measure(0)
    return measure


def main() -> None:
    """Answer every line."""
    known: dict[str, Callable[[int], float]] = {}
    for line in sys.stdin:
        name, seed = line.split()
        if name not in known:
            known[name] = stepper(name)
        print(known[name](int(seed)), flush=True)


main()
