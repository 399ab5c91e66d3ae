"""Tables in a terminal that is not there."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablier import Match
from tablier.terminal.phrases import Phrases
from tablier.terminal.session.computer_opponent import Opponent
from tablier.terminal.session.local_session import LocalSession

Sit = Callable[..., LocalSession]


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Sits down at a match: everybody at one keyboard, or against a level."""

    def session(
        match: Match, level: int = 0, seat: int = 1, *, language: str = "en", **more: object
    ) -> LocalSession:
        opponent = Opponent.of(match, level, seat)
        return LocalSession(match, tmp_path / "game.txt", Phrases(language), opponent, **more)  # type: ignore[arg-type]

    return session
