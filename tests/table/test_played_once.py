"""An action is played once on its way from a frame to everybody's view."""

import pytest
from guests import HERE, ME, PERSON, Gathering, Guest, gathering

from tablier.core.match import Match
from tablier.core.turn import Move, Step

pytestmark = pytest.mark.anyio


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The actions that were played, one by one."""
    texts: list[str] = []

    played = Match._step

    def counted(match: Match, move: Move) -> Step:
        texts.append(move.text)
        return played(match, move)

    monkeypatch.setattr(Match, "_step", counted)
    return texts


async def seated(house: Gathering, game: str) -> Guest:
    made = await house.table(game, ME, HERE)
    return await house.attend(made.table, PERSON)


async def test_a_move_is_played_once(played: list[str]) -> None:
    async with gathering() as house:
        ann = await seated(house, "zhizhu")
        await ann.play("b3", seat=0)
        assert played == ["b3"]
        await ann.play("b3", seat=1)
        assert played == ["b3"], "what is refused is not played"
        await ann.ask("resign", seat=1)
        assert played == ["b3", "resign"]


async def test_what_the_table_does_itself_is_played_once(played: list[str]) -> None:
    async with gathering() as house:
        ann = await seated(house, "zinga")
        played.clear()  # while nobody looked, the table saw what its deadline leads to
        for seat in (0, 1):
            await ann.play("ready", seat=seat)
        assert played[:2] == ["ready", "ready"] and played[2].startswith("roll")
        assert len(played) == 3
