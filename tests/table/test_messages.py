"""Frames are read strictly, by the standard library alone: nothing is guessed or left over."""

import json
from typing import Any

import pytest

from tablier.table import messages
from tablier.table.messages import BadMessage, read_command, read_hello

PLAY: dict[str, Any] = {"type": "play", "cmd": "c", "ply": 1, "text": "b3"}
HELLO: dict[str, Any] = {"type": "hello", "v": 1, "table": "abc"}


def test_what_is_left_out_has_its_usual_value() -> None:
    command = read_command(json.dumps(PLAY))
    assert command == messages.Play(cmd="c", ply=1, text="b3", seat=None, reaction=None)
    assert read_command(json.dumps(PLAY | {"seat": None, "reaction": 7})) == messages.Play(
        cmd="c", ply=1, text="b3", reaction=7
    )
    claim = {"type": "claim", "cmd": "c", "from": 2}
    assert read_command(json.dumps(claim)) == messages.Claim(cmd="c", absent=2)
    assert list(read_hello(json.dumps(HELLO)).keys) == []
    assert read_hello(json.dumps(HELLO | {"keys": ["k"], "seen": 3})).seen == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "PLAY"},
        {"type": 7},
        {"type": "hello"},
        {"cmd": ""},
        {"cmd": "x" * 65},
        {"cmd": "a\x00b"},
        {"cmd": "\ud800"},
        {"seat": True},
        {"seat": 1.0},
        {"seat": 8},
        {"ply": None},
        {"ply": "1"},
        {"ply": -1},
        {"text": "x" * 201},
        {"reaction": -1},
        {"reaction": 10**400},
        {"more": 1},
        {"x" * 5_000: 1},
    ],
    ids=lambda changed: str(changed)[:30],
)
def test_a_spoilt_command_is_refused_in_few_words(changed: dict[str, Any]) -> None:
    with pytest.raises(BadMessage) as refused:
        read_command(json.dumps(PLAY | changed))
    assert len(str(refused.value).encode()) <= 123, "no more fits into a close frame"


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", "{", '"play"', "[" * 8_000, '{"type": "hint", "cmd": "a"} x']
    + [json.dumps(PLAY).replace("1", number) for number in ("NaN", "1e999", "9" * 5_000, "01")],
    ids=lambda text: text[:30],
)
def test_what_is_no_object_of_json_is_refused(text: str) -> None:
    for read in (read_command, read_hello):
        with pytest.raises(BadMessage):
            read(text)


def test_a_claim_is_made_by_its_name_in_the_protocol() -> None:
    with pytest.raises(BadMessage, match="absent: no field"):
        read_command('{"type": "claim", "cmd": "c", "absent": 2}')


@pytest.mark.parametrize(
    "changed", [{"v": 2}, {"v": "1"}, {"table": "x" * 17}, {"keys": ["k"] * 17}, {"keys": [1]}]
)
def test_a_spoilt_hello_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        read_hello(json.dumps(HELLO | changed))


ASTRONAUT, WANT = "\U0001f469\u200d\U0001f680", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann\tand\nBen ", "Ann and Ben"),
        ("\u202eAnn\x1b[2J", "Ann [2J"),
        (f"Ann {ASTRONAUT}", f"Ann {ASTRONAUT}"),
        (WANT, WANT),
        ("A\u200dn\u200cn", "Ann"),
        ("É\u200dé", "Éé"),
        (f"{ASTRONAUT}\u200d\u200d{ASTRONAUT}", ASTRONAUT * 2),
        ("\u200d \u200c", ""),
        ("x" * 21 + ASTRONAUT, "x" * 21 + ASTRONAUT),
        ("x" * 22 + ASTRONAUT, "x" * 22 + ASTRONAUT[0]),
    ],
)
def test_names_hold_what_can_be_seen(typed: str, shown: str) -> None:
    assert messages.plain(typed, messages.LONGEST_NAME) == shown
