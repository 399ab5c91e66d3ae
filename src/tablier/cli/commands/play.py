"""Commands that play."""

import os
import shlex
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

import tablier
from tablier.cli.app import Choices, Language, app, begin, coloured, read_file
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.words import preferred_language
from tablier.engine.levels import ADAPTIVE

if TYPE_CHECKING:
    from tablier.terminal.app import Unfinished
    from tablier.terminal.input_lines import InputLines
    from tablier.terminal.phrases import Phrases
    from tablier.terminal.session.game_session import GameSession

Opposing = Annotated[
    int,
    typer.Option(
        min=0,
        max=ADAPTIVE,
        help="Play the computer, level 1–7; 8: as quick as you, where the quickest acts.",
    ),
]


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
    bot: Opposing = 0,
    seat: Annotated[int, typer.Option(min=0, help="Your seat against --bot; else by lot.")] = 0,
    untimed: Annotated[bool, typer.Option("--untimed", help="Play without deadlines.")] = False,
    join: Annotated[
        str, typer.Option(metavar="LINK", help="Play at a table of a house, by its link.")
    ] = "",
    house: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Open a table in a house, for others elsewhere.")
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

    phrases, look = Phrases(preferred_language(language)), TerminalLook(light, ascii_only)
    screen = not plain and _has_screen()
    asked = MatchChoice(game, option + ["untimed=on"] * untimed, resume, save, new, bot, seat)
    if seat and not bot:
        raise BadOption("--seat is where you sit against the computer: give --bot as well")
    if join or house:
        link = _table_elsewhere(asked, join, house, name, screen)
        _run(phrases, None, look, link, name)
    elif screen and game is None and resume is None:
        if asked.is_new or bot:
            raise BadOption("name the game that these choices are for")
        _run(phrases, None, look)
    else:
        _play_here(asked, phrases, look, screen)


def _table_elsewhere(asked: "MatchChoice", join: str, house: str, name: str, screen: bool) -> str:
    """The link of a table that stands in a house, or that is opened there."""
    from tablier.terminal.session.table_link import TableLink

    here = asked.resume or asked.save or asked.new or asked.bot or not screen
    if join:
        TableLink.read(join)
        if asked.game or asked.options or house or here:
            raise BadOption("--join goes to a table that stands: give it alone, in a terminal")
        return join
    if not asked.game or here:
        raise BadOption("--house opens a table for a game, in a terminal: name the game")
    return _opened(house, begin(registry.find(asked.game), asked.options), name)


def _opened(house: str, match: Match, name: str) -> str:
    """The link of a new table in a house."""
    from tablier.terminal.session.table_link import (
        HouseAddress,
        person_key,
        remember_house,
        table_wish,
    )

    place = HouseAddress.read(house)
    link = place.open_table(person_key(), table_wish(match.game, match.setup), name)
    remember_house(place)
    return str(link)


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

    @property
    def is_new(self) -> bool:
        """Whether a game that was left is not meant."""
        return bool(self.new or self.options or self.save)


def _play_here(asked: MatchChoice, phrases: "Phrases", look: TerminalLook, screen: bool) -> None:
    """Play a match on a screen, or line by line."""
    if asked.resume is not None and (asked.game or asked.options or asked.new):
        raise BadOption("a saved game goes on as it began: give --resume without a game")
    if screen:
        _play_on_screen(asked, phrases, look)
    else:
        _play_by_line(asked, phrases)


def _play_on_screen(asked: MatchChoice, phrases: "Phrases", look: TerminalLook) -> None:
    """Open the application at the match; it asks about one that was left itself."""
    from tablier.terminal.app import Unfinished
    from tablier.terminal.session import saved_games

    # Imported before there is an opponent, whose thread loads the engine at the same time.
    from tablier.terminal.session.local_session import LocalSession

    def session(match: Match, place: Path, source: Path | None = None) -> LocalSession:
        from tablier.terminal.session.computer_opponent import Opponent

        opponent = Opponent.of(match, asked.bot, asked.seat)
        return LocalSession(match, place, phrases, opponent, source=source)

    if asked.resume is not None:
        match = tablier.read_record(read_file(str(asked.resume)))
        _run(phrases, session(match, asked.save or asked.resume, asked.resume), look)
        return
    match, place = _fresh(asked, asked.game or "")

    def begun() -> LocalSession:
        return session(match, saved_games.new_place(place)[0])

    left = None if asked.is_new else _left(place, phrases)
    if left is None:
        _run(phrases, begun(), look)
    else:
        asks = Unfinished(left, partial(session, left, place), begun)
        _run(phrases, None, look, unfinished=asks)


def _play_by_line(asked: MatchChoice, phrases: "Phrases") -> None:
    """Play line by line; whoever is not there is not asked whether an old game goes on.

    What comes through a pipe is kept only where a file was named for it, and if there is anything.
    """
    from tablier.terminal.input_lines import InputLines

    lines = InputLines.here()
    if not lines.piped or asked.resume or (asked.save and not lines.exhausted):
        _play_lines(asked, phrases, lines, keeps=True)
        return
    with TemporaryDirectory() as folder:
        asked = asked._replace(save=Path(folder, "match.txt"))
        _play_lines(asked, phrases, lines, keeps=False)


def _play_lines(
    asked: MatchChoice, phrases: "Phrases", lines: "InputLines", *, keeps: bool
) -> None:
    from tablier.terminal import line_mode
    from tablier.terminal.session import saved_games
    from tablier.terminal.session.computer_opponent import Opponent

    if asked.resume is not None:
        match = tablier.read_record(read_file(str(asked.resume)))
        _check_line_by_line(match.game)
        place = asked.save or asked.resume
    else:
        name = asked.game or line_mode.choose_game(phrases, lines)
        _check_line_by_line(registry.find(name))
        match, place = _fresh(asked, name)
        left = None if asked.is_new else _left(place, phrases)
        if left is not None and line_mode.goes_on(left, phrases, lines):
            match = left
        else:
            place, kept = saved_games.new_place(place)
            if kept:
                print(phrases("made_room", path=kept), file=sys.stderr)
    opponent = Opponent.of(match, asked.bot, asked.seat)
    if opponent is None and not (asked.game or asked.resume or match.actions):
        opponent = Opponent.of(match, line_mode.choose_level(phrases, lines), asked.seat)
    source = asked.resume
    with suppress(EOFError):
        if saved_games.is_in_use(place) and not lines.piped:
            if not lines.agree(f"{phrases('in_use')} [y/N] ", phrases, usual=False):
                return
            source, place = source or place, saved_games.spare_place(place)
        play_lines = partial(line_mode.play, colour=coloured(), lines=lines, keeps=keeps)
        play_lines(match, place, opponent, phrases, source=source)


def _fresh(asked: MatchChoice, name: str) -> tuple[Match, Path]:
    """A new match, and where it is to be saved."""
    from tablier.terminal.session import saved_games

    game = registry.find(name)
    match = begin(game, asked.options)
    if asked.seat > match.players:
        raise BadOption(f"there is no seat {asked.seat}; there are {match.players}")
    return match, asked.save or saved_games.place_of(game)


def _left(place: Path, phrases: "Phrases") -> Match | None:
    """The match that was left unfinished there; one that can't be read is told, and kept."""
    try:
        match = tablier.read_record(place.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        print(phrases("unreadable_save", path=place, why=error), file=sys.stderr)
        return None
    return match if match.result is None else None


def _run(
    phrases: "Phrases",
    session: "GameSession | None",
    look: TerminalLook,
    link: str = "",
    name: str = "",
    unfinished: "Unfinished | None" = None,
) -> None:
    """Open the application; say afterwards how the last game stands."""
    from tablier.terminal.app import TablierApp
    from tablier.terminal.ascii_text import is_ascii_only
    from tablier.terminal.line_mode import farewell
    from tablier.terminal.session.local_session import LocalSession
    from tablier.terminal.session.remote_session import RemoteSession

    opened = TablierApp(
        phrases,
        session,
        unfinished=unfinished,
        dark=not (look.light or _has_light_ground()),
        ascii_only=look.ascii_only or is_ascii_only(),
        link=link,
        name=name,
    )
    opened.run()
    last = opened.left
    if isinstance(last, LocalSession) and last.match.history:
        me = last.people[0] if len(last.people) == 1 else None
        print(farewell(last.match, last.path, phrases, me))
    if isinstance(last, RemoteSession) and last.people and last.match.result is None:
        print(phrases("come_back", command=f"tablier play --join {shlex.quote(str(last.link))}"))


def _check_line_by_line(game: Game) -> None:
    if game.is_race:
        raise TablierError(f"{game.title} is played with single keys: it needs a terminal")
    if game.rules.DEADLINES:
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
