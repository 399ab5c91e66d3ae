"""The messages of the live protocol, typed and checked; see docs/protocol.md."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tablier.core.errors import TablierError

VERSION = 1
SUBPROTOCOL = "tablier.1"
LARGEST_FRAME = 16 * 1024
LONGEST_CHAT = 300
LONGEST_NAME = 24

BINARY, NOT_TEXT, TOO_LARGE, RESTART, TRY_LATER = 1003, 1007, 1009, 1012, 1013
BAD_MESSAGE, NO_HELLO, NOT_ALLOWED, NO_TABLE, TOO_SLOW, OTHER_RULES, TOO_MANY = (
    4400,
    4401,
    4403,
    4404,
    4408,
    4410,
    4429,
)


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

    def told(self) -> dict[str, Any]:
        """The refusal as a message carries it."""
        return {
            "code": self.code,
            "rule": self.rule,
            "details": self.details,
            "text": str(self),
        }


class Message(BaseModel):
    """Nothing but the fields that are documented, and no guessing of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(Message):
    """The first frame of a client."""

    type: Literal["hello"]
    v: Literal[1]
    table: Annotated[str, Field(max_length=16)]
    keys: Annotated[list[Annotated[str, Field(max_length=128)]], Field(max_length=16)] = []
    seen: Annotated[int, Field(ge=0, le=1 << 31)] = 0


class Command(Message):
    """What a client wants; each is answered exactly once."""

    cmd: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
    seat: Annotated[int, Field(ge=0, le=7)] | None = None


class Play(Command):
    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=1 << 31)]
    text: Annotated[str, Field(min_length=1, max_length=200)]
    reaction: Annotated[float, Field(ge=0, le=3_600_000, allow_inf_nan=False)] | None = None


class Undo(Command):
    type: Literal["undo"]
    ply: Annotated[int, Field(ge=0, le=1 << 31)]


class Takeback(Command):
    type: Literal["takeback"]
    say: Literal["ask", "accept", "decline"]


class Draw(Command):
    type: Literal["draw"]
    say: Literal["offer", "accept", "decline"]


class Resign(Command):
    type: Literal["resign"]


class Claim(Command):
    type: Literal["claim"]
    absent: Annotated[int, Field(ge=0, le=7, alias="from")]


class Rematch(Command):
    type: Literal["rematch"]
    say: Literal["offer", "decline"]


class PlayOn(Command):
    type: Literal["play_on"]
    say: Literal["offer", "accept", "decline"]


class Rename(Command):
    type: Literal["rename"]
    name: Annotated[str, Field(max_length=200)]


class Leave(Command):
    type: Literal["leave"]


class Chat(Command):
    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_CHAT)]


class Mute(Command):
    type: Literal["mute"]
    on: bool


class Hint(Command):
    type: Literal["hint"]


class History(Command):
    type: Literal["history"]
    ply: Annotated[int, Field(ge=0, le=1 << 31)] = 0


AnyCommand = Annotated[
    Play
    | Undo
    | Takeback
    | Draw
    | Resign
    | Claim
    | Rematch
    | PlayOn
    | Rename
    | Leave
    | Chat
    | Mute
    | Hint
    | History,
    Field(discriminator="type"),
]

_hello = TypeAdapter(Hello)
_command: TypeAdapter[Command] = TypeAdapter(AnyCommand)


class BadMessage(TablierError):
    """A frame that is no message of this protocol."""


def read_hello(text: str) -> Hello:
    """The first frame."""
    try:
        return _hello.validate_json(text)
    except ValidationError as error:
        raise BadMessage(_first(error)) from error


def read_command(text: str) -> Command:
    """Any later frame."""
    try:
        return _command.validate_json(text)
    except ValidationError as error:
        raise BadMessage(_first(error)) from error


def _first(error: ValidationError) -> str:
    """The first fault, short enough for a close frame."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}".encode("ascii", "replace")[:100].decode()


def plain(text: str, longest: int) -> str:
    """A name or a remark: one line, nothing that can't be seen, not too long."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split())[:longest].strip()
