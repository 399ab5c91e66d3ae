"""People at one terminal, typing their moves in turn."""

import os
import re
import secrets
import shlex
import sys
from datetime import date
from itertools import count
from pathlib import Path
from threading import Thread

from platformdirs import user_data_path

import tablier
from tablier.core import registry
from tablier.core.errors import TablierError, listing
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.engine.levels import LEVELS, level_name
from tablier.terminal.sentences import counts, ending, request, seat_name
from tablier.terminal.table import seed_of

HELP = (
    "Type a move, or ? legal moves · undo · redo · rules · draw · resign · quit (keeps the game)."
)


def choose_game() -> str:
    """Ask which game to play."""
    names = registry.games()
    for number, name in enumerate(names, 1):
        game = registry.find(name)
        print(f"{number}  {game.title:18} {game.words['about']}")
    while True:
        answer = _ask("Which game? ")
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"Type a number from 1 to {len(names)}, or a name.")


def saved_game(game: Game) -> Path:
    """Where an unfinished game is kept."""
    return user_data_path("tablier") / f"{game.name}.txt"


def unfinished(path: Path) -> Match | None:
    """The game that was left here, if the players want to go on with it."""
    try:
        match = tablier.read_record(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        print(f"The saved game {path} can't be read: {error}", file=sys.stderr)
        return None
    if match.result is not None:
        return None
    answer = _ask(f"Go on with the game saved after {len(match.actions)} actions? [Y/n] ")
    return match if answer.lower() in ("", "y", "yes") else None


def make_room(path: Path) -> None:
    """Keep what was saved here under another name, so that nothing is lost."""
    if path.is_dir():
        raise TablierError(f"{path} is a folder; name a file")
    if not path.exists():
        return
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
    kept = next(other for other in others if not other.exists())
    path.rename(kept)
    if seed_of(path).exists():
        seed_of(path).rename(seed_of(kept))
    print(f"The game saved before is kept in {kept}")


def choose_level() -> int:
    """Ask for an opponent: a level, or 0 for people at this terminal."""
    levels = listing(LEVELS)
    print(" · ".join(f"{number} {level_name(number)}" for number in LEVELS))
    while True:
        answer = _ask(f"Play the computer (level {levels}) or people here (p)? [3] ") or "3"
        if answer == "p":
            return 0
        if answer.isdecimal() and int(answer) in LEVELS:
            return int(answer)
        print(f"Type one of {levels}, or p.")


class Computer:
    """The computer at one level, in all seats but one."""

    def __init__(self, match: Match, level: int, person: int) -> None:
        self.level = level
        self.person = person
        names = [f"Computer {level}"] * match.players
        names[person] = "Person"
        match.headers["Players"] = ", ".join(names)
        self.bot = tablier.bot(match.game.name, level)
        self._waking = Thread(target=self._wake, args=(match,), daemon=True)
        self._waking.start()

    def _wake(self, match: Match) -> None:
        """Compile in another process, where people's moves don't wait for it, then load that."""
        from tablier.engine.cache import is_warm
        from tablier.engine.warmth import warm_aside

        if not is_warm(match.game.name):
            warm_aside(match.game, lambda done, steps: None).join()
        self.bot.wake(match)

    @classmethod
    def of(cls, match: Match, level: int, seat: int = 0) -> "Computer | None":
        """The computer that was asked for, or that a saved game was begun with."""
        names = [name.strip() for name in match.headers.get("Players", "").split(",")]
        if "Person" in names and (found := re.search(r"Computer (\d)", ",".join(names))):
            return cls(match, level or int(found[1]), names.index("Person"))
        if not level:
            return None
        return cls(match, level, seat - 1 if seat else secrets.randbelow(match.players))

    def answer(self, match: Match) -> None:
        """Play a whole turn."""
        if self._waking.is_alive():
            print("The computer is compiled for this machine, which takes a moment this once.")
            sys.stdout.flush()
            self._waking.join()
        seat, texts = match.seat, []
        while match.result is None and match.seat == seat:
            texts.append(self.bot.choose(match))
            match.play(texts[-1])
        assert seat is not None
        print(f"\n{seat_name(match, seat)} plays {match.game.notation.join(texts)}")


def play(match: Match, path: Path, computer: Computer | None, *, colour: bool) -> None:
    """Play a match to its end, or until somebody leaves; it is saved after every action."""
    match.headers.setdefault("Date", date.today().isoformat())
    print(f"{match.game.title}: {match.game.words['about']}\n{HELP}")
    if computer:
        print(f"You are {seat_name(match, computer.person)}.")
    _show(match, colour)
    try:
        while match.result is None:
            if computer and match.seat != computer.person:
                computer.answer(match)
            else:
                answer = _ask("> ")
                if answer == "quit":
                    raise EOFError
                before = match.actions
                _obey(match, answer, computer)
                if match.actions == before:
                    continue
            _show(match, colour)
            save(match, path)
    except (EOFError, KeyboardInterrupt):
        print()
        if match.actions and save(match, path):
            print(f"Saved. Go on with: tablier play --resume {shlex.quote(str(path))}")
        return
    print(f"{ending(match)}\nThe record is in {path}")


def save(match: Match, path: Path) -> bool:
    """Write the record so that a crash leaves either the old one or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(match.record(), "utf-8")
        os.replace(fresh, path)
    except OSError as error:
        print(f"The game could not be saved: {path}: {error.strerror}", file=sys.stderr)
        return False
    return True


def _obey(match: Match, answer: str, computer: Computer | None) -> None:
    try:
        match answer:
            case "":
                pass
            case "?":
                print(_columns(match.legal()))
            case "rules":
                print(match.game.rules_text)
            case "undo":
                match.undo()
                while computer and match.actions and match.seat != computer.person:
                    match.undo()
            case "redo":
                match.redo()
            case "draw" if computer:
                print("The computer plays on.")
            case "draw":
                if _ask("Do all players agree on a draw? [y/N] ").lower() in ("y", "yes"):
                    match.agree_draw()
            case _:
                _play_turn(match, answer)
    except TablierError as error:
        print(f"{str(error)[0].upper()}{str(error)[1:]}.")


def _play_turn(match: Match, answer: str) -> None:
    """Play the actions that were typed together: all of them, or none."""
    before = len(match.actions)
    try:
        for action in match.game.notation.split(answer):
            match.play(action)
    except TablierError:
        while len(match.actions) > before:
            match.undo()
        raise


def _show(match: Match, colour: bool) -> None:
    print(f"\n{match.show(colour=colour)}\n\n{counts(match)}")
    if match.result is None:
        print(request(match))


def _columns(texts: list[str], width: int = 78) -> str:
    """Texts in columns, as `ls` has them."""
    pitch = max(map(len, texts), default=0) + 2
    row = max(1, width // pitch)
    rows = [texts[first : first + row] for first in range(0, len(texts), row)]
    return "\n".join("".join(text.ljust(pitch) for text in row).rstrip() for row in rows)


def _ask(question: str) -> str:
    return input(question).strip()
