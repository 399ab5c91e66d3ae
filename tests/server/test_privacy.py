"""Nothing of one person reaches another without a link: every route, asked by everybody."""

from typing import Any

import pytest
from houses import PERSON, Served
from starlette.routing import Mount, WebSocketRoute
from walk_of_routes import (
    EVERYBODYS,
    NAMES,
    ON_SERVERS,
    OTHER,
    SHARING,
    STRANGER,
    THEIRS,
    asked_at,
    open_to,
    tells_of,
)

from tablier.server.http.app import make_app
from tablier.server.http.serve import edge_of
from tablier.server.http.settings import Settings

ELSEWHERE = {("GET", "/metrics"), ("WebSocket", "/{path:path}"), ("GET", "/")}
"""Figures change from one to the next; `test_strangers` tries sockets, `test_files` the page."""
WALKED = EVERYBODYS | ON_SERVERS


@pytest.fixture(scope="module")
def over(served: Served) -> dict[str, Any]:
    """A game behind links that Ann gave up to Cy, and what nobody else is to learn."""
    seats = [{"kind": "me", "name": NAMES[0]}, {"kind": "open"}]
    made = served.table("zhizhu", seats)
    path = f"/api/tables/{made['table']}/sit"
    _, sat = served.call("POST", path, {"name": NAMES[1]}, OTHER, made["join"])
    ann = served.attend(made["table"], PERSON)
    ann.play("b3")
    ann.ask("chat", text=NAMES[0])
    ann.ask("resign")
    ann.close()
    keys = [made["join"], made["watch"], made["seats"][0]["key"], sat["key"], PERSON, OTHER]
    return made | {"secrets": [made["table"], *keys]}


def routes_of(app: Any) -> set[tuple[str, str]]:
    """All that a server answers, by method and path."""
    found = set()
    for route in app.routes:
        if isinstance(route, Mount):
            found.add(("GET", route.path or "/"))
        elif isinstance(route, WebSocketRoute):
            found.add(("WebSocket", route.path))
        elif (included := getattr(route, "original_router", None)) is not None:
            found |= routes_of(included)
        else:
            found |= {(method, route.path) for method in route.methods or () if method != "HEAD"}
    return found


def test_no_route_is_left_out() -> None:
    settings = Settings(data="nowhere")
    known = {*THEIRS, *SHARING, *WALKED, *ELSEWHERE}
    assert routes_of(make_app(settings, edge_of(settings))) == known


@pytest.mark.parametrize("route", [*THEIRS, *SHARING], ids=" ".join)
def test_who_may_ask_for_what(served: Served, over: dict[str, Any], route: tuple[str, str]) -> None:
    """An owner, another who played, a spectator, and a stranger, who learns of nothing."""
    asked = (THEIRS | SHARING)[route]
    for key, status in zip(open_to(over["watch"]), asked.statuses, strict=True):
        got, told = served.call(*asked_at(route, asked, over["table"]), key)
        assert got == status, (key, told)
        if key == STRANGER:
            assert not tells_of(told, *over["secrets"])
    assert served.call("GET", f"/api/tables/{over['table']}/review", None, PERSON)[1] == {
        "moves": None,
        "yours": [0],
    }, "nothing was stored that somebody made up"


def test_lists_are_of_whoever_asks(served: Served, over: dict[str, Any]) -> None:
    for path in ("/api/mine", "/api/mine/results", "/api/mine/file"):
        told = [served.call("GET", path, None, key)[1] for key in open_to(over["watch"])]
        assert told[2] == told[3], "who may look on has no games"
        assert not tells_of(told[3], *over["secrets"])
        assert told[0] != told[3] != told[1]


@pytest.mark.parametrize("route", WALKED, ids=" ".join)
def test_the_rest_is_the_same_for_all(
    served: Served, over: dict[str, Any], route: tuple[str, str]
) -> None:
    asked = WALKED[route]
    answers = []
    for key, status in zip(open_to(over["watch"]), asked.statuses, strict=True):
        got, told = served.call(*asked_at(route, asked, over["table"]), key)
        assert got == status, told
        assert not tells_of(told, *over["secrets"])
        answers.append(told)
    assert all(told == answers[0] for told in answers)


def test_a_huge_review_is_no_body_at_all(served: Served, over: dict[str, Any]) -> None:
    huge = {"moves": ["x" * 1000] * 600}
    path = f"/api/tables/{over['table']}/review"
    assert served.call("POST", path, huge, PERSON)[0] == 413
