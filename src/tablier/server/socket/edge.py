"""What all connections of a house share: places, allowances, names, figures."""

import logging
from collections.abc import Iterable

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tablier.server.limits.allowance import Allowances
from tablier.server.limits.bodies import Bodies
from tablier.server.limits.bounds import ADDRESS_FRAMES, REQUESTS
from tablier.server.limits.connections import Connections
from tablier.server.limits.newcomers import Newcomers
from tablier.server.node.metrics import Metrics
from tablier.server.socket.origins import Origins

log = logging.getLogger("tablier.house")


MOST_WARNED = 16
"""A whole network may be named as proxies."""


class Edge:
    """Where strangers are met."""

    def __init__(
        self,
        metrics: Metrics,
        origins: Origins,
        proxies: Iterable[str] = (),
        most: int = 0,
        most_each: int = 0,
    ) -> None:
        self.metrics = metrics
        self.origins = origins
        self._proxies = ProxyHeadersMiddleware(_nothing, list(proxies)).trusted_hosts
        """Asked as uvicorn asks, so that both believe the same proxies."""
        self.connections = Connections(most, most_each, self.is_proxy)
        self.frames = Allowances(*ADDRESS_FRAMES)
        self.requests = Allowances(*REQUESTS)
        self.bodies = Bodies()
        self.newcomers = Newcomers()
        self._silent: set[str] = set()
        """Proxies of which the host was told that they say too little."""

    def is_proxy(self, address: str) -> bool:
        """Whether this is a proxy whose word about its clients is believed."""
        return address in self._proxies

    def warn_of_silent(self, proxy: str, header: str) -> None:
        """Tell the host, once, that a proxy does not say how far its clients are."""
        if proxy not in self._silent and len(self._silent) < MOST_WARNED:
            self._silent.add(proxy)
            log.warning(
                "the proxy %s sends no %s: whoever answers pings late behind it wins bells "
                "(docs/hosting.md, Behind a proxy)",
                proxy,
                header,
            )

    def client(self, peer: str | None, forwarded: list[bytes]) -> str | None:
        """Who is at the other end: the peer, or whom a proxy speaks for."""
        if peer is None or not forwarded or not self.is_proxy(peer):
            return peer
        said = b", ".join(forwarded).decode("latin-1")
        return self._proxies.get_trusted_client_address(said)[0] or peer


async def _nothing(scope: object, receive: object, send: object) -> None:
    """No application: only the proxies' list is wanted."""
