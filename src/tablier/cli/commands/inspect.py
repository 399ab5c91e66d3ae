"""Commands that look at games, records and positions."""

from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

import tablier
from tablier.cli.app import (
    Choices,
    GameName,
    Json,
    Language,
    Line,
    Source,
    app,
    begin,
    coloured,
    read,
    read_file,
)
from tablier.cli.compile_wait import compiling
from tablier.cli.json_documents import (
    game_document,
    position_document,
    print_json,
    record_document,
    rules_document,
    variation_documents,
)
from tablier.core import registry
from tablier.core.errors import BadOption, shortened
from tablier.core.match import Match
from tablier.core.reading.branches import along, branches, told
from tablier.core.reading.diagram import in_text
from tablier.core.record_lines import seated
from tablier.core.words import preferred_language, shared_words
from tablier.terminal.phrases import Phrases

WIDTH = 78
"""Columns of a text."""


@app.command()
def games(language: Language = None, as_json: Json = False) -> None:
    """List the games with their options."""
    spoken = preferred_language(language)
    if as_json:
        print_json([game_document(registry.find(name), spoken) for name in registry.games()])
        return
    for name in registry.games():
        game = registry.find(name)
        players = "–".join(str(n) for n in dict.fromkeys((game.players[0], game.players[-1])))
        print(f"{name}  ({game.title}, {players} players)")
        words = game.words_in(spoken)
        print(f"    {words['about']}")
        for option in game.options:
            default = option.write(option.default)
            print(f"    -o {option.name}={default or '…'}  {words['options'][option.name]}")
            print(f"       {option.possible()} ({option.rule})")


@app.command()
def rules(
    game: GameName,
    rule: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]", help="Only the rules of these ids.")
    ] = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Show the rules of a game, each with its id."""
    chosen, spoken = registry.find(game), preferred_language(language)
    document = rules_document(chosen, spoken)
    if rule:
        asked = [_rule(document["rules"], name) for name in rule]
        document |= {"rules": asked, "markdown": _listed(asked)}
    if as_json:
        print_json(document)
    elif rule:
        print(document["markdown"])
    else:
        print(in_text(chosen, chosen.rules_in(spoken)), end="")


def _rule(rules: list[dict[str, str]], name: str) -> dict[str, str]:
    for rule in rules:
        if rule["id"] == name.upper():
            return rule
    first, last = rules[0]["id"], rules[-1]["id"]
    raise BadOption(f"there is no rule {shortened(name)!r}; there are {first} to {last}")


def _listed(rules: list[dict[str, str]]) -> str:
    """Rules as the rule book has them."""
    items = (f"- **{rule['id']}** {rule['text']}" for rule in rules)
    return "\n".join(fill(item, WIDTH, subsequent_indent="  ") for item in items)


@app.command()
def levels(language: Language = None, as_json: Json = False) -> None:
    """List the levels at which the computer plays, and what each is like."""
    words = shared_words(preferred_language(language))
    names, about = words["levels"], words["about_levels"]
    if as_json:
        listed = [
            {"level": int(number), "name": name, "about": about[number]}
            for number, name in names.items()
        ]
        print_json(listed)
    else:
        wide = max(map(len, names.values()))
        for number, name in names.items():
            print(f"{number}  {name:{wide}}  {about[number]}")


@app.command()
def show(
    source: Source,
    svg: Annotated[bool, typer.Option("--svg", help="Draw it as an SVG picture.")] = False,
    animate: Annotated[
        bool, typer.Option("--animate", help="Draw the whole match as a moving picture.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(help="How long each position of a moving picture is seen.")
    ] = 1.0,
    dark: Annotated[bool, typer.Option("--dark", help="A picture by night.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where the picture goes.")
    ] = None,
    line: Line = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Show the board of a record's last position, or of a position; and a record's variations."""
    match = read(source)
    listed = [] if line else branches(match)
    match = along(match, line) if line else match
    if svg + animate + as_json > 1:
        raise BadOption("--svg, --animate and --json: choose one of them")
    if animate:
        if out is None:
            raise BadOption("a moving picture needs a file: --out game.webp")
        tablier.animate(match, out, seconds=seconds, dark=dark)
        return
    if svg:
        picture = match.svg(dark=dark)
        if out is None:
            print(picture.encode("ascii", "xmlcharrefreplace").decode())
        else:
            out.write_text(picture, "utf-8")
        return
    if out or dark:
        raise BadOption("--out and --dark are for pictures; add --svg or --animate")
    if as_json:
        print_json(position_document(match) | {"variations": variation_documents(match)})
        return
    print(match.show(colour=coloured(), language=preferred_language(language)))
    print(f"\n{_status(match, language)}")
    if listed:
        phrases = Phrases(preferred_language(language))
        print(f"\n{phrases('variations')}")
    for branch in listed:
        name = f"{branch.line.name}: " if branch.line.name else ""
        print(f"{branch.number:4}  {'  ' * (len(branch.path) - 1)}{name}{told(match, branch)}")


@app.command()
def replay(
    source: Annotated[str, typer.Argument(metavar="RECORD", help="A record file, - for input.")],
    turn: Annotated[int | None, typer.Option(help="Show only the board after this turn.")] = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Replay a record turn by turn."""
    match = tablier.read_record(read_file(source))
    if as_json:
        print_json(record_document(match))
        return
    turns = match.turns
    if turn is not None and turn not in {played.number for played in turns}:
        numbers = f"turns {turns[0].number} to {turns[-1].number}" if turns else "no turns"
        raise BadOption(f"there is no turn {turn}; the record has {numbers}")
    shown = Match(match.game, match.setup, match.states[0], standard=match.standard)
    for played in turns:
        texts = []
        for move in played.moves:
            texts.append(seated(match.game, shown.state, move))
            shown.play(move.text, move.seat)
        if turn in (None, played.number):
            print(f"{played.number}. {match.game.notation.join(texts)}\n")
            board = shown.show(colour=coloured(), language=preferred_language(language))
            print(f"{board}\n")
    if turn is None:
        print(_status(match, language))


@app.command()
def verify(
    source: Annotated[str, typer.Argument(metavar="RECORD", help="A record file, - for input.")],
    as_json: Json = False,
) -> None:
    """Check that the dice of a record are those that the table committed to."""
    from tablier.core.dice import verify as check

    match = tablier.read_record(read_file(source))
    faults = check(match)
    if as_json:
        print_json({"commitment": match.headers["Commitment"], "faults": faults})
    else:
        for fault in faults:
            print(fault)
    if faults:
        raise typer.Exit(1)
    if not as_json:
        print(f"All dice fit the commitment {match.headers['Commitment']}.")


@app.command()
@compiling()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, max=100)],
    option: Choices = [],  # noqa: B006
    divide: Annotated[bool, typer.Option("--divide", help="Count below each action.")] = False,
    start: Annotated[str, typer.Option("--from", metavar="POSITION")] = "",
    as_json: Json = False,
) -> None:
    """Count the ways to play DEPTH actions."""
    match = begin(registry.find(game), option)
    if start:
        match = tablier.read_position(start)
        if match.game.name != game:
            raise BadOption(f"the position is of {match.game.name}, not of {game}")
        if option:
            raise BadOption("a position has its options in it; leave out --option")
    from tablier.engine.simulate import perft as engine

    if depth == 0 and divide:
        raise BadOption("with --divide the depth is at least 1")
    counts = engine.divide(match, depth) if depth > 1 or divide else {}
    total = sum(counts.values()) if counts else engine.perft(match.game, match.state, depth)
    if as_json:
        below = {"below": counts} if divide else {}
        print_json({"position": match.position(), "depth": depth, "count": total} | below)
        return
    if divide:
        for text, count in counts.items():
            print(f"{text}: {count}")
    print(total)


def _status(match: Match, language: str | None) -> str:
    """Whose turn it is and what to do, or how the game ended."""
    phrases = Phrases(preferred_language(language))
    return phrases.request(match) if match.result is None else phrases.ending(match)
