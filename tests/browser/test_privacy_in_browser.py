"""Nothing of one person reaches another in a browser's own house: every request, by everybody."""

import re
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from guests import ME, OPEN
from houses import PERSON
from tabs import Tabs, tabs
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

from tablier.core import registry
from tablier.site.answers import _pictures, _texts
from tablier.table.creation import Invitation

pytestmark = pytest.mark.anyio
STARRED = re.compile(r"\{\w+\}")
ALL_OF_IT = ("GET", "/api/mine/file")
"""The file holds whatever this browser does, whose keys those all are."""
UNTHOUGHT = {("POST", "/api/analysis")}
"""Nobody thinks about whole games in this test."""
Over = tuple[Tabs, Invitation, list[str]]


@pytest.fixture
async def over() -> AsyncIterator[Over]:
    """A game behind links that Ann gave up to Cy, and what nobody else is to learn."""
    async with tabs() as house:
        made = await house.table("zhizhu", ME | {"name": NAMES[0]}, OPEN)
        sat = await house.sit(made, OTHER, NAMES[1])
        ann = await house.attend(made.table, PERSON)
        await ann.ask("chat", text=NAMES[0])
        await ann.ask("resign")
        keys = [key for _, key in made.seats]
        secrets = [made.table, made.join or "", made.watch or "", sat, PERSON, OTHER, *keys]
        yield house, made, secrets


async def test_no_request_is_left_out(over: Over) -> None:
    desk = over[0].house_here.desk
    known = {(method, STARRED.sub("*", path)) for method, path in THEIRS | EVERYBODYS}
    asked = {("GET", f"/api/{path}") for path in desk._looks}
    assert asked | {("POST", f"/api/{path}") for path in desk._acts} == known


async def test_who_may_ask_for_what(over: Over) -> None:
    """An owner, another who played, a spectator, and a stranger, who learns of nothing."""
    house, made, secrets = over
    for route, asked in THEIRS.items():
        _, path, body = asked_at(route, asked, made.table)
        for key, status in zip(open_to(made.watch or ""), asked.statuses, strict=True):
            got, told = await house.request(path, body, key)
            assert got == status, (route, key, told)
            if key == STRANGER and route != ALL_OF_IT:
                assert not tells_of(told, *secrets), route
    kept = await house.request(f"/api/tables/{made.table}/review", None, PERSON)
    assert kept == (200, {"moves": None, "yours": [0]})
    mine = [await house.request("/api/mine", None, key) for key in open_to(made.watch or "")]
    assert mine[2] == mine[3] == (200, []) and [one["id"] for one in mine[1][1]] == [made.table]


async def test_the_rest_is_the_same_for_all(over: Over) -> None:
    house, made, secrets = over
    for route, asked in EVERYBODYS.items():
        _, path, body = asked_at(route, asked, made.table)
        answers = []
        for key, status in zip(open_to(made.watch or ""), asked.statuses, strict=True):
            got, told = await house.request(path, body, key)
            assert got == (503 if route in UNTHOUGHT else status), (route, told)
            assert not tells_of(told, *secrets), route
            answers.append(told)
        assert all(told == answers[0] for told in answers), route


def test_what_is_written_down_for_a_site_is_what_everybody_may_ask_for() -> None:
    written = [address for _, address in _texts(["zhizhu"], ["en"])]
    written += [address for _, address in _pictures(registry.find("zhizhu"))]
    routes = [path for method, path in EVERYBODYS | ON_SERVERS if method == "GET"]
    patterns = [re.compile(STARRED.sub("[^/]+", path)) for path in routes]
    paths = {urlsplit(address).path for address in written}
    assert len(paths) > 5
    assert not [path for path in paths if not any(one.fullmatch(path) for one in patterns)]


async def test_what_only_a_server_shares_is_not_there(over: Over) -> None:
    house, made, _ = over
    for route, asked in SHARING.items():
        _, path, body = asked_at(route, asked, made.table)
        assert (await house.request(path, body, PERSON))[0] == 404
