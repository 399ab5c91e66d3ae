"""Thinks on the spot, in plain Python: enough where the quickest acts."""

import tablier
from tablier.table.live.thinker import BotPlan, BotTask, Unthought
from tablier.table.sharing.fair_queue import Asker


class SpotThinker:
    """Bots in the house's own worker."""

    async def plan(self, task: BotTask, asker: Asker) -> BotPlan:
        """What a bot does in a match; Unthought where that needs code that is not there."""
        match = task.match()
        bot = tablier.bot(task.game, task.level, rivals=task.people)
        try:
            text = bot.choose(match, task.seat)
        except ImportError as error:
            raise Unthought(f"this house can't think about {match.game.title}") from error
        return BotPlan(text, bot.delay(match, task.seat) / 1000)

    def compiling(self, game: str, players: int) -> float | None:
        """Nothing is compiled here."""
        return None
