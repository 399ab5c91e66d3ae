"""A live connection, from its first frame to its last, whatever carries the frames."""

from collections.abc import Callable

from tablier.table import messages
from tablier.table.keys import hashes
from tablier.table.live.audience import first_to_go
from tablier.table.live.live_table import LiveTable
from tablier.table.live.session import Connection, Session
from tablier.table.sharing.fair_queue import Asker
from tablier.table.state import WAITING
from tablier.table.tables import Tables

COSTS: dict[type[messages.Command], int] = {messages.History: 30}
"""What takes long to answer counts as several messages, and waits until they may be sent."""
FULL = "as many watch as there is room for"
CLOSED = {"storage": messages.TRY_LATER, "other_rules": messages.OTHER_RULES}


class Goodbye(Exception):
    """The connection ends, with a code that says why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


async def welcome(
    tables: Tables, text: str, address: str, connection: Callable[[], Connection]
) -> tuple[LiveTable, Session]:
    """Bring somebody to the table that the first frame names; Goodbye if that can't be."""
    try:
        hello = messages.read_hello(text)
    except messages.BadMessage as error:
        raise Goodbye(messages.BAD_MESSAGE, str(error)) from error
    held = hashes(hello.keys)
    try:
        live = await tables.open(hello.table, held, Asker(address))
    except messages.Refused as refused:
        raise Goodbye(CLOSED.get(refused.code, messages.NO_TABLE), refused.code) from refused
    rights = live.keys.rights(held)
    if not rights and not live.audience.has_room(invited=live.keys.invites(held)):
        if live.table.phase != WAITING:
            raise Goodbye(messages.CROWDED, FULL)
        _make_room(tables, live)
    session = Session(connection(), rights, held, address, looking=hello.looking)
    await live.join(session, hello.seen)
    return live, session


def _make_room(tables: Tables, live: LiveTable) -> None:
    """Whoever comes to a table that waits may sit down: nobody is kept from it by a crowd."""
    strangers = [one for one in live.audience.sessions if not live.keys.invites(one.hashes)]
    leaving = first_to_go(strangers) or first_to_go(live.audience.sessions)
    if leaving is not None:
        live.leave(leaving)
        tables.spawn(leaving.close(messages.CROWDED, FULL))


async def hear(live: LiveTable, session: Session, text: str) -> None:
    """Carry out what a later frame says, and answer it; Goodbye if it can't be read."""
    try:
        command = messages.read_command(text)
    except messages.BadMessage as error:
        raise Goodbye(messages.BAD_MESSAGE, str(error)) from error
    if type(command) in COSTS:
        await session.afford(COSTS[type(command)])
    elif not session.admits():
        raise Goodbye(messages.TOO_MANY, "too many messages")
    await live.handle(session, command)
