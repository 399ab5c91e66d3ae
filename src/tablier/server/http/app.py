"""The application: routes, static files, headers."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute

import tablier
from tablier.core import registry
from tablier.server.http.api import router
from tablier.server.http.files import Files
from tablier.server.http.guard import SECURITY, WITH_PYTHON, Guard
from tablier.server.http.rate_limit import Turnstile
from tablier.server.http.refusals import add_refusals
from tablier.server.http.settings import Settings
from tablier.server.http.share_of_loop import ShareOfLoop
from tablier.server.http.shared_games import Previews, pages, sharing
from tablier.server.node.bot_pool import Thinkers
from tablier.server.node.metrics import Gauges
from tablier.server.node.node import Node, take_up
from tablier.server.socket.edge import Edge
from tablier.server.socket.endpoint import come_in
from tablier.table.live.house_clock import House

WEB = Path(__file__).parents[2] / "web"
READY_S = 2.0
"""A database that has not stored anything within this time is not ready."""


def make_app(
    settings: Settings,
    edge: Edge,
    thinking: Mapping[str, bytes] | None = None,
    *,
    at_home: bool = False,
) -> FastAPI:
    """The house, ready to open; with files that let the page think itself, where there are any.

    `at_home` it is for whoever sits at this machine.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, open_ms = await take_up(settings.url)
        house = House(open_ms)
        thinkers = Thinkers(settings.workers or None, at_home=at_home)
        app.state.node = Node(store, house, thinkers, edge.metrics)
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
    app.state.edge = edge
    app.state.host = settings.host
    app.state.ready = False
    app.state.turnstile = Turnstile()
    app.state.previews = Previews()
    app.include_router(router)
    app.include_router(sharing)
    app.include_router(pages)
    app.router.routes.append(WebSocketRoute("/{path:path}", come_in))
    add_refusals(app)
    security = WITH_PYTHON if thinking else SECURITY
    app.add_middleware(Guard, turnstile=app.state.turnstile, security=security)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(ShareOfLoop, newcomers=edge.newcomers)
    _add_health(app)
    _add_files(app, thinking)
    return app


def _add_health(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def health() -> PlainTextResponse:
        return PlainTextResponse("ok\n")

    @app.get("/readyz", include_in_schema=False)
    async def ready() -> PlainTextResponse:
        if not app.state.ready:
            return PlainTextResponse("wait\n", 503)
        if not await app.state.node.store.answers(READY_S):
            return PlainTextResponse("nothing can be stored\n", 503)
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> PlainTextResponse:
        node: Node = app.state.node
        tables = node.tables
        gauges = Gauges(
            len(tables.live), tables.refused, node.thinkers.queued, app.state.edge.connections.count
        )
        lines = node.metrics.lines(gauges)
        return PlainTextResponse("\n".join(lines) + "\n")


def _add_files(app: FastAPI, thinking: Mapping[str, bytes] | None) -> None:
    looks = {
        f"games/{name}/look": registry.find(name).look or WEB / "look" for name in registry.games()
    }
    app.state.files = Files(WEB, looks, thinking=thinking)
    app.mount("/", app.state.files)
