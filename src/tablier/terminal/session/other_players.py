"""The others at a table in a house: who is there, and what they ask, in sentences."""

from collections.abc import Iterator
from typing import Any

from tablier.core.match import Match
from tablier.terminal.phrases import Phrases

ASKS = {
    "draw": "offers_draw",
    "takeback": "offers_takeback",
    "rematch": "offers_rematch",
    "play_on": "offers_play_on",
}
ASKED = {
    "draw": "asked",
    "takeback": "asked",
    "rematch": "asked_rematch",
    "play_on": "asked_play_on",
}
DECLINES = {
    "draw": "declines_draw",
    "takeback": "declines_takeback",
    "rematch": "declines_rematch",
    "play_on": "declines_play_on",
}
AFTER = ("rematch", "play_on")
"""What is asked when the game is over."""
OVER = "over"


class OtherPlayers:
    """Speaks of everybody but the people here."""

    def __init__(self, match: Match, people: tuple[int, ...], phrases: Phrases) -> None:
        self.match = match
        self.people = people
        self.phrases = phrases
        self._names: dict[int, str] = {}
        self._coming: set[int] = set()
        """The seats of those who have sat down, and are on their way from there."""

    def meet(self, view: dict[str, Any]) -> None:
        """Learn who sits where."""
        self._names = {seat: chair["name"] for seat, chair in enumerate(view["seats"])}

    def sentence(self, event: dict[str, Any]) -> str | None:
        """What somebody did that no board shows; None where it does.

        What is asked stands in the notice until it is answered: nothing is said over it.
        """
        seat, body = event["seat"], event["body"]
        if event["kind"] == "said":
            speaker = self.phrases("watcher") if seat is None else self._called(seat)
            return self.phrases.colon(speaker, body["text"])
        if seat in self.people:
            return None
        match event["kind"]:
            case "offered":
                return ""
            case "declined":
                return self.phrases(DECLINES[body["what"]], player=self._name(seat))
            case "sat":
                self._coming.add(seat)
                self._names[seat] = body["name"]
                return self.phrases("sits_down", player=self._called(seat))
        return None

    def passing(self, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
        """Who went away and who came back between two views; a newcomer has not been away."""
        self.meet(after)
        pairs = zip(before["seats"], after["seats"], strict=True)
        for seat, (old, new) in enumerate(pairs):
            stayed = old["kind"] == new["kind"] == "person" and seat not in self.people
            if stayed and old["online"] != new["online"]:
                came = "comes_back" if new["online"] else "goes_away"
                if seat not in self._coming:
                    yield self.phrases(came, player=self._name(seat))
            if new["online"]:
                self._coming.discard(seat)

    def notice(self, view: dict[str, Any]) -> str:
        """What waits for an answer, who is missing, and how long the table lasts."""
        return "  ".join([*self._asked(view), *self._missing(view), *self._room(view)])

    def _asked(self, view: dict[str, Any]) -> Iterator[str]:
        if not self.people:
            return
        if view["rematch"]:
            yield self.phrases("next_game")
            return
        for what, seats in view["offers"].items():
            if what not in ASKS or (what in AFTER) != (view["phase"] == OVER):
                continue
            if what == "play_on" and not set(view["resumers"]) & set(self.people):
                continue
            if set(seats) & set(self.people):
                yield self.phrases(ASKED[what])
            elif seats:
                yield self.phrases(ASKS[what], player=self._name(seats[0]))
            elif what in AFTER:
                yield self.phrases("another_game" if what == "rematch" else "may_play_on")

    def _missing(self, view: dict[str, Any]) -> Iterator[str]:
        if view["claim"] and self.people:
            yield self.phrases("long_away", player=self._name(view["claim"][0]))
            return
        away = [
            self._name(seat)
            for seat, chair in enumerate(view["seats"])
            if chair["kind"] == "person" and not chair["online"] and seat not in self.people
        ]
        if away:
            yield self.phrases("away_now", players=self.phrases.together(away))

    def _room(self, view: dict[str, Any]) -> Iterator[str]:
        if left := view.get("room"):
            yield self.phrases("nearly_full", left=left)

    def _called(self, seat: int) -> str:
        """Somebody's own name, where there is one."""
        return self._names.get(seat) or self._name(seat)

    def _name(self, seat: int) -> str:
        return self.phrases.seat(self.match, seat)
