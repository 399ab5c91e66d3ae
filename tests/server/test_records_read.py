"""Records that strangers send: read beside the house, and only while somebody waits for them."""

import gzip
import json
import os
import socket
import sys
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from houses import WAIT_S, Served, house, until
from PIL import Image

import tablier

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
TICKS = os.sysconf("SC_CLK_TCK")
TRIES = 10


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that believes us about where we come from."""
    with house(tmp_path_factory.mktemp("readers"), "--proxy", "127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def record() -> str:
    """A long match."""
    match, random = tablier.new("chinese-checkers"), Random(1)
    while match.result is None:
        match.play(random.choice([text for text in match.legal() if text != "resign"]))
    return match.record()


def seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def children(process: int) -> set[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return {int(child) for child in listed.split()}


def posted(base: str, path: str, body: object, **headers: str) -> Any:
    data = json.dumps(body).encode()
    given = {"Content-Type": "application/json"} | headers
    return urllib.request.Request(base + path, data, given)


def test_a_record_is_sent_as_a_moving_picture(at_home: Served) -> None:
    wish = {"record": tablier.new("zhizhu").play("b3").play("c1").record(), "near": 1}
    request = posted(at_home.base, "/api/animations", wish)
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
        assert answer.headers["Content-Type"] == "image/webp"
        with Image.open(answer) as moving:
            assert getattr(moving, "n_frames", 1) == 3
    status, told = at_home.call("POST", "/api/animations", wish | {"near": 2})
    assert status == 422 and told["code"] == "no_seat"
    status, told = at_home.call("POST", "/api/animations", {"record": "1. nonsense"})
    assert status == 422 and told["code"] == "bad_record"


def test_long_records_cost_the_house_nothing(at_home: Served, record: str) -> None:
    request = posted(at_home.base, "/api/records", {"record": record})
    packed = posted(at_home.base, "/api/records", {"record": record}, **{"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
        plain = json.loads(answer.read())
    with urllib.request.urlopen(packed, timeout=WAIT_S) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert json.loads(gzip.decompress(answer.read())) == plain
    assert len(plain["frames"]) > 300
    server = at_home.process.pid
    before, beside = seconds(server), {one: seconds(one) for one in children(server)}
    for _ in range(5):
        urllib.request.urlopen(packed, timeout=WAIT_S).read()
    spent = seconds(server) - before
    others = sum(seconds(one) - was for one, was in beside.items())
    assert spent < others / 4, "the loop's own process reads nothing"


def test_drills_and_pages_to_print_cost_the_house_nothing(at_home: Served) -> None:
    """Whoever asks for one after the other keeps a process of low priority busy."""
    paths = [f"/api/games/zinga/drills/ring?number={number}" for number in range(40)]
    paths += ["/api/games/zinga/paper?players=8"] * 10
    status, told = at_home.call("GET", paths[0])
    assert status == 200 and told["id"] == "ring-0"
    assert len(at_home.call("GET", paths[-1])[1]["pages"]) > 1
    assert at_home.call("GET", "/api/games/zinga/drills/nonsense")[0] == 404
    assert at_home.call("GET", "/api/games/zinga/paper?players=99")[0] == 422
    server = at_home.process.pid
    before, beside = seconds(server), {one: seconds(one) for one in children(server)}
    for path in paths:
        assert at_home.call("GET", path)[0] == 200
    spent = seconds(server) - before
    others = sum(seconds(one) - was for one, was in beside.items())
    assert spent < others, "the loop's own process makes nothing"


def test_a_record_that_can_not_be_read_is_refused_as_before(at_home: Served) -> None:
    status, told = at_home.call("POST", "/api/records", {"record": '[Game "chess"]'})
    assert (status, told["code"], told["details"]["line"]) == (422, "bad_record", 1)
    status, told = at_home.call("POST", "/api/analysis", {"record": "1. e4"})
    assert (status, told["code"]) == (422, "bad_record")


def test_an_analysis_ends_when_its_client_hangs_up(at_home: Served, record: str) -> None:
    """What nobody waits for any more is ended with its process, and another takes its place.

    Where the games are not compiled yet, an analysis may wait behind that: then it is tried again.
    """
    body = json.dumps({"record": record, "nodes": 200_000}).encode()
    server = at_home.process.pid
    study_briefly(at_home, "198.51.100.0")
    for attempt in range(1, TRIES):
        before = {one: seconds(one) for one in children(server)}
        lines = [send_analysis(at_home, body, f"192.0.2.{attempt}") for _ in range(2)]
        until(partial(any_works, before))
        for line in lines:
            line.close()
        study_briefly(at_home, f"198.51.100.{attempt}")
        if children(server) - set(before):
            return
    pytest.fail("the studies went on to their end")


def any_works(before: dict[int, float]) -> bool:
    """Whether one of some processes has used more time than it had."""
    return any(seconds(one) > was for one, was in before.items())


def send_analysis(at_home: Served, body: bytes, address: str) -> socket.socket:
    """Ask for an analysis from some address, and wait for nothing."""
    host, port = at_home.base.removeprefix("http://").split(":")
    head = f"POST /api/analysis HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {address}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    line = socket.create_connection((host, int(port)))
    line.sendall(head.encode() + body)
    return line


def study_briefly(at_home: Served, address: str) -> None:
    """Have a game of one move studied, and wait for it."""
    body = {"record": tablier.new("zhizhu").play("b3").record(), "nodes": 1}
    asked = posted(at_home.base, "/api/analysis", body, **{"X-Forwarded-For": address})
    with urllib.request.urlopen(asked, timeout=WAIT_S) as answer:
        assert len(json.loads(answer.read())["moves"]) == 1


def test_a_house_with_readers_that_is_told_to_stop_leaves_nothing_behind(tmp_path: Path) -> None:
    """Python tells of what a process that was killed has left: its log would not be JSON."""
    with house(tmp_path) as served:
        asked = posted(served.base, "/api/records", {"record": tablier.new("zhizhu").record()})
        with urllib.request.urlopen(asked, timeout=WAIT_S) as answer:
            assert answer.status == 200
    assert served.process.returncode == 0
    lines = (tmp_path / "log.txt").read_text().splitlines()
    assert [json.loads(line)["text"] for line in lines][-1] == "closed"
