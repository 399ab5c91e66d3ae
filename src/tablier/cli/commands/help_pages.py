"""Manual pages: what the commands say about themselves, with examples and surroundings."""

import pydoc
import sys
from collections.abc import Iterable
from textwrap import fill, indent
from typing import Annotated, Any

import typer

from tablier.cli.app import app
from tablier.core.errors import BadOption, listing

WIDTH = 78
STEP = "    "
EXAMPLES = {
    "": (
        ("tablier", "open the page on this machine"),
        ("tablier play", "choose a game, and whom to play"),
        ("tablier help play", "the manual page of a command"),
    ),
    "play": (
        ("tablier play zhizhu --bot 4", "the computer at level 4 of 7"),
        ("tablier play chinese-checkers -o players=3", "three people at this keyboard"),
        ("tablier play --join 'LINK'", "a friend's table; a # needs the quotes"),
        ("tablier play --resume game.txt", "go on with a record"),
        ("tablier play zhizhu --plain < moves.txt", "line by line, from a file"),
    ),
    "show": (
        ("tablier show --json game.txt", "what can be done at the end of a record"),
        ("tablier show --animate game.txt -o game.webp", "the whole game as a moving picture"),
    ),
    "print": (
        ("tablier print sensei -o way=arashi-expert --paper letter", "the tray with these pits"),
        ("tablier print zinga -o players=4 -o sheets=@sheets.txt", "score sheets of your own"),
    ),
    "perft": (("tablier perft sensei 3 -o way=shizukana --divide", "counts below each action"),),
    "analyse": (("tablier analyse game.txt --nodes 500000", "look ten times as closely as usual"),),
    "hint": (("tablier hint - < game.txt", "what to play at the end of a record"),),
    "arena": (
        ("tablier arena sensei --players level:3 level:4 greedy --games 40", "every pair plays 40"),
        ("tablier arena zhizhu --players level:7@0.5 uct:1000 --resume games", "go on if it ended"),
        (
            "tablier arena sensei level:7@0.2 hand:7@0.2 --games 200 --sprt 30",
            "what a net is worth",
        ),
    ),
    "judge": (("tablier judge --bot 4 --games 20", "a level's games against itself"),),
    "solve": (
        ("tablier solve zhizhu --pieces 4-4 --check", "solve, then look at every state"),
        ("tablier solve zhizhu --whole", "the game from its first turn on: a day on two cores"),
    ),
    "selfplay": (("tablier selfplay sensei --level 3 --jobs 4 --out games", "a dataset"),),
    "mine": (("tablier mine sensei --games 50 --out more.jsonl", "more puzzles of a game"),),
    "puzzle": (("tablier puzzle zhizhu --kind hold", "draws to hold, one after another"),),
    "learn": (
        ("tablier learn sensei --out nets --jobs 4", "a net, from games of the engine"),
        ("tablier learn zhizhu --out nets --solved --device cuda", "from exact values, on a GPU"),
    ),
    "check-game": (
        ("tablier check-game --new fox_and_geese", "a folder that plays, to begin with"),
        ("tablier check-game fox_and_geese", "what is missing or wrong in it"),
    ),
    "wasm": (
        ("tablier wasm", "what browsers think with, in the folders of all games"),
        ("tablier wasm --check", "whether it is what the sources give"),
    ),
    "serve": (("tablier serve --host 0.0.0.0 --port 8200", "a house that others reach"),),
    "admin": (
        ("tablier admin backup copy.db", "copy all games while the house is open"),
        ("tablier admin tablebases", "whether the files of solved games are whole"),
    ),
}
"""Command lines, and what they are good for."""
ENVIRONMENT = (
    ("TABLIER_LANGUAGE", "en, fr, de or es; else what LC_ALL, LC_MESSAGES or LANG say"),
    ("TABLIER_CACHE", "where compiled code and unpacked endgames are kept"),
    ("TABLIER_TABLEBASES", "where files of solved games are; off: nowhere"),
    ("TABLIER_GAMES", "folders with games of your own, listed as in PATH"),
    ("TABLIER_HOST, TABLIER_PORT, …", "the settings of `serve`, one variable each"),
    ("XDG_DATA_HOME", "where unfinished games and the house's files are kept"),
    ("NO_COLOR", "if it is set, nothing is coloured"),
)
EXIT_STATUS = (
    ("0", "all went well"),
    ("1", "something was checked, and faults were found"),
    ("2", "the input can't be used; one line on the standard error says why"),
    ("130", "interrupted"),
)


@app.command("help")
def manual(
    context: typer.Context,
    command: Annotated[list[str] | None, typer.Argument(help="A command, and its own.")] = None,
) -> None:
    """Show the manual page of the whole program, or of a command."""
    page = _page(context.find_root(), command or [])
    if sys.stdout.isatty():
        pydoc.pager(page)
    else:
        print(page, end="")


def _page(context: Any, names: list[str]) -> str:
    for name in names:
        commands = getattr(context.command, "commands", {})
        if name not in commands:
            raise BadOption(f"there is no command {name!r}; there are {listing(commands)}")
        context = type(context)(commands[name], info_name=name, parent=context)
    context.find_root().info_name = "tablier"
    usage = context.command.collect_usage_pieces(context)
    parts = {
        "NAME": f"{context.command_path} - {_summary(context.command)}",
        "SYNOPSIS": " ".join([context.command_path, *usage]),
        "DESCRIPTION": _description(context.command),
        "OPTIONS": _listed(_options(context)),
        "COMMANDS": _listed(_commands(context)),
        "EXAMPLES": _listed(EXAMPLES.get(" ".join(names), ())),
        "ENVIRONMENT": "" if names else _listed(ENVIRONMENT),
        "EXIT STATUS": "" if names else _listed(EXIT_STATUS),
    }
    return "\n".join(f"{head}\n{indent(text, STEP)}\n" for head, text in parts.items() if text)


def _paragraphs(command: Any) -> list[str]:
    """What a command says about itself."""
    return [" ".join(part.split()) for part in (command.help or "").strip().split("\n\n")]


def _summary(command: Any) -> str:
    return _paragraphs(command)[0]


def _description(command: Any) -> str:
    """What is said after the summary."""
    return "\n\n".join(fill(part, WIDTH - len(STEP)) for part in _paragraphs(command)[1:])


def _options(context: Any) -> list[tuple[str, str]]:
    """Arguments and options, as the help has them."""
    records = (param.get_help_record(context) for param in context.command.get_params(context))
    return [record for record in records if record]


def _commands(context: Any) -> list[tuple[str, str]]:
    commands = getattr(context.command, "commands", {})
    return [(name, _summary(command)) for name, command in commands.items()]


def _listed(rows: Iterable[tuple[str, str]]) -> str:
    """Each name on a line of its own, with what it means below."""
    wide = WIDTH - 2 * len(STEP)
    return "\n".join(f"{name}\n{indent(fill(about, wide), STEP)}".rstrip() for name, about in rows)
