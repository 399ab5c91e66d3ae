"""Actions that are not allowed."""

import pytest

from tablier import IllegalMove, Match


def refused(match: Match, action: str, seat: int | None = None) -> IllegalMove:
    """The refusal that an action meets, which leaves the match as it was."""
    before = match.states
    with pytest.raises(IllegalMove) as caught:
        match.play(action, seat)
    assert match.states == before
    return caught.value
