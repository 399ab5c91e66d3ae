"""What is chosen before a game: against whom, who begins, and the game's own options."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Label, Select, Static

from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game, Setup
from tablier.core.match import Match
from tablier.core.options import Choice, Option, Switch
from tablier.engine.levels import ADAPTIVE, level_name, levels_of
from tablier.terminal.phrases import Phrases, capital
from tablier.terminal.screens.rulebook import RulebookScreen
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.remote_session import RemoteSession
from tablier.terminal.session.table_link import HouseAddress, last_house, remember_house, table_wish
from tablier.terminal.widgets.key_bar import Key, KeyBar

ELSEWHERE, PEOPLE, USUAL_LEVEL = -1, 0, 3
LOT = 0

Begin = Callable[[Match, int, int], None]
"""Told the match, the computer's level (0: people) and the person's seat (0: by lot)."""


class SetupScreen(Screen[None]):
    """A form with one field for each choice; every field has its usual value."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back"),
        Binding("f2", "begin"),
        Binding("f1", "rules"),
    ]

    def __init__(
        self,
        game: Game,
        phrases: Phrases,
        begin: Begin,
        sit: Callable[[GameSession], None],
        name: str = "",
    ) -> None:
        """`sit` goes to a table that was opened in a house, under that name."""
        super().__init__()
        self.game = game
        self.phrases = phrases
        self._begin = begin
        self._sit = sit
        self._own_name = name
        self._fields: dict[str, Widget] = {}
        self._labels: dict[str, Widget] = {}

    def compose(self) -> ComposeResult:
        title = self.phrases.words(self.game)["title"]
        yield Static(f" {title}", classes="title", markup=False)
        with VerticalScroll(can_focus=False):
            yield from self._company()
            for option in self.game.options:
                yield from self._field(option)
        yield Static(classes="line", markup=False)
        yield KeyBar(
            [
                Key("F2", "screen.begin", self.phrases("begin")),
                Key("F1", "screen.rules", self.phrases("key_rules")),
                Key("Tab", "app.focus_next", self.phrases("key_next")),
                Key("Esc", "screen.back", self.phrases("key_back")),
            ]
        )

    def _company(self) -> Iterator[Widget]:
        """Against whom, how many, and who begins."""
        levels = [(self._level(level), level) for level in levels_of(self.game)]
        yield Label(self.phrases("with_whom"))
        people = [(self.phrases("people"), PEOPLE), (self.phrases("elsewhere"), ELSEWHERE)]
        yield choice([*levels, *people], USUAL_LEVEL, "level")
        yield from self._house()
        if len(self.game.players) > 1:
            yield Label(self.phrases("how_many"))
            counts = [(str(count), count) for count in self.game.players]
            yield choice(counts, self.game.players[0], "players")
        yield Label(self.phrases("which_seat"), id="seat-label")
        yield choice(self._seats(self.game.players[0]), LOT, "seat")

    def _level(self, level: int) -> str:
        name = level_name(level, self.phrases.language)
        return self.phrases("adaptive" if level == ADAPTIVE else "level", n=level, name=name)

    def _house(self) -> Iterator[Widget]:
        """Where others come from elsewhere; hidden until they are meant."""
        fields = (
            Label(self.phrases("which_house")),
            Input(last_house(), id="house", compact=True),
            Label(self.phrases("your_name")),
            Input(self._own_name, id="name", compact=True),
        )
        for field in fields:
            field.add_class("elsewhere")
            field.display = False
            yield field

    def _seats(self, players: int) -> list[tuple[str, int]]:
        names = self.phrases.words(self.game)["seats"]
        legends = {seat: self.phrases.legend(self.game, seat) for seat in names}
        seats = [
            (f"{names[seat]} · {legends[seat]}" if legends[seat] else names[seat], number)
            for number, seat in enumerate(self.game.seats(players), 1)
        ]
        return [(self.phrases("by_lot"), LOT), *seats]

    def _field(self, option: Option) -> Iterator[Widget]:
        words = self.phrases.words(self.game)
        note = words["options"][option.name]
        self._labels[option.name] = Label(words.get("titles", {}).get(option.name, note))
        yield self._labels[option.name]
        if isinstance(option, Switch):
            answers = [(self.phrases("yes"), True), (self.phrases("no"), False)]
            self._fields[option.name] = choice(answers, option.default)
        elif isinstance(option, Choice):
            names = words.get("choices", {}).get(option.name, {})
            listed = [(names.get(each, each), each) for each in option.choices]
            self._fields[option.name] = choice(listed, option.default)
        else:
            written = option.write(option.default)
            field = Input(written, placeholder=option.possible(), compact=True)
            self._fields[option.name] = field
        self._offer(option, self.game.players[0])
        yield self._fields[option.name]

    def _offer(self, option: Option, players: int) -> None:
        """Show an option where it can be chosen among that number of players."""
        for part in (self._labels[option.name], self._fields[option.name]):
            part.display = option.suits(players)

    @on(Select.Changed, "#players")
    def _seats_changed(self, event: Select.Changed) -> None:
        players = int(str(event.value))
        self.query_one("#seat", Select).set_options(self._seats(players))
        for option in self.game.options:
            self._offer(option, players)

    @on(Select.Changed, "#level")
    def _level_changed(self, event: Select.Changed) -> None:
        alone = event.value not in (PEOPLE, ELSEWHERE)
        self.query_one("#seat").display = self.query_one("#seat-label").display = alone
        for field in self.query(".elsewhere"):
            field.display = event.value == ELSEWHERE

    def action_begin(self) -> None:
        given = {name: _value(field) for name, field in self._fields.items() if field.display}
        try:
            start, setup = self.game.start(self._number("players"), self._chosen(given))
        except TablierError as error:
            self._say(self.phrases.refusal(self.game, error))
            return
        level = self._number("level") or PEOPLE
        if level == ELSEWHERE:
            self._say(self.phrases("going"))
            self.run_worker(self._open_table(setup), exclusive=True)
        else:
            self._begin(Match(self.game, setup, start), level, self._number("seat") or LOT)

    async def _open_table(self, setup: Setup) -> None:
        """Open the table in the house, and go there."""
        name = self.query_one("#name", Input).value.strip()
        try:
            house = HouseAddress.read(self.query_one("#house", Input).value)
            wish = table_wish(self.game, setup)
            session = await RemoteSession.invite(house, wish, name, self.phrases)
        except BadOption:
            self._say(f"{capital(self.phrases('bad_house'))}.")
        except TablierError as error:
            self._say(f"{capital(str(error))}.")
        else:
            remember_house(house)
            self.dismiss()
            self._sit(session)

    def _say(self, sentence: str) -> None:
        self.query_one(".line", Static).update(sentence)

    def _chosen(self, given: dict[str, object]) -> dict[str, object]:
        """An empty field means what it means to say nothing."""
        return {name: value for name, value in given.items() if value != ""}

    def _number(self, field: str) -> int | None:
        for select in self.query(f"#{field}").results(Select):
            return int(str(select.value))
        return None

    def action_rules(self) -> None:
        self.app.push_screen(RulebookScreen(self.game, self.phrases))

    def action_back(self) -> None:
        self.dismiss()


def choice(answers: list[tuple[str, Any]], usual: object, name: str | None = None) -> Select[Any]:
    """A field with several answers, of which one is always chosen."""
    return Select(answers, value=usual, id=name, allow_blank=False, compact=True)


def _value(field: Widget) -> object:
    if isinstance(field, Input):
        return field.value.strip()
    assert isinstance(field, Select)
    return field.value
