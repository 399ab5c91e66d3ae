"""Which action to look at first: the sooner a good one comes, the less there is to look at."""

from tablier.compile.marks import jitable
from tablier.engine.search.transposition import KEPT, Memory


@jitable
def keep(memory: Memory, count: int) -> int:
    """Strike the first actions of a search that would drop the position's value; how many stay."""
    listed, kept = memory.actions[0], 0
    for index in range(count):
        for other in range(memory.counters[KEPT]):
            if listed[index] == memory.kept[other]:
                listed[kept] = listed[index]
                kept += 1
                break
    return kept


@jitable
def rank(memory: Memory, ply: int, count: int, seat: int, remembered: int) -> None:
    """How promising each listed action is: remembered, killer, then by history."""
    listed, order = memory.actions[ply], memory.order[ply]
    for index in range(count):
        action = listed[index]
        if action == remembered:
            order[index] = 1 << 60
        elif action == memory.killers[ply, 0]:
            order[index] = 1 << 59
        elif action == memory.killers[ply, 1]:
            order[index] = 1 << 58
        else:
            order[index] = memory.history[seat, action]


@jitable
def pick(memory: Memory, ply: int, index: int, count: int) -> int:
    """The most promising of the actions not looked at yet, moved to `index`."""
    listed, order = memory.actions[ply], memory.order[ply]
    best = index
    for other in range(index + 1, count):
        if order[other] > order[best]:
            best = other
    listed[index], listed[best] = listed[best], listed[index]
    order[index], order[best] = order[best], order[index]
    return listed[index]


@jitable
def credit(memory: Memory, ply: int, seat: int, action: int, depth: int) -> None:
    """Remember an action that refuted a line."""
    if memory.killers[ply, 0] != action:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = action
    memory.history[seat, action] += depth * depth
