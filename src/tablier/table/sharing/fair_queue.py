"""A queue for what there are few places for: whoever has used less of them is next.

Time is shared between addresses, and what an address gets between its tables.
Whoever asks for much waits behind oneself, and a stranger for one piece of work
at most. Nobody saves up: an address that was away has no more than one that is new.
"""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

EXPECTED_S = 1.0
"""What is begun counts for this long until it is known how long it took."""
MOST_KNOWN = 4_000
"""Accounts that are remembered, before those are forgotten that have used little."""

Account = tuple[str, ...]


class Asker(NamedTuple):
    """Who something is done for; an empty address is nobody in particular."""

    address: str = ""
    table: str = ""


NOBODY = Asker()


class Crowded(Exception):
    """Too much is waiting already."""


class _Ticket(NamedTuple):
    asker: Asker
    number: int
    called: asyncio.Future[int]


class FairQueue:
    """Places, numbered from 0, and who waits for one."""

    def __init__(
        self,
        places: int,
        *,
        most: int | None = None,
        most_each: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`most` may wait or be served at a time, `most_each` of them from one address."""
        self._free = list(range(places))
        self._most = most
        self._most_each = most_each
        self._now = now
        self._waiting: list[_Ticket] = []
        self._served: dict[int, tuple[Asker, float]] = {}
        self._spent: dict[Account, float] = {}
        self._levels: dict[Account, float] = {}
        """What those had spent who were served last, among all addresses and among the tables of
        each: nobody begins with less."""
        self._count = 0

    def __len__(self) -> int:
        """How many wait or are served."""
        return len(self._waiting) + len(self._served)

    async def take(self, asker: Asker) -> int:
        """Wait for a place; Crowded where that would be too many."""
        self._require_room(asker)
        for account in _accounts(asker):
            level = self._levels.get(account[:-1], 0.0)
            self._spent[account] = max(self._spent.get(account, 0.0), level)
        self._count += 1
        ticket = _Ticket(asker, self._count, asyncio.get_running_loop().create_future())
        self._waiting.append(ticket)
        self._call()
        try:
            return await ticket.called
        except asyncio.CancelledError:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            elif ticket.called.done() and not ticket.called.cancelled():
                self.give(ticket.called.result())
            raise

    def give(self, place: int) -> None:
        """Give a place back; what it was used for is charged."""
        asker, began = self._served.pop(place)
        for account in _accounts(asker):
            self._spent[account] += self._now() - began - EXPECTED_S
        self._free.append(place)
        self._call()
        if len(self._spent) > MOST_KNOWN:
            self._forget()

    def _call(self) -> None:
        """Give free places to those who have used least."""
        while self._free and self._waiting:
            ticket = min(self._waiting, key=self._rank)
            self._waiting.remove(ticket)
            if ticket.called.done():
                continue
            place = self._free.pop()
            for account in _accounts(ticket.asker):
                level = self._levels.get(account[:-1], 0.0)
                self._levels[account[:-1]] = max(level, self._spent[account])
                self._spent[account] += EXPECTED_S
            self._served[place] = (ticket.asker, self._now())
            ticket.called.set_result(place)

    def _rank(self, ticket: _Ticket) -> tuple[float, float, int]:
        address, table = (self._spent[account] for account in _accounts(ticket.asker))
        return address, table, ticket.number

    def _require_room(self, asker: Asker) -> None:
        if self._most is not None and len(self) >= self._most:
            raise Crowded("too much is waiting already")
        if self._most_each is None or not asker.address:
            return
        askers = [t.asker for t in self._waiting] + [one for one, _ in self._served.values()]
        if sum(one.address == asker.address for one in askers) >= self._most_each:
            raise Crowded("you have asked for much already")

    def _forget(self) -> None:
        """Of those who want nothing now, keep the half that has used most."""
        busy = [t.asker for t in self._waiting] + [one for one, _ in self._served.values()]
        kept = {account for asker in busy for account in _accounts(asker)}
        used = sorted(self._spent, key=lambda account: self._spent[account])
        kept |= set(used[-MOST_KNOWN // 2 :])
        self._spent = {account: self._spent[account] for account in kept}
        self._levels = {one: at for one, at in self._levels.items() if not one or one in kept}


def _accounts(asker: Asker) -> tuple[Account, Account]:
    """That of the address, and that of its table."""
    return (asker.address,), (asker.address, asker.table)
