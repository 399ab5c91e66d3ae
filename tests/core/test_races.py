"""A race is a game with a policy: deadlines make none, and none need deadlines.

The games here are made of others by a few changes, and are played in processes of their own.
"""

import os
import subprocess
import sys
from pathlib import Path

from variants import CHOWKA, TIMED, UNTIMED, ZINGA, changed

PLAY_TIMED = """
import asyncio, sys, tablier
from pathlib import Path
from tablier.core.dice import verify
from tablier.engine.arena.arena import play_game
from tablier.engine.arena.pairing import Pairing
from tablier.research import aec
from tablier.table.view import acting
from tablier.terminal.app import TablierApp
from tablier.terminal.session.local_session import LocalSession
from tablier.terminal.screens.turns import TurnScreen
from tablier.terminal.phrases import Phrases

match, now = tablier.new("blitz"), [0.0]
assert not match.game.is_race and acting(match.game) == "turns"
played = play_game(Pairing("1", "blitz", ("random", "random"), 2, 5, 6))
assert played.reason == "arrived" and "expired" not in played.record
assert verify(tablier.read_record(played.record)) == []

async def wait() -> None:
    session = LocalSession(match, Path(sys.argv[1]) / "blitz.txt", Phrases(), clock=lambda: now[0])
    async with TablierApp(session.phrases, session).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TurnScreen) and "30 s" in screen.prompt()
        assert match.seat == 0 and "Red" in screen.prompt()
        now[0] = 31.0
        screen._tick()
        assert match.actions[1] == "expired" and match.state.seat == 1 and "30 s" in screen.prompt()

asyncio.run(wait())
environment = aec("blitz")
environment.reset(seed=1)
while environment.agents and not any(environment.terminations.values()):
    mask = environment.observe(environment.agent_selection)["action_mask"]
    environment.step(int(mask.argmax()))
assert sum(environment.rewards.values()) == 0 != environment.rewards[environment.agents[0]]
"""
PLAY_UNTIMED = """
import tablier
from tablier.core.dice import verify
from tablier.engine.arena.arena import play_game
from tablier.engine.arena.pairing import Pairing
from tablier.research import parallel
from tablier.table.view import acting

match = tablier.new("dash", untimed=True)
assert match.game.is_race and match.game.rules.DEADLINES == () and acting(match.game) == "race"
assert tablier.bot("dash", 1, seed=3).choose(match, 1) == "ready"
played = play_game(Pairing("1", "dash untimed=on", ("level:7", "level:5"), 2, 5, 6))
assert played.reason == "zinga" and verify(tablier.read_record(played.record)) == []
environment = parallel("dash", untimed=True)
environment.reset(seed=1)
seen, *_ = environment.step(dict.fromkeys(environment.agents, 0))
assert environment.agents and all(one["action_mask"].any() for one in seen.values())
"""


def played(script: str, games: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script, str(games.parent)],
        env={**os.environ, "TABLIER_GAMES": str(games)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_turns_with_deadlines_are_no_race(tmp_path: Path) -> None:
    played(PLAY_TIMED, changed(CHOWKA, "blitz", TIMED, tmp_path / "games"))


def test_a_race_needs_no_deadlines(tmp_path: Path) -> None:
    played(PLAY_UNTIMED, changed(ZINGA, "dash", UNTIMED, tmp_path / "games"))
