"""What requests hold: nothing but what is documented."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tablier.core.game import TABLE
from tablier.house import my_games
from tablier.house.asked import LONGEST_ACTION, LONGEST_KIND, LONGEST_LINE, MOST_PIECES
from tablier.server.limits.bounds import LARGEST_BODY

LONGEST_RECORD = 64 * 1024
LONGEST_POSITION = 4_000

Made = Literal["own", "wood", "paper", "slate"]
"""What boards are made of; each of its own stuff, unless somebody wants it otherwise."""


class Asked(BaseModel):
    """A request's body: nothing but what is documented."""

    model_config = ConfigDict(extra="forbid")


Acted = tuple[
    Annotated[int, Field(ge=0, le=TABLE)], Annotated[str, Field(max_length=LONGEST_ACTION)]
]
"""A seat, which may be the table's, and its action."""
Stands = tuple[int, int, Annotated[str, Field(max_length=LONGEST_KIND)]]
Counted = Annotated[int, Field(ge=0, lt=MOST_PIECES)]
Nonce = Annotated[str, Field(pattern="^([0-9a-f]{2}){8,32}$")] | None
"""What a seat adds to the dice, in hexadecimal digits; without one the server draws it."""


class SeatAsked(Asked):
    kind: Literal["me", "here", "open", "bot"]
    name: Annotated[str, Field(max_length=200)] = ""
    level: Annotated[int, Field(ge=1, le=9)] | None = None
    nonce: Nonce = None


class TableAsked(Asked):
    game: Annotated[str, Field(max_length=64)]
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatAsked], Field(min_length=1, max_length=8)]
    first: Literal["toss", "me", "other"] = "toss"
    colour: Annotated[str, Field(max_length=64)] | None = None
    clock: dict[str, int] | None = None
    public: bool = False
    hints: bool | None = None
    """Left out, they are allowed where nobody plays from elsewhere."""
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None
    """Where it begins, if not where the game does; the options are then those of the position."""


class SitAsked(Asked):
    name: Annotated[str, Field(max_length=200)] = ""
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    nonce: Nonce = None


class RecordAsked(Asked):
    record: Annotated[str, Field(max_length=LONGEST_RECORD)]


class AnalysisAsked(RecordAsked):
    """`nodes` are for each move; a long record gets fewer."""

    nodes: Annotated[int, Field(gt=0, le=200_000)] = 50_000


class AnimationAsked(RecordAsked):
    """How the moving picture of a record is to look, and whose side is to be near."""

    near: Annotated[int, Field(ge=0, le=7)] | None = None
    dark: bool = False
    board: Made = "own"


class ForgetAsked(Asked):
    """The tables that are to be forgotten, or all."""

    tables: Annotated[list[str], Field(max_length=my_games.MOST_NAMED)] | None = None


class ReviewAsked(Asked):
    """Nothing: the house judges itself, and keeps no judgement that it is sent."""


class FileAsked(Asked):
    file: Annotated[str, Field(max_length=LARGEST_BODY)]


class PositionAsked(Asked):
    position: Annotated[str, Field(max_length=LONGEST_POSITION)]


class ValueAsked(PositionAsked):
    nodes: Annotated[int, Field(gt=0, le=200_000)] = 50_000


class PlayAsked(PositionAsked):
    """`line` is what led there from the position: each seat, and what it did."""

    line: Annotated[list[Acted], Field(max_length=LONGEST_LINE)] = []
    text: Annotated[str, Field(max_length=LONGEST_ACTION)]
    seat: Annotated[int, Field(ge=0, le=7)] | None = None


class ArrangedAsked(Asked):
    """A position piece by piece: points, each with the seat and the kind of what stands there."""

    game: Annotated[str, Field(max_length=64)]
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    options: dict[str, Any] = {}
    pieces: Annotated[list[Stands], Field(max_length=MOST_PIECES)]
    seat: Annotated[int, Field(ge=0, le=7)]
    counts: Annotated[list[dict[str, Counted]], Field(min_length=1, max_length=8)]
