"""What a house says to a terminal that came as a guest."""

import asyncio
import json
from functools import cache
from random import Random
from typing import Any

from raw_bytes import some_table
from reader import Reader
from spoiling import spoiled, spoiled_value

from tablier.table.event import Event
from tablier.table.live.answers import welcome
from tablier.table.view import shown_event
from tablier.terminal.phrases import Phrases
from tablier.terminal.session.house_frames import read_frame
from tablier.terminal.session.remote_session import RemoteSession
from tablier.terminal.session.table_link import TableLink

LINK = TableLink("http://127.0.0.1:8100", "k7m2q9xwab", "0123abcd")
MINE = frozenset({0})


@cache
def _said() -> tuple[str, tuple[str, ...]]:
    """A welcome, and what a house says later, each as a frame."""
    live = some_table()
    view = live.seen(MINE)
    first = welcome(live.table, MINE, 0) | {"view": view}
    event = Event(live.table.id, live.table.seq + 1, None, 0, "played", {"text": "b3"}, 0, 0, "")
    remark = event._replace(seq=event.seq + 1, seat=1, kind="said", body={"text": "Good luck!"})
    later = [
        {"type": "update", "events": [shown_event(event), shown_event(remark)], "view": view},
        {"type": "events", "events": [shown_event(event)]},
        {"type": "presence", "seats": [True, False], "away": [None, 9], "watchers": 1},
        {"type": "refused", "cmd": "a 1", "code": "over", "text": "x", "rule": None, "details": {}},
        {"type": "hint", "cmd": "a 2", "text": "b3"},
        {"type": "ack", "cmd": "a 3", "seq": 3, "hash": "00"},
    ]
    return json.dumps(first), tuple(json.dumps(one) for one in later)


def _speech(random: Random) -> tuple[str, ...]:
    first, later = _said()
    said = [first, *random.choices(later, k=random.randrange(5))]
    place = random.randrange(len(said))
    spoilt = json.loads(said[place])
    for _ in range(random.choice((1, 1, 2, 4))):
        spoilt = spoiled_value(random, spoilt)
    said[place] = json.dumps(spoilt)
    if random.random() < 0.2:
        said[place] = spoiled(random, said[place], ())
    return tuple(said)


def _listen(said: tuple[str, ...]) -> None:
    asyncio.run(_sit_through(said))


async def _sit_through(said: tuple[str, ...]) -> None:
    session = RemoteSession(LINK, ["x" * 32], read_frame(said[0]), Phrases("en"))
    _look_at(session)
    for frame in said[1:]:
        session._take(read_frame(frame))
        _look_at(session)


def _look_at(session: RemoteSession) -> None:
    """Everything that a screen shows of it."""
    shown: list[Any] = [session.status, session.notice, session.cause, session.draw_question]
    shown += [session.asked_again, session.resumers, session.claimed_from, session.remaining()]
    for seat in range(session.match.players):
        shown += [session.who(seat), session.clock(seat)]
    assert not any("\x1b" in text for text in shown if isinstance(text, str))


HOUSE_SPEECH = {"house speech": Reader(_speech, _listen)}
