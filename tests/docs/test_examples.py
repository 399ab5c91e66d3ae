"""The examples in the handbook that are not Python: records, screens, messages, files of settings.

What there is to type is in test_shell.py; examples in Python are doctests.
"""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from corpus import FOLDER, read
from fences import DOCS, PAGES, blocks, kinds, with_blocks
from houses import WAIT_S
from shells import shell_in

import tablier
from tablier.core import registry
from tablier.core.errors import listing
from tablier.server.http.settings import settings
from tablier.table import messages, view
from tablier.table.state import Table
from tablier.terminal.app import TablierApp
from tablier.terminal.phrases import Phrases
from tablier.terminal.session.local_session import LocalSession

EVERYWHERE = {"python", "sh", "console"}
ONE_BY_ONE = {
    ("api.md", "{eval-rst}"): 7,
    ("hosting.md", "toml"): 1,
    ("protocol.md", "json"): 4,
    ("records.md", "text"): 3,
    ("terminal.md", "text"): 1,
    ("zhizhu-solved.md", "text"): 2,
}
"""How many blocks of which kind have a test of their own."""
WORKED = {"fifth-game.md": "morris", "sixth-game.md": "chowka"}
"""Pages that build a game, and its folder."""
MARK = "\x1e"
"""Stands between the outputs of two commands."""


def test_every_block_says_what_it_is_and_is_tried() -> None:
    found = Counter((page.name, kind) for page in PAGES for kind in kinds(page))
    assert {of: n for of, n in found.items() if of[1] not in EVERYWHERE} == ONE_BY_ONE


@with_blocks("python")
def test_python_is_a_doctest_that_is_run(page: Path) -> None:
    """But for the excerpts of the worked games."""
    assert page.is_relative_to(DOCS) or page.name == "README.md"
    if page.name not in WORKED:
        assert [block for block in blocks(page, "python") if not block.startswith(">>> ")] == []


def test_the_sample_record_reads() -> None:
    match = tablier.read_record(blocks(DOCS / "records.md", "text")[0])
    assert match.actions == ["a1", "a5", "b1", "c7", "c1", "xa5"]
    assert match.headers["Players"] == "Ann, Ben"


def test_the_sample_refusal_of_a_record_is_told_so() -> None:
    with pytest.raises(tablier.BadRecord) as refused:
        tablier.read_record('[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n1. b3\n2. b3\n')
    assert blocks(DOCS / "records.md", "text")[1] == f"{refused.value}\n"


def test_the_study_in_the_handbook_can_be_read() -> None:
    head = '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n\n'
    match = tablier.read_record(head + blocks(DOCS / "records.md", "text")[2])
    assert match.actions[-1] == "xa5"
    assert sum(map(len, match.variations.values())) == 3
    assert match.record().count("(") == 4


@pytest.mark.anyio
async def test_the_sample_screen_looks_so(tmp_path: Path) -> None:
    match = tablier.new("zhizhu").play("b3").play("b1").play("b4")
    session = LocalSession(match, tmp_path / "game.txt", Phrases("en"), None)
    async with TablierApp(session.phrases, session).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = [strip.text.rstrip() for strip in pilot.app.screen._compositor.render_strips()]
    sample = blocks(DOCS / "terminal.md", "text")[0].splitlines()
    assert rows[: len(sample)] == sample


def test_the_sample_messages_are_those_of_the_protocol() -> None:
    """What stands for more than is shown, `{…}`, is empty here."""
    shown = "".join(blocks(DOCS / "protocol.md", "json")).replace("{…}", "{}").replace("[…]", "[]")
    samples = [json.loads(text) for text in re.split(r"\n(?=\{)", shown)]
    hello, _, seen, ack, refused = samples
    assert messages.read_hello(json.dumps(hello)).seen == 41
    table, _ = Table.salvage(read(FOLDER / "dice-and-bells.jsonl"))
    assert set(seen) == {*view.shared(table, view.Now()), *view.own(table, frozenset({0}), {})}
    assert set(ack) == {"type", "cmd", "seq", "hash"}
    assert set(refused) == {"type", "cmd", *messages.Refused("code", "text").body()}


def test_the_sample_settings_are_settings(tmp_path: Path) -> None:
    file = tmp_path / "tablier.toml"
    file.write_text(blocks(DOCS / "hosting.md", "toml")[0])
    assert settings({}, file).origins == ("https://games.example",)


def test_the_sample_proxy_is_named_and_leads_to_the_house() -> None:
    """What it does is tried with a real nginx, in test_nginx.py."""
    link = re.search(r"\]\((\S+/nginx\.conf)\)", (DOCS / "hosting.md").read_text("utf-8"))
    assert link
    site = (DOCS / link[1]).read_text("utf-8")
    assert f" 127.0.0.1:{settings({}).port};" in site


@with_blocks("console")
def test_a_shell_session_goes_as_shown(page: Path, tmp_path: Path) -> None:
    """Commands follow `$ `; `[2]` below them is an exit status other than 0."""
    session = "".join(blocks(page, "console"))
    asked = [turn.split("\n", 1) for turn in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]]
    script = "".join(
        f"{command}\nstatus=$?; [ $status = 0 ] || echo \"[$status]\"; printf '{MARK}'\n"
        for command, _ in asked
    )
    done = subprocess.run(
        ["bash", "-c", f"exec 2>&1\n{script}"],
        env=shell_in(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        timeout=WAIT_S,
    )
    told = done.stdout.split(MARK)[:-1]
    assert list(zip((command for command, _ in asked), told, strict=True)) == [*map(tuple, asked)]


@pytest.mark.parametrize(("page", "name"), WORKED.items())
def test_a_worked_game_is_shown_as_it_is(page: str, name: str) -> None:
    files = [path.read_text("utf-8") for path in (DOCS / "examples" / name).glob("*.py")]
    excerpts = blocks(DOCS / page, "python")
    assert len(excerpts) > 4
    assert [excerpt for excerpt in excerpts if not any(excerpt in text for text in files)] == []


def test_the_versions_that_are_replayed_are_told() -> None:
    text = (DOCS / "records.md").read_text("utf-8")
    for game in map(registry.find, tablier.games()):
        row = f"| {game.title} | {game.version} | {listing(sorted(game.replays))}"
        assert re.search(f"^{re.escape(row.strip())}[ ,]", text, re.MULTILINE)
