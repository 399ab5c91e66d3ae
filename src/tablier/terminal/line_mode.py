"""A match line by line: for scripts, for screen readers, and where there is no terminal."""

import shlex
import sys
from datetime import date
from pathlib import Path

import tablier
from tablier.core import registry
from tablier.core.errors import TablierError, listing
from tablier.core.match import Match
from tablier.engine.levels import LEVELS, level_name
from tablier.terminal.phrases import Phrases
from tablier.terminal.session import saved_games
from tablier.terminal.session.computer_opponent import Opponent
from tablier.terminal.session.table_actions import redo, show_seed, table_dice


def choose_game(phrases: Phrases) -> str:
    """Ask which game to play."""
    names = registry.games()
    for number, name in enumerate(names, 1):
        words = phrases.words(registry.find(name))
        print(f"{number}  {words['title']:18} {words['about']}")
    while True:
        answer = _ask(phrases("which_game"))
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(phrases("type_number", n=len(names)))


def unfinished(path: Path, phrases: Phrases) -> Match | None:
    """The game that was left here, if the players want to go on with it."""
    try:
        match = tablier.read_record(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        print(phrases("unreadable_save", path=path, why=error), file=sys.stderr)
        return None
    if match.result is not None:
        return None
    answer = _ask(phrases("ask_go_on", n=len(match.actions)))
    return match if _is_yes(answer, phrases, usual=True) else None


def choose_level(phrases: Phrases) -> int:
    """Ask for an opponent: a level, or 0 for people at this terminal."""
    levels = listing(LEVELS)
    print(" · ".join(f"{number} {level_name(number, phrases.language)}" for number in LEVELS))
    while True:
        answer = _ask(phrases("ask_level", levels=levels)) or "3"
        if answer == "p":
            return 0
        if answer.isdecimal() and int(answer) in LEVELS:
            return int(answer)
        print(phrases("type_level", levels=levels))


def play(
    match: Match,
    path: Path,
    opponent: Opponent | None,
    phrases: Phrases,
    *,
    colour: bool,
    source: Path | None = None,
) -> None:
    """Play a match to its end, or until somebody leaves; it is saved after every action.

    `source` is where it was found, if it was left elsewhere.
    """
    if match.result is None:
        match.headers.setdefault("Date", date.today().isoformat())
    dice = table_dice(match, path, source or path)
    words = phrases.words(match.game)
    print(phrases.colon(words["title"], words["about"]))
    print(phrases("help_line"))
    if opponent:
        print(phrases("you_are", player=phrases.seat(match, opponent.person)))
    if not match.to_roll:
        _show(match, phrases, colour)
    try:
        while match.result is None or _plays_on(match, opponent, phrases):
            if dice and match.to_roll:
                match.roll(dice)
            elif opponent and match.seat != opponent.person:
                _answer(match, opponent, phrases)
            else:
                answer = _ask("> ")
                if answer == "quit":
                    raise EOFError
                before = match.actions
                _obey(match, answer, opponent, phrases)
                if match.actions == before:
                    continue
            if match.result is not None:
                show_seed(match, dice, path)
            if not match.to_roll:
                _show(match, phrases, colour)
            _save(match, path)
    except (EOFError, KeyboardInterrupt):
        print()
        if not match.actions:
            return
    if _save(match, path):
        print(farewell(match, path, phrases))
    elif match.result is not None:
        print(phrases.ending(match))


def _plays_on(match: Match, opponent: Opponent | None, phrases: Phrases) -> bool:
    """Whether those who are left agree to play on; the computer has nothing against it."""
    left = match.resumers
    if not left or (opponent and opponent.person not in left):
        return False
    print(phrases.ending(match))
    yes = _is_yes(_ask(f"{phrases('ask_play_on')} [y/N] "), phrases, usual=False)
    if yes:
        match.agree_play_on()
    return yes


def _save(match: Match, path: Path) -> bool:
    try:
        saved_games.save(match, path)
    except TablierError as error:
        print(f"tablier: {error}", file=sys.stderr)
        return False
    return True


def farewell(match: Match, path: Path, phrases: Phrases) -> str:
    """How it ended, or how to go on."""
    name = shlex.quote(str(path))
    if match.result is None:
        return phrases("saved", command=f"tablier play --resume {name}")
    lines = [phrases.ending(match), phrases("kept", path=path)]
    if "Seal" in match.headers:
        lines.append(phrases("check_dice", command=f"tablier verify {name}"))
    return "\n".join(lines)


def _answer(match: Match, opponent: Opponent, phrases: Phrases) -> None:
    """Let the computer play a whole turn."""
    if opponent.waking:
        print(phrases("compiling"), flush=True)
        opponent.watch()
    seat, turn, texts = match.seat, match.state.turn, []
    while match.result is None and match.seat == seat and match.state.turn == turn:
        texts.append(opponent.choose(match.copy()))
        match.play(texts[-1])
    assert seat is not None
    played = match.game.notation.join(texts)
    print("\n" + phrases("plays", player=phrases.seat(match, seat), move=played))


def _obey(match: Match, answer: str, opponent: Opponent | None, phrases: Phrases) -> None:
    try:
        match answer:
            case "":
                pass
            case "?":
                print(_columns(match.legal()))
            case "rules":
                print(match.game.rules_in(phrases.language))
            case "undo":
                match.undo()
                while match.actions and not _decides(match, opponent):
                    match.undo()
            case "redo":
                redo(match)
            case "draw" if opponent:
                raise TablierError(phrases("plays_on"))
            case "draw":
                if _is_yes(_ask(f"{phrases('ask_draw')} [y/N] "), phrases, usual=False):
                    match.agree_draw()
            case _:
                play_turn(match, answer)
    except TablierError as error:
        print(phrases.refusal(match.game, error))


def _decides(match: Match, opponent: Opponent | None) -> bool:
    """Whether somebody here is to act."""
    return match.seat == opponent.person if opponent else not match.to_roll


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


def _show(match: Match, phrases: Phrases, colour: bool) -> None:
    print(f"\n{match.show(colour, language=phrases.language)}\n")
    for seat in range(match.players):
        legend = phrases.legend(match.game, match.seat_names[seat])
        if told := ", ".join(filter(None, [legend, phrases.counts(match, seat)])):
            print(phrases.colon(phrases.seat(match, seat), told))
    if match.result is None:
        print(phrases.request(match))
        if warning := phrases.warning(match):
            print(warning)


def _columns(texts: list[str], width: int = 78) -> str:
    """Texts in columns, as `ls` has them."""
    pitch = max(map(len, texts), default=0) + 2
    row = max(1, width // pitch)
    rows = [texts[first : first + row] for first in range(0, len(texts), row)]
    return "\n".join("".join(text.ljust(pitch) for text in row).rstrip() for row in rows)


def _ask(question: str) -> str:
    return input(question).strip()


def _is_yes(answer: str, phrases: Phrases, *, usual: bool) -> bool:
    """Whether an answer is yes in English or in the language that is spoken here."""
    words = {"y", "yes", phrases("yes").lower(), phrases("yes")[0].lower()}
    return answer.lower() in words if answer else usual
