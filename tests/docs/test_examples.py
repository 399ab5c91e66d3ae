"""The examples in the handbook that are not Python: records, shells, excerpts of files."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import tablier
import tablier.cli  # adds the commands
from tablier.cli.app import app
from tablier.server.settings import settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md"))]
MARK = "\x1e"
"""Stands between the outputs of two commands."""


def blocks(page: Path, kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def with_blocks(kind: str) -> pytest.MarkDecorator:
    """For each page that has some."""
    pages = [page for page in PAGES if blocks(page, kind)]
    assert pages
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.stem)


def test_the_sample_record_reads() -> None:
    match = tablier.read_record(blocks(DOCS / "records.md", "text")[0])
    assert match.actions == ["a1", "a5", "b1", "c7", "c1", "xa5"]
    assert match.headers["Players"] == "Ann, Ben"


def test_the_sample_settings_are_settings(tmp_path: Path) -> None:
    file = tmp_path / "tablier.toml"
    file.write_text(blocks(DOCS / "hosting.md", "toml")[0])
    assert settings({}, file).origins == ("https://games.example",)


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment with the two commands that the handbook uses."""
    for name, module in (("python", ""), ("tablier", " -m tablier")):
        command = tmp_path / "bin" / name
        command.parent.mkdir(exist_ok=True)
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{module} "$@"\n')
        command.chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "REPOSITORY": str(ROOT)}


@with_blocks("console")
def test_a_shell_session_goes_as_shown(page: Path, shell: dict[str, str], tmp_path: Path) -> None:
    """Commands follow `$ `; `[2]` below them is an exit status other than 0."""
    session = "".join(blocks(page, "console"))
    asked = [turn.split("\n", 1) for turn in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]]
    script = "".join(
        f"{command}\nstatus=$?; [ $status = 0 ] || echo \"[$status]\"; printf '{MARK}'\n"
        for command, _ in asked
    )
    done = subprocess.run(
        ["bash", "-c", f"exec 2>&1\n{script}"],
        env=shell,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    told = done.stdout.split(MARK)[:-1]
    assert list(zip((command for command, _ in asked), told, strict=True)) == [*map(tuple, asked)]


@with_blocks("sh")
def test_commands_that_are_not_run_can_be_read(page: Path) -> None:
    """Every `tablier …` in a list of commands has a subcommand and options that there are."""
    group = typer.main.get_command(app)
    for line in "".join(blocks(page, "sh")).splitlines():
        words = shlex.split(line, comments=True)
        if not words or Path(words[0]).name != "tablier" or len(words) == 1:
            continue
        if words[1].startswith("-"):
            assert words[1] in {name for parameter in group.params for name in parameter.opts}
            continue
        with group.make_context("tablier", words[1:], resilient_parsing=True) as context:
            name, command, rest = group.resolve_command(context, words[1:])  # type: ignore[attr-defined]
            command.make_context(name, rest, parent=context)


def test_the_fifth_game_is_shown_as_it_is() -> None:
    files = [path.read_text("utf-8") for path in (DOCS / "examples/morris").glob("*.py")]
    excerpts = blocks(DOCS / "fifth-game.md", "python")
    assert len(excerpts) > 4
    assert [excerpt for excerpt in excerpts if not any(excerpt in text for text in files)] == []
