"""Records: a match as text that people can read, write and send.

A header in brackets, then the turns, each with its number; comments stand in
braces or run from a semicolon to the end of the line::

    [Game "zhizhu"]
    [Rules "1"]
    [Players "Ann, Ben"]
    [Date "2026-11-15"]
    [Result "*"]

    1. b3
    2. c1 {a quiet answer}

Where several may act at once, an action is preceded by its seat, counted from
one: `2:ring`. Actions without a seat are then the table's, or of the one player
for whom the game waits.

A variation stands in parentheses behind the action that it replaces, and begins
with its name, if it has one, and the number of its turn; what begins with `[%` in
braces is drawn on the board::

    2. c1 ({the far side} 2. c4 {[%good c4 b3>c3]} 3. a1)
    3. b4

Reading is strict: it replays the match, and refuses whatever does not follow.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tablier.core import registry
from tablier.core.errors import (
    BadRecord,
    MoveError,
    OtherRules,
    TablierError,
    listing,
)
from tablier.core.game import TABLE, Game
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.record_lines import DRAWN, FREE_HEADERS, UNFINISHED, dealt, header_fault
from tablier.core.remarks.drawing import BETWEEN, MOST_DRAWINGS, Drawing, drawing_fault
from tablier.core.remarks.variation import LONGEST_NAME, MOST_DEPTH, Variation
from tablier.core.turn import Move, Step

OWN_HEADERS = ("Game", "Rules", "Options", "Position", "Result")
MOST_PLIES = 10_000
"""Actions that a record may hold, with those of its variations; no game comes near it."""

HEADER = re.compile(r'\[([A-Za-z]+) "([^"\n]*)"\]')
VERSION = re.compile("[1-9][0-9]{0,5}")
NUMBER = re.compile(r"([0-9]{1,7})\.")
SEATED = re.compile(r"([1-8]):(.*)", re.DOTALL)
HALF = re.compile("[\ud800-\udfff]")
DRAWING = re.compile(r"\[%([a-z]+) ([^\[\]]+)\]")
MARK = re.compile(r"[{};()]|\b[0-9]{1,7}\.(?=\s|$)")
"""Where something other than actions begins: a comment, a variation, a turn's number, a brace."""


def read_record(text: str) -> Match:
    """The match that a record tells, as `Match.record` writes it; people may write one by hand.

    BadRecord says where and why it can't be played: its `line`, its `token` and the `rule`.

    >>> import tablier
    >>> match = read_record(tablier.new("zhizhu").play("b3").play("c1").record())
    >>> match.actions, match.result
    (['b3', 'c1'], None)
    """
    if not isinstance(text, str):
        raise BadRecord("a record is text", line=1)
    if half := HALF.search(text):
        line = text.count("\n", 0, half.start()) + 1
        raise BadRecord("this is no text: half of a surrogate pair", line=line)
    return _Reader(text).read()


def rules_of(text: str) -> int:
    """The version of the rules by which a record's match began; it need not be one that replays."""
    reader = _Reader(text)
    reader.read_headers()
    return reader.version()


class _Token(NamedTuple):
    line: int
    text: str
    comment: bool = False


def _words(line: int, text: str) -> Iterator[_Token]:
    """What stands between two marks, if anything does."""
    if words := text.lstrip():
        yield _Token(line + text.count("\n", 0, len(text) - len(words)), words.rstrip())


class _Line:
    """What is being read: the game itself, or a variation."""

    def __init__(self, start: int, opened: _Token | None = None) -> None:
        self.read = Variation(start)
        self.opened = opened
        """The parenthesis that it stands in."""
        self.number: str | None = None
        """The turn's, as it was written last."""
        self.steps: list[Step] = []
        self.firsts: set[Move] = set()
        """What was played in place of the last action, and that action."""
        self.is_named = False

    @property
    def ply(self) -> int:
        """How many actions were played."""
        return self.read.start + len(self.steps)

    def take(self, step: Step) -> None:
        """Go on."""
        self.steps.append(step)
        self.firsts = {step.move}

    def closed(self) -> Variation:
        """What has been read."""
        self.read.moves = tuple(step.move for step in self.steps)
        self.read.states = (self.steps[0].before, *(step.position for step in self.steps))
        return self.read


def _stray(fault: str, line: int, text: str, at: int) -> BadRecord:
    """A brace without another."""
    return BadRecord(f"a comment {fault}", line=line, token=text[at : at + 20].split("\n")[0])


class _Reader:
    """Reads one record from its first line to its last."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.headers: dict[str, tuple[int, str]] = {}
        self.played = 0
        """Actions, with those of variations."""

    def read(self) -> Match:
        body = self.read_headers()
        match = self._seat_players()
        self._read_turns(match, list(self._tokens(body)))
        self._check_result(match)
        return match

    # Header

    def read_headers(self) -> int:
        """Read the header; return the index of the line after it."""
        for index, line in enumerate(self.lines):
            if not line.strip():
                continue
            if not line.lstrip().startswith("["):
                return index
            self._read_header(index + 1, line.strip())
        return len(self.lines)

    def _read_header(self, line: int, text: str) -> None:
        match = HEADER.fullmatch(text)
        if match is None:
            raise BadRecord('a header line looks like [Name "value"]', line=line, token=text)
        name, value = match.groups()
        if name in self.headers:
            raise BadRecord(f"the header {name} stands there twice", line=line, token=text)
        self.headers[name] = (line, value)

    def _required(self, name: str) -> tuple[int, str]:
        if name not in self.headers:
            raise BadRecord(f"the header {name} is missing", line=1)
        return self.headers[name]

    def _seat_players(self) -> Match:
        line, name = self._required("Game")
        try:
            game = registry.find(name)
        except TablierError as error:
            raise BadRecord(str(error), line=line, token=name) from error
        self._check_names(game)
        version = self._replayed(game)
        line, options = self.headers.get("Options", (line, ""))
        if strange := [word for word in options.split() if "=" not in word]:
            raise BadRecord("options are written as name=value", line=line, token=strange[0])
        start = " ".join(filter(None, [name, options]))
        try:
            match = read_position(start, version)
        except TablierError as error:
            raise BadRecord(str(error), line=line, token=options) from error
        if not match.standard:
            raise BadRecord("options are written NAME=VALUE", line=line, token=options)
        if "Position" in self.headers:
            line, text = self.headers["Position"]
            match = self._set_up(line, text, match)
        match.headers = {
            name: value for name, (_, value) in self.headers.items() if name in FREE_HEADERS
        }
        self._check_headers(match)
        return match

    def version(self) -> int:
        """The version of the rules that the record names."""
        line, version = self._required("Rules")
        if VERSION.fullmatch(version) is None:
            raise BadRecord("rules have a number, 1 or more", line=line, token=version)
        return int(version)

    def _replayed(self, game: Game) -> int:
        """The same, if the rules of now can replay it."""
        version = self.version()
        try:
            game.formerly(version)
        except OtherRules as error:
            line = self.headers["Rules"][0]
            raise BadRecord(str(error), line=line, token=str(version)) from error
        return version

    def _set_up(self, line: int, text: str, declared: Match) -> Match:
        try:
            match = read_position(text, declared.version)
        except TablierError as error:
            raise BadRecord(str(error), line=line, token=text) from error
        if (match.game, match.setup) != (declared.game, declared.setup):
            raise BadRecord(
                "the position is of another game or has other options", line=line, token=text
            )
        return match

    def _check_names(self, game: Game) -> None:
        known = (*OWN_HEADERS, *game.headers, *FREE_HEADERS)
        for name, (line, value) in self.headers.items():
            if name not in known:
                told = f"there is no header {name}; there are {listing(known)}"
                raise BadRecord(told, line=line, token=f'[{name} "{value}"]')

    def _check_headers(self, match: Match) -> None:
        """What can be filled in is well-formed, and what follows from the start is so."""
        given = dealt(match)
        for name in match.game.headers.keys() & self.headers.keys():
            line, value = self.headers[name]
            if name not in given:
                told = f"records of rules {match.version} have no header {name}"
                raise BadRecord(told, line=line, token=value)
            if value != given[name]:
                raise BadRecord(f"this match has {name} {given[name]}", line=line, token=value)
        for name, value in match.headers.items():
            if fault := header_fault(name, value, match.players):
                raise BadRecord(fault, line=self.headers[name][0], token=value)

    # Turns

    def _tokens(self, body: int) -> Iterator[_Token]:
        """Turn numbers, the text between them, and comments; each sign is looked at once."""
        text = "\n".join(self.lines[body:])
        line, at = body + 1, 0
        while mark := MARK.search(text, at):
            yield from _words(line, text[at : mark.start()])
            line += text.count("\n", at, mark.start())
            at = mark.end()
            if mark[0] in "{;":
                end = text.find("}" if mark[0] == "{" else "\n", at)
                if end < 0 and mark[0] == "{":
                    raise _stray("is not closed", line, text, mark.start())
                end = len(text) if end < 0 else end
                yield _Token(line, " ".join(text[at:end].split()), comment=True)
                line += text.count("\n", at, end)
                at = end + (mark[0] == "{")
            elif mark[0] == "}":
                raise _stray("was not opened", line, text, mark.start())
            else:
                yield _Token(line, mark[0])
        yield from _words(line, text[at:])

    def _read_turns(self, match: Match, tokens: list[_Token]) -> None:
        """The actions and what stands beside them; at the end the match stands as it was played."""
        lines = [_Line(0)]
        for token in tokens:
            now = lines[-1]
            if token.comment:
                self._read_comment(match, now, token)
            elif token.text == "(":
                lines.append(self._branch(match, now, token, len(lines)))
            elif token.text == ")":
                self._rejoin(match, lines, token)
            elif NUMBER.fullmatch(token.text):
                self._check_number(match, token, now.number)
                now.number = token.text
            elif now.number is None:
                raise BadRecord("a turn begins with its number", line=token.line, token=token.text)
            else:
                self._read_turn(match, now, token)
        if opened := lines[-1].opened:
            raise BadRecord("a variation is not closed", line=opened.line, token=opened.text)
        match.remark(lines[0].read)

    # Beside the game

    def _branch(self, match: Match, now: _Line, token: _Token, depth: int) -> _Line:
        """Go back to where a variation begins."""
        fault = "a variation stands behind the action that it replaces" if not now.steps else ""
        if now.opened and len(now.steps) == 1:
            fault = "what replaces a variation's first action stands behind the variation"
        if depth > MOST_DEPTH:
            fault = f"at most {MOST_DEPTH} variations lie within each other"
        if fault:
            raise BadRecord(fault, line=token.line, token=token.text)
        match.undo()
        return _Line(now.ply - 1, token)

    def _rejoin(self, match: Match, lines: list[_Line], token: _Token) -> None:
        """Keep a variation, and return to the line that it left."""
        line = lines.pop()
        if line.opened is None:
            raise BadRecord("a variation was not opened", line=token.line, token=token.text)
        outer = lines[-1]
        first = line.steps[0].move if line.steps else None
        if first is None or first in outer.firsts:
            fault = f"{first.text} is played there already" if first else "a variation has actions"
            raise BadRecord(fault, line=line.opened.line, token="(")
        for _ in line.steps:
            match.undo()
        match.take(outer.steps[-1])
        outer.firsts.add(first)
        outer.read.variations.setdefault(line.read.start, []).append(line.closed())

    def _read_comment(self, match: Match, now: _Line, token: _Token) -> None:
        line, text = token.line, token.text
        if now.opened and not now.steps:
            told = "a variation has one name" if now.is_named else ""
            if len(text) > LONGEST_NAME or text.startswith(DRAWN):
                told = f"a variation's name is a text of at most {LONGEST_NAME} characters"
            if told:
                raise BadRecord(told, line=line, token=text)
            now.read.name, now.is_named = text, True
        elif text.startswith(DRAWN):
            self._read_drawings(match, now, token)
        else:
            now.read.comments.setdefault(now.ply, []).append(text)

    def _read_drawings(self, match: Match, now: _Line, token: _Token) -> None:
        line, text = token.line, token.text
        found = DRAWING.fullmatch(text)
        if found is None:
            raise BadRecord("drawings look like [%good a1 a1>b3]", line=line, token=text)
        drawn = now.read.drawings.setdefault(now.ply, [])
        names = match.game.board(match.state).names
        for points in found[2].split():
            drawing = Drawing(found[1], tuple(points.split(BETWEEN)))
            fault = drawing_fault(drawing, names)
            if drawing in drawn:
                fault = "that is drawn already"
            if len(drawn) == MOST_DRAWINGS:
                fault = f"at most {MOST_DRAWINGS} marks and arrows stand beside an action"
            if fault:
                raise BadRecord(fault, line=line, token=points)
            drawn.append(drawing)

    # Actions

    def _check_number(self, match: Match, token: _Token, before: str | None) -> None:
        if match.result is not None and not match.resumers:
            raise BadRecord(
                f"the game was over before: {match.result}", line=token.line, token=token.text
            )
        expected = match.state.turn + 1
        if token.text != f"{expected}." or token.text == before:
            raise BadRecord(
                f"this is turn {expected}; the turn before it may be unfinished",
                line=token.line,
                token=token.text,
            )

    def _read_turn(self, match: Match, now: _Line, token: _Token) -> None:
        assert now.number is not None
        number, line, at, end = int(now.number[:-1]), token.line, 0, 0
        for part in match.game.notation.split(token.text):
            start = max(token.text.find(part, end), at)
            line += token.text.count("\n", at, start)
            at, end = start, start + len(part)
            text = " ".join(part.split())
            if match.result is None and match.state.turn + 1 != number:
                raise BadRecord(f"turn {number} was finished before this", line=line, token=text)
            if self.played == MOST_PLIES:
                told = f"a record has at most {MOST_PLIES} actions"
                raise BadRecord(told, line=line, token=text)
            now.take(self._read_action(match, text, line))
            match.take(now.steps[-1])
            self.played += 1

    def _read_action(self, match: Match, text: str, line: int) -> Step:
        """What an action leads to."""
        try:
            if prefixed := SEATED.fullmatch(text):
                if int(prefixed[1]) > match.players:
                    told = f"there is no seat {prefixed[1]}; there are 1 to {match.players}"
                    raise BadRecord(told, line=line, token=text)
                return match.foresee(prefixed[2], int(prefixed[1]) - 1, exact=True)
            alone = text != "draw" and len(match.awaited) == 1
            return match.foresee(text, match.awaited[0] if alone else TABLE, exact=True)
        except MoveError as error:
            raise BadRecord(str(error), line=line, token=text, rule=error.rule) from error

    def _check_result(self, match: Match) -> None:
        line, claimed = self._required("Result")
        follows = str(match.result or UNFINISHED)
        if claimed != follows:
            by = "" if match.version == match.game.version else f" by rules {match.game.version}"
            told = f"the moves give the result {follows}{by}"
            raise BadRecord(told, line=line, token=claimed)
