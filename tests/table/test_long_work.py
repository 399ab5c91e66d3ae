"""What takes long is done in slices, and between two of them everybody else is served."""

import asyncio

import pytest
from guests import HERE, ME, PERSON, gathering
from memory import Line

from tablier.table.live import answers
from tablier.table.live.session import Session
from tablier.table.sharing.fair_queue import Asker
from tablier.table.sharing.long_work import LongWork

pytestmark = pytest.mark.anyio
STRANGER = "203.0.113.7"


@pytest.mark.parametrize("address", ["", STRANGER])
async def test_others_are_served_after_every_piece_of_work(address: str) -> None:
    """Also if it was short: page after page of a long table is one such piece after the other."""
    work = LongWork()
    served: list[int] = []
    for number in range(5):
        asyncio.get_running_loop().call_soon(served.append, number)
        await work.run(Asker(address), [number])
        assert served[-1] == number


class Gone(Line):
    """A line that breaks when something is sent."""

    def write(self, frame: str) -> bool:
        return False

    async def send(self, frame: str) -> None:
        self.frames.append(frame)
        raise ConnectionError


async def test_nobody_is_told_the_past_who_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PAGE", 2)
    async with gathering() as room:
        made = await room.table("zhizhu", ME, HERE)
        ann = await room.attend(made.table, PERSON)
        for number, text in enumerate(("b3", "c1", "a2", "d4", "e5", "a4")):
            await ann.play(text, seat=number % 2)
        line, table, encode = Gone(), ann.live.table, repr
        session = Session(line, frozenset(), frozenset())
        seen = await answers.tell_past(table, session, 0, encode, LongWork())
        assert len(line.frames) == 1 and seen == table.seq
