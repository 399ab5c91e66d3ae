"""Verdicts: what an analysis says about each action of a match, and how it marks them.

A mark is given by how much of the chance to win an action threw away, compared
with the best there was:

- inaccuracy: at least 5 of 100 games
- mistake: at least 10 of 100
- blunder: at least 20 of 100

`brilliant` is rare. It is given only between two players, to an action that the
search too thinks best, that keeps at least an even chance, beside which everything
else is a mistake or worse, and that itself looks like a mistake or worse to whoever
looks only three actions ahead.
"""

from dataclasses import dataclass
from typing import Any

from tablier.core.game import TABLE
from tablier.core.match import Match

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""From these losses on an action gets the mark."""
BRILLIANT = "brilliant"
MARKS = (BRILLIANT, "inaccuracy", "mistake", "blunder")
"""From the best to the worst; an action without a mark has ""."""
DIGITS = 4
"""The decimals that chances and losses are written with."""


def mark_of(loss: float) -> str:
    """The mark for a loss of win probability."""
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if loss >= INACCURACY else ""


@dataclass(frozen=True)
class KnownOutcome:
    """What best play leads to, where the game was solved. Turns are counted from both sides."""

    winner: int | None
    """Nobody wins a draw."""
    turns: int | None
    """Until it is won; None for a draw, and where only the winner is known."""
    sure: bool
    """Whether no draw by count can come first."""

    def json(self) -> dict[str, Any]:
        """Keys: winner, turns, sure."""
        return {"winner": self.winner, "turns": self.turns, "sure": self.sure}


@dataclass(frozen=True)
class Verdict:
    """What is to be said about one action."""

    index: int
    """How many actions were played before it."""
    turn: int
    seat: int
    """Who played it, or `TABLE`."""
    text: str
    chances: tuple[float, ...]
    """Each seat's chance to win after it."""
    judged: bool = False
    """Whether there was something to decide. A forced action and the dice are not judged."""
    decider: int | None = None
    """Whose decision it was: the seat's own, or of the one that let a deadline pass."""
    loss: float = 0.0
    """The chance to win that it cost the decider, from 0 to 1."""
    mark: str = ""
    line: tuple[str, ...] = ()
    """What the decider should have played, and what is expected after that."""
    known: KnownOutcome | None = None
    """What best play leads to after it, where that is known."""

    @property
    def best(self) -> str:
        """The action that was best; the one played, where that was."""
        return self.line[0] if self.line else ""

    def json(self) -> dict[str, Any]:
        """The verdict for a JSON document; see `Analysis.json`."""
        return {
            "seat": None if self.seat == TABLE else self.seat,
            "text": self.text,
            "chances": _rounded(self.chances),
            "judged": self.judged,
            "decider": self.decider,
            "loss": round(self.loss, DIGITS),
            "mark": self.mark,
            "best": self.best,
            "line": list(self.line),
            "known": self.known and self.known.json(),
        }


@dataclass(frozen=True)
class TurnVerdict:
    """The verdicts on the actions of one turn."""

    number: int
    verdicts: tuple[Verdict, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """Each seat's chance to win after the turn."""
        return self.verdicts[-1].chances

    @property
    def known(self) -> KnownOutcome | None:
        """What best play leads to after the turn, where that is known."""
        return self.verdicts[-1].known

    @property
    def mark(self) -> str:
        """The worst mark in it; brilliant only if nothing else in it is marked."""
        given = [verdict.mark for verdict in self.verdicts if verdict.mark]
        return max(given, key=MARKS.index, default="")


@dataclass(frozen=True)
class Hint:
    """What a seat that may act should do."""

    seat: int
    text: str
    chance: float
    """The seat's chance to win if it does."""
    line: tuple[str, ...]
    """The action, and what is expected after it."""
    known: KnownOutcome | None = None
    """What best play leads to, where that is known."""

    def json(self) -> dict[str, Any]:
        """Keys: seat, text, chance, line, known."""
        return {
            "seat": self.seat,
            "text": self.text,
            "chance": round(self.chance, DIGITS),
            "line": list(self.line),
            "known": self.known and self.known.json(),
        }


@dataclass(frozen=True)
class Assessment:
    """What is to be said about a position."""

    chances: tuple[float, ...]
    """Each seat's chance to win."""
    line: tuple[str, ...]
    """What is expected, the best action first; nothing where several act, or the dice."""
    known: KnownOutcome | None = None
    """What best play leads to, where that is known."""

    def json(self) -> dict[str, Any]:
        """Keys: chances, line, known."""
        return {
            "chances": _rounded(self.chances),
            "line": list(self.line),
            "known": self.known and self.known.json(),
        }


@dataclass(frozen=True)
class Analysis:
    """A match with a verdict on each of its actions."""

    match: Match
    start: tuple[float, ...]
    """Each seat's chance to win before the first action."""
    verdicts: tuple[Verdict, ...]

    def turns(self) -> list[TurnVerdict]:
        """The verdicts, turn by turn."""
        remaining = iter(self.verdicts)
        return [
            TurnVerdict(turn.number, tuple(next(remaining) for _ in turn.moves))
            for turn in self.match.turns
        ]

    def of(self, seat: int) -> list[Verdict]:
        """The verdicts on a seat's decisions."""
        return [v for v in self.verdicts if v.judged and v.decider == seat]

    def marks(self, seat: int) -> dict[str, int]:
        """How many of a seat's decisions have each mark."""
        given = [verdict.mark for verdict in self.of(seat)]
        return {mark: given.count(mark) for mark in MARKS}

    def mean_loss(self, seat: int) -> float:
        """What a seat's decisions cost it on average."""
        losses = [verdict.loss for verdict in self.of(seat)]
        return sum(losses) / len(losses) if losses else 0.0

    def json(self) -> dict[str, Any]:
        """The analysis for a JSON document.

        `game`, `position` (the first), `seats` (names), `result` ("*" if open),
        `start` (chances before the first action), `turns` and `summary`. A turn
        has `number`, `chances`, `mark` and `actions`; an action has `seat` (null
        for the table), `text`, `chances`, `judged`, `decider`, `loss`, `mark`,
        `best`, `line` and `known`: null, or what best play leads to where the game was solved,
        with `winner` (null for a draw), `turns` (null if only the winner is known) and `sure`
        (whether no draw by count can come first). The summary has, seat by seat, `decisions`,
        `mean_loss` and a number for each mark. Seats are counted from 0, chances and losses
        lie between 0 and 1, and a mark is "" where there is none.
        """
        match = self.match
        first = Match(match.game, match.setup, match.states[0])
        return {
            "game": match.game.name,
            "position": first.position(),
            "seats": list(match.seat_names),
            "result": str(match.result or "*"),
            "start": _rounded(self.start),
            "turns": [
                {
                    "number": turn.number,
                    "chances": _rounded(turn.chances),
                    "mark": turn.mark,
                    "actions": [verdict.json() for verdict in turn.verdicts],
                }
                for turn in self.turns()
            ],
            "summary": [
                {
                    "decisions": len(self.of(seat)),
                    "mean_loss": round(self.mean_loss(seat), DIGITS),
                    **self.marks(seat),
                }
                for seat in range(match.players)
            ],
        }


def _rounded(chances: tuple[float, ...]) -> list[float]:
    return [round(chance, DIGITS) for chance in chances]
