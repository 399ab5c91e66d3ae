"""The terminal application: a home, a form, and tables to play at."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, NamedTuple

from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.theme import Theme

from tablier.core import registry
from tablier.core.match import Match
from tablier.terminal.phrases import Phrases
from tablier.terminal.screens.home import HomeScreen
from tablier.terminal.screens.join import JoinScreen
from tablier.terminal.screens.race import RaceScreen
from tablier.terminal.screens.setup import SetupScreen
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.screens.turns import TurnScreen
from tablier.terminal.screens.unfinished import Answer, UnfinishedScreen
from tablier.terminal.session import saved_games
from tablier.terminal.session.computer_opponent import Opponent
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.local_session import LocalSession
from tablier.terminal.widgets.ascii_filter import AsciiFilter

DAY = Theme(
    name="day",
    dark=False,
    primary="#8a6414",
    accent="#8a6414",
    foreground="#2b2622",
    background="#f6f1e7",
    surface="#efe6d3",
    panel="#e6dac0",
    variables={"ground": "#e3d6ba", "ink": "#8b7d66", "sand": "#ecdfc0", "rake": "#dfcfa8"},
)
NIGHT = Theme(
    name="night",
    dark=True,
    primary="#d9a441",
    accent="#e0b04f",
    foreground="#e9e1d3",
    background="#1d1a17",
    surface="#28231e",
    panel="#332c25",
    variables={"ground": "#3b352d", "ink": "#a39682", "sand": "#5a4f3c", "rake": "#4d4333"},
)


PAINTS = TerminalTheme(
    (14, 12, 11),
    (255, 250, 240),
    [
        *((14, 12, 11), (178, 58, 46), (95, 165, 107), (224, 177, 60)),
        *((47, 95, 168), (47, 95, 168), (95, 165, 107), (255, 250, 240)),
    ],
)
"""What a game's own text means by red, yellow and so on: colours that can be told apart."""


class Unfinished(NamedTuple):
    """A game that was left where a new one is to begin, and the way to either table."""

    match: Match
    go_on: Callable[[], GameSession]
    begin: Callable[[], GameSession]


class TablierApp(App[None]):
    """Opens at a table where there is one, else at home."""

    CSS_PATH = "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Tablier"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "light", priority=True),
        Binding("ctrl+c", "quit", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]

    def __init__(
        self,
        phrases: Phrases,
        session: GameSession | None = None,
        *,
        unfinished: Unfinished | None = None,
        dark: bool = True,
        ascii_only: bool = False,
        link: str = "",
        name: str = "",
    ) -> None:
        """`unfinished` is asked about first; `link` is a table's to go to, under that name."""
        super().__init__()
        self.phrases = phrases
        self.first = session
        self.left: GameSession | None = None
        """The table that was left last."""
        self._plainly = [AsciiFilter()] if ascii_only else []
        self._dark = dark
        self._unfinished = unfinished
        self._link = link
        self._guest = name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def get_line_filters(self) -> list[LineFilter]:
        return [*super().get_line_filters(), *self._plainly]

    def on_mount(self) -> None:
        self.animation_level = "none"
        self.ansi_theme_dark = self.ansi_theme_light = PAINTS
        self.register_theme(DAY)
        self.register_theme(NIGHT)
        self.theme = "night" if self._dark else "day"
        home = HomeScreen(self.phrases, begin=self.choose, resume=self.resume, join=self.join)
        self.push_screen(home)
        if self.first is not None:
            self.sit(self.first)
        elif self._unfinished is not None:
            self.push_screen(UnfinishedScreen(self._unfinished.match, self.phrases), self._answered)
        elif self._link:
            self.join()

    def _answered(self, answer: Answer | None) -> None:
        """Sit down at the game that was left, or at a new one; or stay at home."""
        assert self._unfinished is not None
        if answer == "go_on":
            self.sit(self._unfinished.go_on())
        elif answer == "begin":
            self.sit(self._unfinished.begin())

    def action_light(self) -> None:
        self.theme = "day" if self.theme == "night" else "night"

    def choose(self, name: str) -> None:
        """Ask how a game is to be played, then play it."""
        game = registry.find(name)
        self.push_screen(SetupScreen(game, self.phrases, self.begin, self.sit, self._guest))

    def begin(self, match: Match, level: int, seat: int) -> None:
        """Play a new match; one that was left is kept under another name."""
        self.pop_screen()
        path, _ = saved_games.new_place(saved_games.place_of(match.game))
        self.sit(LocalSession(match, path, self.phrases, Opponent.of(match, level, seat)))

    def resume(self, match: Match, path: Path) -> None:
        """Go on with a match that was left."""
        self.sit(LocalSession(match, path, self.phrases, Opponent.of(match, 0)))

    def join(self) -> None:
        """Go to somebody else's table; a link that was given is good for once."""
        link, self._link = self._link, ""
        self.push_screen(JoinScreen(self.phrases, self.sit, link, self._guest))

    def sit(self, session: GameSession) -> None:
        """Go to a table."""
        self.left = session
        session.go = self.move_on
        self.push_screen(table_for(session))

    def move_on(self, session: GameSession) -> None:
        """Leave the table, and whatever is being read there, for the next game's."""
        while not isinstance(self.screen, TableScreen):
            self.pop_screen()
        self.pop_screen()
        self.sit(session)


def table_for(session: GameSession) -> TableScreen:
    """The kind of table that suits a match."""
    return RaceScreen(session) if session.match.game.is_race else TurnScreen(session)
