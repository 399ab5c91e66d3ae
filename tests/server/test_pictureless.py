"""Where nothing draws pictures: pages name none, all else is there, and nothing is a traceback."""

import gzip
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pictureless
import pytest
from houses import PERSON, WAIT_S, Served, house

import tablier

PROGRAM = (pictureless.__file__,)
HERE = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
POSITION = "zhizhu ......../..w...../........ b 8-9 0 - - 0 2"
RECORD = {"record": tablier.new("zhizhu").play("b3").play("c1").record()}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house without them."""
    with house(tmp_path_factory.mktemp("bare"), program=PROGRAM) as running:
        yield running
        assert "Traceback" not in (running.data / "log.txt").read_text()


def test_pages_name_no_picture_and_have_none(bare: Served) -> None:
    made = bare.table("zhizhu", HERE)
    ann = bare.attend(made["table"], PERSON)
    ann.play("b3", seat=0)
    ann.ask("resign", seat=1)
    ann.close()
    shared = bare.call("POST", f"/api/tables/{made['table']}/share", {}, PERSON)[1]
    for path in (f"/g/{shared['address']}", f"/p/{quote(POSITION)}"):
        status, page = bare.call("GET", path)
        assert status == 200 and "og:title" in page and "og:image" not in page
        assert 'name="twitter:card" content="summary"' in page
        status, told = bare.call("GET", f"{path}.png")
        assert status == 404 and told["code"] == "not_found"


def test_the_page_gets_the_drawings_of_a_moving_picture(bare: Served) -> None:
    """As from a house in the browser, where the page puts them together as well."""
    status, told = bare.call("POST", "/api/animations", RECORD | {"dark": True})
    assert status == 200 and len(told["frames"]) == 3
    assert all(frame["svg"].startswith("<svg") and frame["seconds"] > 0 for frame in told["frames"])
    headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
    body = json.dumps(RECORD | {"dark": True}).encode()
    request = urllib.request.Request(f"{bare.base}/api/animations", body, headers)
    with urllib.request.urlopen(request, timeout=WAIT_S) as answer:
        assert json.loads(gzip.decompress(answer.read())) == told
    status, told = bare.call("POST", "/api/animations", {"record": "1. nonsense"})
    assert status == 422 and told["code"] == "bad_record"


@pytest.mark.parametrize(
    ("command", "library"),
    [("print zhizhu --out x.pdf", "fpdf2"), ("show --animate game.txt -o x.webp", "cssselect2")],
)
def test_the_shell_says_what_is_missing(tmp_path: Path, command: str, library: str) -> None:
    (tmp_path / "game.txt").write_text(RECORD["record"])
    run = [sys.executable, *PROGRAM, *command.split()]
    told = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    wanted = f"tablier: this needs {library}: pip install 'tablier[pictures]'\n"
    assert (told.returncode, told.stderr) == (2, wanted)
    assert not list(tmp_path.glob("x.*"))
