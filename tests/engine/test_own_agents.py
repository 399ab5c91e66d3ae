"""Agents of somebody's own in the arena, and what is told when they fail."""

import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import tablier
from tablier.engine.arena.arena import Arena, play_game
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.own_agents import AgentFailure, find_agent
from tablier.engine.arena.players import read_spec, rival
from tablier.engine.arena.standings import compare
from tablier.research import arena

AGENTS = Path(__file__).parents[2] / "examples" / "agent.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where somebody keeps agents, and starts commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


def written(folder: Path, name: str, text: str) -> None:
    """A module whose name no other test uses: Python keeps what it has imported."""
    (folder / f"{name}.py").write_text(dedent(text), "utf-8")


def test_an_agent_plays_by_its_modules_name(folder: Path) -> None:
    (folder / "agent_to_play.py").write_text(AGENTS.read_text("utf-8"), "utf-8")
    planned = Arena("zhizhu", ("agent_to_play:hasty", "agent_to_play:Dreamer"), 2).check()
    outcomes = [play_game(pairing) for pairing in planned.pairings()]
    assert outcomes == [play_game(pairing) for pairing in planned.pairings()]
    assert {len(set(outcome.players)) for outcome in outcomes} == {2}
    assert all(tablier.read_record(outcome.record).result for outcome in outcomes)


def test_agents_of_this_process_are_compared(folder: Path) -> None:
    def quiet(match: tablier.Match, seat: int) -> str:
        return match.legal(seat)[-1]

    found = arena("zhizhu", [quiet, "random", "greedy"], games=4)
    assert found.elo["greedy"].value > found.elo["random"].low
    assert len(found.outcomes) == 12 and found.tallies["quiet"].games == 8
    assert "quiet" in str(found) and found.data()["games"] == 12
    again = compare(tablier.new("zhizhu"), [quiet, "random", "greedy"], games=4)
    assert again.tallies == found.tallies


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["random"],), "at least two players"),
        (("random",), "give a list"),
        ((7,), "give a list"),
        ((["random", 5],), "5 is no player"),
        ((["random", "random"],), "named twice"),
        ((["random", "greedy"], 0), "0 games can't be played"),
        ((["random", "greedy"], "4"), "'4' games can't be played"),
    ],
)
def test_what_can_not_be_compared(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(tablier.BadOption, match=message):
        arena("zhizhu", *arguments)


def test_a_broken_module_is_told_in_one_sentence(folder: Path) -> None:
    written(folder, "agent_broken", "1 / 0\n")
    written(folder, "agent_needy", "import no_such_library\n")
    written(folder, "agent_garbled", "def policy(:\n")
    written(folder, "agent_poor", "LIMIT = 3\n\ndef other(match, seat): ...\n")
    wrong = {
        "agent_nowhere:policy": "there is no module 'agent_nowhere'",
        "agent_poor.deep:policy": "there is no module 'agent_poor.deep'|not a package",
        "agent_broken:policy": r"ZeroDivisionError: division by zero \(agent_broken.py, line 1\)",
        "agent_needy:policy": "agent_needy needs no_such_library, which is missing",
        "agent_garbled:policy": "can't be imported: SyntaxError",
        "agent_poor:policy": "agent_poor has no 'policy'; it has other",
        "agent_poor:LIMIT": "agent_poor:LIMIT is a int: it must be a function",
        "level:three": "there is no player 'level:three'",
        "a b:c": "there is no player",
        "x:" + "y" * 300: "there is no player",
    }
    for spec, message in wrong.items():
        with pytest.raises(tablier.BadOption, match=message) as refused:
            read_spec(spec, tablier.new("zhizhu").game)
        assert "\n" not in str(refused.value) and len(str(refused.value)) < 300


def test_a_failing_agent_is_told_in_one_sentence(folder: Path) -> None:
    written(
        folder,
        "agent_failing",
        """
        def raises(match, seat):
            return {}["key"]
        def numbers(match, seat):
            return 5
        def illegal(match, seat):
            return "c1" if len(match.actions) < 2 else "b3"
        def meddles(match, seat):
            match.resign()
            return "b3"
        class Bare:
            pass
        class Needy:
            def __init__(self, seed): self.words = open("nowhere")
        """,
    )
    match = tablier.new("zhizhu").play("b3").play("c1")
    wrong = {
        "raises": r"action 3, at 'zhizhu .*KeyError: 'key' \(agent_failing.py, line 3\)",
        "numbers": "it returned 5, not the text of an action, such as 'a1'",
        "illegal": r"it returned 'b3', but b3 is taken.*ZZ-05",
        "Bare": r"can't be made from a seed: TypeError",
        "Needy": r"FileNotFoundError.*agent_failing.py, line 14",
    }
    for name, message in wrong.items():
        with pytest.raises(AgentFailure, match=message) as refused:
            rival(f"agent_failing:{name}", match.game, 1).choose(match, 0)
        assert "\n" not in str(refused.value)
    with pytest.raises(AgentFailure, match="b3 is taken"):
        rival("agent_failing:meddles", match.game, 1).choose(match, 0)
    assert match.actions == ["b3", "c1"] and match.result is None


def test_games_of_another_version_of_an_agent_are_not_gone_on_with(folder: Path) -> None:
    written(folder, "agent_changing", "def policy(match, seat):\n    return match.legal(seat)[0]\n")
    planned = Arena("zhizhu", ("agent_changing:policy", "random"), 2).check()
    Ledger(folder / "games", planned).close()
    Ledger(folder / "games", planned).close()
    written(folder, "agent_changing", "def policy(match, seat):\n    return match.legal(seat)[1]\n")
    with pytest.raises(tablier.TablierError, match="games of another version of an agent"):
        Ledger(folder / "games", planned)


def test_an_agent_is_found_inside_a_class(folder: Path) -> None:
    written(
        folder,
        "agent_nested",
        """
        class Shelf:
            @staticmethod
            def policy(match, seat): return match.legal(seat)[0]
        """,
    )
    assert callable(find_agent("agent_nested:Shelf.policy"))
    with pytest.raises(tablier.BadOption, match="has no 'pol'"):
        find_agent("agent_nested:Shelf.pol")
