"""The bot that bot writers start from plays a whole game."""

import subprocess
import sys
from pathlib import Path

import pytest
from houses import PERSON, WAIT_S, Served

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("game", ["zhizhu", "sensei"])
def test_two_of_them_play_a_whole_game(served: Served, game: str) -> None:
    made = served.table(game, [{"kind": "open"}, {"kind": "open"}])
    link = f"{served.base}/#/table/{made['table']}/{made['join']}"
    command = [sys.executable, str(BOT), link]
    bots = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [bot.communicate(timeout=WAIT_S)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert told[0] == told[1] and "ranks" in told[0]
    view = served.call("GET", f"/api/tables/{made['table']}", None, made["watch"])[1]["view"]
    assert view["phase"] == "over" and str(view["result"]) == told[0].strip()
    assert PERSON not in str(view)


def test_it_is_short() -> None:
    code = [line for line in BOT.read_text().split("\ndef ")[1].splitlines() if line.strip()]
    assert len(code) <= 32
