"""The first screen: which game, a game that was left, or a friend's table."""

from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tablier.core import registry
from tablier.core.match import Match
from tablier.terminal.phrases import Phrases
from tablier.terminal.session import saved_games
from tablier.terminal.widgets.key_bar import Key, KeyBar

MARGINS, NARROWEST = 6, 20
"""Columns around a note and before it, and how many it has at least."""


FIRST = 2
"""How many of the games that were left come first; the others come last."""


class HomeScreen(Screen[None]):
    """Lists what can be played."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.quit")]

    def __init__(
        self,
        phrases: Phrases,
        *,
        begin: Callable[[str], None],
        resume: Callable[[Match, Path], None],
        join: Callable[[], None],
    ) -> None:
        super().__init__()
        self.phrases = phrases
        self._begin = begin
        self._resume = resume
        self._join = join
        self._kept: list[tuple[Path, Match | str]] = []

    def compose(self) -> ComposeResult:
        yield Static(f" Tablier · {self.phrases('motto')}", classes="title", markup=False)
        yield OptionList()
        yield KeyBar(
            [
                Key("Enter", "screen.choose", self.phrases("key_choose")),
                Key("F9", "app.light", self.phrases("key_light")),
                Key("Esc", "app.quit", self.phrases("key_quit")),
            ]
        )

    def on_screen_resume(self) -> None:
        """A game may have been left or finished meanwhile."""
        self._list()

    def on_resize(self) -> None:
        self._list()

    def _list(self) -> None:
        """List everything anew."""
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        self._kept = list(saved_games.unfinished())
        listed.clear_options()
        left = [self._invitation(number) for number in range(len(self._kept))]
        first = [option for option in left if not option.disabled][:FIRST]
        listed.add_options(first)
        for name in registry.games():
            words = self.phrases.words(registry.find(name))
            listed.add_option(Option(self._two_lines(words["title"], words["about"]), name))
        join = self._two_lines(self.phrases("join"), self.phrases("join_note"))
        listed.add_option(Option(join, "join"))
        listed.add_options([option for option in left if option not in first])
        listed.highlighted = min(at, listed.option_count - 1)

    def _invitation(self, number: int) -> Option:
        """A game that was left; one that can't be read is told, and can't be chosen."""
        path, match = self._kept[number]
        if isinstance(match, str):
            why = self.phrases("unreadable_save", path=path.name, why=match)
            return Option(self._two_lines(path.stem, why), disabled=True)
        title = self.phrases.words(match.game)["title"]
        invitation = self.phrases("go_on", game=title, n=match.state.turn + 1)
        return Option(self._two_lines(invitation, self._about(path, match)), str(number))

    def _two_lines(self, title: str, note: str) -> Text:
        """A title, and below it a note that stays below it in a narrow window, too."""
        lines = wrap(note, max(NARROWEST, self.app.size.width - MARGINS))
        return Text.assemble((title, "bold"), *(("\n  " + line, "dim") for line in lines))

    def _about(self, path: Path, match: Match) -> str:
        """Who plays a game that was left, and since when."""
        date = match.headers.get("Date", "")
        return " · ".join(filter(None, [self.phrases.request(match), date, path.name]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option_id or ""
        if chosen == "join":
            self._join()
        elif chosen.isdigit():
            path, match = self._kept[int(chosen)]
            assert isinstance(match, Match)
            self._resume(match, path)
        else:
            self._begin(chosen)

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()
