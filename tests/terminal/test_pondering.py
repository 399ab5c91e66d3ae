"""The computer thinks on while somebody looks at the board, until they leave."""

import asyncio

import pytest
from on_screen import Sit

import tablier

pytestmark = pytest.mark.anyio
pytest_plugins = "sitting"


async def test_the_computer_thinks_on_from_turn_to_turn_and_ends_with_the_game(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"), level=7, seat=1)
    opponent = session.opponent
    assert opponent is not None
    opponent._waking.join()
    opponent.bot.seconds = 0.05
    session.open()
    pondering = opponent.bot._mind._pondering
    assert pondering.goes_on
    session.play(0, "b3")
    while len(session.match.history) < 2:
        await asyncio.sleep(0)
    assert pondering.goes_on
    session.undo()
    assert pondering.goes_on and not session.match.history
    session.resign(0)
    assert not pondering.goes_on
    await session.close()


async def test_whoever_leaves_leaves_nobody_thinking(sit: Sit) -> None:
    session = sit(tablier.new("zhizhu"), level=7, seat=1)
    assert session.opponent is not None
    session.opponent._waking.join()
    session.open()
    assert session.opponent.bot._mind._pondering.goes_on
    await session.close()
    assert not session.opponent.bot._mind._pondering.goes_on
