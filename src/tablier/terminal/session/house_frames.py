"""What a house says, looked at before anything here believes it: a house may be a stranger's.

A frame that is not as docs/protocol.md has it ends the connection. Texts lose whatever a
terminal would obey.
"""

import json
import re
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from tablier.core.errors import TablierError

OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for the end of a line, what turns writing round, and halves of pairs."""
DEEPEST = 20

Seat = Annotated[int, Field(ge=0, le=8)]
Frame = dict[str, Any]


class Closed(TablierError):
    """The house does not let this connection in; the message is a key of the texts."""


class StrangeHouse(Closed):
    """A house that does not keep to the protocol."""

    def __init__(self) -> None:
        super().__init__("strange_house")


class _Shape(TypedDict):
    """Numbers are numbers here, and texts texts; what is new to this terminal is let be."""

    __pydantic_config__ = ConfigDict(strict=True)  # type: ignore[misc]


class _Chair(_Shape):
    kind: str
    name: str
    level: Annotated[int, Field(ge=1, le=7)] | None
    online: bool


class _Offers(_Shape):
    draw: list[Seat]
    takeback: list[Seat]
    rematch: list[Seat]
    play_on: list[Seat]


class _Clocks(_Shape):
    left: list[float]
    running: list[Seat]


class _Deadline(_Shape):
    left: float


class _Result(_Shape):
    cause: str | None


class _View(_Shape):
    phase: str
    seats: Annotated[list[_Chair], Field(min_length=1, max_length=8)]
    offers: _Offers
    undo: bool
    takeback: bool
    rematch: str | None
    resumers: list[Seat]
    claim: list[Seat]
    compiling: Annotated[float, Field(ge=0, le=1)] | None
    clocks: _Clocks | None
    deadline: _Deadline | None
    result: _Result | None


class _Event(_Shape):
    seq: Annotated[int, Field(ge=1)]
    kind: str
    seat: Seat | None
    body: dict[str, Any]


class _You(_Shape):
    seats: list[Seat]


class _Events(_Shape):
    events: list[_Event]


class _Update(_Events):
    view: _View


class _Welcome(_Update):
    you: _You


class _Presence(_Shape):
    seats: list[bool]


class _Refused(_Shape):
    code: str
    text: str
    rule: str | None
    details: dict[str, Any]


class _Hint(_Shape):
    cmd: str
    text: str


SHAPES: dict[str, TypeAdapter[Any]] = {
    "welcome": TypeAdapter(_Welcome),
    "events": TypeAdapter(_Events),
    "update": TypeAdapter(_Update),
    "presence": TypeAdapter(_Presence),
    "refused": TypeAdapter(_Refused),
    "hint": TypeAdapter(_Hint),
}
"""Of those that are read here; others are passed over."""


def read_frame(text: str | bytes) -> Frame:
    """A frame that is as the protocol has it; StrangeHouse if it is not."""
    try:
        frame = plain(json.loads(text))
        if not isinstance(frame, dict) or not isinstance(frame["type"], str):
            raise StrangeHouse
        if not isinstance(frame.get("cmd", ""), str):
            raise StrangeHouse
        if shape := SHAPES.get(frame["type"]):
            shape.validate_python(frame)
    except (ValueError, KeyError, RecursionError, ValidationError) as error:
        raise StrangeHouse from error
    return frame


def plain(value: Any, depth: int = 0) -> Any:
    """What JSON can hold, without anything in its texts that a terminal would obey."""
    if isinstance(value, str):
        return OBEYED.sub("", value)
    if depth > DEEPEST:
        raise StrangeHouse
    if isinstance(value, list):
        return [plain(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {plain(name): plain(one, depth + 1) for name, one in value.items()}
    return value
