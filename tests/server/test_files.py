"""The page's files over plain HTTP: packed, known again, and nothing else."""

import asyncio
import gzip
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.exceptions import HTTPException

from tablier.server.http.files import LOOK_S, Files


class Answer(NamedTuple):
    """What came back over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(files: Files, path: str, method: str = "GET", **headers: str) -> Answer:
    said = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": said}
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(files(scope, receive, send))
    told = {name.decode(): text.decode() for name, text in sent[0]["headers"]}
    return Answer(sent[0]["status"], told, b"".join(part.get("body", b"") for part in sent))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    shown = tmp_path / "shown"
    (shown / "js").mkdir(parents=True)
    (shown / "index.html").write_text('<!doctype html><script src="/js/main.js"></script>')
    (shown / "js" / "main.js").write_text("main();")
    return shown


def test_files_are_served_with_their_kinds(folder: Path) -> None:
    assert ask(Files(folder), "/").body.startswith(b"<!doctype html>")
    script = ask(Files(folder), "/js/main.js")
    assert script.body == b"main();"
    assert script.headers["content-type"].startswith("text/javascript")


def test_whoever_unpacks_gets_it_packed(folder: Path) -> None:
    packed = ask(Files(folder), "/js/main.js", accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == b"main();"


def test_what_is_known_is_not_sent_again_until_it_changes(folder: Path) -> None:
    files = Files(folder)
    known = ask(files, "/js/main.js").headers["etag"]
    assert ask(files, "/js/main.js", if_none_match=known).status == 304
    (folder / "js" / "main.js").write_text("other();")
    os.utime(folder / "js" / "main.js", ns=(1, 1))
    assert ask(files, "/js/main.js", if_none_match=known).body == b"other();"


def script_of(files: Files) -> str:
    """Where the page looks for its script."""
    found = re.search(rb'src="([^"]+)"', ask(files, "/").body)
    assert found
    return found[1].decode()


def test_a_page_keeps_its_files_for_good_and_asks_for_others_when_one_changes(folder: Path) -> None:
    time_s = 0.0
    files = Files(folder, now=lambda: time_s)
    address = script_of(files)
    kept = ask(files, address)
    assert kept.body == b"main();" and "immutable" in kept.headers["cache-control"]
    assert "cache-control" not in ask(files, "/js/main.js").headers
    assert "cache-control" not in ask(files, "/").headers
    (folder / "js" / "main.js").write_text("other();")
    os.utime(folder / "js" / "main.js", ns=(1, 1))
    assert script_of(files) == address, "all files are looked at for every page"
    time_s += 2 * LOOK_S
    assert script_of(files) != address
    late = ask(files, address)
    assert late.body == b"other();" and "cache-control" not in late.headers


def test_other_folders_lie_where_they_are_said_to(folder: Path, tmp_path: Path) -> None:
    look = tmp_path / "look"
    look.mkdir()
    (look / "board.css").write_text("svg {}")
    files = Files(folder, {"games/go/look": look})
    assert ask(files, "/games/go/look/board.css").body == b"svg {}"
    version = script_of(files).removesuffix("/js/main.js")
    assert "immutable" in ask(files, f"{version}/games/go/look/board.css").headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/js",
        "/v/0123456789ab/../../secret.txt",
        "/v/js/main.js",
        "/none.js",
        "/../secret.txt",
        "/js/../../secret.txt",
    ],
)
def test_nothing_else_is_served(folder: Path, path: str) -> None:
    with pytest.raises(HTTPException) as refused:
        ask(Files(folder), path)
    assert refused.value.status_code == 404


def test_nothing_is_written(folder: Path) -> None:
    with pytest.raises(HTTPException) as refused:
        ask(Files(folder), "/js/main.js", "POST")
    assert refused.value.status_code == 405
