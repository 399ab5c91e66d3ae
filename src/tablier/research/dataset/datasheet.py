"""The sheet that lies beside a dataset: what is in it, and the command that makes it again.

It begins as Hugging Face wants it, which then finds the Parquet by itself.
"""

import shlex
from collections import Counter
from pathlib import Path

import numpy as np

import tablier
from tablier.core.match import Match
from tablier.research.dataset.columns import COLUMNS
from tablier.research.dataset.dataset import Dataset
from tablier.research.dataset.parquet import FIELDS, PARQUET, kind_of

SHEET = "README.md"
PROGRAM = (
    "from concurrent.futures import ThreadPoolExecutor; from pathlib import Path; "
    "from tablier.research.selfplay import SelfPlay, collect; "
    "list(collect({plan}, ThreadPoolExecutor(1), Path({folder!r}), parquet={parquet}))"
)
"""What makes a dataset that no command can."""

TEXT = """---
pretty_name: {title} played by {player}
tags: [board-games, tablier]
configs:
- config_name: default
  data_files: "rows-*.parquet"
---

# {title}: {games:,} games of {player} against itself

{rows:,} actions of {players} seats, from `{start}`, by rules {version}. {results}.
{opening}

Made by Tablier {program} (sources {sources}). {again}

```sh
{command}
```

## Files

| file | what it holds |
|---|---|
| `games.jsonl` | the plan, then one game to a line, with its record |
| `arrays-*.npz` | compressed arrays for NumPy, of a thousand games each |
| `rows-*.parquet` | the same rows for pandas, Polars and Hugging Face, if they were asked for |

## Arrays

A row is an action of a seat; what the table did, dice and deadlines, is in the records only.

| field | dtype | what it is |
|---|---|---|
{arrays}

`legal` has the legal actions of all rows one after the other, `choices` how many belong to each.
Actions are numbered from 0 to {last_action}, and an observation has {size} numbers. `state` and
observations are told of by `Dataset(folder).encoding.layout`:

| field | places in an observation |
|---|---|
{layout}

## Parquet

| field | dtype | what it is |
|---|---|---|
{fields}

## Reading it

```python
from tablier.research.dataset import Dataset      # arrays, observations and masks
dataset = Dataset("{folder}", mapped=True)
import pandas                                     # without Tablier, from here on
rows = pandas.read_parquet("{folder}/rows-0000000.parquet")
import polars
rows = polars.read_parquet("{folder}/rows-*.parquet")
import datasets
rows = datasets.load_dataset("{folder}")
```
"""


def write_datasheet(folder: Path, head: dict[str, object]) -> Path:
    """Describe a folder; `head` is what all its games have in common."""
    dataset = Dataset(folder)
    start, encoding = dataset.start, dataset.encoding
    player, drawn = str(head["player"]), int(str(head["opening"]))
    text = TEXT.format(
        title=start.game.title,
        player=player,
        games=len(dataset.ranks),
        rows=len(dataset),
        players=start.players,
        start=head["dataset"],
        version=start.game.version,
        results=_results(dataset),
        opening=_opening(start, player, drawn),
        program=tablier.__version__,
        sources=str(head["sources"])[:12],
        again=_again(player),
        command=_command(head, len(dataset.ranks), folder, any(folder.glob(PARQUET))),
        arrays=_rows((f"`{n}`", np.dtype(c.dtype).name, c.about) for n, c in COLUMNS.items()),
        last_action=len(encoding.actions) - 1,
        size=encoding.size,
        layout=_rows((f"`{n}`", f"{p.start} to {p.stop - 1}") for n, p in encoding.layout.items()),
        fields=_rows((f"`{n}`", kind_of(n), about) for n, about in FIELDS.items()),
        folder=folder.name,
    )
    path = folder / SHEET
    path.write_text(text, "utf-8")
    return path


def _rows(cells: object) -> str:
    """Lines of a table."""
    assert hasattr(cells, "__iter__")
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _results(dataset: Dataset) -> str:
    """How the games ended."""
    firsts = Counter(
        "drawn" if (ranks == 1).sum() > 1 else f"seat {int(ranks.argmin())}"
        for ranks in dataset.ranks
    )
    won = [f"{name} won {count:,}" for name, count in sorted(firsts.items()) if name != "drawn"]
    return ", ".join([*won, f"{firsts['drawn']:,} had no single winner"])


def _opening(start: Match, player: str, drawn: int) -> str:
    """What is random in the games."""
    if player == "random":
        return "All actions are random."
    if start.game.is_race or not drawn:
        return "No action is random."
    return f"The first {drawn} actions of a game are random, and marked as `opening`."


def _again(player: str) -> str:
    """What the same command brings."""
    if player == "random":
        return "This makes the same games again, on any machine:"
    limited = "A bot looks at a number of positions, and on a slow machine, or at level 7, at fewer"
    return f"This plays them again. {limited}:"


def _command(head: dict[str, object], games: int, folder: Path, parquet: bool) -> str:
    """What makes the same games; a start that is no setup can only be told from Python."""
    start, player = str(head["dataset"]), str(head["player"])
    name, *words = start.split()
    known = player == "random" or player.removeprefix("level:").isdigit()
    if not known or any("=" not in word for word in words):
        plan = f"SelfPlay({start!r}, {player!r}, {games}, {head['opening']}, {head['seed']})"
        program = PROGRAM.format(plan=plan, folder=folder.name, parquet=parquet)
        return shlex.join(["python", "-c", program])
    chosen = [part for word in words for part in ("-o", word)]
    plays = ["--random"] if player == "random" else ["--level", player.removeprefix("level:")]
    device = ["--device", str(head["device"])] if "device" in head else []
    numbers = ["--games", games, "--opening", head["opening"], "--seed", head["seed"]]
    written = ["--parquet"] if parquet else []
    line = ["tablier", "selfplay", name, *plays, *numbers, *chosen, *device, *written]
    return shlex.join(map(str, [*line, "--out", folder.name]))
