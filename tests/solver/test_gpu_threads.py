"""The solver's loops with a thread for each index, as a GPU runs them; by this processor here."""

import numpy as np
from gpu_on_host import HostGpu

from tablier.core import registry
from tablier.solver.cores import Cores
from tablier.solver.endgames import endgame_of
from tablier.solver.gpu_threads import GpuThreads
from tablier.solver.levels import count_states
from tablier.solver.numbering import LINE, Shelf, new_shelf, places_of


def test_a_gpu_counts_the_states_that_the_cores_count() -> None:
    endgame = endgame_of(registry.find("zhizhu"))
    shelf, gpu, cores = new_shelf(endgame, 3), GpuThreads(HostGpu()), Cores()
    arrays = {name: gpu.taken(getattr(shelf, name)) for name in Shelf._fields[1:]}
    places, kind = places_of(3, 3, shelf), (endgame.State(0, 0, 0), 3, 3)
    counted = [np.zeros(LINE * places, np.uint8), gpu.zeros(LINE * places, np.uint8)]
    cores.fill(count_states, kind, shelf, places, counted[0])
    gpu.fill(count_states, kind, shelf._replace(**arrays), places, counted[1])
    assert counted[0].sum() > places / 2 and (counted[0] == gpu.given(counted[1])).all()
