"""What the tests of the solver share: a small game, solved once."""

import pytest

from tablier.core import registry
from tablier.solver.endgames import Endgames
from tablier.solver.whole import Whole


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """ZhiZhu with three pieces each."""
    solved = Whole(Endgames(registry.find("zhizhu"), tmp_path_factory.mktemp("whole")), 3)
    assert all(now for _, now in solved.solve(lambda *_: None))
    return solved
