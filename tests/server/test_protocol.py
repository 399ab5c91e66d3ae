"""The protocol's description has everything that the server says and understands."""

import json
import re
from pathlib import Path

from tablier.server.http import serve
from tablier.server.socket import distance, ws_timing
from tablier.table import bell, clock, messages, view
from tablier.table.state import FOLD

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
PACKAGES = [ROOT / "src" / "tablier" / name for name in ("house", "server", "table")]
SOURCES = sorted(path for package in PACKAGES for path in package.rglob("*.py"))
REFUSED = re.compile(r'Refused\(\s*"([a-z_]+)"')


def named(word: str) -> bool:
    return f"`{word}`" in TEXT


def test_every_command_and_every_field_is_described() -> None:
    for kind, command in messages.COMMANDS.items():
        assert named(kind)
        for name in messages.names(command):
            assert named(name), f"{kind}: {name}"


def test_the_bell_is_described_with_the_numbers_that_count() -> None:
    assert f"at most {bell.CAP:.0f} ms; at most {bell.CAP_STRANGERS:.0f} ms at public" in TEXT
    assert f"`E - R - max(r, {bell.QUICKEST:.0f})`" in TEXT and "`C = R + Q`" in TEXT
    assert f"score = max(r, E - C, {bell.QUICKEST:.0f})" in TEXT
    assert f"{bell.QUOTA:.0f} ms when the game begins, {bell.REFILL:.0f} ms more with every" in TEXT
    assert f"never more than {bell.MOST_QUOTA:.0f} ms." in TEXT
    assert f"at the latest {bell.PATIENCE:.0f} ms after" in TEXT
    assert f"within {bell.TIE:.0f} ms" in TEXT


def test_clocks_and_distances_are_described_with_the_numbers_that_count() -> None:
    assert f"at most {clock.MOST_LAG:.0f} ms for one action" in TEXT
    assert f"at most {clock.UNPROVEN_SHARE * 100:.0f} % of an average turn" in TEXT
    assert f"divided by {clock.TURNS}," in TEXT
    quota = (clock.LAG_QUOTA, clock.LAG_REFILL, clock.MOST_LAG_QUOTA)
    assert quota == (1000, 500, 2000) and "a second when the game begins, half a" in TEXT
    assert f"`{distance.HEADER}`" in TEXT
    assert len(ws_timing.FIRST_PINGS_S) == 6 and ws_timing.FIRST_PINGS_S[-1] == 1.5
    assert serve.PING_S == 5


def test_the_view_is_described_as_a_table_shows_it() -> None:
    shown = json.loads(re.findall(r"```json\n(\{\n.*?)```", TEXT, re.DOTALL)[0])
    assert shown["compiling"] is view.Now().compiling is None


def test_every_event_is_described() -> None:
    assert [kind for kind in FOLD if not named(kind)] == []


def test_every_close_code_is_described() -> None:
    codes = {value for name, value in vars(messages).items() if name.isupper() and _is_code(value)}
    assert len(codes) > 9
    assert [code for code in codes if f"| {code} |" not in TEXT] == []


def test_every_close_code_is_sent_by_something() -> None:
    source = "".join(path.read_text("utf-8") for path in SOURCES)
    codes = [name for name, value in vars(messages).items() if name.isupper() and _is_code(value)]
    assert [name for name in codes if f"messages.{name}" not in source] == []


def _is_code(value: object) -> bool:
    return isinstance(value, int) and (1000 < value < 1016 or 4000 < value < 5000)


def test_every_refusal_is_described() -> None:
    codes = {code for path in SOURCES for code in REFUSED.findall(path.read_text("utf-8"))}
    assert len(codes) > 20
    assert sorted(code for code in codes - {"bad_request"} if not named(code)) == []
