"""The rules of a game, to be read."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

from tablier.core.board.diagram import in_text
from tablier.core.game import Game
from tablier.terminal.keybar import Key, KeyBar
from tablier.terminal.speech import Speech


class Reading(ModalScreen[None]):
    """Shows how this terminal is used, and then the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "back")]

    def __init__(self, game: Game, speech: Speech) -> None:
        super().__init__()
        self.game = game
        self.speech = speech

    def compose(self) -> ComposeResult:
        usage = "help_race" if self.game.is_race else "help_turns"
        with VerticalScroll():
            yield Markdown(self.speech(usage))
            yield Markdown(in_text(self.game, self.game.rules_in(self.speech.language)))
        yield KeyBar([Key("Esc", "screen.back", self.speech("key_back"))])

    def action_back(self) -> None:
        self.dismiss()
