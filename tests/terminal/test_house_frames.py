"""A house may be a stranger's: what it says is looked at before it is believed."""

import json
from typing import Any

import pytest

from tablier.terminal.session.house_frames import StrangeHouse, read_frame


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "[]",
        "{}",
        '{"type": 7}',
        '{"type": "welcome"}',
        '{"type": "presence", "seats": "all"}',
        '{"type": "events", "events": [{"seq": "1", "kind": "said", "seat": 0, "body": {}}]}',
        '{"type": "hint", "cmd": 1, "text": "b3"}',
        "[" * 100_000,
    ],
)
def test_a_frame_that_is_not_as_agreed_is_refused(said: str) -> None:
    with pytest.raises(StrangeHouse, match="strange_house"):
        read_frame(said)


def test_texts_lose_what_a_terminal_would_obey() -> None:
    name = "A\x1b]0;mine\x07n\x9b2Jn \u202eb\nc é 一"
    sent: dict[str, Any] = {"type": "hint", "cmd": "a 1", "text": name}
    assert read_frame(json.dumps(sent))["text"] == "A]0;minen2Jn b\nc é 一"


def test_what_is_new_to_this_terminal_is_passed_over() -> None:
    assert read_frame('{"type": "fireworks", "of": [1]}')["of"] == [1]
