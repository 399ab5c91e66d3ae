"""The command that lets a game's net learn from games of the engine against itself."""

import json
import shlex
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import tablier
from tablier.cli.app import Choices, GameName, app, begin
from tablier.cli.compile_wait import compiling
from tablier.cli.workers import INTERRUPTED, Jobs, Scheduler, Seed, executor
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game
from tablier.terminal.progress_bar import ProgressLine

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tablier.learn.examples import Examples
    from tablier.learn.plan import Plan
    from tablier.learn.training import Course, Epoch

FOREVER = 365 * 86_400


Out = Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")]
Positions = Annotated[
    int, typer.Option(min=1, help="Positions to play, of each number of players as many.")
]
Nodes = Annotated[
    int, typer.Option(min=1, max=10_000_000, help="What is looked at for each action.")
]
Drawn = Annotated[int, typer.Option(min=0, max=100, help="The most random first actions.")]
Slips = Annotated[
    float, typer.Option(min=0.0, max=1.0, help="The share of later actions that are random.")
]
Seconds = Annotated[
    int, typer.Option(min=1, help="Stop playing then, and learn from what is there.")
]
Results = Annotated[
    float, typer.Option(min=0.0, max=1.0, help="What results count, beside what was thought.")
]
Solved = Annotated[
    bool, typer.Option("--solved", help="Learn exact values: the whole game is solved first.")
]
Epochs = Annotated[
    int, typer.Option(min=0, max=10_000, help="How often all is seen; 0: only play.")
]
Device = Annotated[str, typer.Option(help="cpu; or cuda, and a GPU learns, and solves.")]


@app.command()
@compiling()
def learn(
    game: GameName,
    out: Out,
    positions: Positions = 1_000_000,
    nodes: Nodes = 2_000,
    opening: Drawn = 8,
    slips: Slips = 0.1,
    option: Choices = [],  # noqa: B006
    jobs: Jobs = 1,
    scheduler: Scheduler = "",
    seconds: Seconds = FOREVER,
    results: Results = 0.3,
    solved: Solved = False,
    epochs: Epochs = 20,
    device: Device = "cpu",
    seed: Seed = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line.")] = False,
) -> None:
    """Let a net learn to judge the positions of a game.

    The engine plays against itself, with all numbers of players and all words of options that are
    not given, and notes what it thinks. From that, and from how the games ended, a net learns; or
    with --solved, from who wins indeed. The folder then holds the net as a game brings it
    (net.bin), a log (log.jsonl) and its curves (curves.svg).

    When it was interrupted, the same command goes on with the positions that are there.
    """
    from tablier.learn.plan import Plan, starts_of
    from tablier.learn.self_play import SelfPlayPace

    chosen = registry.find(game)
    course = checked_course(chosen, solved, epochs, device, seed)
    starts = starts_of(begin(chosen, option), {text.partition("=")[0] for text in option})
    plan = Plan(game, starts, positions, SelfPlayPace(nodes, opening, slips), seed).check()
    try:
        with LearningProgress() as progress:
            with executor(jobs, scheduler) as workers:
                played = play(plan, workers, out, time.monotonic() + seconds, progress)
            tell({"positions": played, "planned": positions}, as_json)
            if course is not None:
                examples = studied(plan, out, results, device if solved else "", progress)
                teach(plan, examples, course, out, progress, as_json)
    except KeyboardInterrupt:
        print(f"tablier: interrupted; the same command goes on in {out}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def checked_course(
    game: Game, solved: bool, epochs: int, device: str, seed: int
) -> "Course | None":
    """How the net is to learn; None if nothing is but played."""
    if device not in ("cpu", "cuda"):
        raise BadOption(f"there is no device {device!r}: use cpu, cuda")
    if solved and game.endgame is None:
        raise BadOption(f"{game.name} can't be solved: leave out --solved")
    if not epochs:
        return None
    if find_spec("torch") is None:
        raise TablierError("nets learn with PyTorch: pip install 'tablier[learn]'")
    from tablier.learn.training import Course

    return Course(epochs, device, seed).check()


def studied(
    plan: "Plan", folder: Path, results: float, solver: str, progress: "LearningProgress"
) -> "Examples":
    """What there is to learn, with a device that solves the game first, or none."""
    from tablier.learn.lessons import SearchLessons, SolvedLessons, lessons, solved

    source: SearchLessons | SolvedLessons = SearchLessons(results)
    if solver:
        endgames = solved(registry.find(plan.game), solver, None, progress.report)
        source = SolvedLessons(endgames, seed=plan.seed)
    return lessons(plan, folder, source, progress.report)


def play(
    plan: "Plan", workers: "Executor", folder: Path, end: float, progress: "LearningProgress"
) -> int:
    """Play what is missing until a moment; return how many positions there are."""
    from tablier.learn.collect import collect

    played, shards = 0, plan.shards()
    whole = sum(shard.positions for shard in shards)
    for shard in collect(plan, workers, folder, lambda: time.monotonic() >= end):
        played += shard.positions
        progress.report("positions", played, whole)
    return played


def teach(
    plan: "Plan",
    examples: "Examples",
    course: "Course",
    folder: Path,
    progress: "LearningProgress",
    as_json: bool,
) -> None:
    """Teach the net, and say how it went."""
    from tablier.engine.net.net_file import FILE
    from tablier.learn.learning import learn_by

    def told(epoch: "Epoch") -> None:
        progress.clear()
        tell(epoch._asdict(), as_json)

    about = {"command": shlex.join(["tablier", *sys.argv[1:]]), "version": tablier.__version__}
    learned = learn_by(examples, plan.game, course, folder, told, about)
    progress.clear()
    tell({"examples": learned.examples, **learned.deviation._asdict()}, as_json)
    tell({"net": str(folder / FILE)}, as_json)


def tell(figures: dict[str, object], as_json: bool) -> None:
    """A line of figures."""
    if as_json:
        print(json.dumps(figures), flush=True)
    else:
        print(", ".join(f"{name} {shown(value)}" for name, value in figures.items()), flush=True)


def shown(value: object) -> str:
    """A figure as people read it."""
    return f"{value:.5g}" if isinstance(value, float) else f"{value}"


class LearningProgress(ProgressLine):
    """What is being done, and how much of it."""

    def report(self, doing: str, done: int, whole: int) -> None:
        self.show(done, whole, doing)
