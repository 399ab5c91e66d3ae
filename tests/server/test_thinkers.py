"""Bots think in processes that may die."""

import asyncio
import os
import select
import signal
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from houses import PERSON, WAIT_S, house

import tablier
from tablier.core import registry
from tablier.engine.analysis.review import best_path
from tablier.engine.analysis.verdict import Verdict
from tablier.engine.bot import Bot
from tablier.server.node import bot_pool
from tablier.server.node.bot_pool import MOST_STUDIES_EACH, Thinkers
from tablier.server.node.work_pool import Pool
from tablier.table.live.thinker import BotTask, Unthought
from tablier.table.sharing.fair_queue import NOBODY, Asker

pytestmark = pytest.mark.anyio
TASK = BotTask("zhizhu", 2, {}, ((0, "b3"),), 1, 1)


async def test_a_bot_goes_on_thinking_when_its_process_is_killed() -> None:
    thinkers = Thinkers(1)
    try:
        thinking = asyncio.ensure_future(thinkers.plan(TASK, NOBODY))
        while not thinkers.players.processes:
            await asyncio.sleep(0)
        for process in thinkers.players.processes:
            os.kill(process, signal.SIGKILL)
        plan = await thinking
        assert plan.text in tablier.new("zhizhu").play("b3").legal()
        assert thinkers.queued == 0
    finally:
        thinkers.close()


async def test_what_kills_every_process_is_given_up() -> None:
    pool = Pool(1, nice=0)
    try:
        with pytest.raises(Unthought, match="died"):
            await pool.run(os._exit, 1)
        with pytest.raises(Unthought, match="ValueError"):
            await pool.run(int, "seven")
        assert await pool.run(int, "7") == 7
    finally:
        pool.close()


async def test_no_address_has_more_records_studied_than_there_is_time_for() -> None:
    thinkers = Thinkers(1)
    mallory, ann = Asker("192.0.2.1"), Asker("192.0.2.2")
    record = tablier.new("zhizhu").play("b3").record()
    waiting = [
        asyncio.ensure_future(thinkers.analyse(record, 50_000, asker))
        for asker in [mallory] * MOST_STUDIES_EACH + [ann]
    ]
    await asyncio.sleep(0)
    try:
        with pytest.raises(Unthought, match="much already"):
            await thinkers.analyse(record, 50_000, mallory)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        while thinkers.students.queued:
            await asyncio.sleep(0.01)
    finally:
        thinkers.close()


async def test_work_whose_client_has_gone_is_ended_and_makes_room() -> None:
    pool = Pool(1, nice=0)
    try:
        for_ever = asyncio.ensure_future(pool.run(time.sleep, 1e6))
        behind = asyncio.ensure_future(pool.run(time.sleep, 1e6))
        while not pool.processes:
            await asyncio.sleep(0)
        after = asyncio.ensure_future(pool.run(int, "7"))
        await asyncio.sleep(0)
        behind.cancel()
        for_ever.cancel()
        assert await after == 7
        assert pool.queued == 0
    finally:
        pool.close()


async def test_a_process_that_has_nothing_to_do_is_ended_and_comes_back() -> None:
    pool = Pool(1, nice=0, idle_s=0.0)
    try:
        first, second = (asyncio.ensure_future(pool.run(os.getpid)) for _ in range(2))
        assert await first == await second, "somebody was waiting for it"
        while pool.processes:
            await asyncio.sleep(0)
        assert await pool.run(os.getpid) != await first
    finally:
        pool.close()


async def test_what_takes_too_long_is_ended() -> None:
    pool = Pool(1, nice=0)
    try:
        with pytest.raises(Unthought, match="too long"):
            await pool.run(time.sleep, 1e6, seconds=0.1)
        assert await pool.run(int, "7") == 7
    finally:
        pool.close()


async def test_a_refusal_comes_out_of_another_process_as_it_is() -> None:
    thinkers = Thinkers(1)
    try:
        with pytest.raises(tablier.BadRecord) as refused:
            await thinkers.read(
                '[Game "zhizhu"]\n[Rules "1"]\n[Result "*"]\n1. z9', NOBODY, packed=False
            )
        assert (refused.value.line, refused.value.token) == (4, "z9")
        assert str(refused.value).startswith("line 4, at 'z9': ")
    finally:
        thinkers.close()


def test_what_was_best_comes_with_every_point_on_its_way() -> None:
    match = tablier.new("chinese-checkers")
    for text in ("b1-d4", "k1-j4", "c1-d5"):
        match.play(text)
    verdict = Verdict(2, 3, 0, "c1-d5", (0.5, 0.5), judged=True, decider=0, line=("b2-d3",))
    names = match.game.board(match.state).names
    start, *between, end = (names[point] for point in best_path(match, verdict))
    assert (start, end) == ("b2", "d3") and between
    assert best_path(match, replace(verdict, decider=None, line=())) == ()


def children(process: int) -> set[int]:
    """The processes that a process has started."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return {int(child) for child in listed.split()}


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_no_process_outlives_a_killed_server(tmp_path: Path) -> None:
    with house(tmp_path) as served:
        made = served.table("zhizhu", [{"kind": "me"}, {"kind": "bot", "level": 1}])
        ann = served.attend(made["table"], PERSON)
        ann.play("b3")
        ann.wait_for(lambda view: view["ply"] > 1)
        workers = [os.pidfd_open(child) for child in children(served.process.pid)]
        assert workers
        served.process.kill()
        for worker in workers:
            assert select.select([worker], [], [], WAIT_S)[0], "it has ended"
            os.close(worker)


def test_a_bot_thinks_on_at_home_alone_and_until_its_process_is_asked_for_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots: dict[bool, Bot] = {}

    def bot(game: str, level: int, at_home: bool) -> Bot:
        made = Bot(registry.find(game), level, seconds=0.05, threads=1 + at_home)
        return bots.setdefault(at_home, made)

    def ponders() -> list[bool]:
        return [bots[key]._mind._pondering.goes_on for key in sorted(bots)]

    monkeypatch.setattr(bot_pool, "_bot", bot)
    task = BotTask("zhizhu", 2, {}, ((0, "b3"),), 1, 7)
    legal = tablier.new("zhizhu").play("b3").legal()
    assert bot_pool._plan(task)[0] in legal and ponders() == [False]
    for ask in (
        partial(bot_pool._plan, task),
        partial(bot_pool._value, tablier.new("zhizhu").position(), 500),
    ):
        assert bot_pool._plan(task, at_home=True)[0] in legal
        assert ponders() == [False, True]
        ask()
        assert ponders() == [False, False]
