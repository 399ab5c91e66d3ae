"""Puzzles line by line, one after another."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from tablier.core.errors import BadOption, MoveError, shortened
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.core.reading.puzzles import OTHERS, drilled, read_puzzles
from tablier.core.words import Amount, read_words
from tablier.terminal.input_lines import InputLines
from tablier.terminal.phrases import Phrases, capital

DRILLS = 1 << 31
NEAR = 20
"""As many puzzles of about the wanted rating are drawn from."""


class Task(NamedTuple):
    """A puzzle or a drill, as it is solved here."""

    kind: str
    number: int
    position: str
    line: tuple[str, ...]
    asked: int
    right: tuple[str, ...]
    """All first actions that are right."""
    answers: dict[str, str]


def choose(game: Game, which: str, kind: str, rating: int, random: Random) -> Iterator[Task]:
    """The puzzle of that id; else one after another, of a theme, about as hard as wanted."""
    puzzles = [one for one in read_puzzles(game) if not kind or one.finding.kind == kind]
    if which:
        puzzles = [one for one in puzzles if one.id == which]
        if not puzzles:
            raise BadOption(f"{game.name} has no puzzle {shortened(repr(which))}")
    elif game.drills and (not kind or kind in game.drills.KINDS):
        for _ in count():
            drawn = kind or random.choice(game.drills.KINDS)
            position, right = drilled(game.drills, drawn, random.randrange(DRILLS))
            yield Task(drawn, 0, position, right[:1], 1, right, {})
    puzzles.sort(key=lambda one: abs(one.rating - rating))
    while puzzles:
        one = puzzles.pop(random.randrange(min(NEAR, len(puzzles))))
        finding = one.finding
        yield Task(
            finding.kind,
            finding.number,
            one.position,
            finding.line,
            finding.asked,
            finding.line[:1],
            dict(finding.answers),
        )


class PuzzleMode:
    """Asks for actions, and tells what comes of them."""

    def __init__(self, game: Game, phrases: Phrases, lines: InputLines, *, colour: bool) -> None:
        self.phrases = phrases
        self.lines = lines
        self.colour = colour
        self.words = read_words(game.folder / "puzzles", phrases.language)
        self.solved = self.given = 0

    def play(self, tasks: Iterator[Task]) -> None:
        """Until there are no more, or somebody leaves."""
        try:
            for task in tasks:
                if self.lines.exhausted:
                    break
                self.given += 1
                self.solved += self._solve(task)
        except (EOFError, KeyboardInterrupt):
            print()
        print(self.phrases("puzzles_solved", n=self.solved, of=self.given))

    def _solve(self, task: Task) -> bool:
        """Whether it is solved at the first go."""
        match = read_position(task.position)
        seat = next(seat for seat in match.seats if seat < match.players)
        details = {"player": self.phrases.seat(match, seat), "n": Amount(task.number)}
        words = {name: text.format_map(details) for name, text in self.words[task.kind].items()}
        print(f"\n{words['title']}\n{words['task']}\n")
        self._show(match)
        first, hinted, done = True, False, 0
        while done < task.asked:
            if not match.game.is_race:
                print(capital(f"{self.phrases.task(match)}."))
            text = self.lines.ask(f"{self.phrases('puzzle_ask')} ").lower()
            wanted = task.right if done == 0 else task.line[done : done + 1]
            if text in ("quit", "q"):
                raise EOFError
            if text == "next":
                return False
            if text in ("hint", "?"):
                print(self.phrases("hint", move=wanted[0]) if hinted else words["hint"])
                first, hinted = first and not hinted, True
                continue
            try:
                tried = match.copy().play(text, seat)
            except MoveError as error:
                print(self.phrases.refusal(match.game, error))
                continue
            played = tried.history[-1].text
            if played not in wanted:
                first = False
                print(words["wrong"])
                if done == 0:
                    self._answer(tried, task.answers.get(played, task.answers.get(OTHERS, "")))
                continue
            match, done = tried, done + 1
            while done < len(task.line) and (match.seat != seat or done >= task.asked):
                match.play(task.line[done])
                print(f"  {task.line[done]}")
                done += 1
            self._show(match)
        print(capital(words["done"]))
        return first

    def _answer(self, match: Match, reply: str) -> None:
        """The answer to a wrong action, on a board of its own."""
        for text in reply.split():
            match.play(text)
        if reply:
            print(f"  {match.actions[0]}  {reply}")
            self._show(match)

    def _show(self, match: Match) -> None:
        print(match.show(colour=self.colour, language=self.phrases.language))
