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
from tablier.terminal import saved
from tablier.terminal.opponent import Opponent
from tablier.terminal.speech import Speech
from tablier.terminal.table import redo, show_seed, table_dice


def choose_game(speech: Speech) -> str:
    """Ask which game to play."""
    names = registry.games()
    for number, name in enumerate(names, 1):
        words = speech.words(registry.find(name))
        print(f"{number}  {words['title']:18} {words['about']}")
    while True:
        answer = _ask(speech("which_game"))
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(speech("type_number", n=len(names)))


def unfinished(path: Path, speech: Speech) -> Match | None:
    """The game that was left here, if the players want to go on with it."""
    try:
        match = tablier.read_record(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        print(speech("unreadable_save", path=path, why=error), file=sys.stderr)
        return None
    if match.result is not None:
        return None
    answer = _ask(speech("ask_go_on", n=len(match.actions)))
    return match if _is_yes(answer, speech, usual=True) else None


def choose_level(speech: Speech) -> int:
    """Ask for an opponent: a level, or 0 for people at this terminal."""
    levels = listing(LEVELS)
    print(" · ".join(f"{number} {level_name(number, speech.language)}" for number in LEVELS))
    while True:
        answer = _ask(speech("ask_level", levels=levels)) or "3"
        if answer == "p":
            return 0
        if answer.isdecimal() and int(answer) in LEVELS:
            return int(answer)
        print(speech("type_level", levels=levels))


def play(
    match: Match,
    path: Path,
    opponent: Opponent | None,
    speech: Speech,
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
    words = speech.words(match.game)
    print(speech.colon(words["title"], words["about"]))
    print(speech("help_line"))
    if opponent:
        print(speech("you_are", player=speech.seat(match, opponent.person)))
    if not match.to_roll:
        _show(match, speech, colour)
    try:
        while match.result is None or _plays_on(match, opponent, speech):
            if dice and match.to_roll:
                match.roll(dice)
            elif opponent and match.seat != opponent.person:
                _answer(match, opponent, speech)
            else:
                answer = _ask("> ")
                if answer == "quit":
                    raise EOFError
                before = match.actions
                _obey(match, answer, opponent, speech)
                if match.actions == before:
                    continue
            if match.result is not None:
                show_seed(match, dice, path)
            if not match.to_roll:
                _show(match, speech, colour)
            _save(match, path)
    except (EOFError, KeyboardInterrupt):
        print()
        if not match.actions:
            return
    if _save(match, path):
        print(farewell(match, path, speech))
    elif match.result is not None:
        print(speech.ending(match))


def _plays_on(match: Match, opponent: Opponent | None, speech: Speech) -> bool:
    """Whether those who are left agree to play on; the computer has nothing against it."""
    left = match.resumers
    if not left or (opponent and opponent.person not in left):
        return False
    print(speech.ending(match))
    yes = _is_yes(_ask(f"{speech('ask_play_on')} [y/N] "), speech, usual=False)
    if yes:
        match.agree_play_on()
    return yes


def _save(match: Match, path: Path) -> bool:
    try:
        saved.save(match, path)
    except TablierError as error:
        print(f"tablier: {error}", file=sys.stderr)
        return False
    return True


def farewell(match: Match, path: Path, speech: Speech) -> str:
    """How it ended, or how to go on."""
    name = shlex.quote(str(path))
    if match.result is None:
        return speech("saved", command=f"tablier play --resume {name}")
    lines = [speech.ending(match), speech("kept", path=path)]
    if "Seal" in match.headers:
        lines.append(speech("check_dice", command=f"tablier verify {name}"))
    return "\n".join(lines)


def _answer(match: Match, opponent: Opponent, speech: Speech) -> None:
    """Let the computer play a whole turn."""
    if opponent.waking:
        print(speech("compiling"), flush=True)
        opponent.watch()
    seat, turn, texts = match.seat, match.state.turn, []
    while match.result is None and match.seat == seat and match.state.turn == turn:
        texts.append(opponent.choose(match.copy()))
        match.play(texts[-1])
    assert seat is not None
    played = match.game.notation.join(texts)
    print("\n" + speech("plays", player=speech.seat(match, seat), move=played))


def _obey(match: Match, answer: str, opponent: Opponent | None, speech: Speech) -> None:
    try:
        match answer:
            case "":
                pass
            case "?":
                print(_columns(match.legal()))
            case "rules":
                print(match.game.rules_in(speech.language))
            case "undo":
                match.undo()
                while match.actions and not _decides(match, opponent):
                    match.undo()
            case "redo":
                redo(match)
            case "draw" if opponent:
                raise TablierError(speech("plays_on"))
            case "draw":
                if _is_yes(_ask(f"{speech('ask_draw')} [y/N] "), speech, usual=False):
                    match.agree_draw()
            case _:
                play_turn(match, answer)
    except TablierError as error:
        print(speech.refusal(match.game, error))


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


def _show(match: Match, speech: Speech, colour: bool) -> None:
    print(f"\n{match.show(colour, language=speech.language)}\n")
    for seat in range(match.players):
        legend = speech.legend(match.game, match.seat_names[seat])
        if told := ", ".join(filter(None, [legend, speech.counts(match, seat)])):
            print(speech.colon(speech.seat(match, seat), told))
    if match.result is None:
        print(speech.request(match))
        if warning := speech.warning(match):
            print(warning)


def _columns(texts: list[str], width: int = 78) -> str:
    """Texts in columns, as `ls` has them."""
    pitch = max(map(len, texts), default=0) + 2
    row = max(1, width // pitch)
    rows = [texts[first : first + row] for first in range(0, len(texts), row)]
    return "\n".join("".join(text.ljust(pitch) for text in row).rstrip() for row in rows)


def _ask(question: str) -> str:
    return input(question).strip()


def _is_yes(answer: str, speech: Speech, *, usual: bool) -> bool:
    """Whether an answer is yes in English or in the language that is spoken here."""
    words = {"y", "yes", speech("yes").lower(), speech("yes")[0].lower()}
    return answer.lower() in words if answer else usual
