"""Frames that no honest client sends: each gets its answer, and nothing else happens."""

import asyncio
import json
from pathlib import Path

from hostile import ANSWERED, MAKERS, OTHER, attack, laid
from houses import PERSON, house

FRAMES = 400


def test_hostile_frames_change_nothing_and_leave_no_trace(tmp_path: Path) -> None:
    with house(tmp_path, "--log", "debug") as served:
        scene = laid(served)
        before = served.call("GET", f"/api/tables/{scene.table}", None, OTHER)[1]["view"]
        done = asyncio.run(attack(served, scene, FRAMES, seed=1))
        assert done.total() == FRAMES and len(done) > len(MAKERS) + len(ANSWERED)
        after = served.call("GET", f"/api/tables/{scene.table}", None, OTHER)[1]["view"]
        assert after["seq"] == before["seq"]
        assert served.call("GET", "/healthz") == (200, "ok\n")
        ann = served.attend(scene.table, PERSON)
        assert ann.play("b3")["type"] == "ack"
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    assert [line for line in lines if line["level"] in ("error", "warning", "critical")] == []
