"""The rules of a game, to be read."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

from tablier.core.game import Game
from tablier.core.reading.diagram import in_text
from tablier.terminal.phrases import Phrases
from tablier.terminal.widgets.key_bar import Key, KeyBar


class RulebookScreen(ModalScreen[None]):
    """Shows how this terminal is used, and then the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "back")]

    def __init__(self, game: Game, phrases: Phrases) -> None:
        super().__init__()
        self.game = game
        self.phrases = phrases

    def compose(self) -> ComposeResult:
        usage = "help_race" if self.game.is_race else "help_turns"
        with VerticalScroll():
            yield Markdown(self.phrases(usage))
            yield Markdown(in_text(self.game, self.game.rules_in(self.phrases.language)))
        yield KeyBar([Key("Esc", "screen.back", self.phrases("key_back"))])

    def action_back(self) -> None:
        self.dismiss()
