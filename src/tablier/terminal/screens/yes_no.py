"""A question that is answered with yes or no."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tablier.terminal.phrases import Phrases
from tablier.terminal.widgets.key_bar import Key, KeyBar


class YesNoScreen(ModalScreen[bool]):
    """Asks, over the table. Nothing happens without a yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)"),
        Binding("enter", "answer(True)"),
    ]

    def __init__(self, question: str, phrases: Phrases, yes: str = "yes", no: str = "no") -> None:
        super().__init__()
        self.yes = yes
        self.no = no
        self.question = question
        self.phrases = phrases

    def compose(self) -> ComposeResult:
        keys = [
            Key("Enter", "screen.answer(True)", self.phrases(self.yes)),
            Key("Esc", "screen.answer(False)", self.phrases(self.no)),
        ]
        with Vertical():
            yield Static(self.question, markup=False)
            yield KeyBar(keys)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
