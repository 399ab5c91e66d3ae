"""Positions to learn from: played, kept, gone on with, and what is made of them."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import tablier
from tablier.compile.position_rows import flat, load
from tablier.core.errors import BadOption, TablierError
from tablier.core.reading.position import read_position
from tablier.learn import plan as planning
from tablier.learn.collect import collect, kept
from tablier.learn.examples import examples, targets
from tablier.learn.lessons import SearchLessons, lessons
from tablier.learn.plan import Plan, starts_of
from tablier.learn.samples import UNENDED, UNSCORED, Samples
from tablier.learn.self_play import SelfPlayPace, play_samples

QUICK = SelfPlayPace(nodes=60, opening=6, slips=0.2)
WEB = tablier.new("zhizhu")
PLAN = Plan("zhizhu", (WEB.position(),), 60, QUICK)


def played(plan: Plan, folder: Path) -> list[str]:
    with ThreadPoolExecutor(1) as executor:
        return [shard.name for shard in collect(plan.check(), executor, folder)]


def nothing(*_: object) -> None:
    """Nobody watches."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of few positions."""
    monkeypatch.setattr(planning, "SHARD", 25)


def test_a_search_plays_and_notes_what_it_thinks() -> None:
    samples = play_samples(WEB.game, (WEB.state,), 2, QUICK, 150, 1)
    again = play_samples(WEB.game, (WEB.state,), 2, QUICK, 150, 1)
    assert all(np.array_equal(one, other) for one, other in zip(samples, again, strict=True))
    assert np.array_equal(samples.scores[:, 0], -samples.scores[:, 1])
    ended = samples.results[:, 0] != UNENDED
    assert ended.any() and not samples.results[ended].sum(1).any()
    for row in samples.positions[:20]:
        position = load(WEB.state, row, 0)
        assert type(position) is type(WEB.state) and WEB.game.rules.decision(position).actors


def test_three_players_grow_trees() -> None:
    match = tablier.new("chinese-checkers", players=3)
    samples = play_samples(match.game, (match.state,), 3, QUICK._replace(opening=0), 8, 1)
    assert (samples.scores[0] != UNSCORED).sum() == 1, "the others have not thought yet"
    assert (samples.scores[7] != UNSCORED).all()
    found = examples(match.game, match.state, 3, samples, 0.3)
    assert found.words.shape[:2] == (1 + 2 + 6 * 3, 3), "every seat that has thought is asked"


@pytest.mark.usefixtures("small")
def test_a_folder_is_gone_on_with(tmp_path: Path) -> None:
    names = ["positions-2-000000.npz", "positions-2-000001.npz", "positions-2-000002.npz"]
    assert sorted(played(PLAN, tmp_path)) == names
    before = {shard.number: samples for shard, samples in kept(PLAN, tmp_path)}
    (tmp_path / names[0]).unlink()
    (tmp_path / names[1]).write_bytes(b"torn")
    assert [shard.number for shard, _ in kept(PLAN, tmp_path)] == [2]
    played(PLAN, tmp_path)
    for shard, samples in kept(PLAN, tmp_path):
        assert np.array_equal(samples.positions, before[shard.number].positions)
    played(PLAN._replace(positions=80), tmp_path)
    assert sum(len(samples) for _, samples in kept(PLAN._replace(positions=80), tmp_path)) >= 80
    with pytest.raises(TablierError, match="positions of another plan"):
        played(PLAN._replace(seed=2), tmp_path)


class Waiting(Future[Samples]):
    """Work that nobody has begun; whoever drops it is told so at once."""

    def cancel(self) -> bool:
        return self.cancelled() or (super().cancel() and not self.set_running_or_notify_cancel())


class Busy(Executor):
    """Does the first piece of work at once, and never comes to the others."""

    def __init__(self) -> None:
        self.given: list[Future[Samples]] = []

    def submit(self, work, /, *arguments, **named):  # type: ignore[no-untyped-def]
        self.given.append(Waiting())
        if len(self.given) == 1:
            self.given[0].set_result(work(*arguments, **named))
        return self.given[-1]


@pytest.mark.usefixtures("small")
def test_what_has_not_begun_is_dropped_when_it_is_late(tmp_path: Path) -> None:
    busy = Busy()
    found = [shard.number for shard in collect(PLAN, busy, tmp_path, lambda: True)]
    assert found == [0] and [work.cancelled() for work in busy.given] == [False, True, True]
    assert [shard.number for shard, _ in kept(PLAN, tmp_path)] == [0]


def test_starts_have_all_words_and_players() -> None:
    starts = starts_of(tablier.new("sensei"), ())
    ways = {read_position(start).setup.options["way"] for start in starts}
    assert len(ways) == 4 and len(starts) == 4 * 2 * 3
    assert len(starts_of(tablier.new("sensei"), {"way", "unfair"})) == 2
    players = [
        read_position(start).players for start in starts_of(tablier.new("chinese-checkers"), ())
    ]
    assert players == [2, 3]


def test_bad_plans_are_refused() -> None:
    with pytest.raises(BadOption, match="what a net would see"):
        Plan("zinga", (), 10).check()
    with pytest.raises(BadOption, match="positions: 1 to"):
        PLAN._replace(positions=0).check()


def test_targets_mix_what_was_thought_and_what_came() -> None:
    samples = Samples(
        np.zeros((4, 1), np.int64),
        np.array([[0, 0], [110, -110], [UNSCORED, 5], [999_999, UNSCORED]], np.int32),
        np.array([[1, -1], [UNENDED, UNENDED], [-1, 1], [UNENDED, UNENDED]], np.int8),
    )
    found = targets(samples, 2, 100, 0.5)
    assert found[0] == pytest.approx([0.75, 0.25])
    assert found[1] == pytest.approx([0.7503, 0.2497], abs=1e-3)
    assert found[2][0] == 0 and found[2][1] == pytest.approx(0.756, abs=1e-3)
    assert found[3][0] == pytest.approx(1) and np.isnan(found[3][1])


@pytest.mark.usefixtures("small")
def test_the_seat_to_act_is_asked_first(tmp_path: Path) -> None:
    played(PLAN, tmp_path)
    found = lessons(PLAN, tmp_path, SearchLessons(0.0), nothing)
    net = WEB.game.net
    assert net is not None
    position = load(WEB.state, next(kept(PLAN, tmp_path))[1].positions[0], 0)
    own = flat(net.inputs(position, position.seat))
    assert any(tuple(words[0]) == own for words in found.words.tolist())
    with pytest.raises(TablierError, match="no positions"):
        lessons(PLAN._replace(seed=3), tmp_path / "nowhere", SearchLessons(), nothing)
