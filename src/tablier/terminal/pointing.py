"""A table at which people act in turn: they point at the board, or type."""

from textual import events

from tablier.core.errors import TablierError
from tablier.core.match import Move
from tablier.terminal.board import Board
from tablier.terminal.drawing import Lights
from tablier.terminal.moves import Moves
from tablier.terminal.playing import Playing
from tablier.terminal.sitting import Sitting

ENTER = ("enter", "ctrl+j")
"""The second is what Enter gives when it is struck before the screen is there."""
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows down and columns to the right. No bindings: a binding is heard after a key that is not."""
REMARK = "/"
"""What begins with it is said to the others."""
CANDIDATES = 60
"""So many columns of moves are offered for what was typed so far."""


class Pointing(Playing):
    """One action after the other, each pointed at or typed as records write it."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.typed = ""
        self.taken: int | None = None
        self._hinted: tuple[int, ...] = ()
        self._pointed = False
        """Whether the board has been pointed at."""
        self._known: tuple[Move, ...] = ()
        """What had been played when the board was looked at last."""
        self._moves = Moves(self.match.game.board(self.match.state), ())

    def update_table(self) -> None:
        match = self.match
        if match.history != self._known:
            self._known, self.taken, self._hinted = match.history, None, ()
        texts = match.legal() if self.sitting.acting and match.result is None else ()
        self._moves = Moves(match.game.board(match.state), texts)
        super().update_table()
        self._find_start()

    def _find_start(self) -> None:
        """Begin to point where something can be done, so that nobody has to cross the board."""
        starts = self._moves.starts()
        for board in self.query(Board):
            if not self._pointed and starts and board.size:
                self._pointed = True
                if board.cursor not in starts:
                    board.point(board.plan.middle(starts))

    # Pointing

    def on_board_chosen(self, event: Board.Chosen) -> None:
        self._press(event.point)

    def on_board_pointed(self) -> None:
        self._pointed = True
        self._draw()

    def _press(self, point: int) -> None:
        """A click, or Enter: take up, put down, or do what can be done there."""
        self.message, self.typed = "", ""
        if self.moment is not None:
            self.action_back()
        elif self.taken is None:
            self._begin(point)
        else:
            self._finish(self.taken, point)
        self._draw()
        self.update_line()

    def _begin(self, point: int) -> None:
        text = self._moves.at(point)
        if self._moves.targets(point) or self._own(point):
            self.taken = point
        elif text is not None:
            self._play(text)
        elif self.sitting.acting:
            self._refuse(point, point)

    def _finish(self, start: int, point: int) -> None:
        text = self._moves.at(point) if start == point else self._moves.between(start, point)
        if text is not None:
            self._play(text)
        elif start == point:
            self.taken = None
        elif self._moves.targets(point):
            self.taken = point
        else:
            self._refuse(start, point)

    def _own(self, point: int) -> bool:
        """Whether a piece of the one to act stands there, which could be taken up."""
        pieces = self.match.scene.pieces
        own = any(piece.point == point and piece.seat in self.sitting.acting for piece in pieces)
        return own and any(len(reach.points) > 1 for reach in self._moves.legal)

    def _refuse(self, start: int, end: int) -> None:
        """Try what can't be, so that the rules say why."""
        names = self.match.game.board(self.match.state).names
        text = self._moves.attempt(start, end, names)
        self.taken = None
        if text is not None:
            self._play(text)

    def lights(self) -> Lights:
        if self.moment is not None:
            return Lights(last=self._touched(self.moment))
        marks = self.match.scene.marks
        return Lights(
            taken=self.taken,
            targets=self._targets(),
            last=self._touched(len(self.match.history)),
            marked=frozenset(point for mark in marks for point in mark.points),
        )

    def _targets(self) -> frozenset[int]:
        """Where the piece taken up or pointed at can go; else what there is to be chosen."""
        if self._hinted:
            return frozenset(self._hinted)
        shown = self.query_one(Board).cursor if self.taken is None else self.taken
        if targets := self._moves.targets(shown):
            return frozenset(targets)
        standing = {piece.point for piece in self.match.scene.pieces}
        return frozenset(
            point for point in standing if self.taken is None and self._moves.at(point)
        )

    def _touched(self, ply: int) -> frozenset[int]:
        """The points of the action that led to a moment."""
        if not ply:
            return frozenset()
        return frozenset(self._moves.points(self.match.history[ply - 1].text))

    def show_hint(self, text: str) -> None:
        super().show_hint(text)
        self._hinted = self._moves.points(text)
        self._draw()

    # Typing

    def on_key(self, event: events.Key) -> None:
        if event.key in ARROWS:
            event.stop()
            self.query_one(Board).go(*ARROWS[event.key])
        elif event.key in ENTER:
            event.stop()
            self._enter()
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
            self.update_line()
        elif event.character == "?" and not self.typed:
            self.say("  ".join(self._candidates()))
        elif event.is_printable and event.character:
            event.stop()
            self.typed += event.character
            self.message = ""
            self.update_line()

    def _enter(self) -> None:
        if not self.typed.strip():
            for board in self.query(Board):
                self._press(board.cursor)
            return
        typed, self.typed = self.typed.strip(), ""
        if typed.startswith(REMARK):
            self.attempt(lambda: self.sitting.chat(typed.removeprefix(REMARK)))
        else:
            self._play(typed)

    def _play(self, typed: str) -> None:
        """Play the actions that were typed together: all of them, or none."""
        if self.sitting.acting or self.match.result is not None:
            self.attempt(lambda: self._play_all(typed))
        else:
            self.say(self.speech("not_now"))

    def _play_all(self, typed: str) -> None:
        texts = self.match.game.notation.split(typed)
        trial = self.match.copy()
        for text in texts:
            trial.play(text)
        seat = self.sitting.acting[0]
        for text in texts:
            self.sitting.play(seat, text)

    def _candidates(self) -> list[str]:
        try:
            return [text for text in self.match.legal() if text.startswith(self.typed)]
        except TablierError:
            return []

    def line(self) -> str:
        if not self.typed:
            return self.message or self.sitting.notice or self._others()
        shown = "  ".join(self._candidates())
        return f"> {self.typed}▁   {shown if len(shown) < CANDIDATES else shown[:CANDIDATES] + '…'}"

    def _others(self) -> str:
        """What can be done that is no place on the board."""
        if not self.sitting.acting or self.match.result is not None or self.moment is not None:
            return ""
        words = self.speech.words(self.match.game).get("labels", {})
        named = {reach.text for reach in self._moves.legal}
        rest = [text for text in self.match.legal() if text not in named]
        listed = [f"{text} ({words[text]})" if text in words else text for text in rest]
        return self.speech("or_type", moves=", ".join(listed)) if listed else ""

    def action_back(self) -> None:
        if self.typed or self.taken is not None or self.message:
            self.typed, self.taken, self.message = "", None, ""
            self._draw()
            self.update_line()
        else:
            super().action_back()
