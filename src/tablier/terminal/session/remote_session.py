"""A match in somebody's house: its events make the match here, and the house decides."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from tablier.core import registry
from tablier.core.errors import IllegalMove, MoveError, OtherRules, TablierError
from tablier.core.match import Match
from tablier.table.state import match_of
from tablier.terminal.phrases import Phrases
from tablier.terminal.progress_bar import bar
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.session.house_frames import Closed, Frame, StrangeHouse
from tablier.terminal.session.other_players import OtherPlayers
from tablier.terminal.session.server_connection import ServerConnection
from tablier.terminal.session.table_link import HouseAddress, SeatRefused, TableLink, person_key

WAITING, PLAYING, OVER = "waiting", "playing", "over"
STRANGE = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)
"""What is raised by a frame of which each part is as it should be, and the whole is not."""


class RemoteSession(GameSession):
    """A seat at a table in another place, or a chair beside it."""

    def __init__(self, link: TableLink, keys: list[str], welcome: Frame, phrases: Phrases) -> None:
        super().__init__()
        self.link = link
        self.phrases = phrases
        self.people = tuple(welcome["you"]["seats"])
        self.view: dict[str, Any] = {}
        self._seq = 0
        self._hints: dict[str, Callable[[str], None]] = {}
        self._received = 0.0
        self._connected = True
        self._following: asyncio.Task[None] | None = None
        self._moving: asyncio.Task[None] | None = None
        self._connection = ServerConnection(link, keys, self._take, self._lost)
        try:
            self.match = _created(welcome["events"][0], phrases)
            self._others = OtherPlayers(self.match, self.people, phrases)
            self._others.meet(welcome["view"])
            self._fold(welcome["events"])
            self._look(welcome["view"])
        except STRANGE as error:
            raise StrangeHouse from error

    @classmethod
    async def join(cls, link: TableLink, name: str, phrases: Phrases) -> "RemoteSession":
        """Go to a table: to the own seat, to a free one, or to watch."""
        keys = [person_key(), *([link.key] if link.key else [])]
        try:
            welcome = await _welcomed(link, keys)
            free = any(seat["kind"] == "open" for seat in welcome["view"]["seats"])
            if not welcome["you"]["seats"] and free:
                keys.append(await asyncio.to_thread(link.sit, keys, name))
                welcome = await _welcomed(link, keys)
            session = cls(link, keys, welcome, phrases)
        except Closed as closed:
            raise TablierError(phrases(str(closed))) from closed
        except SeatRefused as refused:
            raise _told(refused, phrases) from refused
        return session

    @classmethod
    async def invite(
        cls, house: HouseAddress, wish: dict[str, Any], name: str, phrases: Phrases
    ) -> "RemoteSession":
        """Open a table in a house, sit down there, and wait for whoever gets its link."""
        try:
            link = await asyncio.to_thread(house.open_table, person_key(), wish, name)
        except SeatRefused as refused:
            raise _told(refused, phrases) from refused
        return await cls.join(link, name, phrases)

    def open(self) -> None:
        if not self.people:
            self.tell(self.phrases("you_watch"))
        self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        tasks = [task for task in (self._following, self._moving) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self) -> None:
        try:
            await self._connection.run()
        except Closed as closed:
            self.tell(self.phrases(str(closed)))

    # What people do

    def play(self, seat: int, text: str, reaction: float | None = None) -> None:
        timed = {} if reaction is None else {"reaction": round(reaction * 1000, 1)}
        ahead = sum(command["type"] == "play" for command in self._connection.waiting.values())
        ply = len(self.match.history) + ahead
        self._connection.send("play", seat=seat, ply=ply, text=text, **timed)

    def undo(self) -> None:
        """At once within the own turn, or where others asked; else ask."""
        mine = [move.seat for move in self.match.history if move.seat in self.people]
        if self.view["undo"]:
            self._connection.send("undo", seat=mine[-1], ply=len(self.match.history))
        elif self._offered("takeback"):
            self._connection.send("takeback", seat=self.speaker, say="accept")
        elif self.view["takeback"]:
            self._connection.send("takeback", seat=mine[-1], say="ask")
            self.tell(self.phrases("asked"))
        else:
            raise TablierError(self.phrases("nothing_to_undo"))

    def redo(self) -> None:
        raise TablierError(self.phrases("nothing_to_redo"))

    def draw(self) -> None:
        say = "accept" if self._offered("draw") else "offer"
        self._connection.send("draw", seat=self.speaker, say=say)
        if say == "offer":
            self.tell(self.phrases("asked"))

    def resign(self, seat: int) -> None:
        self._connection.send("resign", seat=seat)

    def again(self) -> None:
        """Ask, agree, or go to where the next game has begun."""
        if self.view["rematch"]:
            self._move_on(self.view["rematch"])
        else:
            self._connection.send("rematch", seat=self.people[0], say="offer")

    def play_on(self) -> None:
        if not self.resumers:
            raise TablierError(self.phrases.house_refusal("nobody_left", {}))
        say = "accept" if self._offered("play_on") else "offer"
        self._connection.send("play_on", seat=self.resumers[0], say=say)

    def decline(self) -> None:
        if not self.asked_again:
            super().decline()
        if self.resumers and self._offered("play_on"):
            self._connection.send("play_on", seat=self.resumers[0], say="decline")
        else:
            self._connection.send("rematch", seat=self.people[0], say="decline")

    def claim(self) -> None:
        if self.claimed_from is None:
            super().claim()
        self._connection.send("claim", seat=self.people[0], **{"from": self.claimed_from})

    def chat(self, text: str) -> None:
        if self.speaker is None:
            raise TablierError(self.phrases("only_players_talk"))
        self._connection.send("chat", seat=self.speaker, text=text)

    def hint(self, done: Callable[[str], None]) -> None:
        if not self.acting:
            raise TablierError(self.phrases("not_now"))
        self._hints[self._connection.send("hint", seat=self.acting[0])] = done

    def _offered(self, what: str) -> bool:
        return any(seat not in self.people for seat in self.view["offers"][what])

    # What is seen

    def who(self, seat: int) -> str:
        chair = self.view["seats"][seat]
        if chair["kind"] == "open":
            return self.phrases("free_seat")
        if chair["level"]:
            return self.phrases.level(chair["level"])
        if seat in self.people:
            return self.phrases("you")
        away = "" if chair["online"] else f"({self.phrases('gone')})"
        return " ".join(filter(None, [chair["name"], away]))

    @property
    def acting(self) -> tuple[int, ...]:
        return super().acting if self.view["phase"] == PLAYING else ()

    @property
    def notice(self) -> str:
        if self.view["phase"] == WAITING and self.people and self.link.key:
            return f"{self.phrases('send_link')}\n{self.link}"
        return self._others.notice(self.view)

    @property
    def redoes(self) -> bool:
        return False

    @property
    def draw_question(self) -> str:
        if any(chair["kind"] == "bot" for chair in self.view["seats"]):
            return ""
        return self.phrases("ask_agree" if self._offered("draw") else "ask_offer")

    @property
    def asked_again(self) -> bool:
        over = self.view["phase"] == OVER and not self.view["rematch"]
        again = bool(self.people) and self._offered("rematch")
        return over and (again or (bool(self.resumers) and self._offered("play_on")))

    @property
    def resumers(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.view["resumers"] if seat in self.people)

    @property
    def claimed_from(self) -> int | None:
        return next(iter(self.view["claim"]), None) if self.people else None

    @property
    def cause(self) -> str:
        result = self.view["result"] or {}
        return result.get("cause") or ""

    @property
    def judged(self) -> bool:
        return self.match.result is not None

    @property
    def status(self) -> str:
        if not self._connected:
            return self.phrases("reconnecting")
        if self.match.result is not None or self.acting:
            return ""
        if self.view["phase"] == WAITING:
            return self.phrases("waiting")
        if self.view["phase"] != PLAYING:
            return self.phrases("frozen")
        if (share := self.view["compiling"]) is not None:
            return f"{bar(share)} {self.phrases('compiling')}"
        if self.match.game.is_race or self.match.seat is None:
            return ""
        return self.phrases("to_move", player=self.phrases.seat(self.match, self.match.seat))

    def remaining(self) -> float | None:
        deadline = self.view["deadline"]
        return None if deadline is None else self._left(deadline["left"])

    def clock(self, seat: int) -> float | None:
        clocks = self.view["clocks"]
        if clocks is None:
            return None
        left = clocks["left"][seat]
        return self._left(left) if seat in clocks["running"] else float(left) / 1000

    def _left(self, ms: float) -> float:
        """What is left by now of milliseconds that were left when the house spoke."""
        return max(0.0, ms / 1000 - (time.monotonic() - self._received))

    # What the house says

    def _take(self, frame: Frame) -> None:
        try:
            self._heed(frame)
        except (*STRANGE, MoveError) as error:
            raise StrangeHouse from error

    def _heed(self, frame: Frame) -> None:
        self._connected = True
        match frame["type"]:
            case "events":
                self._fold(frame["events"])
            case "welcome" | "update":
                self._fold(frame["events"])
                self._look(frame["view"])
            case "presence":
                there = zip(self.view["seats"], frame["seats"], strict=True)
                seats = [chair | {"online": online} for chair, online in there]
                self._look(self.view | {"seats": seats}, heard=self._received)
            case "refused":
                self.tell(self.phrases.refusal(self.match.game, _refusal(frame)))
            case "hint":
                if done := self._hints.pop(frame["cmd"], None):
                    done(frame["text"])
                return
        self.changed()

    def _look(self, view: dict[str, Any], heard: float | None = None) -> None:
        """Take a view in; `heard` is when its clocks were told, if not now."""
        self._check_seats(view)
        passing = list(self._others.passing(self.view, view)) if self.view else []
        self.view = view
        self._received = time.monotonic() if heard is None else heard
        for sentence in passing:
            self.tell(sentence)

    def _check_seats(self, view: dict[str, Any]) -> None:
        """Refuse a view of another number of seats than the game has."""
        lists = [*view["offers"].values(), view["resumers"], view["claim"], self.people]
        counted = [len(view["seats"])]
        if (clocks := view["clocks"]) is not None:
            lists.append(clocks["running"])
            counted.append(len(clocks["left"]))
        players = self.match.players
        if counted != [players] * len(counted) or max(sum(map(list, lists), [0])) >= players:
            raise StrangeHouse

    def _fold(self, events: list[dict[str, Any]]) -> None:
        """What happened, in its order; each event once."""
        for event in events:
            if event["seq"] <= self._seq:
                continue
            self._seq = event["seq"]
            match event["kind"]:
                case "played":
                    self.match.play(event["body"]["text"], event["seat"])
                case "undone":
                    while len(self.match.history) > event["body"]["to"]:
                        self.match.undo()
                case "rematched" if self._following:
                    self._move_on(event["body"]["table"])
            sentence = self._others.sentence(event)
            if sentence is not None:
                self.tell(sentence)
        self._connection.seen = self._seq

    def _move_on(self, table: str) -> None:
        """Go where the next game is played; the same keys open it."""
        if self._moving is None or self._moving.done():
            self._moving = asyncio.create_task(self._go_to(self.link._replace(table=table)))

    async def _go_to(self, link: TableLink) -> None:
        keys = self._connection.keys
        try:
            self.go(RemoteSession(link, keys, await _welcomed(link, keys), self.phrases))
        except Closed as closed:
            self.tell(self.phrases(str(closed)))
        except TablierError as error:
            self.tell(str(error))

    def _lost(self) -> None:
        self._connected = False
        self.changed()


def _told(refused: SeatRefused, phrases: Phrases) -> TablierError:
    """What a house refused, in the language that is spoken here."""
    try:
        sentence = phrases.house_refusal(refused.code, refused.details) or str(refused)
    except STRANGE:
        sentence = str(refused)
    return TablierError(sentence.removesuffix("."))


def _created(event: dict[str, Any], phrases: Phrases) -> Match:
    """The match that a table's first event begins."""
    made = event["body"]
    try:
        return match_of(made)
    except OtherRules as error:
        game = registry.find(made["game"])
        raise TablierError(phrases("other_rules", game=game.title)) from error


async def _welcomed(link: TableLink, keys: list[str]) -> Frame:
    return await ServerConnection(link, keys, lambda frame: None, lambda: None).welcome()


def _refusal(frame: Frame) -> IllegalMove:
    return IllegalMove(
        frame["text"], rule=frame["rule"], code=frame["code"], details=frame["details"]
    )
