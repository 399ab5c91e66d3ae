"""One keyboard for everybody: two keys a player, and typing for what needs words."""

import re
from collections.abc import Sequence

from tablier.core.errors import MoveError
from tablier.core.match import Match, Move
from tablier.terminal.sentences import seat_name

BELLS = "alqpzmtc"
"""The bell key of each seat: far apart for two, still apart for eight."""
PASSES = "skwixnuv"
"""The key of each seat for letting things be. No key of either kind begins a colour."""
ENTER, BACKSPACE = "\r\n", "\x7f\b"
TICKER = 5
"""How many of the last events are shown."""


class Desk:
    """Turns keys into actions of a match in which several may act at once."""

    def __init__(self, match: Match, lot: int = 0, people: Sequence[int] | None = None) -> None:
        """`people` are the seats that have keys, by default all.

        `lot` says at whose keys the first of them is, so that chance can seat the players.
        """
        self.match = match
        self.people = tuple(range(match.players)) if people is None else tuple(people)
        self.bells = _seated(BELLS[: len(self.people)], lot)
        self.passes = _seated(PASSES[: len(self.people)], lot)
        self.typed = ""
        self._told = len(match.history)
        self.ticker: list[str] = []

    @property
    def typist(self) -> int | None:
        """The one whose words are awaited: who may act and has no key to press."""
        typists = [
            seat for seat in self.people if seat in self.match.seats and not self._asks(seat)
        ]
        return typists[0] if len(typists) == 1 else None

    def press(self, key: str) -> None:
        """Take one key: a bell or a pass that means something now, or a letter of what is said."""
        typist, struck = self.typist, key.lower()
        for keys, kind in ((self.bells, "bell"), (self.passes, "pass")):
            if struck in keys:
                seat = self.people[keys.index(struck)]
                if typist is None or (self._asks(seat) and not self._says(typist, key)):
                    self._strike(seat, kind)
                    return
        if typist is not None:
            self._type(typist, key)

    def _asks(self, seat: int) -> bool:
        """Whether a seat's keys mean something now."""
        return any(self._verb(seat, key) for key in ("bell", "pass"))

    def _says(self, seat: int, key: str) -> bool:
        """Whether a key goes on with what has been typed."""
        return self.typed != "" and not self._stray(seat, key)

    def listen(self) -> None:
        """Tell of every action since the last time, also the table's."""
        for index in range(self._told, len(self.match.history)):
            self.tell(self._event(index, self.match.history[index]))
        self._told = len(self.match.history)
        if self.typist is None:
            self.typed = ""

    def tell(self, line: str) -> None:
        """Add a line to the ticker."""
        self.ticker = [*self.ticker, line][-TICKER:]

    def legend(self) -> str:
        """Which keys belong to whom, and what they are good for now.

        Some bells are named by what stands `beside` them, so that the legend does
        not tell what a player has to see for himself.
        """
        parts = []
        for number, seat in enumerate(self.people):
            pass_ = (self._verb(seat, "pass") or "").split(" ")[0]
            bell = (self._verb(seat, "bell") or "").split(" ")[0]
            bell = self.match.game.words["keys"]["beside"].get(pass_, bell)
            keys = ((self.bells[number], bell), (self.passes[number], pass_))
            if shown := " ".join(f"[{key.upper()}] {verb}" for key, verb in keys if verb):
                parts.append(f"{seat + 1}: {shown}")
        return "   ".join(parts)

    def _strike(self, seat: int, key: str) -> None:
        """A bell or a pass: the first of the game's verbs that is open to the seat."""
        if action := self._verb(seat, key):
            self._play(seat, action)
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
            self._play(seat, meant)
        elif key in BACKSPACE:
            self.typed = self.typed[:-1]
        elif key.isprintable() and not self._stray(seat, key):
            self.typed += key

    def _stray(self, seat: int, key: str) -> bool:
        """Whether a key is a bell or a pass struck too late, and no part of what can be said."""
        typed = _parts(self.typed + key)
        return key.lower() in self.bells + self.passes and not any(
            _begins(typed, action.split()) for action in self.match.legal(seat)
        )

    def _meant(self, seat: int) -> str:
        """What was typed, or the one action that it shortens: `y4` or `4y` for `yellow 4`."""
        typed = _parts(self.typed)
        if typed and typed[0].isdigit():
            typed = [*typed[1:], typed[0]]
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
            self.listen()
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


def _seated(keys: str, lot: int) -> str:
    """Keys in the order of the seats, beginning with the one that was drawn."""
    first = lot % len(keys)
    return keys[first:] + keys[:first]


def _parts(typed: str) -> list[str]:
    """The words and numbers of what was typed."""
    return re.findall(r"[a-z]+|\d+", typed.lower())


def _begins(typed: list[str], words: list[str]) -> bool:
    """Whether the typed parts, in their order or number first, begin these words or their end."""
    return any(
        len(typed) <= len(rest) and all(map(str.startswith, rest, typed))
        for first in range(len(words))
        for rest in (words[first:], [words[-1], *words[first:-1]])
    )


def _shortens(typed: list[str], words: list[str]) -> bool:
    """Whether each typed part is a number, or the beginning of a word, in its place."""
    return len(typed) == len(words) and all(
        part == word if part.isdigit() else word.startswith(part)
        for part, word in zip(typed, words, strict=True)
    )
