"""A table at which people act in turn: they point at the board, or type."""

from textual import events

from tablier.core.errors import TablierError
from tablier.core.turn import Move
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.widgets.board_painter import Lights
from tablier.terminal.widgets.board_view import BoardView
from tablier.terminal.widgets.touch_index import TouchIndex

ENTER = ("enter", "ctrl+j")
"""The second is what Enter gives when it is struck before the screen is there."""
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows down and columns to the right. No bindings: a binding is heard after a key that is not."""
REMARK = "/"
"""What begins with it is said to the others."""
CANDIDATES = 60
"""Columns of moves that are offered for what was typed so far."""


class TurnScreen(TableScreen):
    """One action after the other, each pointed at or typed as records write it."""

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.typed = ""
        self.taken: int | None = None
        self.aimed: int | None = None
        """Where something is to end that has not begun yet."""
        self.choices: tuple[str, ...] = ()
        """What can be meant by the points that were pressed."""
        self._hinted: tuple[int, ...] = ()
        self._pointed = False
        """Whether the board has been pointed at."""
        self._known: tuple[Move, ...] = ()
        """What had been played when the board was looked at last."""
        self._moves = TouchIndex(self.match.game.board(self.match.state), ())

    def update_table(self) -> None:
        match = self.match
        if match.history != self._known:
            self._known, self._hinted = match.history, ()
            self._let_go()
        touches = [touch for seat in self.session.acting for touch in match.touches(seat)]
        self._moves = TouchIndex(match.game.board(match.state), touches)
        super().update_table()
        self._find_start()

    def _find_start(self) -> None:
        """Begin to point where something can be done, so that nobody has to cross the board."""
        starts = self._moves.starts()
        for board in self.query(BoardView):
            if not self._pointed and starts and board.size:
                self._pointed = True
                if board.cursor not in starts:
                    board.point(board.grid.middle(starts))

    # Pointing

    def on_board_view_point_chosen(self, event: BoardView.PointChosen) -> None:
        self._press(event.point)

    def on_board_view_pointed(self) -> None:
        self._pointed = True
        self._draw()
        self.update_title()

    def pointed(self) -> str:
        boards = self.query(BoardView)
        return boards.first().topology.names[boards.first().cursor] if boards else ""

    def _press(self, point: int) -> None:
        """A click, or Enter: take up, put down, or do what can be done there."""
        self.message, self.typed = "", ""
        taken, aimed = self.taken, self.aimed
        self._let_go()
        if self.viewed_ply is not None:
            self.action_back()
        elif taken is not None:
            self._finish(taken, point)
        elif aimed is not None:
            self._lead(point, aimed)
        else:
            self._begin(point)
        self._draw()
        self.update_line()

    def _begin(self, point: int) -> None:
        """A point that is touched alone and as a beginning is taken up; once more is alone."""
        if self._moves.targets(point) or self._own(point):
            self.taken = point
        elif texts := self._moves.at(point):
            self._offer(texts)
        elif self._moves.sources(point):
            self.aimed = point
        elif self.session.acting:
            self._refuse(point, point)

    def _finish(self, start: int, point: int) -> None:
        alone = self._moves.at(point) if start == point else []
        if texts := alone + self._moves.between(start, point):
            self._offer(texts)
        elif self._moves.targets(point) and start != point:
            self.taken = point
        elif start != point:
            self._refuse(start, point)

    def _lead(self, point: int, end: int) -> None:
        """The end came first; now something that leads there, or anything else."""
        if texts := self._moves.between(point, end):
            self._offer(texts)
        elif point != end:
            self._begin(point)

    def _offer(self, texts: list[str]) -> None:
        """Play what is meant, or ask which of several."""
        if len(texts) == 1:
            self._play(texts[0])
        else:
            self.choices = tuple(texts)

    def _let_go(self) -> None:
        self.taken, self.aimed, self.choices = None, None, ()

    def _own(self, point: int) -> bool:
        """Whether a piece of the one to act stands there, which could be taken up."""
        pieces = self.match.scene.pieces
        own = any(piece.point == point and piece.seat in self.session.acting for piece in pieces)
        return own and any(len(touch.points) > 1 for touch in self._moves.legal)

    def _refuse(self, start: int, end: int) -> None:
        """Try what can't be, so that the rules say why."""
        text = self._moves.attempt(start, end)
        if text is not None:
            self._play(text)

    def lights(self) -> Lights:
        if self.viewed_ply is not None:
            return Lights(last=frozenset(self.match.trail(self.viewed_ply)))
        marks = self.match.scene.marks
        return Lights(
            taken=self.aimed if self.taken is None else self.taken,
            targets=self._targets(),
            last=frozenset(self.match.trail()),
            marked=frozenset(point for mark in marks for point in mark.points),
        )

    def _targets(self) -> frozenset[int]:
        """Where the piece taken up or pointed at can go; else what there is to be chosen.

        That are pieces which are touched alone, and free points at which something begins.
        """
        if self._hinted:
            return frozenset(self._hinted)
        if self.aimed is not None:
            return frozenset(self._moves.sources(self.aimed))
        shown = self.query_one(BoardView).cursor if self.taken is None else self.taken
        if targets := self._moves.targets(shown):
            return frozenset(targets)
        if self.taken is not None:
            return frozenset()
        standing = {piece.point for piece in self.match.scene.pieces}
        alone = {point for point in standing if self._moves.at(point)}
        begins = {point for point in self._moves.starts() if self._moves.targets(point)}
        return frozenset(alone | begins - standing)

    def show_hint(self, text: str) -> None:
        super().show_hint(text)
        meant = [touch.points for touch in self._moves.legal if touch.text == text]
        self._hinted = meant[0] if meant else ()
        self._draw()

    # Typing

    def on_key(self, event: events.Key) -> None:
        if event.key in ARROWS:
            event.stop()
            self.query_one(BoardView).go(*ARROWS[event.key])
        elif event.key in ENTER:
            event.stop()
            self._enter()
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
            self.update_line()
        elif event.character == "?" and not self.typed:
            self.say("  ".join(self._candidates()))
        elif self._chosen(event.character or ""):
            event.stop()
        elif event.is_printable and event.character:
            event.stop()
            self.typed += event.character
            self.message = ""
            self.update_line()

    def _chosen(self, key: str) -> bool:
        """Whether a key is the number of a choice, which is then played."""
        numbers = [str(number) for number in range(1, len(self.choices) + 1)]
        if self.typed or key not in numbers:
            return False
        text = self.choices[numbers.index(key)]
        self._let_go()
        self._play(text)
        self._draw()
        self.update_line()
        return True

    def _enter(self) -> None:
        if not self.typed.strip():
            for board in self.query(BoardView):
                self._press(board.cursor)
            return
        typed, self.typed = self.typed.strip(), ""
        if typed.startswith(REMARK):
            self.attempt(lambda: self.session.chat(typed.removeprefix(REMARK)))
        else:
            self._play(typed)

    def _play(self, typed: str) -> None:
        """Play the actions that were typed together: all of them, or none."""
        if self.session.acting or self.match.result is not None:
            self.attempt(lambda: self._play_all(typed))
        else:
            self.say(self.phrases("not_now"))

    def _play_all(self, typed: str) -> None:
        texts = self.match.game.notation.split(typed)
        trial = self.match.copy()
        for text in texts:
            trial.play(text)
        seat = self.session.acting[0]
        for text in texts:
            self.session.play(seat, text)

    def _candidates(self) -> list[str]:
        try:
            typed = self.typed.lower()
            return [text for text in self.match.legal() if text.lower().startswith(typed)]
        except TablierError:
            return []

    def line(self) -> str:
        if not self.typed:
            said = self._asked() or self.message
            around = (self.warning(), self.session.notice or self._others())
            return said or "  ".join(filter(None, around))
        shown = "  ".join(self._candidates())
        return f"> {self.typed}▁   {shown if len(shown) < CANDIDATES else shown[:CANDIDATES] + '…'}"

    def _asked(self) -> str:
        """Which of several things is meant, by number."""
        listed = [f"{number} {self._named(text)}" for number, text in enumerate(self.choices, 1)]
        return self.phrases("which", choices="  ".join(listed)) if listed else ""

    def _named(self, text: str) -> str:
        """A text, with what it is called where the game has a word for it."""
        label = self.phrases.words(self.match.game).get("labels", {}).get(text)
        return f"{text} ({label})" if label else text

    def _others(self) -> str:
        """What can be done that is no place on the board."""
        if not self.session.acting or self.match.result is not None or self.viewed_ply is not None:
            return ""
        pointed = {touch.text for touch in self._moves.legal}
        listed = [self._named(text) for text in self.match.legal() if text not in pointed]
        return self.phrases("or_type", moves=", ".join(listed)) if listed else ""

    def action_back(self) -> None:
        held = (self.taken, self.aimed) != (None, None)
        if self.typed or held or self.choices or self.message:
            self.typed, self.message = "", ""
            self._let_go()
            self._draw()
            self.update_line()
        else:
            super().action_back()
