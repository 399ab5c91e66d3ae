"""What every request meets before anything answers it, and every answer on its way out."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablier.server.http.rate_limit import Turnstile
from tablier.server.http.refusals import answer
from tablier.table.messages import Refused

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
WITH_PYTHON = {
    **SECURITY,
    "Content-Security-Policy": SECURITY["Content-Security-Policy"].replace(
        "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"
    ),
}
"""The same where Python may be compiled in the page, and workers may be started."""


EMBEDDED = "/embed/"
"""What other sites may put into a frame: a game to look at, with nothing that could be pressed for
somebody else."""
PICTURES = ("/g/", "/p/")
"""Whose previews other sites may show."""


def _framed(security: Mapping[str, str]) -> str:
    return security["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )


class Guard:
    """Headers for every answer, and not too many requests that make something."""

    def __init__(
        self, app: ASGIApp, turnstile: Turnstile, security: Mapping[str, str] = SECURITY
    ) -> None:
        self._app = app
        self._turnstile = turnstile
        self._security = security

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._security)
                if path.startswith(EMBEDDED):
                    headers["Content-Security-Policy"] = _framed(self._security)
                    del headers["X-Frame-Options"]
                elif path.startswith(PICTURES) and path.endswith(".png"):
                    headers["Cross-Origin-Resource-Policy"] = "cross-origin"
                if path.startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
                else:
                    headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        client = scope["client"][0] if scope.get("client") else None
        if scope["method"] == "POST" and not self._turnstile.admits(client, path):
            refused = answer(429, Refused("too_many", "too many requests; wait a little").body())
            await refused(scope, receive, send_guarded)
        else:
            await self._app(_looked(scope), receive, send_guarded)


def _looked(scope: Scope) -> Scope:
    """A request for a head is answered like one to look; the server leaves the body out."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
