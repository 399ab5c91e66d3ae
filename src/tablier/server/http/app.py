"""The application: routes, static files, headers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute

import tablier
from tablier.core import registry
from tablier.server.http.api import router
from tablier.server.http.files import Files
from tablier.server.http.rate_limit import Turnstile
from tablier.server.http.refusals import add_refusals, answer
from tablier.server.http.settings import Settings
from tablier.server.node.bot_pool import Thinkers
from tablier.server.node.metrics import Gauges, Metrics
from tablier.server.node.node import Node, take_up
from tablier.server.socket.endpoint import come_in
from tablier.table import messages
from tablier.table.live.house_clock import House

WEB = Path(__file__).parents[2] / "web"
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
READY_S = 2.0
"""A database that has not stored anything within this time is not ready."""
LARGEST_BODY = 512 * 1024


def make_app(settings: Settings) -> FastAPI:
    """The house, ready to open."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, open_ms = await take_up(settings.url)
        house = House(open_ms)
        app.state.node = Node(store, house, Thinkers(settings.workers or None), Metrics())
        await app.state.node.open()
        app.state.ready = True
        yield
        app.state.ready = False
        await app.state.node.close()

    app = FastAPI(
        title="Tablier",
        version=tablier.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        summary="Everything that is not live; docs/protocol.md describes the WebSocket.",
    )
    app.state.settings = settings
    app.state.ready = False
    app.state.turnstile = Turnstile()
    app.include_router(router)
    app.router.routes.append(WebSocketRoute("/ws", come_in))
    add_refusals(app)
    app.middleware("http")(_guard)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    _add_health(app)
    _add_files(app)
    return app


async def _guard(request: Request, call_next: object) -> Response:
    """Headers for every answer; no body larger than anything we ask for, and not too many."""
    client = request.client.host if request.client else None
    turnstile: Turnstile = request.app.state.turnstile
    if _too_large(request):
        response = answer(413, messages.Refused("too_large", "that is too much").body())
    elif request.method == "POST" and not turnstile.admits(client, request.url.path):
        response = answer(
            429, messages.Refused("too_many", "too many requests; wait a little").body()
        )
    else:
        response = await call_next(request)  # type: ignore[operator]
    response.headers.update(SECURITY)
    if request.url.path.startswith("/api/"):
        response.headers["Cache-Control"] = "no-store"
    else:
        response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _too_large(request: Request) -> bool:
    """A body of unknown length is not taken either."""
    length = request.headers.get("content-length", "")
    if not length:
        return request.method == "POST"
    return len(length) > len(str(LARGEST_BODY)) or int(length) > LARGEST_BODY


def _add_health(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    def health() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @app.get("/readyz", include_in_schema=False)
    async def ready() -> PlainTextResponse:
        if not app.state.ready:
            return PlainTextResponse("wait\n", 503)
        if not await app.state.node.store.answers(READY_S):
            return PlainTextResponse("nothing can be stored\n", 503)
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    def metrics() -> PlainTextResponse:
        node: Node = app.state.node
        tables = node.tables
        gauges = Gauges(len(tables.live), tables.refused, node.thinkers.queued)
        lines = node.metrics.lines(gauges)
        return PlainTextResponse("\n".join(lines) + "\n")


def _add_files(app: FastAPI) -> None:
    for name in registry.games():
        look = registry.find(name).look or WEB / "look"
        app.mount(f"/games/{name}/look", Files(look))
    if WEB.is_dir():
        app.mount("/", Files(WEB))
