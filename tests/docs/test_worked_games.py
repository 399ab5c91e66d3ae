"""The worked examples of a fifth game and of a sixth with dice, in a folder of their own.

Whatever is tried here runs in processes that find the folder by TABLIER_GAMES and nothing else.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from doors import DOORS
from houses import PERSON, WAIT_S, Served, house
from playwright.sync_api import Browser, expect
from variants import CHOWKA, TIMED, changed
from visitors import Visitor

from tablier.checks.new import new_folder
from tablier.compile.file_lock import alone

pytest_plugins = "visits"

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
LEARNING = "tests/research/test_environments.py"
"""PettingZoo's own test is there."""
MOST_LINES = {"morris": 250, "chowka": 300}
NEW = "freshly_begun"
"""What `tablier check-game --new` writes."""
every_example = pytest.mark.parametrize("name", MOST_LINES)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with the examples in it, one for all of xdist's workers."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "worked"
    with alone(folder / "lock"):
        if not (folder / "games").exists():
            for name in MOST_LINES:
                shutil.copytree(EXAMPLES / name, folder / "games" / name)
            new_folder(NEW, folder / "games")
            changed(CHOWKA, "blitz", TIMED, folder / "games")
    return {**os.environ, "TABLIER_GAMES": str(folder / "games")}


def run(shelf: dict[str, str], *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=shelf,
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@every_example
def test_it_is_short(name: str) -> None:
    files = (EXAMPLES / name).glob("*.py")
    assert sum(len(path.read_text().splitlines()) for path in files) < MOST_LINES[name]


def test_the_contract_holds(shelf: dict[str, str]) -> None:
    """Random matches, records, positions, refusals and words; learners can play them."""
    contract = ("tests/contract/test_play.py", "tests/contract/test_words.py", LEARNING)
    left_out = ("translat", "french", "diagram", "undo_restores", "any_text", "performance", "seed")
    names = (*MOST_LINES, NEW.replace("_", "-"))
    chosen = " and not ".join((f"({' or '.join(names)})", *left_out))
    told = run(
        shelf, "-m", "pytest", "-q", "-rp", "-p", "no:cacheprovider", *contract, "-k", chosen
    )
    for name in names:
        assert len(re.findall(rf"^PASSED .*\b{name}\b", told, re.MULTILINE)) >= 15
        assert re.search(rf"PASSED {LEARNING}::\w+api_test\[{name}", told)


@every_example
def test_bots_meet_in_the_arena(shelf: dict[str, str], name: str) -> None:
    arena = ("-m", "tablier", "arena", name, "--players", "random", "level:2", "--games", "4")
    told = json.loads(run(shelf, *arena, "--json"))
    assert (told["games"], {one["player"] for one in told["players"]}) == (4, {"random", "level:2"})


@every_example
def test_it_goes_through_every_door(shelf: dict[str, str], name: str, tmp_path: Path) -> None:
    told = run(shelf, "tests/docs/doors.py", name, str(tmp_path))
    passed = re.findall(r"^(\w+): passed$", told, re.MULTILINE)
    assert passed == [door.__name__ for door in DOORS]


@pytest.fixture(scope="module")
def served(shelf: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with house(tmp_path_factory.mktemp("house"), environment=shelf) as running:
        yield running


@every_example
def test_it_is_played_on_the_page(served: Served, browser: Browser, name: str) -> None:
    """From the first page, with the board alone, against the computer; dice can be checked."""
    title = json.loads((EXAMPLES / name / "words" / "en.json").read_text())["title"]
    visitor = Visitor(browser, served.base).go()
    expect(visitor.page.get_by_text("Lesson", exact=True)).to_have_count(4)
    visitor.page.get_by_text("The computer", exact=True).click()
    visitor.page.locator(f'button.cover[data-title="{title}"]').click()
    visitor.page.wait_for_url("**/#/table/*")
    for _ in range(2):
        assert visitor.wait_for_turn()
        visitor.play_any(Random(5))
    assert visitor.wait_for_turn()
    assert len(visitor.moves()) >= 4
    address = f"/api/tables/{visitor.table}/record"
    _, record = served.call("GET", address, None, *visitor.keys)
    assert f'[Game "{name}"]' in record and ("roll" in record) == (name == "chowka")
    visitor.context.close()
    assert visitor.faults == []


def test_a_game_without_a_look_is_drawn_well(served: Served, browser: Browser) -> None:
    """Dice in their tray, coordinates, a piece beside every name, and the last move marked."""
    visitor = Visitor(browser, served.base).go()
    visitor.page.locator("fieldset").get_by_text("Together here", exact=True).click()
    visitor.page.locator('button.cover[data-title="Chowka Bara"]').click()
    visitor.page.wait_for_url("**/#/table/*")
    tray = visitor.page.locator(".dice-tray")
    for _ in range(3):
        assert visitor.wait_for_turn()
        before = len(visitor.moves())
        expect(tray.locator(".die")).to_have_count(1)
        visitor.play_any(Random(2))
        visitor.until(
            "(count) => document.querySelectorAll('.moves .move').length > count + 1", before
        )
    face = int(visitor.moves()[-1].split()[1])
    expect(tray).to_have_attribute("aria-label", f"Dice: {face}")
    expect(tray.locator(".pip")).to_have_count(face)
    expect(visitor.page.locator(".last .ring").last).to_be_visible()
    expect(visitor.page.locator(".swatch .plain")).to_have_count(2)
    assert sorted(visitor.page.locator(".coordinates text").all_text_contents()) == [*"12345abcde"]
    visitor.context.close()
    assert visitor.faults == []


def test_a_deadline_runs_beside_whoever_is_to_act(served: Served, browser: Browser) -> None:
    made = served.table("blitz", [{"kind": "me"}, {"kind": "here"}])
    visitor = Visitor(browser, served.base).sit(made)
    assert visitor.wait_for_turn()
    clocks = visitor.page.locator(".players .clock")
    expect(visitor.page.locator(".players .active .clock")).to_have_text(re.compile(r"\d"))
    assert sorted(map(bool, clocks.all_inner_texts())) == [False, True]
    visitor.context.close()
    assert visitor.faults == []


def test_a_table_for_four_is_dealt_and_verified(
    shelf: dict[str, str], served: Served, tmp_path: Path
) -> None:
    """The dealer rolls for people who see no deadline; the record has all that it takes."""
    made = served.table("chowka", [{"kind": "me"}, *[{"kind": "here"}] * 3], players=4)
    keys = [PERSON, *(seat["key"] for seat in made["seats"])]
    client = served.attend(made["table"], *keys)
    for _ in range(8):
        view = client.wait_for(lambda view: any(view["legal"].values()))
        seat, texts = next((seat, texts) for seat, texts in view["legal"].items() if texts)
        assert client.play(texts[0], seat=int(seat))["type"] == "ack"
    for seat in range(3):
        assert client.ask("resign", seat=seat)["type"] == "ack"
    while not any(event["kind"] == "revealed" for event in client.events):
        client.receive()
    client.close()
    _, record = served.call("GET", f"/api/tables/{made['table']}/record", None, *keys)
    (tmp_path / "record.txt").write_text(record)
    assert record.count("roll") >= 8 and "4-4-4-1 resigned" in record
    run(shelf, "-m", "tablier", "verify", str(tmp_path / "record.txt"))
