"""Random games by the plain rules, looked at after every action."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from random import Random

from tablier.checks.fault import Fault, Faulty, fault_of, require
from tablier.checks.rulebook import ids
from tablier.checks.setups import setups
from tablier.core.board.scene import Scene
from tablier.core.dice import FACES
from tablier.core.errors import IllegalMove, TablierError, listing
from tablier.core.game import TABLE, Decision, Game, Position, Setup
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.reading.record import read_record
from tablier.core.rules.bits import LONGEST as LARGEST
from tablier.core.words import named

MOST_SETUPS = 8
GAMES, MOST_GAMES, ACTIONS_IN_ALL = 3, 100, 800
"""The games of each setup that are played: more, up to the most, where all are short."""
LONGEST = 3_000
"""Actions after which a game that may go on for ever is left."""
SHORT = 250
"""And those after the first of each setup here already."""
LOOKED_AT = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}
"""Actions after which a match is taken back, written down and read again."""
OFTEN = 5
"""Actions between two looks at what is seen, and at how all actions are written."""
ROOM = 4
"""How many times more actions are taken in than MOST_ACTIONS allows, to say how many there are."""
WORD = 1 << 62
RULES, NOTATION, SCENE, REFUSAL = "rules.py", "notation.py", "scene.py", "refusal.py"
WORDS = "words/en.json"


def begun(game: Game, setup: Setup) -> Match:
    """A match with that setup, before its first action."""
    return Match(game, setup, game.rules.start(setup.players, setup.options))


def some_action(match: Match, seat: int, random: Random) -> str:
    """A legal action of a seat. Dice are thrown rather than looked up in a list."""
    decision = match.decision
    if seat == TABLE and decision.dice:
        action = decision.roll + random.randrange(FACES**decision.dice)
        return match.game.notation.write(match.state, seat, action)
    return random.choice(match.legal(seat))


def play(game: Game) -> Iterator[Fault]:
    """Faults of random games, each told once; where nothing can be played, of the start."""
    every = setups(game)
    ended = False
    for setup in islice(every, 0, None, max(1, len(every) // MOST_SETUPS)):
        played = 0
        for number in range(MOST_GAMES):
            if number >= GAMES and played >= ACTIONS_IN_ALL:
                break
            try:
                walk = Walk(game, setup, Random(f"{number} {setup}"))
                ended |= walk.to_the_end(LONGEST if number == 0 else SHORT)
                played += len(walk.match.history)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                yield fault_of(error, game.folder, "playing it")
                return
    if not ended:
        yield Fault(RULES, f"no random game ended within {LONGEST} actions")


class Walk:
    """One random game."""

    def __init__(self, game: Game, setup: Setup, random: Random) -> None:
        self.game, self.setup, self.random = game, setup, random
        self.known = set(ids(game.rules_text))
        start = game.rules.start(setup.players, setup.options)
        self._position(start)
        self.match = Match(game, setup, start)

    def to_the_end(self, most: int) -> bool:
        """Play on, at most that many actions; whether it has ended."""
        match, number = self.match, 0
        while match.result is None and number < most:
            pause = number in LOOKED_AT
            self.look(closely=pause or (number % OFTEN == 0 and number < SHORT))
            if pause:
                self.round_trips()
                self.refused()
            seat = self.random.choice(match.seats)
            before = match.state
            match.play(some_action(match, seat, self.random), seat)
            self._position(match.state)
            require(
                self.game.sound(before, match.state),
                "soundness.py",
                f"{match.actions[-1]} leads to what `sound` calls impossible",
            )
            number += 1
        if match.result is not None:
            self.look()
            self.over()
            if number < SHORT:
                self.round_trips()
        return match.result is not None

    # What stands there

    def _position(self, position: Position) -> None:
        fields: tuple[str, ...] = getattr(position, "_fields", ())
        require(fields, RULES, f"a position must be a NamedTuple, and is {position!r:.60}")
        require("turn" in fields, RULES, "a position has no field `turn`, the finished turns")
        for field, value in zip(fields, position, strict=True):
            for number in _flat(value):
                if type(number) is not int:
                    told = "positions consist of ints and tuples of ints"
                    raise Faulty(RULES, f"{field} is {value!r:.60}: {told}")
                told = f"{field} is {value!r:.60}: compiled, numbers have 63 bits, and sets of more"
                told += f" than {LARGEST} points take two (core/rules/bits.py)"
                require(-WORD <= number < WORD << 1, RULES, told)
                most = self.game.ranges.get(field, number)
                told = f"{field} is {value!r:.60}, and GAME's ranges say {most} at the most"
                require(number <= most, "__init__.py", told)

    def look(self, *, closely: bool = True) -> None:
        """Who may act, what each of them can do, and what is seen."""
        decision = self.match.decision
        require(isinstance(decision, Decision), RULES, "decision must give a Decision")
        self._actors(decision)
        for seat in self.match.seats:
            if not (seat == TABLE and decision.dice):
                self._actions(seat, closely)
        if not closely:
            return
        self._scene(self.game.scene(self.match.state))
        for seat in range(self.setup.players):
            value = self.game.evaluate(self.match.state, seat)
            told = f"evaluate must give a whole number, and gives {value!r:.60}"
            require(type(value) is int, "evaluate.py", told)

    def _actors(self, decision: Decision) -> None:
        seats, rules = [seat for seat in self.match.seats if seat != TABLE], self.game.rules
        allowed = (1 << self.setup.players) - 1 | 1 << TABLE
        told = f"decision lets seats act that are not there: {decision.actors:b}"
        require(decision.actors & ~allowed == 0, RULES, told)
        told = "several may act at once, and GAME has no policy: how quickly do bots act, and how?"
        require(len(seats) < 2 or self.game.policy is not None, RULES, told)
        if decision.actors >> TABLE & 1:
            told = "the table is to act, with no dice to throw and no deadline to call"
            require(decision.dice or decision.deadline, RULES, told)
        if decision.dice:
            told = f"decision asks for {decision.dice} dice, and GAME says dice={self.game.dice}"
            require(decision.dice <= self.game.dice, RULES, told)
            last = decision.roll + FACES**decision.dice
            told = f"{decision.dice} dice from {decision.roll} on need {last} actions, and ACTIONS"
            require(last <= rules.ACTIONS, RULES, f"{told} is {rules.ACTIONS}")
        told = f"deadline {decision.deadline} has no name in DEADLINES"
        require(0 <= decision.deadline <= len(rules.DEADLINES), RULES, told)

    def _actions(self, seat: int, closely: bool) -> None:
        rules, state = self.game.rules, self.match.state
        room = [-1] * (ROOM * rules.MOST_ACTIONS)
        try:
            count = rules.actions(state, seat, room)
        except IndexError as error:
            if seat == TABLE or _wrote_beyond(error):
                told = f"MOST_ACTIONS is {rules.MOST_ACTIONS}, and a seat has many more"
                raise Faulty(RULES, told) from error
            raise
        told = f"MOST_ACTIONS is {rules.MOST_ACTIONS}, and a seat has {count}"
        require(count <= rules.MOST_ACTIONS, RULES, told)
        require(count > 0, RULES, f"seat {seat} is to act, and can do nothing: {self.text()}")
        listed = room[:count]
        told = f"an action is numbered {max(listed)}, and ACTIONS is {rules.ACTIONS}"
        require(max(listed) < rules.ACTIONS, RULES, told)
        require(min(listed) >= 0, RULES, f"an action is numbered {min(listed)}")
        require(len(set(listed)) == count, RULES, f"an action is listed twice: {self.text()}")
        if closely:
            self._texts(seat, listed)

    def _texts(self, seat: int, listed: list[int]) -> None:
        notation, state = self.game.notation, self.match.state
        texts = [notation.write(state, seat, action) for action in listed]
        for action, text in zip(listed, texts, strict=True):
            read = notation.read(state, seat, text)
            told = f"action {action} is written {text!r}, and that is read as {read!r}"
            require(read == action, NOTATION, told)
            require(text.strip() == text != "", NOTATION, f"an action is written {text!r}")
        told = f"two actions are written alike: {self.text()}"
        require(len(set(texts)) == len(texts), NOTATION, told)

    def _scene(self, scene: Scene) -> None:
        words, points = self.game.words, len(self.game.board(self.match.state).names)
        json.dumps(asdict(scene))
        told_of = [("prompts", scene.prompt), *(("warnings", one) for one in scene.warnings)]
        for group, prompt in told_of:
            told = f"{group} has no words for {prompt.token!r}"
            require(prompt.token in words.get(group, {}), WORDS, told)
            details = named(words, prompt.details)
            _format(words[group][prompt.token], details, f"{group}/{prompt.token}")
        told = f"there are counts for {len(scene.counts)} seats, of {self.setup.players}"
        require(len(scene.counts) == self.setup.players, SCENE, told)
        for name in {name for counts in scene.counts for name in counts}:
            require(name in words["counts"], WORDS, f"counts has no words for {name!r}")
        for piece in scene.pieces:
            where = f"a piece at point {piece.point} of seat {piece.seat}"
            require(0 <= piece.point < points, SCENE, f"{where}, on a board of {points} points")
            require(0 <= piece.seat < self.setup.players, SCENE, f"{where}, where nobody sits")
            told = f"{where} has the letter {piece.letter!r}; it should be one"
            require(len(piece.letter) == 1, SCENE, told)
        for mark in scene.marks:
            told = f"the mark {mark.kind} is on a point that is not there"
            require(all(0 <= point < points for point in mark.points), SCENE, told)
        for die in scene.dice:
            require(1 <= die.face <= FACES, SCENE, f"a die shows {die.face}")

    # Taking back, writing down, refusing

    def round_trips(self) -> None:
        """A match taken back and written down is the same."""
        match, states = self.match, self.match.states
        if match.actions:
            text = match.undo()
            require(match.redo() == text and match.states == states, RULES, f"{text} is not redone")
        try:
            read = read_record(match.record())
            same = read.states == states and read.record() == match.record()
        except TablierError as error:
            raise Faulty(NOTATION, f"a record that was written can't be read: {error}") from error
        require(same, NOTATION, f"a record is read as another game: {self.text()}")
        if match.result is None or match.result.reason != "repetition":
            self._position_text()

    def _position_text(self) -> None:
        text = self.match.position()
        try:
            read = read_position(text)
        except TablierError as error:
            told = f"the position {text!r} was written, and can't be read: {error}"
            raise Faulty(NOTATION, told) from error
        told = f"the position {text!r} is read as {read.position()!r}"
        require(read.position() == text, NOTATION, told)
        told = f"the position {text!r} lacks something: read again, it is another"
        require(read.state == self.match.state, NOTATION, told)

    def refused(self) -> None:
        """What can't be played is refused, with a rule and words."""
        match, states = self.match, self.match.states
        for seat in (*range(self.setup.players), TABLE):
            action = self.random.randrange(self.game.rules.ACTIONS)
            try:
                text = self.game.notation.write(match.state, seat, action)
            except (IndexError, KeyError, ValueError):
                continue  # not every number is an action
            try:
                match.play(text, seat)
                match.undo()
            except IllegalMove as refusal:
                self._refusal(refusal, text)
            except (KeyError, IndexError, ValueError):
                if text not in match.legal(seat):
                    self._sentence(seat, action)
                raise
            require(match.states == states, RULES, f"{text} was refused, and changed the match")

    def _refusal(self, refusal: IllegalMove, text: str) -> None:
        told = f"{text} is refused without a rule"
        require(refusal.rule, REFUSAL, told)
        told = f"{text} is refused for {refusal.rule}, which RULES.md doesn't have"
        require(refusal.rule in self.known, REFUSAL, told)

    def _sentence(self, seat: int, action: int) -> None:
        """Whether it was for its words that an action could not be refused."""
        words, refusal = self.game.words, self.game.refuse(self.match.state, seat, action)
        told = f"refusals has no words for {refusal.code!r}"
        require(refusal.code in words["refusals"], WORDS, told)
        details = named(words, refusal.details)
        _format(words["refusals"][refusal.code], details, f"refusals/{refusal.code}")

    def over(self) -> None:
        """Everybody has a place, and there is a reason."""
        rules, state = self.game.rules, self.match.state
        places = [rules.place(state, seat) for seat in range(self.setup.players)]
        require(min(places) == 1, RULES, f"the game is over, and the places are {listing(places)}")
        number = rules.reason(state)
        told = f"the game is over for reason {number}, and there are {len(rules.REASONS)}"
        require(1 <= number <= len(rules.REASONS), RULES, told)

    def text(self) -> str:
        """The match as a position, or as its actions where there is no such text."""
        try:
            return self.match.position()
        except Exception:
            return " ".join(self.match.actions[-10:])


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value


def _wrote_beyond(error: IndexError) -> bool:
    return "assignment index" in str(error)


def _format(sentence: str, details: object, way: str) -> None:
    try:
        sentence.format_map(details)  # type: ignore[arg-type]
    except (KeyError, IndexError, ValueError) as error:
        raise Faulty(WORDS, f"{way} can't be filled in: {error!r}") from error


def golden(game: Game) -> Iterator[Fault]:
    """Games that were kept are played as they were."""
    for path in sorted((game.folder / "golden").glob("*.txt")):
        where = str(Path("golden") / path.name)
        text = path.read_text("utf-8")
        try:
            if read_record(text).record() != text:
                yield Fault(where, "is read as another game")
        except TablierError as error:
            yield Fault(where, str(error))
