"""The house's side of thinking: whatever takes long is thought about in another worker."""

import asyncio
import json
from typing import Any

from tablier.core import registry
from tablier.engine.bot import Bot
from tablier.table.live.thinker import BotPlan, BotTask, Unthought
from tablier.table.sharing.fair_queue import Asker


class WorkerThinker:
    """Asks that worker by way of `Thinking`, in js/thinking/thinking.js."""

    def __init__(self, thinking: Any) -> None:
        self._thinking = thinking
        self._speeds: dict[str, int] = {}
        """How quick this machine is, as it was measured: a new worker does not know."""

    async def plan(self, task: BotTask, asker: Asker) -> BotPlan:
        """What a bot does in a match; where the quickest acts, that is known at once."""
        if registry.find(task.game).is_race:
            match = task.match()
            bot = Bot(match.game, task.level, rivals=task.people)
            return BotPlan(bot.choose(match, task.seat), bot.delay(match, task.seat) / 1000)
        found = await self._asked("plan", {**task._asdict(), "speeds": self._speeds})
        self._speeds = found.pop("speeds")
        return BotPlan(**found)

    def compiling(self, game: str, players: int) -> float | None:
        """Nothing has to be compiled."""
        return None

    async def analyse(self, record: str, nodes: int, asker: Asker) -> list[dict[str, Any]]:
        """A judgement of every move of a record, with some nodes for each."""
        asked = {"record": record, "nodes": nodes}
        found: list[dict[str, Any]] = await self._asked("analyse", asked)
        return found

    async def value(self, position: str, nodes: int, asker: Asker) -> dict[str, Any]:
        """What is thought of a position."""
        found: dict[str, Any] = await self._asked("value", {"position": position, "nodes": nodes})
        return found

    async def _asked(self, kind: str, body: dict[str, Any]) -> Any:
        """The answer to a question; who is cancelled no longer wants to know."""
        thought = self._thinking.ask(kind, json.dumps(body, ensure_ascii=False))
        try:
            return json.loads(await thought.answer)
        except asyncio.CancelledError:
            thought.cancel()
            raise
        except Exception as error:  # whatever a page raises, which Python has no class for
            raise Unthought(f"nothing came of thinking: {error}") from error
