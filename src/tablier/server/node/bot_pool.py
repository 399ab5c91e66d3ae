"""Bots think here, records are read and studied: in processes of low priority of their own."""

import gzip
import os
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

import tablier
from tablier.compile import progress
from tablier.compile.cache_folder import is_warm
from tablier.core import registry
from tablier.core.match import Match
from tablier.core.pictures.frames import sent_frames
from tablier.house import games_file
from tablier.house.positions import played, record_shown, shown
from tablier.server.node import preview
from tablier.server.node.late_counts import ways_of
from tablier.server.node.work_pool import Pool
from tablier.server.storage.counted_games import Ways
from tablier.server.storage.survey import Place
from tablier.table.live.thinker import BotPlan, BotTask
from tablier.table.sharing.fair_queue import NOBODY, Asker

MOST_STUDIES, MOST_STUDIES_EACH = 64, 2
"""Analyses that may wait for each other, in all and from one address."""
MOST_READ, MOST_READ_EACH = 64, 4
"""Records that may wait to be read, in all and from one address."""
READ_S = 60.0
"""Nothing that people play takes nearly as long to read."""
DRAWN_S = 180.0
"""The longest moving pictures take a tenth of that where nothing else is done."""
PACKING = 1
"""How hard gzip tries: even so a record becomes a tenth."""
BOTS_KEPT = 4
"""Bots that a process remembers, each with what it has learnt about its game."""


class Thinkers:
    """The bots' processes, one that reads records, and one that studies them."""

    def __init__(self, workers: int | None = None, *, at_home: bool = False) -> None:
        """`at_home` all cores are there for one bot, which thinks on while people do."""
        self._at_home = at_home
        self.players = Pool(workers or max(1, (os.cpu_count() or 2) - 1), nice=10)
        self.students = Pool(1, nice=15, most=MOST_STUDIES, most_each=MOST_STUDIES_EACH)
        self.readers = Pool(1, nice=5, most=MOST_READ, most_each=MOST_READ_EACH)

    @property
    def queued(self) -> int:
        """How many bots are thinking or waiting for their turn to think."""
        return self.players.queued

    async def plan(self, task: BotTask, asker: Asker) -> BotPlan:
        """What a bot does in a match; it thinks for seconds, and is not killed for less."""
        return BotPlan(*await self.players.run(_plan, task, self._at_home, asker=asker, kill=False))

    def compiling(self, game: str, players: int) -> float | None:
        """How much has been compiled of what a bot of this game needs; None if all has."""
        return None if is_warm(game, players) else progress.share(game, players)

    async def read(self, record: str, asker: Asker, *, packed: bool) -> bytes:
        """A record as JSON, move by move; packed by gzip, if that is wanted."""
        read: bytes = await self.readers.run(_read, record, packed, asker=asker, seconds=READ_S)
        return read

    async def tell(
        self, make: Callable[..., Any], *given: Any, asker: Asker, packed: bool
    ) -> bytes:
        """What takes a while to make, as JSON."""
        run = self.readers.run(_tell, make, given, packed, asker=asker, seconds=READ_S, kill=False)
        told: bytes = await run
        return told

    async def read_games(self, file: str, asker: Asker) -> list[games_file.Sound | str]:
        """The games of a file, each played again, or what is wrong with it."""
        run = self.readers.run(_read_games, file, asker=asker, seconds=READ_S)
        read: list[games_file.Sound | str] = await run
        return read

    async def play(self, asked: dict[str, Any], asker: Asker) -> dict[str, Any]:
        """A position after an action, where a long line led there."""
        run = self.readers.run(_play, asked, asker=asker, seconds=READ_S)
        found: dict[str, Any] = await run
        return found

    async def analyse(self, record: str, nodes: int, asker: Asker) -> list[dict[str, Any]]:
        """A judgement of every move of a record, with some nodes for each."""
        run = self.students.run(_analyse, record, nodes, asker=asker)
        found: list[dict[str, Any]] = await run
        return found

    async def animate(self, wish: dict[str, Any], asker: Asker) -> bytes:
        """A record as a moving WebP picture."""
        run = self.students.run(_animate, wish, asker=asker, seconds=DRAWN_S)
        drawn: bytes = await run
        return drawn

    async def draw_frames(self, wish: dict[str, Any], asker: Asker, *, packed: bool) -> bytes:
        """The drawings of such a picture as JSON, where nothing puts them together here."""
        run = self.students.run(_draw_frames, wish, packed, asker=asker, seconds=DRAWN_S)
        drawn: bytes = await run
        return drawn

    async def value(self, position: str, nodes: int, asker: Asker) -> dict[str, Any]:
        """What is thought of a position."""
        run = self.players.run(_value, position, nodes, asker=asker, kill=False)
        found: dict[str, Any] = await run
        return found

    async def preview(self, position: str, asker: Asker) -> bytes:
        """A picture of a position."""
        run = self.readers.run(preview.preview, position, asker=asker, seconds=READ_S, kill=False)
        drawn: bytes = await run
        return drawn

    async def ways(self, place: Place, games: Sequence[str]) -> dict[str, Ways]:
        """What stored games add to the explorer."""
        run = self.students.run(ways_of, place, games, kill=False)
        found: dict[str, Ways] = await run
        return found

    async def draw_boards(self) -> None:
        """Draw every board for the previews to come, once per machine."""
        if preview.can_draw() and not preview.boards().exists():
            for name in registry.games():
                await self.preview(name, NOBODY)

    async def wake(self) -> None:
        """Compile what the bots need, game by game, once per machine."""
        for name in registry.games():
            for players in registry.find(name).players:
                if not is_warm(name, players):
                    await self.students.run(_wake, name, players)

    def close(self) -> None:
        """Stop thinking at once."""
        for pool in (self.players, self.students, self.readers):
            pool.close()


# In the worker


@lru_cache(BOTS_KEPT)
def _bot(game: str, level: int, at_home: bool) -> Any:
    from tablier.engine.bot import Bot
    from tablier.engine.search.helpers import cores

    return Bot(registry.find(game), level, threads=cores() if at_home else 1)


_pondering: list[Any] = []
"""The bot that thinks on in this process until somebody wants something of it."""


def _rest() -> None:
    while _pondering:
        _pondering.pop().rest()


def _think_on(bot: Any, match: Match, seat: int, text: str) -> None:
    """Let a bot think while a person does whose turn it is after its action."""
    match.play(text, seat)
    if match.result is None and seat not in match.seats:
        _pondering.append(bot)
        bot.ponder(match)


def _plan(task: BotTask, at_home: bool = False) -> tuple[str, float]:
    _rest()
    match = task.match()
    if not match.game.is_race and not is_warm(task.game, task.players):
        _wake(task.game, task.players)
    if not match.game.is_race:
        thinker = _bot(task.game, task.level, at_home)
        text = thinker.choose(match, task.seat)
        if at_home:
            _think_on(thinker, match, task.seat, text)
        return text, 0.0
    bot = tablier.bot(task.game, task.level, rivals=task.people)
    return bot.choose(match, task.seat), bot.delay(match, task.seat) / 1000


def _wake(game: str, players: int) -> None:
    from tablier.engine.precompile import warm

    warm(registry.find(game), players)


def _read(record: str, packed: bool) -> bytes:
    return _told(record_shown(record), packed)


def _tell(make: Callable[..., Any], given: tuple[Any, ...], packed: bool) -> bytes:
    return _told(make(*given), packed)


def _told(shown: Any, packed: bool) -> bytes:
    text = to_json(shown)
    return gzip.compress(text, PACKING, mtime=0) if packed else text


def _animate(wish: dict[str, Any]) -> bytes:
    from tablier.core.pictures.animation import sent

    return sent(tablier.read_record(wish.pop("record")), **wish)


def _draw_frames(wish: dict[str, Any], packed: bool) -> bytes:
    frames = sent_frames(tablier.read_record(wish.pop("record")), **wish)
    told = [{"svg": drawn, "seconds": seconds} for drawn, seconds in frames]
    return _told({"frames": told}, packed)


def _play(asked: dict[str, Any]) -> dict[str, Any]:
    return shown(played(**asked))


def _read_games(file: str) -> list[games_file.Sound | str]:
    return list(games_file.read_games(file))


def _value(position: str, nodes: int) -> dict[str, Any]:
    _rest()
    from tablier.engine.analysis.review import assessment_of

    return assessment_of(tablier.read_position(position), nodes)


def _analyse(record: str, nodes: int) -> list[dict[str, Any]]:
    from tablier.engine.analysis.review import review_of, study_of

    return review_of(study_of(record, nodes).run())
