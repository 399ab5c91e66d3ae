"""The worked example for learners: `examples/ppo.py`."""

import json
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tablier.research import VectorEnv

EXAMPLES = Path(__file__).parents[2] / "examples"
SEED = 1
LATE = "zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41"
"""Three pieces against five: over soon, by random play too."""


@pytest.fixture(autouse=True)
def beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.fixture
def ppo() -> Any:
    pytest.importorskip("torch", reason="the example learns with PyTorch: pip install torch")
    import_module("torch").set_num_threads(1)
    return import_module("ppo")


@pytest.mark.parametrize("way", [[], ["--guided", "--sparring", "0.5"]])
def test_it_learns_for_a_moment(ppo: Any, tmp_path: Path, way: list[str]) -> None:
    network = tmp_path / "network.pt"
    asked = ["zhizhu", "--games", "64", "--updates", "2", "--every", "1", "--longest", "200"]
    found = ppo.main([*asked, *way, "--out", str(network)])
    assert network.stat().st_size > 100_000
    assert [row["actions"] for row in found] == [0, 4096, 8192]
    assert all(0 <= row["won"] + row["drawn"] <= 1 for row in found)


def test_it_finds_the_win_in_one_turn(ppo: Any) -> None:
    """White closes a chain by c2-c1, removes, and has won; Black would win as well, if let."""
    torch = import_module("torch")
    torch.manual_seed(SEED)
    position = "zhizhu w......./w......./.w.bb..b w 0-0 0 - - 0 51"
    env = VectorEnv("zhizhu", 64, seed=SEED, start=position)
    player = ppo.Player(env)
    optimiser = torch.optim.Adam(player.parameters(), 3e-3)
    for _ in range(8):
        played = ppo.rollout(env, player)
        assert played.masks.gather(1, played.actions[:, None]).all(), "only what is legal"
        ppo.learn(player, optimiser, played)
    env.reset(seed=SEED)
    chances, worth = player(*ppo.copied(env, "observations", "masks"))
    closing = env.encoding.number(env.match(0), "c2-c1")
    assert chances[0, closing].exp() > 0.8 and worth[0] > 0.7


def test_a_guide_pays_at_once_what_the_game_brings_in_the_end(
    ppo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a discount, and with nothing guessed: what is left of it from each action on.

    Each seat's evaluation is rounded by itself, and of an action one seat's is counted.
    """
    torch = import_module("torch")
    monkeypatch.setattr(ppo, "DISCOUNT", 1.0)
    monkeypatch.setattr(ppo, "SMOOTHING", 1.0)
    env = VectorEnv("zhizhu", 64, seed=SEED, start=LATE)
    player = ppo.Player(env)
    torch.nn.init.zeros_(player.value.weight)
    torch.nn.init.zeros_(player.value.bias)
    first = env.prospects[:, 0].copy()
    torch.manual_seed(SEED)
    guided = ppo.rollout(env, player, guided=True).worths[:64]
    env.reset(seed=SEED)
    torch.manual_seed(SEED)
    plain = ppo.rollout(env, player).worths[:64]
    over = plain != 0
    assert over.sum() > 16
    assert torch.allclose((guided + torch.tensor(first))[over], plain[over], atol=0.1)


def test_a_partner_at_random_is_not_learnt_from(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first four games of eight; who begins is the partner in every other one."""
    monkeypatch.setattr(ppo, "STEPS", 1)
    env = VectorEnv("zhizhu", 8, seed=SEED)
    played = ppo.rollout(env, ppo.Player(env), sparring=0.5)
    assert {len(column) for column in played} == {6}


def test_the_curve_in_the_handbook_is_what_was_measured() -> None:
    """`make pictures` draws it anew, from the run that docs/learning.json tells of."""
    drawn = runpy.run_path(str(EXAMPLES.parent / "docs" / "learning.py"))
    assert drawn["PICTURE"].read_text("utf-8") == drawn["picture"]()
    curves = json.loads(drawn["CURVE"].read_text("utf-8"))
    assert any(row["won"] >= 0.9 and row["seconds"] < 300 for row in curves["zhizhu"])
    first, *_, last = curves["chinese-checkers"]
    assert first["drawn"] == 1 and last["won"] >= 0.9


def test_it_is_short() -> None:
    code = (EXAMPLES / "ppo.py").read_text().split("\nclass Player")[1].split("\ndef parser")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 122
