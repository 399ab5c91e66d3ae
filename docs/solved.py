"""Writes the pages on games that are solved: python docs/solved.py, from each game's solved.json.

That file is what `tablier solve GAME --whole --figures FILE` writes; nothing here is typed by hand.
"""

from pathlib import Path
from textwrap import fill
from typing import Any

from tablier.core import registry
from tablier.core.game import Game
from tablier.core.reading.solved import longest_win, played, solved_figures

DOCS = Path(__file__).parent
VALUES = {0: "a **draw**", 1: "a **win** for whoever begins", -1: "a **loss** for whoever begins"}
HOLDS = {0: "hold the draw", 1: "win", -1: "lose"}
COLUMNS = "| states | won | drawn | lost | longest win | can come about | longest win |"
RULE = "|--:|--:|--:|--:|--:|--:|--:|"
WIDTH = 100
ROW = 8
"""Turns in a line of a game."""

Figures = dict[str, Any]


def pages() -> dict[Path, str]:
    """All pages and pictures, by where they belong."""
    found = {}
    for game in map(registry.find, registry.games()):
        if game.is_solved:
            figures = solved_figures(game)
            found[DOCS / "players" / f"{game.name}-solved.md"] = page(game, figures)
            found[picture_path(game)] = picture(figures)
    return found


def picture_path(game: Game) -> Path:
    return DOCS / "images" / f"{game.name}-longest-win.svg"


def picture(figures: Figures) -> str:
    """The position in which the longest win begins."""
    return played(figures, longest_win(figures)["way"]).svg(width=480) + "\n"


def page(game: Game, figures: Figures) -> str:
    parts = [opening(game, figures), bullets(figures), longest(game, figures), made(game.name)]
    moving = "| pieces " + COLUMNS + "\n|---" + RULE
    for row in figures["moving"]:
        moving += f"\n| {row['own']}-{row['enemy']} {cells(row)}"
    placing = "| pieces still in hand " + COLUMNS + "\n|---" + RULE
    for row in figures["placing"]:
        placing += f"\n| {row['waiting']} {cells(row)}"
    told = "The first number are the pieces of whoever is to move."
    parts += [f"## All pieces placed\n\n{told}\n\n{moving}"]
    parts += [f"## While pieces are placed\n\n{placing}"]
    return "\n\n".join(parts) + "\n"


def opening(game: Game, figures: Figures) -> str:
    moving, placing = total(figures, "moving"), total(figures, "placing")
    reached = total(figures, "moving", "reached") + total(figures, "placing", "reached")
    told = [
        f"With {figures['each']} pieces each and best play {game.title} is",
        f"{VALUES[figures['value']['outcome']]}. Every state was found: {moving:,} with all pieces",
        f"placed, {placing:,} before. {reached:,} of them can come about in a game; the others",
        "have pieces where no game leads to. States that are equal by the board's symmetries count",
        "once, and turns are counted from both sides. Draws by repetition and by count are left",
        f"out of account, as in a game that begins with `{figures['start'].partition(' .')[0]}`.",
    ]
    return f"# {game.title} is solved\n\n{fill(' '.join(told), WIDTH)}"


def total(figures: Figures, phase: str, which: str = "all") -> int:
    return sum(row[which]["states"] for row in figures[phase])


def bullets(figures: Figures) -> str:
    share = figures["shares"]["reached"]
    equal = share["equal"]
    told = [
        firsts(figures["openings"]),
        f"Of what can come about, {percent(share['moving']['drawn'])} are drawn with all pieces "
        f"placed, {percent(share['placing']['drawn'])} before. With as many pieces as the "
        f"opponent, whoever is to move wins {percent(equal['won'])}, draws "
        f"{percent(equal['drawn'])} and loses {percent(equal['lost'])}.",
    ]
    for by, (own, other) in enumerate(zip(share["more"], share["fewer"], strict=True), 1):
        more = "A piece more wins" if by == 1 else f"{by} pieces more win"
        told.append(
            f"{more} {percent(own['won'])} if you are to move, and {percent(other['lost'])} if "
            "your opponent is."
        )
    return "\n".join(fill(f"- {sentence}", WIDTH, subsequent_indent="  ") for sentence in told)


def firsts(openings: list[Figures]) -> str:
    """What the first turns and the answers to them are worth."""
    first = counted(openings)
    answers = counted([answer for kind in openings for answer in kind["answers"]])
    if len(first) == len(answers) == 1:
        return f"All first placements {HOLDS[next(iter(first))]}, and so does every answer to them."
    told = "; ".join(f"{' '.join(names)} {HOLDS[worth]}" for worth, names in first.items())
    replies = [
        f"to {kind['turns'][0]}, {' '.join(names)} {HOLDS[worth]}"
        for kind in openings
        for worth, names in counted(kind["answers"]).items()
    ]
    return f"First placements: {told}. Answers: {'; '.join(replies)}."


def counted(kinds: list[Figures]) -> dict[int, list[str]]:
    """Turns by what they are worth to whoever plays them."""
    found: dict[int, list[str]] = {}
    for kind in kinds:
        found.setdefault(kind["outcome"], []).extend(kind["turns"])
    return found


def percent(share: float) -> str:
    fine = 0 < share < 1 or 99 < share < 100
    return f"{share:.2f} %" if fine else f"{share:.0f} %"


def longest(game: Game, figures: Figures) -> str:
    """The longest win, move by move."""
    win = longest_win(figures)
    begun = played(figures, win["way"])
    player = game.words["seats"][begun.seat_names[begun.seat or 0]]
    every = max(row["all"]["longest"] for row in [*figures["moving"], *figures["placing"]])
    told = f"In a game, the longest win takes {win['in']} turns of both players"
    if win["waiting"]:
        told += f", from when {win['waiting']} pieces are still in hand"
    if every > win["in"]:
        told += f"; from states that no game leads to there is one of {every}"
    return f"""## The longest win

{fill(f"{told}. {player} is to move here:", WIDTH)}

![{player} to move wins in {win["in"]} turns](../images/{picture_path(game).name})

A game comes there by

```text
{lines(win["way"], 1)}
```

and then goes on so: whoever wins takes the quickest way, and the other side the slowest.

```text
{lines(win["line"], len(win["way"].split()) + 1)}
```"""


def lines(turns: str, number: int) -> str:
    """Turns, some in a line, each line with the number of its first."""
    words = turns.split()
    rows = [words[first : first + ROW] for first in range(0, len(words), ROW)]
    return "\n".join(f"{number + ROW * at:>3}  {' '.join(row)}" for at, row in enumerate(rows))


def made(name: str) -> str:
    return f"""## How the figures are made

By one command; [benchmarks](../benchmarks.md) says how long it takes.

```sh
tablier solve {name} --whole --check --figures figures.json
tablier solve {name} --whole --check --figures figures.json --device cuda    # on a GPU; needs CuPy
```"""


def cells(row: Figures) -> str:
    every, reached = row["all"], row["reached"]
    numbers = [every[name] for name in ("states", "won", "drawn", "lost")]
    found = [*numbers, every["longest"] or "–", reached["states"], reached["longest"] or "–"]
    return "| " + " | ".join(f"{one:,}" if isinstance(one, int) else one for one in found) + " |"


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, "utf-8")
