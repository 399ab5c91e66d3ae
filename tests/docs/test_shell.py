"""The commands of the handbook, typed page by page from top to bottom, each page in one folder."""

import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import termios
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from fences import PAGES, ROOT, blocks, with_blocks
from houses import WAIT_S, address, end, house
from shells import Shell, shell_in

from tablier.cli.app import app
from tablier.cli.commands.help_pages import EXAMPLES
from tablier.cli.workers import INTERRUPTED

NOT_RUN = {
    "make check": "`make test` runs it beside this",
    "make test": "this is it",
    'make test SUITE="--shuffle 7"': "so is this",
    'make test SUITE="--hypothesis-profile hunt"': "and this",
    ".venv/bin/pytest tests/web --house browser": "some of them are among these",
    ".venv/bin/pytest tests/web --house browser --browser firefox -k test_games": "another is",
    "make docs": "test_handbook.py builds the handbook with the same settings",
    "make bench": "it takes hours",
    "make pythons": "it fetches packages for each Python",
    "tablier solve zhizhu --whole --check --figures figures.json --device cuda": "it needs a GPU",
    "tablier solve zhizhu --whole --no-keep --device cuda --files tablebases": "so does this",
    "python3 -m venv /opt/tablier": "the folder is a host's; test_wheel.py makes another",
    "make site": "it fetches; tests/site writes such a folder",
    "npm pack pyodide@314.0.7": "it fetches",
    "tablier export-site site --pyodide pyodide-314.0.7.tgz": "tests/site does, with what is there",
    "rsync --archive --delete site/ me@club.example:public_html/games/": "nobody is there",
    "pip install tablier-core torch": "it fetches",
    "python examples/ppo.py zhizhu --minutes 4": "it needs PyTorch",
    "tablier learn sensei --out nets --positions 4000000 --nodes 3000 --jobs 16 --device cuda": (
        "so does this, and a GPU; tests/learn learns less"
    ),
    "tablier learn sensei --out nets --jobs 4": "it needs PyTorch",
    "tablier learn zhizhu --out nets --solved --device cuda": "so does this, and a GPU",
    "python examples/ppo.py zhizhu --device cuda --games 16384": "so does this, and a GPU",
    "python examples/ppo.py chinese-checkers --guided --sparring 0.5 --games 256": "likewise",
    "/opt/tablier/bin/pip install '.[play]'": "it fetches; test_wheel.py installs without",
}
"""Commands that can't be run here, and why. They are read, and make is asked what it would do."""
SHORTER = {
    "--games 40": "--games 1",
    "--games 200 --sprt 30": "--games 2 --sprt 30",
    "--games 10000": "--games 2",
    "--games 100000": "--games 2",
    "--jobs 8": "--jobs 1",
    "--pieces 5-5": "--pieces 4-3",
    "--whole --check": "--whole --pieces 3-3 --check",
    "--whole --files": "--whole --pieces 3-3 --files",
}
"""What takes long, and the same with less of it. 5-5 is solved in minutes, 4-3 comes with us."""
ELSEWHERE = {
    "/opt/tablier/bin/tablier": "tablier",
    "/var/lib/tablier": "house",
    "make play": f"make -s -C {shlex.quote(str(ROOT))} -o .venv/play BIN=$PWD/bin play",
}
"""Places on a host's machine; and make, which has nothing to set up here."""
FILLED_IN = {"LINK": "link", "tcp://HOST:PORT": "scheduler"}
"""What people put in themselves, and the fixture that it comes from here."""
GIVEN = {
    "race.txt": ROOT / "tests/server/golden/dice-and-bells.txt",
    "agent.py": ROOT / "examples/agent.py",
}
"""Files that people have already."""

LEFT = b"\x1b[?1049l"
"""What a screen is told when an application leaves it."""


def commands(page: Path) -> list[str]:
    """What there is to type on a page, without the remarks."""
    lines = "".join(blocks(page, "sh")).replace("\\\n", "").splitlines()
    bare = (re.sub(r"(^|\s+)#(\s.*)?$", "", line) for line in lines)
    return [line for line in bare if line]


@pytest.mark.filterwarnings("ignore")
@with_blocks("sh")
def test_what_a_page_says_can_be_typed(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    shell = shell_in(tmp_path)
    for name, source in GIVEN.items():
        shutil.copy(source, tmp_path / name)
    for command in commands(page):
        if command in NOT_RUN:
            look_at(command, shell, tmp_path)
            continue
        for shown, meant in {**SHORTER, **ELSEWHERE}.items():
            command = re.sub(rf"{re.escape(shown)}(?!\S)", meant, command)
        for shown, fixture in FILLED_IN.items():
            if shown in command:
                command = command.replace(shown, request.getfixturevalue(fixture))
        way_of(command)(command, shell, tmp_path)


def test_nothing_is_named_that_is_not_there() -> None:
    typed = "\n".join(command for page in PAGES for command in commands(page))
    typed += "\n".join(command for found in EXAMPLES.values() for command, _ in found)
    files = [Path(name).stem for name in GIVEN]
    named = [*NOT_RUN, *SHORTER, *ELSEWHERE, *FILLED_IN, *files]
    assert [name for name in named if name not in typed] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_within_sentences_are_there(page: Path) -> None:
    quoted = re.findall(r"`tablier ([^`]+)`", page.read_text("utf-8"))
    assert [words for words in quoted if not is_there(words)] == []


def test_examples_of_the_manual_are_there() -> None:
    shown = [line.removeprefix("tablier") for rows in EXAMPLES.values() for line, _ in rows]
    assert [words for words in shown if not is_there(words)] == []


def is_there(words: str) -> bool:
    """Whether there is such a command with such options; what else it is given may be anything."""
    command, options, first = typer.main.get_command(app), set[str](), True
    for word in re.findall(r"[^\s[\]]+", words):
        if word.startswith("-"):
            options.add(word)
        elif (below := getattr(command, "commands", {}).get(word)) is not None:
            command = below
        elif first:
            return False
        first = False
    known = {name for parameter in command.params for name in parameter.opts}
    return options <= {*known, "--help", "-"}


def way_of(command: str) -> Callable[[str, Shell, Path], None]:
    """How a command is run: one that stays, one that takes the screen, any other."""
    if re.match(r"tablier$|tablier serve\b|make .* play$", command):
        return visit
    if re.match(r"tablier play\b", command) and "--plain" not in command:
        return look_in
    return run


def look_at(command: str, shell: Shell, folder: Path) -> None:
    """See that a shell understands it, and make too."""
    run(f"bash -n -c {shlex.quote(command)}", shell, folder)
    if command.startswith("make "):
        run(command.replace("make", f"make -n -C {shlex.quote(str(ROOT))}"), shell, folder)


def run(command: str, shell: Shell, folder: Path) -> None:
    """With nothing on its input, in a shell that stays: it ends well, and complains of nothing."""
    done = subprocess.run(
        ["bash", "-c", f"{command}\nexit"],
        env=shell,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
    )
    assert (command, done.returncode, done.stderr) == (command, 0, "")


def visit(command: str, shell: Shell, folder: Path) -> None:
    """Wait until the house is open, knock, and stop it as Ctrl-C does."""
    with (folder / "log.txt").open("a") as log:
        serving = subprocess.Popen(
            ["bash", "-c", command],
            env=shell,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
    try:
        with urllib.request.urlopen(f"{address(serving)}/healthz", timeout=WAIT_S) as answer:
            assert answer.read() == b"ok\n"
    finally:
        os.killpg(serving.pid, signal.SIGINT)
        end(serving)
    assert serving.returncode in (0, INTERRUPTED, -signal.SIGINT), command


def look_in(command: str, shell: Shell, folder: Path) -> None:
    """Open it on a screen, wait for the line of keys, and leave with Ctrl-C."""
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (24, 80))
    playing = subprocess.Popen(
        ["bash", "-c", command], env=shell, cwd=folder, stdin=its, stdout=its, stderr=its
    )
    os.close(its)
    with os.fdopen(ours, "r+b", buffering=0) as screen:
        seen = written(screen.fileno(), b"F9" if command == "tablier play" else b"F1")
        screen.write(b"\x03")
        seen += written(screen.fileno(), LEFT)
        assert (command, playing.wait(WAIT_S)) == (command, 0), seen.decode()


def written(screen: int, until: bytes) -> bytes:
    """What comes to a screen, up to a word, or to the end if it never comes."""
    seen = b""
    while until not in seen:
        assert select.select([screen], [], [], WAIT_S)[0], seen.decode()
        try:
            seen += os.read(screen, 1 << 16)
        except OSError:
            break
    return seen


@pytest.fixture
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An open seat at somebody's table."""
    with house(tmp_path_factory.mktemp("house")) as served:
        made = served.table("zhizhu", [{"kind": "me"}, {"kind": "open"}])
        yield f"{served.base}/#/table/{made['table']}/{made['join']}"


@pytest.fixture
def scheduler() -> Iterator[str]:
    """A cluster of one."""
    distributed = pytest.importorskip("distributed", reason="NOT TESTED: Dask is not installed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address
