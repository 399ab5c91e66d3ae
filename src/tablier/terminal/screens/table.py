"""The table: the board, who plays, what was played, and what is to be done."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from tablier.core.board.topology import Topology
from tablier.core.drawing.layout import home_angle
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.terminal.phrases import capital
from tablier.terminal.screens.rulebook import RulebookScreen
from tablier.terminal.screens.yes_no import YesNoScreen
from tablier.terminal.session.computer_opponent import await_warmth
from tablier.terminal.session.game_session import GameSession, run_aside
from tablier.terminal.session.local_session import LocalSession
from tablier.terminal.session.saved_games import GameInUse
from tablier.terminal.widgets.board_painter import Lights
from tablier.terminal.widgets.board_view import BoardView
from tablier.terminal.widgets.game_text import GameText
from tablier.terminal.widgets.key_bar import Key, KeyBar
from tablier.terminal.widgets.side_panel import (
    Chances,
    EventList,
    PlayerList,
    die_shown,
    turn_lines,
)

JUDGED_NODES = 200_000
"""How much the engine looks at for the bars of a position: a quarter of a second."""
NARROW, TINY = 112, 64
"""Columns of a window below which what is no board gets the whole width, or a board does."""
REFRESH_S = 0.1
"""How often a running deadline is shown."""
SOONEST_S = 0.005
CLOCK_S = 0.5
"""How often it is shown what goes on by itself: clocks, and how far the computer is."""


class TableScreen(Screen[None]):
    """Plays one match to its end, or until somebody leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "rules"),
        Binding("f2", "hint"),
        Binding("f3", "undo"),
        Binding("f4", "redo"),
        Binding("f5", "chances"),
        Binding("f6", "draw"),
        Binding("f6", "play_on"),
        Binding("f7", "resign"),
        Binding("f7", "decline"),
        Binding("f8", "claim"),
        Binding("f8", "again"),
        Binding("pageup", "look(-1)"),
        Binding("pagedown", "look(1)"),
        Binding("f10", "flip"),
        Binding("escape", "back"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = (
        "play_on",
        "again",
        "decline",
        "claim",
        "rules",
        "hint",
        "undo",
        "draw",
        "resign",
        "chances",
        "redo",
        "flip",
    )
    """The actions in the last line, the most important first."""

    def __init__(self, session: GameSession) -> None:
        super().__init__()
        self.session = session
        self.phrases = session.phrases
        self.viewed_ply: int | None = None
        """How many actions have been played where one looks back to."""
        self.message = ""
        self._lines = (Content(), Content())
        """The prompt and the line below it, as they were shown last."""
        self._judges = False
        self._judged = -1

    @property
    def match(self) -> Match:
        return self.session.match

    def compose(self) -> ComposeResult:
        game = self.match.game
        yield Static(classes="title")
        with Container(classes="sheets" if game.show else "board"):
            if game.show:
                yield GameText()
            else:
                topology, people = game.board(self.match.state), self.session.people
                board = BoardView(topology, game.scene(self.match.state))
                board.turned = len(people) == 1 and _is_far(self.match, people[0], topology)
                yield board
            with Vertical(classes="side"):
                yield PlayerList()
                yield Chances()
                yield EventList()
        yield Static(classes="prompt")
        yield Static(classes="line")
        yield KeyBar(self._keys())

    def _keys(self) -> list[Key]:
        names = {action: key for key, action in self._bound()}
        shown = [
            Key(names[action].upper(), f"screen.{action}", self.phrases(f"key_{action}"))
            for action in self.KEYS
            if self.check_action(action, ())
        ]
        light = Key("F9", "app.light", self.phrases("key_light"))
        return [Key("Esc", "screen.back", self.phrases("key_back")), *shown, light]

    def _bound(self) -> list[tuple[str, str]]:
        return [(b.key, b.action) for b in TableScreen.BINDINGS if isinstance(b, Binding)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can be asked for now; the rest is neither shown nor done."""
        if action == "again":
            return self.match.result is not None and bool(self.session.people)
        if action == "play_on":
            return bool(self.session.resumers)
        if action == "decline":
            return self.session.asked_again
        if action == "claim":
            return self.session.claimed_from is not None
        if action == "flip":
            return not self.match.game.show
        if action in ("undo", "redo"):
            return bool(self.session.people) and (action == "undo" or self.session.redoes)
        if action in ("hint", "draw", "resign"):
            asked = action != "draw" or self.session.draw_question
            return self.match.result is None and bool(self.session.people and asked)
        return True

    def on_mount(self) -> None:
        self.query_one(Chances).display = False
        self.session.changed = self.update_table
        self.session.tell = self.say
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        try:
            self.session.open()
        except GameInUse:
            question = self.phrases("in_use")
            asked = YesNoScreen(question, self.phrases, "key_copy", "key_back")
            self.app.push_screen(asked, self._copied)
            return
        except TablierError as error:
            self.say(self.phrases.refusal(self.match.game, error))
        self.opened()

    def _copied(self, yes: bool | None) -> None:
        """Go on with a copy of a game that another window plays, or leave it to that one."""
        if yes and isinstance(self.session, LocalSession):
            self.session.save_elsewhere()
            self._open()
        else:
            self.dismiss()

    def opened(self) -> None:
        """Begin to show what happens at the table."""
        game = self.match.game
        self.update_table()
        self.set_interval(CLOCK_S, self.update_line)
        if self.session.clock(0) is not None:
            self.set_interval(CLOCK_S, self._show_players)
        if not self.session.waits and (game.is_race or game.rules.DEADLINES):
            self.call_later(self._tick)

    def _tick(self) -> None:
        """Let happen what is due, and look again in a moment."""
        self.session.attend()
        self.update_line()
        if self.match.result is None:
            self.set_timer(max(SOONEST_S, min(REFRESH_S, self.session.wait())), self._tick)

    async def on_unmount(self) -> None:
        await self.session.close()

    def on_resize(self) -> None:
        self.set_class(self.size.width < NARROW, "narrow")
        self.set_class(self.size.width < TINY, "tiny")
        self.call_after_refresh(self.update_table)

    # What is shown

    def update_table(self) -> None:
        """Show what stands on the table now."""
        if not self.is_mounted:
            return
        if self.viewed_ply is not None and self.viewed_ply >= len(self.match.history):
            self.viewed_ply = None
        self.update_title()
        self._show_players()
        self.query_one(EventList).show(self.history_text())
        self.query_one(KeyBar).show(self._keys())
        self._draw()
        self.update_line()
        self._judge()

    def _show_players(self) -> None:
        self.query_one(PlayerList).show(self.session, self._seen())

    def update_line(self) -> None:
        """Show what is to be done, and what was said or typed; only what has changed is sent."""
        shown = (self._dice() + Content(self.prompt()), self.saying())
        for name, old, new in zip((".prompt", ".line"), self._lines, shown, strict=True):
            if new != old or new.spans != old.spans:
                self.query_one(name, Static).update(new)
        self._lines = shown

    def saying(self) -> Content:
        """The line below what is to be done."""
        return Content(self.line())

    def _dice(self) -> Content:
        """The dice of the position that is looked at, unless the game shows them itself."""
        game, state = self.match.game, self.match.states[self._shown()]
        dice = () if game.show else game.scene(state).dice
        return Content("").join([shown for die in dice for shown in (die_shown(die), Content(" "))])

    def update_title(self) -> None:
        """Show which game and turn it is, and where somebody points."""
        title = self.phrases.words(self.match.game)["title"]
        turn = self.phrases("turn", n=self.match.states[self._shown()].turn + 1)
        watching = "" if self.session.people else self.phrases("watching")
        told = " · ".join(filter(None, [title, turn, watching, self.pointed()]))
        self.query_one(".title", Static).update(Content(f" {told}"))

    def pointed(self) -> str:
        """The name of the place that somebody points at; nothing where there is none."""
        return ""

    def history_text(self) -> Text:
        """What has happened so far."""
        return turn_lines(self.match, self._shown())

    def _shown(self) -> int:
        return len(self.match.history) if self.viewed_ply is None else self.viewed_ply

    def _seen(self) -> Match:
        """The match as it stood where one looks."""
        if self.viewed_ply is None:
            return self.match
        return Match(self.match.game, self.match.setup, self.match.states[self.viewed_ply])

    def _draw(self) -> None:
        game, state = self.match.game, self.match.states[self._shown()]
        if game.show:
            near = self.session.people
            self.query_one(GameText).show(self._seen(), self.phrases.language, near)
        else:
            self.query_one(BoardView).show(game.board(state), game.scene(state), self.lights())

    def lights(self) -> Lights:
        """What is lit up on the board."""
        return Lights()

    def prompt(self) -> str:
        """What is to be done, and how long there is for it; or how it ended."""
        remaining = self.session.remaining()
        left = "" if remaining is None or self.match.result else f"  {remaining:.0f} s"
        return self._request() + left

    def _request(self) -> str:
        if self.viewed_ply is not None:
            return self.phrases("past", n=self.viewed_ply, of=len(self.match.history))
        if self.match.result is not None:
            people = self.session.people
            me = people[0] if len(people) == 1 else None
            return self.phrases.ending(self.match, me, self.session.cause)
        if self.session.status:
            return self.session.status
        alone = len(self.session.people) == 1
        if alone and len(self.match.seats) == 1 and self.session.acting:
            return self.phrases("yours", what=self.phrases.task(self.match))
        return self.phrases.request(self.match)

    def line(self) -> str:
        """What was said last, else what stays to be known."""
        return self.message or self.warning() or self.session.notice

    def warning(self) -> str:
        """What people here should know before they act."""
        here = self.session.acting and self.viewed_ply is None
        return self.phrases.warning(self.match) if here else ""

    def say(self, sentence: str) -> None:
        """Tell people something, until they do something else."""
        self.message = capital(sentence)
        if self.is_mounted:
            self.update_line()

    # What can be asked for

    def attempt(self, work: Callable[[], None]) -> bool:
        """Do something; what speaks against it is said."""
        self.message = ""
        try:
            work()
        except TablierError as error:
            self.say(self.phrases.refusal(self.match.game, error))
            return False
        return True

    def action_rules(self) -> None:
        self.app.push_screen(RulebookScreen(self.match.game, self.phrases))

    def action_hint(self) -> None:
        self.viewed_ply = None
        if self.attempt(lambda: self.session.hint(self.show_hint)):
            self.say(self.phrases("looking"))

    def show_hint(self, text: str) -> None:
        """Tell what the computer would play."""
        self.say(self.phrases("hint", move=text))

    def action_undo(self) -> None:
        self.attempt(self.session.undo)

    def action_redo(self) -> None:
        self.attempt(self.session.redo)

    def action_draw(self) -> None:
        self.app.push_screen(YesNoScreen(self.session.draw_question, self.phrases), self._agreed)

    def _agreed(self, yes: bool | None) -> None:
        if yes:
            self.attempt(self.session.draw)

    def action_resign(self) -> None:
        seat = self.session.speaker
        if seat is not None:
            question = self.phrases("ask_resign", player=self.phrases.seat(self.match, seat))
            answered = partial(self._resigned, seat)
            self.app.push_screen(YesNoScreen(question, self.phrases), answered)

    def _resigned(self, seat: int, yes: bool | None) -> None:
        if yes:
            self.attempt(lambda: self.session.resign(seat))

    def action_claim(self) -> None:
        if (seat := self.session.claimed_from) is not None:
            question = self.phrases("ask_claim", player=self.phrases.seat(self.match, seat))
            self.app.push_screen(YesNoScreen(question, self.phrases), self._claimed)

    def _claimed(self, yes: bool | None) -> None:
        if yes:
            self.attempt(self.session.claim)

    def action_again(self) -> None:
        self.attempt(self.session.again)

    def action_play_on(self) -> None:
        self.attempt(self.session.play_on)

    def action_decline(self) -> None:
        self.attempt(self.session.decline)

    def action_flip(self) -> None:
        """Look at the board from its other side."""
        for board in self.query(BoardView):
            board.turn()

    def action_look(self, step: int) -> None:
        """Look back at an earlier position, or forward again."""
        last = len(self.match.history)
        wanted = max(0, min(last, self._shown() + step))
        self.viewed_ply = None if wanted == last else wanted
        self.update_table()

    def action_back(self) -> None:
        """Leave; the game is kept."""
        if self.viewed_ply is not None:
            self.viewed_ply = None
            self.update_table()
        else:
            self.dismiss()

    def action_chances(self) -> None:
        self._judges = not self._judges
        self._judged = -1
        self.query_one(Chances).display = self._judges
        if self._judges and not self.session.judged:
            self.say(self.phrases("no_chances"))
        self._judge()

    def _judge(self) -> None:
        """Let the engine look at the position, unless it has."""
        ply = self._shown()
        if not self._judges or not self.session.judged or self._judged == ply:
            return
        self._judged = ply
        at = self.match.copy()
        while len(at.history) > ply:
            at.undo()

        def found() -> tuple[tuple[float, ...], str]:
            await_warmth(at)
            from tablier.engine.analysis.judges import judge_of

            judge = judge_of(at)
            known = judge.known(at)
            said = "" if known is None else self.phrases.known(at, known)
            return judge.estimate(at, JUDGED_NODES).chances, said

        def show(judged: tuple[tuple[float, ...], str]) -> None:
            if self.is_mounted and ply == self._judged:
                self.query_one(Chances).show(self.session, *judged)

        run_aside(found, show)


def _is_far(match: Match, seat: int, topology: Topology) -> bool:
    """Whether a seat's home lies on the far side of the board."""
    return 90 < home_angle(topology, match.seat_names[seat]) % 360 < 270
