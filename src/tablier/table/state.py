"""A table: what follows from its events."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tablier.core import registry
from tablier.core.dice import Dice
from tablier.core.errors import OtherRules
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.record_lines import record_lines
from tablier.core.turn import Step
from tablier.table.bell import Quotas
from tablier.table.clock import Clocks, read_pace
from tablier.table.event import FIRST_HASH, BrokenChain, Event, Head, check

WAITING, PLAYING, OVER = "waiting", "playing", "over"
OFFERS = ("draw", "takeback", "rematch", "play_on")


TALK = ("said", "renamed", "renewed", "offered", "declined", "undone")
"""The events without which a game would go on just the same."""
RESEATING = ("sat", "left", "renamed")
"""The events that change who sits where."""

IMPOSSIBLE = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, OSError)
"""What an event raises that can't have happened, each in its own way; TablierError among them."""


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a `person`, a `bot`, or nobody: `open`."""

    kind: str
    name: str = ""
    level: int | None = None
    nonce: str | None = None
    """What it adds to the dice, in hexadecimal digits."""

    def __post_init__(self) -> None:
        """Refuse what only a changed log can hold."""
        texts, level = (self.kind, self.name, self.nonce or ""), self.level or 0
        if not all(isinstance(text, str) for text in texts) or not isinstance(level, int):
            raise TypeError(f"nobody sits so: {self}")


def reseated(chair: Chair, event: Event) -> Chair:
    """A chair after somebody sat down, left it, or took another name."""
    if event.kind == "left":
        return Chair("open")
    if event.kind == "sat":
        return Chair("person", event.body["name"], nonce=event.body.get("nonce"))
    return replace(chair, name=event.body["name"])


class Ack(NamedTuple):
    """What the sender of a command is told."""

    seq: int
    hash: str


def match_of(made: Mapping[str, Any]) -> Match:
    """The match that the first event of a table begins."""
    game, version = registry.find(made["game"]), made["version"]
    start, setup = game.start(made["players"], made["options"], version)
    if "position" not in made:
        return Match(game, setup, start, version=version)
    match = read_position(made["position"], version)
    if (match.game, match.setup) != (game, setup):
        raise BrokenChain("the position that it begins at is of another game")
    return match


@dataclass
class Table:
    """The fold over a table's events."""

    id: str
    seq: int = 0
    hash: str = FIRST_HASH
    acks: dict[str, Ack] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    phase: str = WAITING
    offers: dict[str, dict[int, int]] = field(default_factory=lambda: {w: {} for w in OFFERS})
    """What was offered, by whom, and for a takeback, how many actions would be left."""
    presses: list[Event] = field(default_factory=list)
    """Presses of a bell that is not decided yet."""
    talked: int = 0
    """How many of its events are talk."""
    said: list[int] = field(default_factory=list)
    """The numbers of those that are remarks."""
    moved: int = 0
    """The event after which the position last changed."""
    since_ms: int = 0
    """The house's time at which the present decision began, by whoever wrote the event."""
    cause: str | None = None
    rematch: str | None = None
    senders: dict[int, str] = field(default_factory=dict)
    """How the commands of seats are told apart whose keys were renewed: as before."""
    revealed: bool = False

    # What was settled with the first event
    match: Match = field(init=False)
    chairs: list[Chair] = field(init=False)
    clocks: Clocks | None = field(init=False, default=None)
    bell_quotas: Quotas = field(init=False)
    nonces: tuple[str, ...] = ()
    made: Mapping[str, Any] = field(init=False)

    @classmethod
    def salvage(cls, events: list[Event]) -> tuple["Table", str | None]:
        """The table as far as its events can be trusted, and what is wrong with the next one.

        OtherRules says that it was begun by rules that are no longer played.
        """
        table = cls.of(events)
        return table, list(table.replay(events))[-1]

    @classmethod
    def of(cls, events: Sequence[Event]) -> "Table":
        """The table that some events are about, before the first of them."""
        if not events:
            raise BrokenChain("the table has no events")
        return cls(events[0].game)

    def replay(self, events: Iterable[Event]) -> Iterator[str | None]:
        """Take stored events in, one at a time, as far as they can be trusted.

        Yields None after each, and in the end what is wrong with the next one.
        """
        for event in events:
            try:
                check([event], self.hash, self.seq)
                self.apply(event)
            except BrokenChain as error:
                if self.seq == 0:
                    raise
                yield str(error)
                return
            yield None

    # Questions

    @property
    def players(self) -> int:
        return self.match.players

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self.match.history)

    @property
    def public(self) -> bool:
        return bool(self.made["public"])

    @property
    def races(self) -> bool:
        """Whether several may act at once in the game."""
        return self.match.game.is_race

    def seats_of(self, kind: str) -> tuple[int, ...]:
        """The seats with such a chair."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == kind)

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats that the computer plays."""
        return self.seats_of("bot")

    @property
    def running(self) -> tuple[int, ...]:
        """The seats whose clocks run."""
        if self.clocks is None or self.phase != PLAYING:
            return ()
        return tuple(seat for seat in self.match.seats if seat != TABLE)

    def left_ms(self, seat: int, thought_ms: float) -> float:
        """What a seat has left on its clock, `thought_ms` into the present decision."""
        assert self.clocks is not None
        return self.clocks.left[seat] - (thought_ms if seat in self.running else 0.0)

    def ack_of(self, cmd: str, senders: Iterable[str]) -> Ack | None:
        """What was answered to a command of one of some senders, who may have left since."""
        names = (f"{sender}:{cmd}" for sender in senders)
        return next((self.acks[name] for name in names if name in self.acks), None)

    # The fold

    @property
    def head(self) -> Head:
        """The end of its log."""
        return Head(self.id, self.seq, self.hash)

    def apply(self, event: Event, step: Step | None = None) -> None:
        """Take in the next event; `step` is what a played action leads to, where that is known."""
        if event.seq != self.seq + 1:
            raise BrokenChain(f"event {self.seq + 1} is missing")
        try:
            if step is None:
                FOLD[event.kind](self, event)
            else:
                self._played(event, step)
        except OtherRules:
            raise
        except IMPOSSIBLE as error:
            raise BrokenChain(f"event {event.seq} can't have happened: {error}") from error
        self.seq, self.hash = event.seq, event.hash
        self.events.append(event)
        self.talked += event.kind in TALK
        if event.kind == "said":
            self.said.append(event.seq)
        if event.cmd is not None:
            self.acks[event.cmd] = Ack(event.seq, event.hash)

    def _created(self, event: Event) -> None:
        self.made = event.body
        self.match = match_of(event.body)
        day = datetime.fromtimestamp(event.at_ms / 1000, UTC).date()
        self.match.headers["Date"] = day.isoformat()
        self.chairs = [Chair(**chair) for chair in event.body["chairs"]]
        pace = read_pace(event.body["clock"])
        self.clocks = Clocks(pace, self.players) if pace else None
        self.bell_quotas = Quotas(self.players)

    def _reseated(self, event: Event) -> None:
        self.chairs[_seat(event)] = reseated(self.chairs[_seat(event)], event)
        if event.kind != "renamed":
            self.senders.pop(_seat(event), None)

    def _renewed(self, event: Event) -> None:
        self.senders[_seat(event)] = (event.cmd or "").partition(":")[0]

    def _begun(self, event: Event) -> None:
        self.phase = PLAYING
        self.nonces = tuple(event.body.get("nonces", ()))
        self.since_ms = event.house_ms
        self.moved = event.seq

    def _played(self, event: Event, step: Step | None = None) -> None:
        seat = _seat(event)
        turn = self.match.state.turn
        self._charge(event)
        self.match.take(step or self.match.foresee(event.body["text"], seat))
        if self.clocks is not None and seat != TABLE and self.match.state.turn != turn:
            self.clocks.earn(seat)
        if "bell" in event.body:
            self.bell_quotas.refill(_seat(press) for press in self.presses)
        self._forget_offers()
        over = self.match.result is not None
        self.phase, self.cause = (OVER, event.body.get("cause")) if over else (PLAYING, None)

    def _undone(self, event: Event) -> None:
        self._charge(event)
        while self.ply > event.body["to"]:
            self.match.undo()
        self._forget_offers()

    def _charge(self, event: Event) -> None:
        """Whose clock was running pays, whoever acted; from now on time is counted anew."""
        for seat in self.running:
            assert self.clocks is not None
            self.clocks.charge(seat, event.body.get("spent", 0))
            if seat == event.seat:
                self.clocks.excuse(seat, event.body.get("lag", 0))
        self.since_ms = event.house_ms
        self.moved = event.seq

    def _forget_offers(self) -> None:
        self.presses.clear()
        for offers in self.offers.values():
            offers.clear()

    def _offered(self, event: Event) -> None:
        self.offers[event.body["what"]][_seat(event)] = event.body.get("to", 0)

    def _declined(self, event: Event) -> None:
        self.offers[event.body["what"]].clear()

    def _rang(self, event: Event) -> None:
        self.presses.append(event)
        self.bell_quotas.draw(_seat(event), event.body.get("Q", 0.0))
        shown = " ".join(f"{name} {value}" for name, value in event.body.items() if name != "text")
        remarks = self.match.comments.setdefault(self.ply, [])
        remarks.append(f"{_seat(event) + 1}:{event.body['text']} {shown}")

    def _said(self, event: Event) -> None:
        pass

    def _revealed(self, event: Event) -> None:
        self.revealed = True
        self._name_players()
        Dice(bytes.fromhex(event.body["seed"]), self.nonces).enter(self.match)

    def _rematched(self, event: Event) -> None:
        self.rematch = event.body["table"]

    # Texts

    def _name_players(self) -> None:
        names = [chair.name.replace(",", " ") or _stand_in(chair) for chair in self.chairs]
        self.match.headers["Players"] = ", ".join(names)

    def record(self) -> str:
        """The game so far as a record. Once its dice are revealed it is sealed."""
        return "".join(self.record_lines())

    def record_lines(self) -> Iterator[str]:
        """The same line by line: as the game stands now, whatever is played meanwhile."""
        if not self.revealed:
            self._name_players()
        return record_lines(self.match.copy())


def _seat(event: Event) -> int:
    if event.seat is None:
        raise BrokenChain("nobody did it")
    return event.seat


def _stand_in(chair: Chair) -> str:
    """What a record calls somebody without a name."""
    return f"Level {chair.level}" if chair.kind == "bot" else "Anonymous"


FOLD: Mapping[str, Callable[[Table, Event], None]] = {
    "created": Table._created,
    **dict.fromkeys(RESEATING, Table._reseated),
    "renewed": Table._renewed,
    "begun": Table._begun,
    "played": Table._played,
    "undone": Table._undone,
    "offered": Table._offered,
    "declined": Table._declined,
    "rang": Table._rang,
    "said": Table._said,
    "revealed": Table._revealed,
    "rematched": Table._rematched,
}
