"""Frames that cost the sender nothing: all of them are counted, whatever they are."""

import json

import pytest
from houses import PERSON, Served
from raw_socket import CONT, PING, PONG, TEXT, RawSocket, close_code, frame, frames_in

from tablier.server.limits.bounds import FRAMES, STRANGER_FRAMES
from tablier.table.messages import TOO_MANY

FLOOD = 20_000
HERE = [{"kind": "me"}, {"kind": "here"}]
KINDS = {
    "empty pings": frame(PING) * FLOOD,
    "full pings": frame(PING, b"x" * 125) * FLOOD,
    "pongs": frame(PONG) * FLOOD,
    "fragments": frame(TEXT, fin=0) + frame(CONT, fin=0) * FLOOD,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("greeted", [False, True])
def test_every_frame_is_counted(served: Served, kind: str, greeted: bool) -> None:
    line = RawSocket(served)
    line.upgrade()
    if greeted:
        table = served.table("zhizhu", HERE)["table"]
        hello = {"type": "hello", "v": 1, "table": table, "keys": [PERSON]}
        line.send(frame(TEXT, json.dumps(hello).encode()))
        line.until(b'"welcome"')
        line.until(b"}")
    line.send(KINDS[kind])
    said = line.all()
    assert said.count(b"too many frames") == 1
    if not greeted:
        assert close_code(said) == TOO_MANY
        pongs = [one for one, _ in frames_in(said) if one == PONG]
        assert len(pongs) <= STRANGER_FRAMES[0]
    else:
        assert said.count(b"\x8a") <= 2 * FRAMES[0], "a pong for each ping that was allowed"


def test_bytes_are_counted_as_well(served: Served) -> None:
    line = RawSocket(served)
    line.upgrade()
    line.send(frame(TEXT, b"x" * 16_000, fin=0) + frame(PONG, b"x" * 125) * FLOOD)
    assert close_code(line.all()) == TOO_MANY


def test_who_was_told_to_go_can_not_flood_either(served: Served) -> None:
    line = RawSocket(served)
    line.upgrade()
    line.send(frame(TEXT, b"no hello"))
    line.until(b"no JSON")
    line.send(frame(PING) * FLOOD)
    assert len(frames_in(line.all())) <= STRANGER_FRAMES[0]
