"""The contract: what a folder under `games/` must offer to be a game.

Positions are NamedTuples of ints (or of tuples of ints), actions are ints
inside and text outside. Everything that a game says about itself is a pure
function of a position; clocks, dice and languages live elsewhere.
"""

import json
from collections.abc import Callable, Mapping, MutableSequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tablier.core.board.scene import Remark, Scene
from tablier.core.board.text_board import Page
from tablier.core.board.topology import Topology
from tablier.core.drawing.picture import Picture
from tablier.core.errors import BadGame, BadOption, IllegalMove, OtherRules, listing, shortened
from tablier.core.options import Option, OptionInfo, Value, read_options
from tablier.core.parts import (
    Alone,
    Arranging,
    Drills,
    Endgame,
    NetInputs,
    Policy,
    Puzzles,
    Tuning,
)
from tablier.core.rules.decision import MAX_SEATS, TABLE, Decision, Reason, nobody, roll_of, turn_of
from tablier.core.rules.features import Feature
from tablier.core.rules.kernel import kernel
from tablier.core.words import named, read_words, spoken

__all__ = ["MAX_SEATS", "TABLE", "Decision", "Reason", "nobody", "roll_of", "turn_of"]
"""What rules answer with, handed on: a game's folder finds the whole contract here."""

RESIGN, DRAW, PLAY_ON = -1, -2, -3
"""Actions that every game knows: a seat resigns; the table records that the players agreed on a
draw, or, after the end, to play on."""

Position = Any
"""A game's NamedTuple. All have `turn`: how many turns have been finished."""

Actions = MutableSequence[int]
"""A buffer that `actions` fills: a list, or an array in compiled code."""


@kernel
def anything_goes(before: Position, after: Position) -> bool:
    """What a game says of a step between positions that has nothing to say about it."""
    return True


def nobody_idle(position: Position) -> int:
    """Who needn't act in a game that waits for everybody who may."""
    return 0


class Result(NamedTuple):
    """How a game ended.

    >>> import tablier
    >>> result = tablier.new("zhizhu").resign().result
    >>> result, result.ranks.index(1), str(result)
    (Result(ranks=(2, 1), reason='resigned'), 1, '2-1 resigned')
    """

    ranks: tuple[int, ...]
    """The place of each seat; equal places are a draw."""
    reason: str
    """A stable token that an interface can translate."""

    def __str__(self) -> str:
        return "-".join(str(rank) for rank in self.ranks) + f" {self.reason}"


class Refusal(NamedTuple):
    """Why an action is not played: rule id, translatable token, placeholders."""

    rule: str
    code: str
    details: Mapping[str, str] = {}


class Rules(Protocol):
    """A game's `rules.py`. The functions marked * must be kernels."""

    @property
    def REASONS(self) -> tuple[Reason, ...]:
        """Ways to end, numbered from 1; number 0 stands for a game still on."""

    @property
    def DEADLINES(self) -> tuple[str, ...]:
        """Names of the deadlines, numbered from 1."""

    @property
    def ACTIONS(self) -> int:
        """All actions are below this number."""

    @property
    def MOST_ACTIONS(self) -> int:
        """No seat ever has more legal actions at once than this."""

    def start(self, players: int, options: Mapping[str, Any]) -> Position:
        """The position that a game with these options starts from."""

    def decision(self, position: Any) -> Decision:
        """* Who may act."""

    def actions(self, position: Any, seat: int, out: Actions) -> int:
        """* Write the legal actions of a seat that may act; return how many."""

    def play(self, position: Any, seat: int, action: int) -> Position:
        """* The position after a legal action."""

    def place(self, position: Any, seat: int) -> int:
        """* The place of a seat, 1 for the winner; 0 while it is open."""

    def reason(self, position: Any) -> int:
        """* The number of the reason in `REASONS`; 0 while the game is on."""

    def identity(self, position: Any) -> Position:
        """* The position less its counters: what must agree in a repetition."""

    def repeated(self, position: Any) -> Position:
        """* What becomes of a position that starts a turn for the third time."""

    def agree(self, position: Any) -> Position:
        """* The position after the players have agreed on a draw."""

    def resign(self, position: Any, seat: int) -> Position:
        """* The position after a seat that was still playing has resigned."""


class Notation(Protocol):
    """A game's `notation.py`: actions, turns and positions as text."""

    def write(self, position: Any, seat: int, action: int) -> str:
        """The text of an action."""

    def read(self, position: Any, seat: int, text: str) -> int | Refusal | None:
        """The action that a text means; None where it is not an action's text.

        A Refusal is for a text that says more than the action it stands for,
        and says it wrong.
        """

    def join(self, texts: list[str]) -> str:
        """The actions of one turn, written together."""

    def split(self, turn: str) -> list[str]:
        """What `join` joined, taken apart again."""

    def write_position(self, position: Any) -> str:
        """The position in words separated by blanks; options are not part of it."""

    def read_position(self, words: list[str], start: Any) -> Position:
        """The position written so; `start` has the options. Raises BadPosition."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game, put together from the nouns of its folder."""

    name: str
    title: str
    players: tuple[int, ...]
    seats: Callable[[int], tuple[str, ...]]
    """Seat tokens for a number of players, in the order of play."""
    rules: Rules
    notation: Notation
    board: Callable[[Any], Topology]
    scene: Callable[[Any], Scene]
    refuse: Callable[[Any, int, int], Refusal]
    """Why a seat may not play an action. Asked only when it may not."""
    evaluate: Callable[[Any, int], int]
    """* How good a position is for a seat; 0 is even."""
    folder: Path
    version: int = 1
    """Of the rules: a record says by which the match began."""
    replays: Mapping[int, Mapping[str, Value]] = field(default_factory=dict, hash=False)
    """Older versions whose matches these rules still replay, with the options that bring back
    what has changed; matches of any other version are refused."""
    options: tuple[Option, ...] = ()
    begins: str = ""
    """The option whose value is the token of the seat that begins; without one it is the first."""
    sound: Callable[[Any, Any], bool] = anything_goes
    """* Whether an action can lead from one position to the other, as far as the pieces go."""
    scale: int = 100
    """An evaluation this high means that about three games of four are won."""
    dice: int = 0
    """The most dice that the table ever throws at once; searches look at the rolls of a game
    that says so."""
    idle: Callable[[Any], int] = nobody_idle
    """Who of those that may act is not waited for, as a bit set of seats."""
    headers: Mapping[str, Callable[[Any, int], str]] = field(default_factory=dict, hash=False)
    """What a record says besides of the position that it begins with, by header; nothing where
    one of that version does not. Reading a record checks it."""
    canonical: Callable[[Any], Position] | None = None
    """* One position, less its counters, for all that are equal by the board's symmetries."""
    path: Callable[[Any, int, int], tuple[int, ...]] | None = None
    """Every point that an action touches, where its text does not name them all."""
    show: Callable[[Any, Page], str] | None = None
    """The position as text, for a game that has no board to draw."""
    draw: Callable[[Any], Picture] | None = None
    """The same as a picture."""
    paper: Callable[[Any, Mapping[str, Any]], tuple[Picture, ...]] | None = None
    """What is printed of a game that needs more than its board, with its texts: a picture for each
    who plays."""
    resume: Callable[[Any], Position] | None = None
    """The position from which those who have no place in it play on, if all of them agree to it
    after the end; one that is over where they can't."""
    remark: Callable[[Any, int, Any], Remark | None] | None = None
    """Why an action led from one position to the other, where that needs a word."""
    features: tuple[Feature, ...] | None = None
    """What a learner sees of a position; by default all bits of it that `ranges` leave."""
    ranges: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The most that the ints of a field can be, of a set all bits, for fields that the default
    features can't know."""
    repertoire: tuple[int, ...] | None = None
    """Every action that a seat can ever have, ascending; by default all below `ACTIONS`."""
    policy: Policy | None = None
    """How simulated players race; only where several may act at once, and needed there."""
    quickest: Callable[[Any, int], bool] | None = None
    """Whether an action is one that only the quickest comes to; where a race says so, there is a
    bot that becomes as quick as those it plays."""
    endgame: Endgame | None = None
    """States that can be solved."""
    alone: Alone | None = None
    """Distances of a player alone, likewise."""
    arranging: Arranging | None = None
    """How a position is written that people set up; without it they can't."""
    tuning: Tuning | None = None
    """What the evaluation counts and weighs, where its weights can be tuned."""
    puzzles: Puzzles | None = None
    """How its positions are searched for puzzles."""
    drills: Drills | None = None
    """Tasks that are made as they are wanted."""
    net: NetInputs | None = None
    """What a net sees that was trained for the game; its weights are in the folder's `net.bin`."""

    def __post_init__(self) -> None:
        if not isinstance(self.players, tuple):
            told = f"players must be a tuple of numbers, such as (2,), and is {self.players!r:.60}"
            raise BadGame(f"{self.name}: {told}")
        if not self.players or not set(self.players) <= set(range(2, MAX_SEATS + 1)):
            told = f"a match has two to {MAX_SEATS} seats, not {listing(self.players)}"
            raise BadGame(f"{self.name}: {told}")

    def __deepcopy__(self, memo: object) -> "Game":
        """Games never change, and are pickled by their names, which registry.py sees to."""
        return self

    @property
    def is_race(self) -> bool:
        """Whether several may act at once: then the game says how simulated players do."""
        return self.policy is not None

    def start(
        self, players: int | None, given: Mapping[str, object], version: int | None = None
    ) -> tuple[Position, "Setup"]:
        """The first position, and the choices behind it, all checked.

        What is not given is as it was in that version of the rules; OtherRules says that it
        can't be replayed.
        """
        given = {**self.formerly(version), **given}
        count = self.players[0] if players is None else players
        if type(count) is not int or count not in self.players:
            possible = listing(self.players)
            told = f"{self.name} is played by {possible} players, not by {shortened(repr(players))}"
            raise BadOption(told, option="players")
        setup = Setup(count, read_options(self.name, self.options, given))
        if version is None or version == self.version:
            for option in self.options:
                option.check(setup.options[option.name], count)
        return self.rules.start(count, setup.options), setup

    def offered(self) -> dict[str, OptionInfo]:
        """What can be chosen before a game, by name."""
        counts, about = self.players, self.words["options"]
        seats = OptionInfo("players", counts[0], counts, listing(counts), "How many play.", "")
        return {seats.name: seats} | {
            one.name: OptionInfo(
                one.name,
                one.default,
                one.values(),
                one.possible(),
                about[one.name],
                one.rule,
                one.players,
            )
            for one in self.options
        }

    def chosen(self, setup: "Setup", version: int | None = None) -> dict[str, str]:
        """The choices that differ from the default in that version, as texts."""
        texts = {} if setup.players == self.players[0] else {"players": str(setup.players)}
        former = self.formerly(version)
        for option in self.options:
            value = setup.options[option.name]
            if value != former.get(option.name, option.default):
                texts[option.name] = option.write(value)
        return texts

    def position_text(self, position: Position, setup: "Setup", version: int | None = None) -> str:
        """A position as one line, which `read_position` reads.

        Its options are those that differ from the default in that version of the rules.
        """
        choices = [f"{name}={value}" for name, value in self.chosen(setup, version).items()]
        return " ".join([self.name, *choices, self.notation.write_position(position)])

    def formerly(self, version: int | None) -> Mapping[str, Value]:
        """The defaults that were others in that version; OtherRules where it can't be replayed."""
        if version is None or version == self.version:
            return {}
        if version in self.replays:
            return self.replays[version]
        begun = f"the match was begun by {self.name} rules {version}"
        if version > self.version:
            raise OtherRules(f"{begun}, and this Tablier knows none after {self.version}")
        raise OtherRules(f"{begun}, and rules {self.version} don't replay it")

    def result(self, position: Position, players: int) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.rules.decision(position).actors:
            return None
        ranks = tuple(self.rules.place(position, seat) for seat in range(players))
        return Result(ranks, self.rules.REASONS[self.rules.reason(position) - 1].token)

    def resumers(self, position: Position, players: int) -> tuple[int, ...]:
        """The seats that play on from a position that is over, if they agree to; mostly none."""
        if self.resume is None or self.rules.decision(position).actors:
            return ()
        after = self.resume(position)
        on = self.rules.decision(after).actors != 0
        return tuple(seat for seat in range(players) if on and not self.rules.place(after, seat))

    @property
    def words(self) -> Mapping[str, Any]:
        """The game's English texts."""
        return self.words_in("en")

    def words_in(self, language: str) -> Mapping[str, Any]:
        """The game's texts in one of the languages."""
        return read_words(self.folder / "words", language)

    @property
    def look(self) -> Path | None:
        """The folder of the game's own look; without one, it is drawn as any board is."""
        folder = self.folder / "look"
        return folder if folder.is_dir() else None

    @property
    def has_table(self) -> bool:
        """Whether the page is to let the game draw its whole table, with `look/table.js`."""
        return self.look is not None and (self.look / "table.js").is_file()

    @property
    def has_lessons(self) -> bool:
        """Whether it teaches itself."""
        return (self.folder / "lessons").is_dir()

    @property
    def has_strategy(self) -> bool:
        """Whether it teaches how to play well, too."""
        return (self.folder / "strategy").is_dir()

    @property
    def is_solved(self) -> bool:
        """Whether it brings the figures of the whole game, solved."""
        return (self.folder / "solved.json").is_file()

    @property
    def rules_text(self) -> str:
        """The rules in English."""
        return self.rules_in("en")

    def rules_in(self, language: str) -> str:
        """Our own wording of the rules, every rule with its id; English where there is no other."""
        translated = self.folder / f"RULES.{spoken(language)}.md"
        path = translated if translated.is_file() else self.folder / "RULES.md"
        return path.read_text("utf-8")

    def lessons_in(self, language: str, course: str = "lessons") -> list[dict[str, Any]]:
        """Small positions that teach the game, step by step, with their texts.

        The other course is `strategy`.
        """
        folder = self.folder / course
        if not folder.is_dir():
            return []
        texts = read_words(folder, language)
        steps = json.loads((folder / "steps.json").read_text("utf-8"))
        return [step | texts[step["id"]] for step in steps]

    def illegal(self, refusal: Refusal, kind: type[IllegalMove] = IllegalMove) -> IllegalMove:
        """The error that tells a person of a refusal."""
        details = named(self.words, refusal.details)
        sentence = self.words["refusals"][refusal.code].format_map(details)
        return kind(sentence, rule=refusal.rule, code=refusal.code, details=dict(refusal.details))


class Setup(NamedTuple):
    """What was chosen before a game: the number of players and every option."""

    players: int
    options: Mapping[str, Value]
