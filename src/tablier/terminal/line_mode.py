"""A match line by line: for scripts, for screen readers, and where there is no terminal."""

import shlex
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tablier.core import registry
from tablier.core.errors import TablierError, listing
from tablier.core.match import Match
from tablier.engine.levels import LEVELS, level_name
from tablier.terminal.input_lines import InputLines
from tablier.terminal.phrases import Phrases
from tablier.terminal.session import saved_games
from tablier.terminal.session.computer_opponent import Opponent
from tablier.terminal.session.table_actions import redo, show_seed, table_dice


def choose_game(phrases: Phrases, lines: InputLines) -> str:
    """Ask which game to play."""
    names = registry.games()
    for number, name in enumerate(names, 1):
        words = phrases.words(registry.find(name))
        print(f"{number}  {words['title']:18} {words['about']}")
    while True:
        answer = lines.ask(phrases("which_game"))
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        lines.refuse(phrases("type_number", n=len(names)), phrases)


def goes_on(match: Match, phrases: Phrases, lines: InputLines) -> bool:
    """Whether the players want to go on with a game that was left; a pipe is not asked."""
    if lines.piped:
        return False
    title = phrases.words(match.game)["title"]
    told = phrases("was_left", game=title, n=match.state.turn + 1)
    return lines.agree(f"{told} {phrases('ask_go_on')} ", phrases, usual=True)


def choose_level(phrases: Phrases, lines: InputLines) -> int:
    """Ask for an opponent: a level, or 0 for people at this terminal."""
    levels = listing(LEVELS)
    print(" · ".join(f"{number} {level_name(number, phrases.language)}" for number in LEVELS))
    while True:
        answer = lines.ask(phrases("ask_level", levels=levels)) or "3"
        if answer == "p":
            return 0
        if answer.isdecimal() and int(answer) in LEVELS:
            return int(answer)
        lines.refuse(phrases("type_level", levels=levels), phrases)


def play(
    match: Match,
    path: Path,
    opponent: Opponent | None,
    phrases: Phrases,
    *,
    colour: bool,
    source: Path | None = None,
    lines: InputLines | None = None,
    keeps: bool = True,
) -> None:
    """Play a match to its end, or until somebody leaves; it is saved after every action.

    `source` is where it was found, if it was left elsewhere; not to keep it is for whoever throws
    `path` away afterwards, and only told. Raises GameInUse where another
    window plays it, and BadLine where a pipe holds what can't be used.
    """
    claim = saved_games.SaveClaim(path)
    try:
        table = LineTable(match, path, opponent, phrases, colour, lines or InputLines(), keeps)
        table.play(source or path)
    finally:
        claim.release()


@dataclass(eq=False)
class LineTable:
    """One match at which every line is answered with what it led to."""

    match: Match
    path: Path
    opponent: Opponent | None
    phrases: Phrases
    colour: bool
    lines: InputLines
    keeps: bool

    def play(self, source: Path) -> None:
        """Play to the end, or until somebody leaves."""
        match, phrases = self.match, self.phrases
        if match.result is None:
            match.headers.setdefault("Date", date.today().isoformat())
        dice = table_dice(match, self.path, source)
        self._welcome()
        try:
            while match.result is None or self._plays_on():
                if dice and match.to_roll:
                    match.roll(dice)
                elif self.opponent and match.seat != self.opponent.person:
                    self._answer(self.opponent)
                elif not self._obey():
                    continue
                if match.result is not None:
                    show_seed(match, dice, self.path)
                if not match.to_roll:
                    self._show()
                self._save()
        except (EOFError, KeyboardInterrupt):
            print()
            if not match.actions:
                return
        if self._save():
            print(farewell(match, self.path if self.keeps else None, phrases, self._me))
        elif match.result is not None:
            print(phrases.ending(match, self._me))

    @property
    def _me(self) -> int | None:
        """The only person's seat."""
        return self.opponent.person if self.opponent else None

    def _welcome(self) -> None:
        phrases = self.phrases
        words = phrases.words(self.match.game)
        print(phrases.colon(words["title"], words["about"]))
        print(phrases("help_line"))
        if self.opponent:
            print(phrases("you_are", player=phrases.seat(self.match, self.opponent.person)))
        if not self.match.to_roll:
            self._show()

    def _plays_on(self) -> bool:
        """Whether those who are left agree to play on; the computer has nothing against it."""
        left = self.match.resumers
        if not left or (self.opponent and self.opponent.person not in left):
            return False
        print(self.phrases.ending(self.match, self._me))
        yes = self._agree("ask_play_on")
        if yes:
            self.match.agree_play_on()
        return yes

    def _agree(self, question: str) -> bool:
        return self.lines.agree(f"{self.phrases(question)} [y/N] ", self.phrases, usual=False)

    def _save(self) -> bool:
        try:
            saved_games.save(self.match, self.path)
        except TablierError as error:
            print(f"tablier: {error}", file=sys.stderr)
            return False
        return True

    def _answer(self, opponent: Opponent) -> None:
        """Let the computer play a whole turn."""
        match, phrases = self.match, self.phrases
        if opponent.waking:
            print(phrases("compiling"), flush=True)
            opponent.watch()
        seat, turn, texts = match.seat, match.state.turn, []
        while match.result is None and match.seat == seat and match.state.turn == turn:
            texts.append(opponent.choose(match.copy()))
            match.play(texts[-1])
        opponent.ponder(match.copy())
        assert seat is not None
        played = match.game.notation.join(texts)
        print("\n" + phrases("plays", player=phrases.seat(match, seat), move=played))

    def _obey(self) -> bool:
        """Do what the next line says; whether that changed the match."""
        answer = self.lines.ask("> ")
        if answer == "quit":
            raise EOFError
        before = self.match.actions
        try:
            self._do(answer)
        except TablierError as error:
            self.lines.refuse(self.phrases.refusal(self.match.game, error), self.phrases)
        return self.match.actions != before

    def _do(self, answer: str) -> None:
        match, phrases = self.match, self.phrases
        match answer:
            case "":
                pass
            case "?":
                print(_columns(match.legal()))
            case "rules":
                print(match.game.rules_in(phrases.language))
            case "undo":
                match.undo()
                while match.actions and not self._decides():
                    match.undo()
            case "redo":
                redo(match)
            case "draw" if self.opponent:
                raise TablierError(phrases("plays_on"))
            case "draw":
                if self._agree("ask_draw"):
                    match.agree_draw()
            case _:
                play_turn(match, answer)

    def _decides(self) -> bool:
        """Whether somebody here is to act."""
        if self.opponent:
            return self.match.seat == self.opponent.person
        return not self.match.to_roll

    def _show(self) -> None:
        match, phrases = self.match, self.phrases
        print(f"\n{match.show(self.colour, language=phrases.language)}\n")
        for seat in range(match.players):
            legend = phrases.legend(match.game, match.seat_names[seat])
            if told := ", ".join(filter(None, [legend, phrases.counts(match, seat)])):
                print(phrases.colon(phrases.seat(match, seat), told))
        if match.result is None:
            print(phrases.request(match))
            if warning := phrases.warning(match):
                print(warning)


def farewell(match: Match, path: Path | None, phrases: Phrases, me: int | None) -> str:
    """How it ended, for somebody who had a seat of their own, or how to go on; nothing is kept
    without a path."""
    if path is None:
        ending = [phrases.ending(match, me)] if match.result else []
        return "\n".join([*ending, phrases("not_kept")])
    name = shlex.quote(str(path))
    if match.result is None:
        return phrases("saved", command=f"tablier play --resume {name}")
    lines = [phrases.ending(match, me), phrases("kept", path=path)]
    if "Seal" in match.headers:
        lines.append(phrases("check_dice", command=f"tablier verify {name}"))
    return "\n".join(lines)


def play_turn(match: Match, answer: str) -> None:
    """Play the actions that were typed together: all of them, or none."""
    before = len(match.actions)
    try:
        for action in match.game.notation.split(answer):
            match.play(action)
    except TablierError:
        while len(match.actions) > before:
            match.undo()
        raise


def _columns(texts: list[str], width: int = 78) -> str:
    """Texts in columns, as `ls` has them."""
    pitch = max(map(len, texts), default=0) + 2
    row = max(1, width // pitch)
    rows = [texts[first : first + row] for first in range(0, len(texts), row)]
    return "\n".join("".join(text.ljust(pitch) for text in row).rstrip() for row in rows)
