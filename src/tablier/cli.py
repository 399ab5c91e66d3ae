"""The `tablier` command."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import tablier
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.position import read_players

app = typer.Typer(
    help="Table games, played by the book.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `tablier games`.")]
Choices = Annotated[
    list[str],
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option, or NAME=@FILE."),
]
Source = Annotated[
    list[str],
    typer.Argument(metavar="RECORD|POSITION", help="A record file, - for input, or a position."),
]


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        print(f"tablier {tablier.__version__}")
        raise typer.Exit


@app.command()
def games() -> None:
    """List the games with their options."""
    for name in registry.games():
        game = registry.find(name)
        players = "–".join(str(n) for n in dict.fromkeys((game.players[0], game.players[-1])))
        print(f"{name}  ({game.title}, {players} players)")
        print(f"    {game.words['about']}")
        for option in game.options:
            default = option.write(option.default)
            print(f"    -o {option.name}={default or '…'}  {game.words['options'][option.name]}")
            print(f"       {option.possible()} ({option.rule})")


@app.command()
def rules(game: GameName) -> None:
    """Show the rules of a game, each with its id."""
    print(registry.find(game).rules_text, end="")


@app.command()
def show(source: Source) -> None:
    """Show the board of a record's last position, or of a position."""
    match = _read(source)
    print(match.show(colour=coloured()))
    print(f"\n{_status(match)}")


@app.command()
def replay(
    source: Annotated[str, typer.Argument(metavar="RECORD", help="A record file, - for input.")],
    turn: Annotated[int | None, typer.Option(help="Show only the board after this turn.")] = None,
) -> None:
    """Replay a record turn by turn."""
    match = tablier.read_record(_read_file(source))
    turns = match.turns()
    if turn is not None and turn not in {played.number for played in turns}:
        raise BadOption(f"there is no turn {turn}; the record has {len(turns)} turns")
    boards = iter(match.states)
    shown = Match(match.game, match.setup, next(boards), standard=match.standard)
    for played in turns:
        texts = []
        for move in played.moves:
            texts.append(move.text)
            shown.play(move.text, move.seat)
        if turn in (None, played.number):
            print(f"{played.number}. {match.game.notation.join(texts)}\n")
            print(f"{shown.show(colour=coloured())}\n")
    if turn is None:
        print(_status(match))


@app.command()
def verify(
    source: Annotated[str, typer.Argument(metavar="RECORD", help="A record file, - for input.")],
) -> None:
    """Check that the dice of a record are those that the table committed to."""
    from tablier.core.dice import verify as check

    match = tablier.read_record(_read_file(source))
    faults = check(match)
    for fault in faults:
        print(fault)
    if faults:
        raise typer.Exit(1)
    print(f"All dice fit the commitment {match.headers['Commitment']}.")


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, max=100)],
    option: Choices = [],  # noqa: B006
    divide: Annotated[bool, typer.Option("--divide", help="Count below each action.")] = False,
    start: Annotated[str, typer.Option("--from", metavar="POSITION")] = "",
) -> None:
    """Count the ways to play DEPTH actions."""
    match = _begin(registry.find(game), option)
    if start:
        match = tablier.position(start)
        if match.game.name != game:
            raise BadOption(f"the position is of {match.game.name}, not of {game}")
        if option:
            raise BadOption("a position has its options in it; leave out --option")
    from tablier.engine import perft as engine

    if depth < 2 and not divide:
        print(engine.perft(match.game, match.state, depth))
        return
    counts = engine.divide(match, max(depth, 1))
    if divide:
        for text, count in counts.items():
            print(f"{text}: {count}")
    print(sum(counts.values()))


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    option: Choices = [],  # noqa: B006
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved record.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where the game is saved.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Don't offer an unfinished game.")] = False,
    bot: Annotated[int, typer.Option(min=0, max=7, help="Play the computer, level 1–7.")] = 0,
    untimed: Annotated[bool, typer.Option("--untimed", help="Play without deadlines.")] = False,
) -> None:
    """Play with people at this terminal, or against the computer."""
    from tablier.terminal import hotseat, race

    options = [*option, "untimed=on"] if untimed else option
    if resume is not None:
        match, place = tablier.read_record(_read_file(str(resume))), save or resume
    else:
        chosen = registry.find(game or hotseat.choose_game())
        place = save or hotseat.saved_game(chosen)
        left = None if new or options or save else hotseat.unfinished(place)
        match = left or _begin(chosen, options)
        if left is None:
            hotseat.make_room(place)
    if match.game.rules.DEADLINES:
        race.play(match, place, colour=coloured())
    else:
        level = bot or hotseat.level_of(match)
        if not (level or game or resume or match.actions):
            level = hotseat.choose_level()
        hotseat.play(match, place, level=level, colour=coloured())


def coloured() -> bool:
    """Whether to print colours: to a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _begin(game: Game, options: list[str]) -> Match:
    """A new match with options given as NAME=VALUE, or NAME=@FILE."""
    given: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise BadOption(f"{option!r}: write an option as NAME=VALUE")
        if name in given:
            raise BadOption(f"the option {name} is given twice")
        given[name] = _read_file(value[1:]) if value.startswith("@") else value
    start, setup = game.start(read_players(given.pop("players", None)), given)
    return Match(game, setup, start)


def _read(source: list[str]) -> Match:
    """A match from a record file, from input, or from a position's words."""
    text = " ".join(source)
    if text == "-" or Path(text).is_file():
        return tablier.read_record(_read_file(text))
    first = text.split()[0] if text.split() else ""
    if first not in registry.games():
        raise TablierError(f"{text!r} is neither a file nor a position that starts with a game")
    return tablier.position(text)


def _read_file(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise TablierError(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TablierError(f"{name} is not a text in UTF-8") from error


def _status(match: Match) -> str:
    """Whose turn it is and what to do, or how the game ended."""
    from tablier.terminal.sentences import ending, request

    return request(match) if match.result is None else ending(match)


def main() -> None:
    """Run the command; bad input is one line on stderr and exit status 2."""
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as exit_:
        status = exit_.exit_code
    except (typer.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except (typer.TyperException, TablierError) as error:
        told = error.format_message() if hasattr(error, "format_message") else str(error)
        print(f"tablier: {told}", file=sys.stderr)
        status = 2
    sys.exit(status)
