"""People at one terminal, typing their moves in turn."""

import os
import sys
from datetime import date
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

import tablier
from tablier.core import registry
from tablier.core.errors import MoveError, TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.terminal.sentences import counts, ending, request

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
    if path.exists():
        others = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
        kept = next(other for other in others if not other.exists())
        path.rename(kept)
        print(f"The game saved before is kept in {kept}")


def play(match: Match, path: Path, *, colour: bool) -> None:
    """Play a match to its end, or until somebody leaves; it is saved after every action."""
    match.headers.setdefault("Date", date.today().isoformat())
    print(f"{match.game.title}: {match.game.words['about']}\n{HELP}\n")
    _show(match, colour)
    try:
        while match.result is None:
            answer = _ask("> ")
            if answer == "quit":
                raise EOFError
            _obey(match, answer, colour)
            save(match, path)
    except (EOFError, KeyboardInterrupt):
        save(match, path)
        print(f"\nSaved. Go on with: tablier play --resume {path}")
        return
    print(ending(match))
    print(f"The record is in {path}")


def save(match: Match, path: Path) -> None:
    """Write the record so that a crash leaves either the old one or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(match.record(), "utf-8")
        os.replace(fresh, path)
    except OSError as error:
        print(f"The game could not be saved: {path}: {error.strerror}", file=sys.stderr)


def _obey(match: Match, answer: str, colour: bool) -> None:
    try:
        match answer:
            case "":
                return
            case "?":
                print(_columns(match.legal()))
                return
            case "rules":
                print(match.game.rules_text)
                return
            case "undo":
                match.undo()
            case "redo":
                match.redo()
            case "draw":
                if _ask("Do all players agree on a draw? [y/N] ").lower() not in ("y", "yes"):
                    return
                match.agree_draw()
            case _:
                for action in match.game.notation.split(answer):
                    match.play(action)
    except (MoveError, TablierError) as error:
        print(f"{str(error)[0].upper()}{str(error)[1:]}.")
        return
    _show(match, colour)


def _show(match: Match, colour: bool) -> None:
    print(match.show(colour=colour))
    print(counts(match))
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
