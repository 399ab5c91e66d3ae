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
        line, column = event.y + self.scroll_offset.y, event.x
        lines = str(self.query_one(Static).content).splitlines()
        if line < len(lines):
            for word in WORD.finditer(lines[line]):
                if word.start() <= column < word.end():
                    self.post_message(self.WordChosen(word[0]))
