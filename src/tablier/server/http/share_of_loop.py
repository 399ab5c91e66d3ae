"""How the loop's time is shared between those who ask for something and those who play."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.server.limits.allowance import Allowances
from tablier.server.limits.bounds import PLAYERS_TIME
from tablier.server.limits.household import HERE, household
from tablier.server.limits.metered import metered
from tablier.server.limits.newcomers import Newcomers

GREETING = 2
"""The first messages of a WebSocket: that it is one, and hello."""


class ShareOfLoop:
    """Requests and greetings take of the newcomers' time, those who play of their own.

    A household that has used its own takes of the newcomers' as well, and waits for its turn
    with them before its next message is heard.
    """

    def __init__(
        self,
        app: ASGIApp,
        newcomers: Newcomers,
        players_time: tuple[float, float] = PLAYERS_TIME,
    ) -> None:
        self._app = app
        self._newcomers = newcomers
        self._players = Allowances(*players_time)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        who = household(scope["client"][0] if scope.get("client") else None)
        if who == HERE or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        hears, charge = receive, lambda seconds: self._newcomers.charge(who, seconds)
        if scope["type"] == "websocket":
            player = _Player(who, receive, self._newcomers, self._players)
            hears, charge = player.hear, player.charge
        await metered(self._app(scope, hears, send), charge)  # type: ignore[arg-type]


class _Player:
    """A WebSocket, and whether it has to wait with the newcomers."""

    def __init__(
        self, who: str, receive: Receive, newcomers: Newcomers, players: Allowances
    ) -> None:
        self._who = who
        self._receive = receive
        self._newcomers = newcomers
        self._players = players
        self._messages = 0
        self._waits = False

    def charge(self, seconds: float) -> None:
        """Count seconds that went into this WebSocket."""
        greeting = self._messages <= GREETING
        self._waits = not greeting and not self._players.spend(self._who, seconds)
        if greeting or self._waits:
            self._newcomers.charge(self._who, seconds)

    async def hear(self) -> Message:
        """The next message, when it is its turn."""
        self._messages += 1
        message = await self._receive()
        if self._waits:
            await self._newcomers.turn(self._who)
        elif self._messages > GREETING:
            self._newcomers.heard()
        return message
