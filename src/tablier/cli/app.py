"""The command's frame: what all subcommands share."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import tablier
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError, shortened
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reading.position import read_players
from tablier.core.words import LANGUAGES

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A name from `tablier games`.", autocompletion=registry.games
    ),
]
Choices = Annotated[
    list[str],
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option, or NAME=@FILE."),
]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="en|fr|de|es",
        help="The language. [TABLIER_LANGUAGE, else LANG]",
        autocompletion=lambda: list(LANGUAGES),
    ),
]
Line = Annotated[
    int | None,
    typer.Option(
        "--line", min=1, metavar="N", help="A variation of the record, as `show` counts them."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON document.")]
Source = Annotated[
    list[str],
    typer.Argument(metavar="RECORD|POSITION", help="A record file, - for input, or a position."),
]


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Table games, played by the book. Without a command: play in the browser."""
    if version:
        print(f"tablier {tablier.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from tablier.cli.open_browser import open_home

        open_home()


def coloured() -> bool:
    """Whether to print colours: to a terminal, unless NO_COLOR is set."""
    return bool(sys.stdout) and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def begin(game: Game, options: list[str]) -> Match:
    """A new match with options given as NAME=VALUE, or NAME=@FILE."""
    given: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise BadOption(f"{option!r}: write an option as NAME=VALUE")
        if name in given:
            raise BadOption(f"the option {name} is given twice")
        given[name] = read_file(value[1:]) if value.startswith("@") else value
        if value.startswith("@") and not given[name].strip():
            raise BadOption(f"{value[1:]} is empty")
    start, setup = game.start(read_players(given.pop("players", None)), given)
    return Match(game, setup, start)


def start_text(match: Match) -> str:
    """The game and its options, as a position text."""
    chosen = [f"{name}={value}" for name, value in match.game.chosen(match.setup).items()]
    return " ".join([match.game.name, *chosen])


def read(source: list[str]) -> Match:
    """A match from a record file, from input, or from a position's words."""
    text = " ".join(source)
    if is_record(source):
        return tablier.read_record(read_file(text))
    first = text.split()[0] if text.split() else ""
    if first not in registry.games():
        shown = shortened(text)
        raise TablierError(f"{shown!r} is neither a file nor a position that starts with a game")
    return tablier.read_position(text)


def is_record(source: list[str]) -> bool:
    """Whether a file is meant, or the input."""
    name = " ".join(source)
    try:
        return name == "-" or (Path(name).exists() and not Path(name).is_dir())
    except (OSError, ValueError):
        return False


def read_file(name: str) -> str:
    if name == "-" and sys.stdin is None:
        raise TablierError("there is no input to read")
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except OSError as error:
        raise TablierError(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TablierError(f"{name} is not a text in UTF-8") from error
