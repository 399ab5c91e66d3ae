"""An arena plays every game once, whatever happens to those who play it."""

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.core.dice import Dice
from tablier.engine.arena import arena as arenas
from tablier.engine.arena import ratings
from tablier.engine.arena.arena import Arena, play_game, run, seatings, tally
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.pairing import Outcome
from tablier.engine.arena.ratings import Tally

SMALL = Arena("zhizhu", ("random", "greedy", "level:1"), 4)
BARE = json.dumps(Outcome(SMALL.pairings()[0].key, (), (), "", 0, "")._asdict())
"""A game that nobody played."""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    """The whole small arena."""
    return {pairing.key: play_game(pairing) for pairing in SMALL.pairings()}


# Who plays whom


@pytest.mark.parametrize("seats", range(2, 9))
def test_sides_sit_evenly_and_swap(seats: int) -> None:
    found = seatings(seats)
    assert len(set(found)) == len(found)
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert tuple(1 - side for side in one) == other
        assert abs(2 * sum(one) - seats) <= 1
    for seat in range(seats):
        assert sum(sides[seat] for sides in found) == len(found) // 2


def test_every_pair_plays_its_games_from_both_seats() -> None:
    pairings = SMALL.pairings()
    assert len({pairing.key for pairing in pairings}) == len(pairings) == 12
    assert set(Counter(pairing.players for pairing in pairings).values()) == {2}
    for one in pairings:
        swapped = [other for other in pairings if other.players == one.players[::-1]]
        assert one.opening_seed in {other.opening_seed for other in swapped}
    assert len({pairing.seed for pairing in pairings}) == 12


def test_games_do_not_depend_on_who_else_plays() -> None:
    fewer = SMALL._replace(players=("level:1", "random"), games=2).pairings()
    assert set(fewer) < set(SMALL.pairings())
    assert not set(SMALL._replace(seed=2).pairings()) & set(SMALL.pairings())


@pytest.mark.parametrize(
    ("players", "start", "message"),
    [
        (("random",), "zhizhu", "at least two players"),
        ((), "zhizhu", "at least two players"),
        (("random", "random"), "zhizhu", "named twice"),
        (("random", "clever"), "zhizhu", "there is no player 'clever'"),
        (("random", "greedy"), "go", "there is no game"),
        (("random", "greedy"), "zhizhu players=3", "played by 2 players"),
    ],
)
def test_an_impossible_arena_is_refused(players: tuple[str, ...], start: str, message: str) -> None:
    with pytest.raises(tablier.TablierError, match=message):
        Arena(start, players, 2).check()


# Games


def test_a_game_follows_from_its_task(outcomes: dict[str, Outcome]) -> None:
    for pairing in SMALL.pairings()[:3]:
        assert play_game(pairing) == outcomes[pairing.key]


def test_a_game_is_kept_as_a_record(outcomes: dict[str, Outcome]) -> None:
    for outcome in outcomes.values():
        match = tablier.read_record(outcome.record)
        assert match.result == (outcome.ranks, outcome.reason)
        assert len(match.actions) == outcome.actions
        assert match.headers["Players"] == ", ".join(outcome.players)


def test_swapped_seats_have_the_same_opening(outcomes: dict[str, Outcome]) -> None:
    def opening(key: str) -> list[str]:
        return tablier.read_record(outcomes[key].record).actions[: SMALL.opening]

    assert opening("greedy random 0") == opening("greedy random 1") != opening("greedy random 2")


def test_an_opening_never_ends_the_game() -> None:
    for seed in range(10):
        match = tablier.read_position("zhizhu b.w...w./..w...../...w..bb w 0-0 0 - - 0 41")
        arenas._open(match, 8, Random(seed), Dice.seeded(seed, 2))
        assert match.result is None and match.actions


@pytest.mark.parametrize("start", ["sensei way=shizukana", "chinese-checkers players=3"])
def test_other_games_are_played_too(start: str) -> None:
    planned = Arena(start, ("greedy", "level:2"), 2).check()
    for pairing in planned.pairings():
        outcome = play_game(pairing)
        assert sorted(outcome.ranks)[0] == 1 and set(outcome.players) == {"greedy", "level:2"}


def test_races_are_run_in_simulated_time() -> None:
    planned = Arena("zinga players=4", ("level:6", "random"), 6).check()
    found = [play_game(pairing) for pairing in planned.pairings()]
    assert found[0] == play_game(planned.pairings()[0])
    assert len({outcome.record for outcome in found}) == 6
    assert tally(found)["level:6", "random"].wins >= 4
    assert all(tablier.read_record(outcome.record).result for outcome in found)


def test_an_endless_game_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenas, "LONGEST_GAME", 20)
    outcome = play_game(Arena("chinese-checkers", ("random", "greedy"), 1).pairings()[0])
    assert (outcome.ranks, outcome.reason, outcome.actions) == ((1, 1), "unfinished", 20)
    assert tally([outcome]) == {("greedy", "random"): Tally(draws=1)}


# Interrupted


def go_on(planned: Arena, path: Path, most: int | None = None) -> dict[str, Outcome]:
    """Play what a file lacks, or only some of it; return all that it then has."""
    ledger = Ledger(path, planned)
    with ThreadPoolExecutor(2) as executor:
        before = len(ledger.outcomes)
        for _ in islice(run(planned, executor, ledger), None if most is None else before + most):
            pass
    ledger.close()
    return ledger.outcomes


def test_an_interrupted_arena_goes_on(tmp_path: Path, outcomes: dict[str, Outcome]) -> None:
    path = tmp_path / "games"
    for most in (3, 0, 5, None):
        go_on(SMALL, path, most)
    assert go_on(SMALL, path) == outcomes
    keys = [json.loads(line)["key"] for line in path.read_text().splitlines()[1:]]
    assert sorted(keys) == sorted(outcomes)


def test_a_line_that_was_cut_off_is_played_again(
    tmp_path: Path, outcomes: dict[str, Outcome]
) -> None:
    path = tmp_path / "games"
    go_on(SMALL, path)
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for end in (0, 5, whole.index(b"\n"), last, last + 1, len(whole) - 1):
        path.write_bytes(whole[:end])
        assert len(go_on(SMALL, path, 0)) == (len(outcomes) - 1 if end >= last else 0)
    path.write_bytes(whole[: len(whole) - 1])
    assert go_on(SMALL, path) == outcomes


def test_a_game_is_never_counted_twice(tmp_path: Path, outcomes: dict[str, Outcome]) -> None:
    ledger = Ledger(tmp_path / "games", SMALL)
    for outcome in [*outcomes.values(), *outcomes.values()]:
        ledger.add(outcome)
    ledger.close()
    assert len((tmp_path / "games").read_text().splitlines()) == 1 + len(outcomes)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"start": "sensei"}, "another game"),
        ({"seed": 2}, "another seed"),
        ({"opening": 0}, "another opening"),
    ],
)
def test_the_file_of_another_arena_is_refused(
    tmp_path: Path, changed: dict[str, object], message: str
) -> None:
    path = tmp_path / "games"
    Ledger(path, SMALL).close()
    with pytest.raises(tablier.TablierError, match=message):
        Ledger(path, Arena(**{**SMALL._asdict(), **changed}))


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (0, "nonsense", "line 1 can't be read"),
        (0, "[]", "line 1 can't be read"),
        (0, "{}", "not the file of an arena"),
        (2, "{", "line 3 can't be read"),
        (2, "{}", "line 3 is not a game"),
        (2, "[" * 100_000, "line 3 can't be read"),
        (2, BARE, "line 3 is not a game"),
        (2, json.dumps(dict.fromkeys(Outcome._fields, 5)), "line 3 is not a game"),
        (2, "\0", "line 3 can't be read"),
    ],
)
def test_a_corrupted_file_is_refused(
    tmp_path: Path, outcomes: dict[str, Outcome], line: int, text: str, message: str
) -> None:
    path = tmp_path / "games"
    ledger = Ledger(path, SMALL)
    for outcome in outcomes.values():
        ledger.add(outcome)
    ledger.close()
    lines = path.read_text().splitlines()
    lines[line] = text
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(tablier.TablierError, match=message):
        Ledger(path, SMALL)


@pytest.mark.parametrize("text", ["my notes", "my notes\nin two lines", '{"my": 1}\nnotes'])
def test_the_file_of_somebody_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes"
    path.write_text(text)
    with pytest.raises(tablier.TablierError, match=r"can't be read|not the file of an arena"):
        Ledger(path, SMALL)
    assert path.read_text() == text


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    first = Ledger(tmp_path / "games", SMALL)
    with pytest.raises(tablier.TablierError, match="another process"):
        Ledger(tmp_path / "games", SMALL)
    first.close()
    Ledger(tmp_path / "games", SMALL).close()
    with pytest.raises(tablier.TablierError, match="Is a directory"):
        Ledger(tmp_path, SMALL)


# A cluster


@pytest.fixture
def cluster() -> Iterator[object]:
    distributed = pytest.importorskip("distributed", reason="NOT TESTED: Dask is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_loses_a_worker_but_no_game(cluster: object, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    planned = Arena("zhizhu", ("random", "greedy", "level:1"), 20)
    ledger = Ledger(tmp_path / "games", planned)
    played: list[str] = []
    with distributed.Client(cluster) as client:
        workers = list(client.run(os.getpid).values())
        assert len(set(workers)) == 2
        for outcome in run(planned, client.get_executor(pure=False), ledger):
            played.append(outcome.key)
            if len(played) == 5:
                os.kill(workers[0], signal.SIGKILL)
    ledger.close()
    assert sorted(played) == sorted(pairing.key for pairing in planned.pairings())
    assert sorted(ledger.outcomes) == sorted(played)
    for pairing in planned.pairings()[:6]:
        assert ledger.outcomes[pairing.key] == play_game(pairing)


# Elo

TALLIES = st.builds(Tally, st.integers(0, 50), st.integers(0, 20), st.integers(0, 50))
TABLES = st.dictionaries(
    st.sampled_from([("a", "b"), ("a", "c"), ("b", "c"), ("c", "d")]), TALLIES, min_size=1
)


def test_three_quarters_are_191_points() -> None:
    rated = ratings.ratings({("a", "b"): Tally(7500, 0, 2500)})
    assert rated["a"].value - rated["b"].value == pytest.approx(191, abs=1)
    drawn = ratings.ratings({("a", "b"): Tally(5000, 5000, 0)})
    assert drawn["a"].value == pytest.approx(rated["a"].value)


def test_who_always_wins_is_strong_but_not_infinitely() -> None:
    rated = ratings.ratings({("a", "b"): Tally(100, 0, 0)})
    assert list(rated) == ["a", "b"] and 400 < rated["a"].value < 600
    assert ratings.ratings({}) == {}


@given(TABLES)
def test_ratings_explain_the_points(table: dict[tuple[str, str], Tally]) -> None:
    rated = ratings.ratings(table)
    assert sum(interval.value for interval in rated.values()) == pytest.approx(0, abs=1e-6)
    for player, interval in rated.items():
        assert interval.low < interval.value < interval.high
        pairs = [(player, other) for other in rated if ratings.between(table, player, other).games]
        expected = points = 0.0
        for pair in table:
            if player in pair:
                other = pair[pair[0] == player]
                side = ratings.between(table, player, other)
                odds = 10 ** ((rated[other].value - interval.value) / 400)
                expected += (side.games + ratings.PRIOR) / (1 + odds)
                points += side.points + ratings.PRIOR / 2
        assert expected == pytest.approx(points, abs=1e-3)
        assert ratings.total(table, player).games == sum(
            ratings.between(table, *p).games for p in pairs
        )
    turned = {(other, one): tally.turned() for (one, other), tally in table.items()}
    for player, interval in ratings.ratings(turned).items():
        assert interval == pytest.approx(rated[player], abs=1e-3)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    random, held, arenas_ = Random(1), 0, 300
    truth = {"a": 100.0, "b": 0.0, "c": -100.0}
    for _ in range(arenas_):
        table = {}
        for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
            chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            wins = sum(random.random() < chance for _ in range(60))
            table[one, other] = Tally(wins, 0, 60 - wins)
        held += sum(low < truth[p] < high for p, (_, low, high) in ratings.ratings(table).items())
    assert 0.92 < held / (3 * arenas_) < 0.98


def test_a_share_has_wilsons_interval() -> None:
    assert ratings.share(65, 100) == pytest.approx((0.65, 0.5525, 0.7364), abs=1e-3)
    assert ratings.share(0, 10)[:2] == (0, 0) and ratings.share(10, 10).high == 1
    assert ratings.share(0, 0) == (0.5, 0, 1)
    assert ratings.decided(Tally(3, 10, 1)).value == 0.75
