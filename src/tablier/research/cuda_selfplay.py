"""Random games for a dataset, played by a GPU and written down by this machine's processes.

Whose turn it is where several may act is drawn by lot. Repetitions are counted when a game is
written down: what was played after the end is left out.
"""

from collections.abc import Iterator
from concurrent.futures import Executor, as_completed
from typing import Any

import numpy as np

from tablier.compile.targets.cuda import Call, LaunchVerdict, Striped, default_gpu
from tablier.core.reading.position import read_position
from tablier.engine.arena.arena import LONGEST_GAME, UNFINISHED
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.pairing import Fixtures, Outcome, Pairing
from tablier.engine.simulate.playout import SEAT_BITS, Walks, note_games
from tablier.research.encoding import Encoding

GAMES = 4_096
"""Of one launch."""


def run_on_gpu(fixtures: Fixtures, executor: Executor, ledger: Ledger) -> Iterator[Outcome]:
    """The games that the ledger has, then those that are missing, as they are written down."""
    missing = []
    for pairing in fixtures.pairings():
        if pairing.key in ledger.outcomes:
            yield ledger.outcomes[pairing.key]
        else:
            missing.append(pairing)
    for first in range(0, len(missing), GAMES):
        part = missing[first : first + GAMES]
        waiting = [
            executor.submit(written_down, pairing, moves)
            for pairing, moves in zip(part, moves_of(part), strict=True)
        ]
        for done in as_completed(waiting):
            ledger.add(done.result())
            yield done.result()


def moves_of(pairings: list[Pairing]) -> list[list[int]]:
    """The moves of random games, as `note_games` has them; the same for the same seeds."""
    gpu, match = default_gpu(), read_position(pairings[0].start)
    cupy, most = gpu.cupy, Encoding(match).most
    states = np.zeros(GAMES, np.int64)
    states[: len(pairings)] = [pairing.seed & 0xFFFF_FFFF for pairing in pairings]
    games = Walks(
        cupy.asarray(states),
        Striped(cupy.zeros(GAMES * most, np.int32)),
        cupy.zeros(GAMES, np.int64),
        cupy.zeros(0, np.int64),
    )
    moves, verdict = Striped(cupy.zeros(GAMES * LONGEST_GAME, np.int32)), LaunchVerdict(cupy)
    call = Call(note_games, (match.state, most, LONGEST_GAME, games, moves))
    gpu.launches(verdict, call)[0](len(pairings))
    verdict.wait()
    taken = games.taken.get()
    rows = moves.rows(LONGEST_GAME)[:, : max(1, int(taken.max()))].get()
    in_order = rows.transpose(0, 2, 1).reshape(GAMES, -1)
    return [in_order[game, : taken[game]].tolist() for game in range(len(pairings))]


def written_down(pairing: Pairing, moves: list[int]) -> Outcome:
    """A game as it is kept, from its moves."""
    match = read_position(pairing.start)
    notation: Any = match.game.notation
    for move in moves:
        if match.result is not None:
            break
        seat, action = move & (1 << SEAT_BITS) - 1, move >> SEAT_BITS
        match.play(notation.write(match.state, seat, action), seat)
    match.headers["Players"] = ", ".join(pairing.players)
    ranks = match.result.ranks if match.result else (1,) * match.players
    reason = match.result.reason if match.result else UNFINISHED
    return Outcome(pairing.key, pairing.players, ranks, reason, len(match.actions), match.record())
