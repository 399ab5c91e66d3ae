"""The messages of the live protocol, typed and checked; see docs/protocol.md.

Nothing but the standard library reads them, so that a page can run the same protocol.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, TypeVar

from tablier.core.errors import TablierError
from tablier.table import keys

VERSION = 1
SUBPROTOCOL = "tablier.1"
LARGEST_FRAME = 16 * 1024
LONGEST_CHAT = 300
LONGEST_NAME = 24
MOST_KEYS = 16
MOST_SEATS = 8
LARGEST_COUNT = 1 << 31
LONGEST_REACTION_MS = 3_600_000
LONGEST_FAULT = 100
"""A close frame holds a little more than this."""

BINARY, NOT_TEXT, RESTART, TRY_LATER = 1003, 1007, 1012, 1013
BAD_MESSAGE, NO_HELLO, NOT_ALLOWED, NO_TABLE, TOO_SLOW = 4400, 4401, 4403, 4404, 4408
KEY_RENEWED, OTHER_RULES, CROWDED, TOO_MANY = 4409, 4410, 4413, 4429


class BadMessage(TablierError):
    """A frame that is no message of this protocol."""


class Refused(TablierError):
    """A command that is not carried out, told to its sender."""

    def __init__(
        self,
        code: str,
        text: str,
        *,
        rule: str | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule
        self.details = details or {}

    def body(self) -> dict[str, Any]:
        """The refusal as a message carries it."""
        return {
            "code": self.code,
            "rule": self.rule,
            "details": self.details,
            "text": str(self),
        }


# What a field may hold


class Kind(NamedTuple):
    """The values that a field may have: in words, and as a test."""

    wanted: str
    fits: Callable[[Any], bool]


def _text(longest: int, least: int = 0, *, without: str | None = None) -> Kind:
    def fits(value: Any) -> bool:
        is_text = isinstance(value, str) and least <= len(value) <= longest
        return is_text and (without is None or without not in value)

    return Kind(f"a text of {least} to {longest} characters", fits)


def _whole(most: int) -> Kind:
    return Kind(f"a whole number from 0 to {most}", lambda n: type(n) is int and 0 <= n <= most)


def _one_of(*values: object) -> Kind:
    shown = ", ".join(json.dumps(value) for value in values)
    return Kind(shown, lambda one: any(type(one) is type(v) and one == v for v in values))


def _is_reaction(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= LONGEST_REACTION_MS


def _are_keys(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_KEYS and all(map(KEY.fits, value))


KEY = _text(128)
KEYS = Kind(f"up to {MOST_KEYS} keys", _are_keys)
NEW_KEY = Kind(
    "a key of 22 to 128 letters, digits, - and _",
    lambda value: isinstance(value, str) and keys.KEY.fullmatch(value) is not None,
)
COUNT = _whole(LARGEST_COUNT)
SEAT = _whole(MOST_SEATS - 1)
SWITCH = Kind("true or false", lambda value: type(value) is bool)
REACTION = Kind(f"milliseconds from 0 to {LONGEST_REACTION_MS}", _is_reaction)
ANSWERS = _one_of("offer", "accept", "decline")


def _given(kind: Kind, default: Any = MISSING, *, name: str | None = None) -> Any:
    """A field of a message; `name` is what it is called there, if not as in Python."""
    return field(default=default, metadata={"kind": kind, "name": name})


# The messages


@dataclass(frozen=True, kw_only=True)
class Hello:
    """The first frame of a client."""

    type: str = _given(_one_of("hello"))
    v: int = _given(_one_of(VERSION))
    table: str = _given(_text(16))
    keys: Sequence[str] = _given(KEYS, ())
    seen: int = _given(COUNT, 0)
    looking: bool = _given(SWITCH, True)


@dataclass(frozen=True, kw_only=True)
class Command:
    """What a client wants; each is answered exactly once."""

    type: ClassVar[str]
    cmd: str = _given(_text(64, 1, without="\x00"))
    seat: int | None = _given(SEAT, None)


@dataclass(frozen=True, kw_only=True)
class Play(Command):
    type = "play"
    ply: int = _given(COUNT)
    text: str = _given(_text(200, 1))
    reaction: float | None = _given(REACTION, None)


@dataclass(frozen=True, kw_only=True)
class Undo(Command):
    type = "undo"
    ply: int = _given(COUNT)


@dataclass(frozen=True, kw_only=True)
class Takeback(Command):
    type = "takeback"
    say: str = _given(_one_of("ask", "accept", "decline"))


@dataclass(frozen=True, kw_only=True)
class Draw(Command):
    type = "draw"
    say: str = _given(ANSWERS)


@dataclass(frozen=True, kw_only=True)
class Resign(Command):
    type = "resign"


@dataclass(frozen=True, kw_only=True)
class Claim(Command):
    type = "claim"
    absent: int = _given(SEAT, name="from")


@dataclass(frozen=True, kw_only=True)
class Rematch(Command):
    type = "rematch"
    say: str = _given(_one_of("offer", "decline"))


@dataclass(frozen=True, kw_only=True)
class PlayOn(Command):
    type = "play_on"
    say: str = _given(ANSWERS)


@dataclass(frozen=True, kw_only=True)
class Rename(Command):
    type = "rename"
    name: str = _given(_text(200))


@dataclass(frozen=True, kw_only=True)
class Leave(Command):
    type = "leave"


@dataclass(frozen=True, kw_only=True)
class Renew(Command):
    """The client makes the key, so that an answer that is lost loses nothing."""

    type = "renew"
    key: str = _given(NEW_KEY)


@dataclass(frozen=True, kw_only=True)
class Chat(Command):
    type = "chat"
    text: str = _given(_text(LONGEST_CHAT, 1))


@dataclass(frozen=True, kw_only=True)
class Mute(Command):
    type = "mute"
    on: bool = _given(SWITCH)


@dataclass(frozen=True, kw_only=True)
class LookSwitch(Command):
    type = "look"
    on: bool = _given(SWITCH)


@dataclass(frozen=True, kw_only=True)
class HintRequest(Command):
    type = "hint"


@dataclass(frozen=True, kw_only=True)
class History(Command):
    type = "history"
    ply: int = _given(COUNT, 0)


COMMANDS: Mapping[str, type[Command]] = {
    one.type: one
    for one in (
        *(Play, Undo, Takeback, Draw, Resign, Claim, Rematch, PlayOn),
        *(Rename, Leave, Renew, Chat, Mute, LookSwitch, HintRequest, History),
    )
}
"""Every command, by the type that it says it is of."""


# Reading


Message = TypeVar("Message")


def read_hello(text: str) -> Hello:
    """The first frame."""
    return _read(Hello, _object(text))


def read_command(text: str) -> Command:
    """Any later frame."""
    given = _object(text)
    kind = given.pop("type", None)
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise _fault("type", "no command of this protocol")
    return _read(COMMANDS[kind], given)


def names(message: type) -> dict[str, Any]:
    """The fields of a message, by what they are called in a frame."""
    return {one.metadata["name"] or one.name: one for one in fields(message)}


def _object(text: str) -> dict[str, Any]:
    """What a frame holds: an object of JSON, with nothing that JSON or UTF-8 does not know."""
    try:
        given = json.loads(text, parse_constant=_no_number)
        json.dumps(given, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadMessage("no text: half of a surrogate pair") from error
    except (ValueError, RecursionError) as error:
        raise BadMessage("no JSON") from error
    if not isinstance(given, dict):
        raise BadMessage("no object")
    return given


def _no_number(word: str) -> None:
    raise ValueError(word)


def _read(message: type[Message], given: dict[str, Any]) -> Message:
    """A message of some type, with nothing but the fields that it has, and no guessing of types."""
    known = names(message)
    for name in given.keys() - known.keys():
        raise _fault(name, "no field of this message")
    values: dict[str, Any] = {}
    for name, one in known.items():
        kind: Kind = one.metadata["kind"]
        if name not in given:
            if one.default is MISSING:
                raise _fault(name, f"missing; it is {kind.wanted}")
        elif kind.fits(given[name]) or (given[name] is None and one.default is None):
            values[one.name] = given[name]
        else:
            raise _fault(name, f"this is {kind.wanted}")
    return message(**values)


def _fault(name: str, text: str) -> BadMessage:
    """What is wrong with a field, short enough for a close frame."""
    return BadMessage(f"{name}: {text}".encode("ascii", "replace")[:LONGEST_FAULT].decode())


def plain(text: str, longest: int) -> str:
    """A name or a remark: one line, nothing that can't be seen, not too long."""
    shown = "".join(c if c.isprintable() or c in JOINERS else " " for c in text)
    return USELESS_JOINER.sub("", " ".join(shown.split())[:longest]).strip()


JOINERS = "\u200c\u200d"
"""They are seen in what they join: Persian words, or an astronaut of a woman and a rocket."""
JOINED = r"[^\x00-\u058f\u2000-\u206f]"
"""Latin, Greek and Cyrillic are not: there a joiner would only make two names look the same."""
USELESS_JOINER = re.compile(rf"(?<!{JOINED})[{JOINERS}]|[{JOINERS}](?!{JOINED})")
