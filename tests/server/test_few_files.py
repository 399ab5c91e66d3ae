"""With few file descriptors, those who play go on, newcomers are told, and the house recovers."""

import json
import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from houses import PERSON, Served, house
from raw_socket import RawSocket

pytest.importorskip("resource")
FILES, NEVER_S = 256, 1e6
FEW = (
    "-c",
    f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))\n"
    f"from tablier.server.limits import bounds; bounds.HEAD_S = {NEVER_S}\n"
    "from tablier.cli import main; main()",
)
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


def test_who_plays_goes_on_while_a_crowd_takes_every_place(tmp_path: Path) -> None:
    with house(tmp_path, program=FEW) as served, ExitStack() as crowd:
        table = served.table("zhizhu", [{"kind": "me"}, {"kind": "here"}])["table"]
        ann = served.attend(table, PERSON)
        for _ in range(FILES + 50):
            line = RawSocket(served)
            line.send(REQUEST)
            crowd.callback(line.tcp.close)
        assert ann.play("b3", seat=0)["type"] == "ack"
        files = Path(f"/proc/{served.process.pid}/fd")
        assert not files.is_dir() or len(os.listdir(files)) < FILES - 32, "some are kept back"
        statuses = [_asked(served) for _ in range(3)]
        crowd.close()
        while statuses[-1] != 200:
            statuses.append(_asked(served))
        assert set(statuses) <= {0, 200, 503}, "hung up on, told, and let in again"
        assert ann.play("c3", seat=1)["type"] == "ack"
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    assert any("(full)" in line["text"] for line in lines)
    assert [line for line in lines if line["level"] == "error"] == []


def _asked(served: Served) -> int:
    line = RawSocket(served)
    line.send(REQUEST + b"Connection: close\r\n\r\n")
    return line.answer().status
