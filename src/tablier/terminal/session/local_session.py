"""A match on this machine: people at one keyboard, or somebody against the computer."""

import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tablier.core.dice import Dice
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.turn import Move
from tablier.terminal.phrases import Phrases
from tablier.terminal.progress_bar import bar
from tablier.terminal.session import saved_games
from tablier.terminal.session.computer_opponent import Opponent, await_warmth
from tablier.terminal.session.game_session import GameSession, run_aside
from tablier.terminal.session.racing_bots import RacingBots
from tablier.terminal.session.saved_games import SaveClaim
from tablier.terminal.session.table_actions import TableActions, redo, show_seed, table_dice


class LocalSession(GameSession):
    """Saves after every action; lets the computer think beside the screen."""

    def __init__(
        self,
        match: Match,
        path: Path,
        phrases: Phrases,
        opponent: Opponent | None = None,
        *,
        source: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`path` is where the match is saved, `source` where it was found."""
        super().__init__()
        self.match = match
        self.path = path
        self.phrases = phrases
        self.opponent = opponent
        self.people = (opponent.person,) if opponent else tuple(range(match.players))
        self._clock = clock
        self._source = source or path
        self._saved = len(match.history)
        self._thinking: tuple[Move, ...] | None = None
        self._races = match.game.is_race
        self.waits = self._races and match.result is None
        self._dice: Dice | None = None
        self._table: TableActions | None = None
        self._computers: RacingBots | None = None
        self._claim: SaveClaim | None = None

    def open(self) -> None:
        """Sit down; raises GameInUse where another window plays the same saved game."""
        if not self.match.history and saved_games.is_in_use(self.path):
            self.save_elsewhere()
        self._claim = SaveClaim(self.path)
        self.match.headers.setdefault("Date", date.today().isoformat())
        self._dice = table_dice(self.match, self.path, self._source)
        if self._dice:
            self.lot = int(self._dice.commitment, 16)
        if not self.waits:
            self.begin()
        self._think()

    def begin(self) -> None:
        """Throw the dice, and let the deadlines run."""
        self.waits = False
        self._table = TableActions(self.match, self._dice, self._clock)
        if self._races:
            bot = self.opponent.bot if self.opponent else None
            others = [seat for seat in range(self.match.players) if seat not in self.people]
            self._computers = RacingBots(self.match, bot, others, self._clock)
        self.attend()

    async def close(self) -> None:
        if self.match.history and self._claim:
            self._save()
        self._release()
        self.changed = lambda: None

    def save_elsewhere(self) -> None:
        """Go on with a copy of the saved game, beside it."""
        self.path = saved_games.spare_place(self.path)

    def _release(self) -> None:
        if self.opponent:
            self.opponent.rest()
        if self._claim:
            self._claim.release()
        self._claim = None

    # What people do

    def play(self, seat: int, text: str, reaction: float | None = None) -> None:
        self.match.play(text, seat)
        self._after()

    def undo(self) -> None:
        """Take back, as far as somebody here decided something."""
        self._check_undo()
        self.match.undo()
        while self.match.actions and not self.acting:
            self.match.undo()
        self._after()

    def redo(self) -> None:
        self._check_undo()
        redo(self.match)
        self._after()

    @property
    def draw_question(self) -> str:
        return "" if self.opponent else super().draw_question

    def draw(self) -> None:
        self.match.agree_draw()
        self._after()

    def resign(self, seat: int) -> None:
        self.match.resign(seat)
        self._after()

    def again(self) -> None:
        """The same game once more; the one that has ended is kept under another name."""
        old, path = self.match, self.path
        self.path = saved_games.make_room(path) or path
        self._release()
        match = Match(old.game, old.setup, old.states[0], standard=old.standard)
        opponent = self.opponent.again(match) if self.opponent else None
        self.go(LocalSession(match, path, self.phrases, opponent, clock=self._clock))

    def play_on(self) -> None:
        """Whoever is left sits here, or is the computer, which has nothing against it."""
        self.match.agree_play_on()
        self._after()

    def _check_undo(self) -> None:
        if self._races:
            raise TablierError(self.phrases("no_undo"))
        if self.match.result is not None and self._dice:
            raise TablierError(self.phrases("dice_shown"))

    def hint(self, done: Callable[[str], None]) -> None:
        seats, at = self.acting, self.match.copy()
        if not seats:
            raise TablierError(self.phrases("not_now"))

        def found() -> str:
            await_warmth(at)
            from tablier.engine.analysis.analysis import hints
            from tablier.engine.search.helpers import cores

            found = hints(at, threads=cores())
            return next(hint.text for hint in found if hint.seat in seats)

        ply = len(self.match.history)
        run_aside(found, lambda text: done(text) if ply == len(self.match.history) else None)

    def who(self, seat: int) -> str:
        if self.opponent is None:
            return ""
        return (
            self.phrases("you") if seat in self.people else self.phrases.level(self.opponent.level)
        )

    # What happens by itself

    @property
    def status(self) -> str:
        thinks = self.opponent and self.match.result is None and not self.acting
        if not thinks or self.opponent is None or self._races:
            return ""
        if self.opponent.waking:
            return f"{bar(self.opponent.share)} {self.phrases('compiling')}"
        return self.phrases("thinking")

    def attend(self) -> None:
        if self.match.result is None:
            for one in (self._table, self._computers):
                if one is not None:
                    one.attend()
        if self._saved != len(self.match.history):
            self._after()

    def wait(self) -> float:
        return self._computers.wait() if self._computers else float("inf")

    def remaining(self) -> float | None:
        return self._table.remaining() if self._table else None

    def _after(self) -> None:
        if self._table is not None and self.match.result is None:
            self._table.attend()
        self._saved = len(self.match.history)
        if self.match.result is not None:
            show_seed(self.match, self._dice, self.path)
        self._save()
        self.changed()
        self._think()

    def _save(self) -> None:
        try:
            saved_games.save(self.match, self.path)
        except TablierError as error:
            self.tell(str(error))

    def _think(self) -> None:
        """Let the computer choose, unless it is at it; one action after the other."""
        opponent, history = self.opponent, self.match.history
        if opponent is None or self._races:
            return
        if self.match.result is not None:
            opponent.rest()
            return
        if self.acting:
            opponent.ponder(self.match.copy())
            return
        if self._thinking == history:
            return
        self._thinking, at = history, self.match.copy()

        def answer(text: str) -> None:
            if self._thinking == history == self.match.history:
                self._thinking = None
                self.match.play(text)
                self._after()

        run_aside(lambda: opponent.choose(at), answer)
