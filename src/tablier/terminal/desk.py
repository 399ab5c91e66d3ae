"""One keyboard for everybody: two keys a player, and typing for what needs words."""

import re

from tablier.core.errors import MoveError
from tablier.core.game import TABLE
from tablier.core.match import Match, Move
from tablier.terminal.sentences import seat_name

BELLS = "alqpzmtb"
"""The bell key of each seat: far apart for two, still apart for eight."""
PASSES = "skwoxnyv"
"""The key of each seat for letting things be."""
ENTER, BACKSPACE = "\r\n", "\x7f\b"
TICKER = 5
"""How many of the last events are shown."""


class Desk:
    """Turns keys into actions of a match in which several may act at once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.typed = ""
        self._opened: int | None = None
        self._told = len(match.history)
        self.ticker: list[str] = []

    @property
    def typist(self) -> int | None:
        """The seat whose words are awaited: it opened them, or has nothing else to do."""
        if self._opened is not None and self._opened in self.match.seats:
            return self._opened
        seats = [seat for seat in self.match.seats if seat != TABLE]
        if (
            len(seats) == 1
            and not self._verb(seats[0], "bell")
            and not self._verb(seats[0], "pass")
        ):
            return seats[0]
        return None

    def press(self, key: str) -> None:
        """Take one key."""
        typist = self.typist
        if typist is not None:
            self._type(typist, key)
        elif key.lower() in BELLS[: self.match.players]:
            self._strike(BELLS.index(key.lower()), "bell")
        elif key.lower() in PASSES[: self.match.players]:
            self._strike(PASSES.index(key.lower()), "pass")

    def listen(self) -> None:
        """Tell of every action since the last time, also the table's."""
        for index in range(self._told, len(self.match.history)):
            self.tell(self._event(index, self.match.history[index]))
        self._told = len(self.match.history)
        if self.typist is None:
            self.typed = ""
            self._opened = None

    def tell(self, line: str) -> None:
        """Add a line to the ticker."""
        self.ticker = [*self.ticker, line][-TICKER:]

    def _strike(self, seat: int, key: str) -> None:
        """A bell or a pass: the first of the game's verbs that is open to the seat."""
        if action := self._verb(seat, key):
            self._play(seat, action)
        elif key == "bell" and self.match.legal(seat):
            self._opened = seat
        else:
            self._play(seat, self.match.game.words["keys"][key][0])

    def _verb(self, seat: int, key: str) -> str | None:
        legal = self.match.legal(seat)
        for verb in self.match.game.words["keys"][key]:
            for action in legal:
                if action.split()[0] == verb:
                    return action
        return None

    def _type(self, seat: int, key: str) -> None:
        if key in ENTER:
            meant = self._meant(seat)
            self.typed = ""
            self._opened = None
            self._play(seat, meant)
        elif key in BACKSPACE:
            self.typed = self.typed[:-1]
        elif key.isprintable():
            self.typed += key

    def _meant(self, seat: int) -> str:
        """What was typed, or the one action that it shortens: `y4` for `yellow 4`."""
        typed = re.findall(r"[a-z]+|\d+", self.typed.lower())
        found = [
            action
            for action in self.match.legal(seat)
            if typed and _shortens(typed, action.split()[-len(typed) :])
        ]
        return found[0] if len(found) == 1 else self.typed

    def _play(self, seat: int, action: str) -> None:
        try:
            self.match.play(action, seat)
        except MoveError as error:
            self.tell(f"{seat_name(self.match, seat)}: {error}")

    def _event(self, index: int, move: Move) -> str:
        """An action, and what it changed beside the board."""
        scene, words = self.match.game.scene, self.match.game.words["counts"]
        before, after = scene(self.match.states[index]), scene(self.match.states[index + 1])
        changes = [
            f"{seat_name(self.match, seat)} {words[name]} {old[name]} → {new[name]}"
            for seat, (old, new) in enumerate(zip(before.counts, after.counts, strict=True))
            for name in old
            if old[name] != new[name]
        ]
        who = seat_name(self.match, move.seat)
        return f"{who[0].upper()}{who[1:]}: {move.text}" + "".join(f"  [{c}]" for c in changes)


def _shortens(typed: list[str], words: list[str]) -> bool:
    """Whether each typed part is a number, or the beginning of a word, in its place."""
    return len(typed) == len(words) and all(
        part == word if part.isdigit() else word.startswith(part)
        for part, word in zip(typed, words, strict=True)
    )
