"""A table at which several may act at once: a bell per key, and deadlines that run."""

import re
from functools import cached_property
from time import monotonic
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.content import Content

from tablier.core.dice import rolls
from tablier.core.errors import TablierError
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.screens.yes_no import YesNoScreen
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.shared_keyboard import BACKSPACE, ENTER, SharedKeyboard
from tablier.terminal.widgets.board_painter import OTHER, STONES
from tablier.terminal.widgets.game_text import GameText

NAMED = {"enter": ENTER[0], "backspace": BACKSPACE[0]}
"""Keys that a keyboard takes as characters."""
DIE = re.compile(r"([A-Z])\d")
DICE = re.compile(rf"{DIE.pattern}(?:  {DIE.pattern})*")
"""A line of the ticker that tells which dice have fallen."""


class RaceScreen(TableScreen):
    """Every player here has two keys; whoever has rung types."""

    KEYS: ClassVar[tuple[str, ...]] = (
        "again",
        "decline",
        "claim",
        "rules",
        "hint",
        "draw",
        "resign",
        "chances",
    )

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.keyboard = SharedKeyboard(session)
        self._rolls = 0
        self._seen_at = 0.0
        """When the dice could be seen; what was struck before does not count."""

    def opened(self) -> None:
        super().opened()
        self.keyboard = SharedKeyboard(self.session)
        self._rolls = len(rolls(self.match))
        for seat in range(self.match.players):
            if who := self.session.who(seat):
                self.keyboard.tell(self.phrases.colon(self.phrases.seat(self.match, seat), who))
        if self.session.waits:
            self.app.push_screen(
                YesNoScreen(self._welcome(), self.phrases, "begin", "key_back"), self._begin
            )

    def _welcome(self) -> str:
        """How the keys are used, and whose they are."""
        lines = [" ".join(self.phrases.words(self.match.game)["keys"]["help"]), ""]
        keys = zip(self.keyboard.people, self.keyboard.bells, self.keyboard.passes, strict=True)
        for seat, bell, pass_ in keys:
            name = self.phrases.seat(self.match, seat)
            lines.append(self.phrases("keys", player=name, bell=bell.upper(), pass_=pass_.upper()))
        return "\n".join(lines)

    def _begin(self, yes: bool | None) -> None:
        if not yes:
            self.dismiss()
            return
        try:
            self.session.begin()
        except TablierError as error:
            self.say(str(error))
        self._tick()

    def update_table(self) -> None:
        thrown = len(rolls(self.match))
        if thrown > self._rolls:
            self._rolls, self._seen_at = thrown, float("inf")
            self.call_after_refresh(self._see)
        if any(map(self.keyboard.rings, self.keyboard.listen())):
            self.app.bell()
        super().update_table()

    def _see(self) -> None:
        """The dice lie below the sheets, which may be higher than a small window."""
        for sheets in self.query(GameText):
            sheets.scroll_end(animate=False)
        self._seen_at = monotonic()

    def history_text(self) -> Text:
        return Text("\n").join(map(self._coloured, self.keyboard.ticker))

    def _coloured(self, line: str) -> Text:
        """A line of the ticker; dice in their colours, where it tells of nothing else."""
        text = Text(line)
        if DICE.fullmatch(line):
            for die in DIE.finditer(line):
                ground, ink = STONES.get(self._hues.get(die[1], ""), OTHER)
                text.stylize(Style(color=ink, bgcolor=ground, bold=True), *die.span())
        return text

    @cached_property
    def _hues(self) -> dict[str, str]:
        """The colours of the dice, by their letters."""
        scene = self.match.game.scene
        thrown = next(filter(None, (scene(state).dice for state in reversed(self.match.states))))
        return {die.colour[0].upper(): die.colour for die in thrown}

    def action_look(self, step: int) -> None:
        """Look up and down at the sheets; what is past is past."""
        sheets = self.query_one(GameText)
        sheets.scroll_relative(y=step * sheets.size.height // 2, animate=False)

    # Keys

    def on_key(self, event: events.Key) -> None:
        character = event.character if event.is_printable else None
        key = NAMED.get(event.key, character)
        if key is not None:
            event.stop()
            self.strike(key, event.time)

    def on_game_text_word_chosen(self, event: GameText.WordChosen) -> None:
        """A cell that is clicked is announced."""
        if self.keyboard.typist is not None:
            self.keyboard.typed = event.word
            self.strike(ENTER[0], event.time)

    def action_strike(self, key: str) -> None:
        self.strike(key, monotonic())

    def strike(self, key: str, at: float) -> None:
        """Take a key that was struck at a time, in seconds of the monotonic clock."""
        self.session.attend()
        if at < self._seen_at or self.session.waits:
            return
        self.message = ""
        self.keyboard.press(key, at - self._seen_at if self._seen_at else None)
        self.session.attend()
        self.update_table()

    # What is to be done

    def saying(self) -> Content:
        """What was said, and what is being typed or which keys are good for something."""
        said = [Content(self.line())] if self.line() else []
        typist = self.keyboard.typist
        if typist is not None and self.match.result is None:
            typed = f"{self.phrases.seat(self.match, typist)} > {self.keyboard.typed}▁"
            return Content("\n").join([*said, Content(typed)])
        return Content("\n").join([*said, *filter(None, self._legend())])

    def _legend(self) -> list[Content]:
        """Keys and what they do; where several have keys, all that do the same together."""
        keys: dict[str, list[Content]] = {}
        alone = len(self.keyboard.people) == 1
        for seat, key, said in self.keyboard.legend():
            markup = f"[@click=screen.strike('{key}')]$seat[b $accent]$key[/]"
            markup += " $said[/]" if alone else "[/]"
            number = "" if alone else f"{seat + 1}:"
            shown = Content.from_markup(markup, seat=number, key=key.upper(), said=said)
            keys.setdefault(said, []).append(shown)
        groups = [
            Content("  ").join(group if alone else [Content(said), *group])
            for said, group in keys.items()
        ]
        in_one = Content("    ").join(groups)
        return [in_one] if in_one.cell_length < self.size.width else groups
