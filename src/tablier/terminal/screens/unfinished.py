"""A game that was left, found on the way to a new one."""

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from tablier.core.match import Match
from tablier.terminal.phrases import Phrases
from tablier.terminal.widgets.key_bar import Key, KeyBar

Answer = Literal["go_on", "begin", "back"]


class UnfinishedScreen(ModalScreen[Answer]):
    """Asks whether to go on with it or to begin anew; what was left is kept in any case."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('go_on')"),
        Binding("f2", "answer('begin')"),
        Binding("escape", "answer('back')"),
    ]

    def __init__(self, match: Match, phrases: Phrases) -> None:
        super().__init__()
        self.match = match
        self.phrases = phrases

    def compose(self) -> ComposeResult:
        title = self.phrases.words(self.match.game)["title"]
        told = self.phrases("was_left", game=title, n=self.match.state.turn + 1)
        keys = [
            Key("Enter", "screen.answer('go_on')", self.phrases("key_go_on")),
            Key("F2", "screen.answer('begin')", self.phrases("key_new_game")),
            Key("Esc", "screen.answer('back')", self.phrases("key_back")),
        ]
        with Vertical():
            yield Static(f"{told}\n{self.phrases.request(self.match)}", markup=False)
            yield KeyBar(keys)

    def action_answer(self, answer: Answer) -> None:
        self.dismiss(answer)
