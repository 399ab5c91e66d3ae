"""Commands that play."""

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

import tablier
from tablier.cli.app import Choices, Language, app, begin, coloured, read_file
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.words import preferred_language

if TYPE_CHECKING:
    from tablier.terminal.phrases import Phrases
    from tablier.terminal.session.game_session import GameSession


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A name; else it is chosen.", autocompletion=registry.games
        ),
    ] = None,
    option: Choices = [],  # noqa: B006
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved record.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where the game is saved.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Don't offer an unfinished game.")] = False,
    bot: Annotated[int, typer.Option(min=0, max=7, help="Play the computer, level 1–7.")] = 0,
    seat: Annotated[int, typer.Option(min=0, help="Your seat against --bot; else by lot.")] = 0,
    untimed: Annotated[bool, typer.Option("--untimed", help="Play without deadlines.")] = False,
    join: Annotated[
        str, typer.Option(metavar="LINK", help="Play at a table of a house, by its link.")
    ] = "",
    name: Annotated[str, typer.Option(help="Your name there.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, without a screen.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII alone.")] = False,
    light: Annotated[bool, typer.Option("--light", help="Dark letters on paper.")] = False,
    language: Language = None,
) -> None:
    """Play with people at this terminal, against the computer, or at a friend's table.

    On a terminal this is an application for keys and mouse, with the rules on
    F1; through a pipe, or with --plain, it goes line by line. What is left
    unfinished is kept, and offered the next time.
    """
    from tablier.terminal.phrases import Phrases
    from tablier.terminal.session.table_link import TableLink

    phrases, look = Phrases(preferred_language(language)), TerminalLook(light, ascii_only)
    screen = not plain and _has_screen()
    options = option + ["untimed=on"] * untimed
    if seat and not bot:
        raise BadOption("--seat is where you sit against the computer: give --bot as well")
    if join:
        TableLink.read(join)
        if game or options or resume or save or new or bot or not screen:
            raise BadOption("--join goes to a table that stands: give it alone, in a terminal")
        _run(phrases, None, look, join, name)
    elif screen and game is None and resume is None:
        if options or save or new or bot:
            raise BadOption("name the game that these choices are for")
        _run(phrases, None, look)
    else:
        asked = MatchChoice(game, options, resume, save, new, bot, seat)
        _play_here(asked, phrases, look, screen)


class TerminalLook(NamedTuple):
    """What somebody says about their terminal; the rest it says itself."""

    light: bool
    ascii_only: bool


class MatchChoice(NamedTuple):
    """Which match somebody wants to play at this terminal, as the command says it."""

    game: str | None
    options: list[str]
    resume: Path | None
    save: Path | None
    new: bool
    bot: int
    seat: int


def _play_here(asked: MatchChoice, phrases: "Phrases", look: TerminalLook, screen: bool) -> None:
    """Play a match on a screen, or line by line."""
    from tablier.terminal import line_mode
    from tablier.terminal.session.computer_opponent import Opponent

    if asked.resume is not None:
        if asked.game or asked.options or asked.new:
            raise BadOption("a saved game goes on as it began: give --resume without a game")
        match = tablier.read_record(read_file(str(asked.resume)))
        place = asked.save or asked.resume
        _check_screen(match.game, screen)
    else:
        match, place = _begun(asked, phrases, screen)
    if screen:
        # Imported before there is an opponent, whose thread loads the engine at the same time.
        from tablier.terminal.session.local_session import LocalSession

        opponent, source = Opponent.of(match, asked.bot, asked.seat), asked.resume or place
        _run(phrases, LocalSession(match, place, phrases, opponent, source=source), look)
        return
    opponent = Opponent.of(match, asked.bot, asked.seat)
    if opponent is None and not (asked.game or asked.resume or match.actions):
        opponent = Opponent.of(match, line_mode.choose_level(phrases), asked.seat)
    line_mode.play(match, place, opponent, phrases, colour=coloured(), source=asked.resume)


def _begun(asked: MatchChoice, phrases: "Phrases", screen: bool) -> tuple[Match, Path]:
    """A new match, or one that was left unfinished, and where it is saved."""
    from tablier.terminal import line_mode
    from tablier.terminal.session import saved_games

    chosen = registry.find(asked.game or line_mode.choose_game(phrases))
    _check_screen(chosen, screen)
    place = asked.save or saved_games.place_of(chosen)
    fresh = asked.new or asked.options or asked.save
    left = None if fresh else line_mode.unfinished(place, phrases)
    match = left or begin(chosen, asked.options)
    if asked.seat > match.players:
        raise BadOption(f"there is no seat {asked.seat}; there are {match.players}")
    if left is None and (kept := saved_games.make_room(place)):
        print(phrases("made_room", path=kept))
    return match, place


def _run(
    phrases: "Phrases",
    session: "GameSession | None",
    look: TerminalLook,
    link: str = "",
    name: str = "",
) -> None:
    """Open the application; say afterwards how the last game stands."""
    from tablier.terminal.app import TablierApp
    from tablier.terminal.line_mode import farewell
    from tablier.terminal.session.local_session import LocalSession
    from tablier.terminal.session.remote_session import RemoteSession

    opened = TablierApp(
        phrases,
        session,
        dark=not (look.light or _has_light_ground()),
        ascii_only=look.ascii_only or _has_only_ascii(),
        link=link,
        name=name,
    )
    opened.run()
    last = opened.left
    if isinstance(last, LocalSession) and last.match.history:
        print(farewell(last.match, last.path, phrases))
    if isinstance(last, RemoteSession) and last.people and last.match.result is None:
        print(phrases("come_back", command=f"tablier play --join {shlex.quote(str(last.link))}"))


def _check_screen(game: Game, screen: bool) -> None:
    if game.is_race and not screen:
        raise TablierError(f"{game.title} is played with single keys: it needs a terminal")
    if game.rules.DEADLINES and not screen:
        raise TablierError(f"{game.title} is played against the clock: it needs a terminal")


def _has_screen() -> bool:
    """Whether there is a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout)
    drawable = os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return all(stream and stream.isatty() for stream in streams) and drawable


def _has_light_ground() -> bool:
    """Whether the terminal says that its ground is light; many say nothing."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground in ("7", "15")


def _has_only_ascii() -> bool:
    """Whether the locale names a character set that is not Unicode's."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "")
    charset = locale.partition(".")[2].partition("@")[0].lower().replace("-", "")
    return locale in ("C", "POSIX") or (charset != "" and charset != "utf8")
