"""The worked example for learners: `examples/ppo.py`, and where it begins."""

import json
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablier.research import VectorEnv

EXAMPLES = Path(__file__).parents[2] / "examples"
SEED, GAMES, ACTIONS = 1, 256, 60


@pytest.fixture(autouse=True)
def beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.fixture
def ppo() -> Any:
    pytest.importorskip("torch", reason="the example learns with PyTorch: pip install torch")
    import_module("torch").set_num_threads(1)
    return import_module("ppo")


def decided(env: VectorEnv) -> int:
    """Games that random play has won or lost, among all that it has begun."""
    count = 0
    for _ in range(ACTIONS):
        env.step(env.sample())
        count += int(np.count_nonzero(env.rewards[:, 0]))
    return count


def test_games_at_random_are_decided_where_they_begin_inside_games_of_bots() -> None:
    starts = import_module("late_starts").inside_bots_games("chinese-checkers", games=2, level=1)
    assert starts[-1].actions == [] and len(starts[0].actions) > 20
    assert len(starts[0].legal()) > 0, "the first is one action before an end"
    late = VectorEnv("chinese-checkers", GAMES, seed=SEED, longest=ACTIONS, start=starts)
    assert decided(late) > 20
    assert decided(VectorEnv("chinese-checkers", GAMES, seed=SEED, longest=ACTIONS)) == 0


def test_it_learns_for_a_moment_and_writes_its_curve(ppo: Any, tmp_path: Path) -> None:
    curve, network = tmp_path / "curve.json", tmp_path / "network.pt"
    asked = ["zhizhu", "--games", "64", "--updates", "2", "--every", "1", "--longest", "200"]
    found = ppo.main([*asked, "--curve", str(curve), "--out", str(network)])
    assert json.loads(curve.read_text()) == found and network.stat().st_size > 100_000
    assert [row["actions"] for row in found] == [0, 4096, 8192]
    assert all(0 <= row["won"] + row["drawn"] <= 1 for row in found)


def test_it_finds_the_win_in_one_turn(ppo: Any) -> None:
    """White closes a chain by c2-c1, removes, and has won; Black would win as well, if let."""
    torch = import_module("torch")
    torch.manual_seed(SEED)
    position = "zhizhu w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    env = VectorEnv("zhizhu", 64, seed=SEED, start=position)
    player, games = ppo.Player(env), ppo.Games(env)
    optimiser = torch.optim.Adam(player.parameters(), 3e-3)
    for _ in range(8):
        played = ppo.rollout(games, player)
        assert played.masks.gather(1, played.actions[:, None]).all(), "only what is legal"
        ppo.learn(player, optimiser, played)
    env.reset(seed=SEED)
    chances, worth = player(*games.copied("observations", "masks"))
    closing = env.encoding.number(env.match(0), "c2-c1")
    assert chances[0, closing].exp() > 0.8 and worth[0] > 0.7
    assert games.seconds > 0


def test_the_curve_in_the_handbook_is_what_was_measured() -> None:
    """`make pictures` draws it anew, from the run that docs/learning.json tells of."""
    drawn = runpy.run_path(str(EXAMPLES.parent / "docs" / "learning.py"))
    assert drawn["PICTURE"].read_text("utf-8") == drawn["picture"]()
    rows = json.loads(drawn["CURVE"].read_text("utf-8"))
    assert any(row["won"] >= 0.9 and row["seconds"] < 300 for row in rows)
    assert rows[-1]["environment"] < 0.05


def test_it_is_short() -> None:
    code = (EXAMPLES / "ppo.py").read_text().split("\nclass Player")[1].split("\ndef parser")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 140
