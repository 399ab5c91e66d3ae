"""One keyboard for everybody: two keys a player, and typing for what needs words."""

import re
from typing import Any

from tablier.core.board.scene import Remark
from tablier.core.errors import MoveError
from tablier.core.game import TABLE
from tablier.core.turn import Move
from tablier.terminal.phrases import capital, counted
from tablier.terminal.session.game_session import GameSession

BELLS = "alqpzmtc"
"""The bell key of each seat: far apart for two, still apart for eight."""
PASSES = "skwixnuv"
"""The key of each seat for letting things be. No key of either kind begins a colour."""
ENTER, BACKSPACE = "\r\n", "\x7f\b"
TICKER = 50
"""How many of the last events are kept."""


class SharedKeyboard:
    """Turns keys into actions of a match in which several may act at once."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.match = session.match
        self.people = session.people
        self.bells = _seated(BELLS[: len(self.people)], session.lot)
        self.passes = _seated(PASSES[: len(self.people)], session.lot)
        self.typed = ""
        self._words = session.phrases.words(self.match.game)
        self._reported = len(self.match.history)
        self.ticker: list[str] = []

    @property
    def typist(self) -> int | None:
        """The one whose words are awaited: who may act and has no key to press."""
        typists = [
            seat for seat in self.people if seat in self.match.seats and not self._asks(seat)
        ]
        return typists[0] if len(typists) == 1 else None

    def press(self, key: str, reaction: float | None = None) -> None:
        """Take one key: a bell or a pass that means something now, or a letter of what is said.

        `reaction` is how many seconds passed since the dice could be seen.
        """
        typist, struck = self.typist, key.lower()
        for keys, kind in ((self.bells, "bell"), (self.passes, "pass")):
            if struck in keys:
                seat = self.people[keys.index(struck)]
                if typist is None or (self._asks(seat) and not self._says(typist, key)):
                    self._strike(seat, kind, reaction)
                    return
        if typist is not None:
            self._type(typist, key)

    def _asks(self, seat: int) -> bool:
        """Whether a seat's keys mean something now."""
        return any(self._verb(seat, key) for key in ("bell", "pass"))

    def _says(self, seat: int, key: str) -> bool:
        """Whether a key goes on with what has been typed."""
        return self.typed != "" and not self._stray(seat, key)

    def listen(self) -> list[Move]:
        """Tell of every action since the last time, also the table's; return them."""
        self._reported = min(self._reported, len(self.match.history))
        news = list(self.match.history[self._reported :])
        for index, move in enumerate(news, self._reported):
            if move.text not in self._words["keys"]["quiet"]:
                for line in self._event(index, move):
                    self.tell(line)
        self._reported = len(self.match.history)
        if self.typist is None:
            self.typed = ""
        return news

    def rings(self, move: Move) -> bool:
        """Whether an action is the sound of a bell."""
        bell: str = self._words["keys"]["bell"][0]
        return move.text == bell

    def tell(self, line: str) -> None:
        """Add a line to the ticker."""
        self.ticker = [*self.ticker, line][-TICKER:]

    def legend(self) -> list[tuple[int, str, str]]:
        """What the keys are good for now: seat, key, and what it says.

        Some bells are named by what stands `beside` them, so that the legend does
        not tell what a player has to see for himself.
        """
        found = []
        for number, seat in enumerate(self.people):
            if seat not in self.match.awaited:
                continue
            pass_ = (self._verb(seat, "pass") or "").split(" ")[0]
            bell = (self._verb(seat, "bell") or "").split(" ")[0]
            said = self._words["keys"]["beside"].get(pass_, self._label(bell))
            keys = ((self.bells[number], said), (self.passes[number], self._label(pass_)))
            found += [(seat, key, label) for key, label in keys if label]
        return found

    def _label(self, word: str) -> str:
        """A word of an action in the language that is spoken here."""
        label: str = self._words.get("labels", {}).get(word, word)
        return label

    def _strike(self, seat: int, key: str, reaction: float | None) -> None:
        """A bell or a pass: the first of the game's verbs that is open to the seat."""
        action, pass_ = self._verb(seat, key), self._verb(seat, "pass")
        if action is None and pass_ in self._words["keys"]["idle"]:
            why = capital(self._words["keys"]["idle"][pass_])
            self.tell(self._by(seat, f"{why}."))
        else:
            self._play(seat, action or self._words["keys"][key][0], reaction)

    def _verb(self, seat: int, key: str) -> str | None:
        legal = self.match.legal(seat)
        for verb in self._words["keys"][key]:
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
            _begins(typed, words)
            for action in self.match.legal(seat)
            for words in self._spoken(action)
        )

    def _spoken(self, action: str) -> list[list[str]]:
        """The words of an action as it is written, and as they are spoken here."""
        words = _parts(action)
        return [words, [self._label(word).lower() for word in words]]

    def _meant(self, seat: int) -> str:
        """What was typed, or the one action that it shortens: `y4` or `4y` for `yellow 4`.

        What is written so, as on the sheets, comes before what is spoken so: `g4` is green
        also where yellow begins with a g.
        """
        typed = _parts(self.typed)
        if typed and typed[0].isdigit():
            typed = [*typed[1:], typed[0]]
        spoken = [(action, self._spoken(action)) for action in self.match.legal(seat) if typed]
        for way in range(2):
            found = [
                action for action, ways in spoken if _shortens(typed, ways[way][-len(typed) :])
            ]
            if len(found) == 1:
                return found[0]
        return self.typed

    def _play(self, seat: int, action: str, reaction: float | None = None) -> None:
        try:
            self.session.play(seat, action, reaction)
        except MoveError as error:
            self.listen()
            self.tell(self._by(seat, self.session.phrases.refusal(self.match.game, error)))

    def _event(self, index: int, move: Move) -> list[str]:
        """An action, why it came out so, and what it changed beside the board."""
        before, after = self.match.states[index], self.match.states[index + 1]
        lines = [self._said(move, before, after)]
        game = self.match.game
        remark = game.remark(before, move.action, after) if game.remark else None
        if remark:
            lines = [*(lines if remark.seat != move.seat else []), self._remarked(remark)]
        told = remark.seat if remark else move.seat
        return [*lines[:-1], lines[-1] + self._changes(told, before, after)]

    def _said(self, move: Move, before: Any, after: Any) -> str:
        scene, said = self.match.game.scene, self._spoken_text(move.text)
        dice = scene(after).dice
        if dice and dice != scene(before).dice:
            said = "  ".join(f"{die.colour[0].upper()}{die.face}" for die in dice)
        return capital(said) if move.seat == TABLE else self._by(move.seat, said)

    def _remarked(self, remark: Remark) -> str:
        details = {name: self._spoken_text(str(text)) for name, text in remark.details.items()}
        return self._by(remark.seat, self._words["ticker"][remark.token].format_map(details))

    def _changes(self, mover: int, before: Any, after: Any) -> str:
        """What is more or less beside the board; what is gone is told by who has it now."""
        scene, words = self.match.game.scene, self._words["counts"]
        pairs = zip(scene(before).counts, scene(after).counts, strict=True)
        changes = [
            said if seat == mover else f"{self.session.phrases.seat(self.match, seat)}: {said}"
            for seat, (old, new) in enumerate(pairs)
            for name in old
            if new[name] not in (old[name], 0)
            for said in [counted(words[name], new[name])]
        ]
        return f"  ({'; '.join(changes)})" if changes else ""

    def _spoken_text(self, text: str) -> str:
        return " ".join(map(self._label, text.split()))

    def _by(self, seat: int, said: str) -> str:
        phrases = self.session.phrases
        return capital(phrases.colon(phrases.seat(self.match, seat), said))


def _seated(keys: str, lot: int) -> str:
    """Keys in the order of the seats, beginning with the one that was drawn."""
    first = lot % len(keys)
    return keys[first:] + keys[:first]


def _parts(typed: str) -> list[str]:
    """The words and numbers of what was typed."""
    return re.findall(r"[^\W\d]+|\d+", typed.lower())


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
