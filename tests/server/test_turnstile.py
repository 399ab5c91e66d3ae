"""One address can't fill the house, and is told so; the others go on."""

import json
import urllib.error
import urllib.request
from pathlib import Path

from houses import WAIT_S, Served, house

from tablier.server.http.rate_limit import Turnstile
from tablier.server.limits.bounds import MOST_KNOWN, POST_COSTS, POSTS

BURST, PER_SECOND = POSTS


def test_an_address_gets_a_burst_and_then_so_much_a_second() -> None:
    time = [0.0]
    turnstile = Turnstile(lambda: time[0])
    asked = [turnstile.admits("192.0.2.1", "/api/tables") for _ in range(int(BURST) + 3)]
    assert asked == [True] * int(BURST) + [False] * 3
    assert turnstile.admits("192.0.2.2", "/api/tables")
    time[0] += 2 / PER_SECOND
    assert [turnstile.admits("192.0.2.1", "/api/tables") for _ in range(3)] == [True, True, False]


def test_what_takes_long_counts_for_more() -> None:
    turnstile = Turnstile(lambda: 0.0)
    asked = [turnstile.admits("192.0.2.1", "/api/analysis") for _ in range(int(BURST))]
    assert sum(asked) == BURST // POST_COSTS["/api/analysis"]


def test_this_machine_is_not_counted() -> None:
    turnstile = Turnstile(lambda: 0.0)
    for address in ("127.0.0.1", "::1", None):
        assert all(turnstile.admits(address, "/api/tables") for _ in range(1000))


def test_no_more_addresses_are_remembered_than_there_is_room_for() -> None:
    turnstile = Turnstile(lambda: 0.0)
    for number in range(MOST_KNOWN + 500):
        turnstile.admits(f"host-{number}", "/api/tables")
        turnstile.admits("192.0.2.1", "/api/tables")
    assert len(turnstile._posts._known) == MOST_KNOWN
    assert not turnstile.admits("192.0.2.1", "/api/tables"), "who asks again and again is known"


def test_all_addresses_of_a_household_count_as_one() -> None:
    turnstile = Turnstile(lambda: 0.0)
    asked = [f"2001:db8:1:2::{number:x}" for number in range(int(BURST) + 1)]
    assert [turnstile.admits(one, "/api/tables") for one in asked] == [True] * int(BURST) + [False]
    assert turnstile.admits("2001:db8:1:3::1", "/api/tables")
    assert all(turnstile.admits("192.0.2.1", "/api/tables") for _ in range(int(BURST)))
    assert not turnstile.admits("::ffff:192.0.2.1", "/api/tables")


def status(served: Served, client: str) -> tuple[int, str]:
    """The answer to somebody behind a proxy who makes a table."""
    seats = [{"kind": "me"}, {"kind": "here"}]
    body = json.dumps({"game": "zhizhu", "seats": seats, "first": "me"}).encode()
    headers = {"Content-Type": "application/json", "X-Forwarded-For": client}
    request = urllib.request.Request(f"{served.base}/api/tables", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["code"]


def test_too_many_tables_are_refused_and_others_are_served(tmp_path: Path) -> None:
    with house(tmp_path, "--proxy", "127.0.0.1") as served:
        asked = [status(served, "192.0.2.1")]
        while asked[-1][0] == 201:  # a slow machine is let in for longer: one each second
            asked.append(status(served, "192.0.2.1"))
        assert len(asked) > BURST and asked[-1] == (429, "too_many")
        assert status(served, "192.0.2.2")[0] == 201
