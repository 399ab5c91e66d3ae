"""The way to somebody else's table: its link, and what stands in the way."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tablier.core.errors import BadOption, TablierError
from tablier.terminal.phrases import Phrases, capital
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.remote_session import RemoteSession
from tablier.terminal.session.table_link import TableLink
from tablier.terminal.widgets.key_bar import Key, KeyBar


class JoinScreen(ModalScreen[None]):
    """Asks for a link, or has one, and goes there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back")]

    def __init__(
        self, phrases: Phrases, sit: Callable[[GameSession], None], link: str = "", name: str = ""
    ) -> None:
        super().__init__()
        self.phrases = phrases
        self.link = link
        self.name_there = name
        self._sit = sit

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.phrases("join_note"), markup=False)
            yield Input(self.link, placeholder="http://HOST/#/table/ID/KEY", id="link")
            yield Input(self.name_there, placeholder=self.phrases("your_name"), id="name")
            yield Static(classes="line", markup=False)
            yield KeyBar(
                [
                    Key("Enter", "screen.go", self.phrases("join")),
                    Key("Tab", "app.focus_next", self.phrases("key_next")),
                    Key("Esc", "screen.back", self.phrases("key_back")),
                ]
            )

    def on_mount(self) -> None:
        if self.link:
            self.action_go()

    def on_input_submitted(self) -> None:
        self.action_go()

    def action_go(self) -> None:
        self._say(self.phrases("going"))
        self.run_worker(self._join(), exclusive=True)

    async def _join(self) -> None:
        try:
            link = TableLink.read(self.query_one("#link", Input).value)
            name = self.query_one("#name", Input).value.strip()
            session = await RemoteSession.join(link, name, self.phrases)
        except BadOption:
            self._say(f"{capital(self.phrases('bad_link'))}.")
        except TablierError as error:
            self._say(f"{capital(str(error))}.")
        else:
            self.dismiss()
            self._sit(session)

    def _say(self, sentence: str) -> None:
        self.query_one(".line", Static).update(sentence)

    def action_back(self) -> None:
        self.dismiss()
