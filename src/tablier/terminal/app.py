"""The terminal application: a home, a form, and tables to play at."""

from pathlib import Path
from typing import ClassVar

from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.theme import Theme

from tablier.core import registry
from tablier.core.match import Match
from tablier.terminal import saved
from tablier.terminal.home import Home
from tablier.terminal.joining import Joining
from tablier.terminal.local import Local
from tablier.terminal.opponent import Opponent
from tablier.terminal.plainly import Plainly
from tablier.terminal.playing import Playing
from tablier.terminal.pointing import Pointing
from tablier.terminal.racing import Racing
from tablier.terminal.setup import Setup
from tablier.terminal.sitting import Sitting
from tablier.terminal.speech import Speech

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


class TablierApp(App[None]):
    """Opens at a table where there is one, else at home."""

    CSS_PATH = "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Tablier"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "light", priority=True),
        Binding("ctrl+c", "quit", priority=True),
    ]

    def __init__(
        self,
        speech: Speech,
        sitting: Sitting | None = None,
        *,
        dark: bool = True,
        plainly: bool = False,
        link: str = "",
        name: str = "",
    ) -> None:
        """`link` is a table's to go to, under that name."""
        super().__init__()
        self.speech = speech
        self.first = sitting
        self.left: Sitting | None = None
        """The table that was left last."""
        self._plainly = [Plainly()] if plainly else []
        self._dark = dark
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
        home = Home(self.speech, begin=self.choose, resume=self.resume, join=self.join)
        self.push_screen(home)
        if self.first is not None:
            self.sit(self.first)
        elif self._link:
            self.join()

    def action_light(self) -> None:
        self.theme = "day" if self.theme == "night" else "night"

    def choose(self, name: str) -> None:
        """Ask how a game is to be played, then play it."""
        game = registry.find(name)
        self.push_screen(Setup(game, self.speech, self.begin))

    def begin(self, match: Match, level: int, seat: int) -> None:
        """Play a new match; one that was left is kept under another name."""
        self.pop_screen()
        path = saved.place_of(match.game)
        saved.make_room(path)
        self.sit(Local(match, path, self.speech, Opponent.of(match, level, seat)))

    def resume(self, match: Match, path: Path) -> None:
        """Go on with a match that was left."""
        self.sit(Local(match, path, self.speech, Opponent.of(match, 0)))

    def join(self) -> None:
        """Go to somebody else's table; a link that was given is good for once."""
        link, self._link = self._link, ""
        self.push_screen(Joining(self.speech, self.sit, link, self._guest))

    def sit(self, sitting: Sitting) -> None:
        """Go to a table."""
        self.left = sitting
        sitting.go = self.move_on
        self.push_screen(table_for(sitting))

    def move_on(self, sitting: Sitting) -> None:
        """Leave the table, and whatever is being read there, for the next game's."""
        while not isinstance(self.screen, Playing):
            self.pop_screen()
        self.pop_screen()
        self.sit(sitting)


def table_for(sitting: Sitting) -> Playing:
    """The kind of table that suits a match."""
    return Racing(sitting) if sitting.match.game.is_race else Pointing(sitting)
