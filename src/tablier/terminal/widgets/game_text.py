"""A game that is no board: its own text, in which every word can be clicked."""

import re

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from tablier.core.match import Match

NARROWEST = 20
BESIDE = 6
"""Lines of the screen that are not for sheets: title, prompt, keys."""
WORD = re.compile(r"\w+")


class GameText(VerticalScroll, can_focus=True):
    """Shows what the game draws itself, and tells which word was clicked."""

    class WordChosen(Message):
        """A word was clicked."""

        def __init__(self, word: str) -> None:
            super().__init__()
            self.word = word

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, match: Match, language: str, near: tuple[int, ...]) -> None:
        """Draw a position for the people in some seats, so that it fits the screen."""
        width = max(NARROWEST, self.outer_size.width - self.styles.gutter.width)
        height = self.screen.size.height - BESIDE
        text = match.show(True, width, language, height=height, near=near)
        self.query_one(Static).update(Text.from_ansi(text))

    def on_click(self, event: events.Click) -> None:
        text = self.query_one(Static).content
        assert isinstance(text, Text)
        offset = event.get_content_offset(self)
        if offset is not None:
            lines = text.split("\n", allow_blank=True)
            if word := word_at(list(lines), offset.y + self.scroll_offset.y, offset.x):
                self.post_message(self.WordChosen(word))


def word_at(lines: list[Text], line: int, column: int) -> str:
    """The word at a place, or in the coloured block around it; nothing where there is none."""
    block = _painted(lines, line, column)
    if block is None:
        words = WORD.finditer(lines[line].plain) if line < len(lines) else iter(())
        return next((word[0] for word in words if word.start() <= column < word.end()), "")
    for step in (1, -1):
        at = line
        while _painted(lines, at, column) == block:
            if word := WORD.search(lines[at].plain[slice(*block)]):
                return word[0]
            at += step
    return ""


def _painted(lines: list[Text], line: int, column: int) -> tuple[int, int] | None:
    """The columns of the coloured stretch that a place belongs to."""
    spans = lines[line].spans if 0 <= line < len(lines) else []
    return next(((span.start, span.end) for span in spans if span.start <= column < span.end), None)
