"""What a game has to say on an action comes with it, and is kept in the history."""

import pytest
from guests import HERE, ME, PERSON, gathering

pytestmark = pytest.mark.anyio
SILENT = {"seat": 1, "token": "fault_silent", "details": {}}


async def test_why_it_was_a_blunder_is_told_once_and_by_the_game() -> None:
    async with gathering() as house:
        made = await house.table("zinga", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        for seat in (0, 1):
            await ann.play("ready", seat=seat)
        await ann.play("ring", seat=1, reaction=500.0)
        await house.passes(60_000)
        played = [event for event in ann.events if event["kind"] == "played"]
        said = {event["body"]["text"]: event["remark"] for event in played[:5]}
        assert said.pop("expired") == SILENT and set(said.values()) == {None}
        frames = (await ann.ask("history", ply=0))["frames"]
        assert [frame["remark"] for frame in frames[:6]] == [None] * 5 + [SILENT]


async def test_games_without_remarks_say_nothing() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, HERE)
        ann = await house.attend(made.table, PERSON)
        await ann.play("b3", seat=0)
        assert "remark" not in ann.events[-1]
        assert (await ann.ask("history", ply=0))["frames"][1]["remark"] is None
