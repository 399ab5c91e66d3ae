"""Tables in a terminal that is not there."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablier import Match
from tablier.terminal.local import Local
from tablier.terminal.opponent import Opponent
from tablier.terminal.speech import Speech

Sit = Callable[..., Local]


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Sits down at a match: everybody at one keyboard, or against a level."""

    def sitting(
        match: Match, level: int = 0, seat: int = 1, *, language: str = "en", **more: object
    ) -> Local:
        opponent = Opponent.of(match, level, seat)
        return Local(match, tmp_path / "game.txt", Speech(language), opponent, **more)  # type: ignore[arg-type]

    return sitting
