"""Random games, played to the end as fast as the rules allow."""

from numba.extending import register_jitable

from tablier.core.game import Actions, Position

from tablier.engine.compiled import actions, compiled, decision, play



@register_jitable
def draw_number(state: int) -> int:
    """The next state of a small generator that is the same in both worlds."""
    return state * 1_664_525 + 1_013_904_223 & 0xFFFF_FFFF


@register_jitable
def lone_actor(actors: int) -> int:
    """The lowest seat in a set of actors."""
    seat = 0
    while not actors >> seat & 1:
        seat += 1
    return seat


@register_jitable
def playout(position: Position, out: Actions, state: int) -> tuple[int, int]:
    """Play at random to the end; return how many actions it took, and the generator."""
    plies = 0
    actors = decision(position).actors
    while actors:
        seat = lone_actor(actors)
        count = actions(position, seat, out)
        state = draw_number(state)
        position = play(position, seat, out[state * count >> 32])
        plies += 1
        actors = decision(position).actors
    return plies, state


def playouts(position: Position, games: int, out: Actions, state: int) -> int:
    """Play many games; return how many actions they took in all."""
    plies = 0
    for _ in range(games):
        taken, state = playout(position, out, state)
        plies += taken
    return plies
