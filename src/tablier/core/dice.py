"""Dice that nobody can foresee or bend, and that everybody can check.

Before the game the table draws a secret seed and publishes its hash: the
commitment. Every seat adds a number of its own, the nonce. Each roll follows
from the seed, the nonces and the roll's number, so that after the seed has
been shown, anyone can compute all rolls again. Whoever knows the commitment
beforehand can't be given another seed; whoever added a nonce knows that the
table could not choose the seed to suit itself.

In a record the commitment, the nonces and the seed stand in the header, and a
seal over everything else, so that no digit of it can slip.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tablier.core.errors import BadOption, OutOfTurn, TablierError, shortened
from tablier.core.game import TABLE

if TYPE_CHECKING:
    from tablier.core.match import Match

SEED_BYTES = 32
NONCE_BYTES = 16
FACES = 6
FAIR_BYTES = 256 - 256 % FACES
"""Bytes from here on are thrown away, so that every face is equally likely."""

HEADERS = ("Commitment", "Nonces", "Seed", "Seal")


@dataclass(frozen=True)
class Dice:
    """The table's dice for one game.

    `Match.roll` throws them; when the game is over `enter` puts them into the record, and
    `tablier.verify` checks what was thrown.

    >>> import tablier
    >>> dice = Dice.fresh(players=2)
    >>> match = tablier.new("zinga", untimed=True).play("ready", 0).play("ready", 1)
    >>> match.headers["Commitment"] = dice.commitment
    >>> dice.enter(match.roll(dice).resign(0))
    >>> tablier.verify(tablier.read_record(match.record()))
    []
    """

    seed: bytes
    """Secret until the game is over."""
    nonces: tuple[str, ...]
    """One for each seat, in hexadecimal digits."""

    def __post_init__(self) -> None:
        if not isinstance(self.seed, bytes):
            raise TablierError("the seed of dice is bytes")
        if not isinstance(self.nonces, tuple | list):
            raise TablierError("the nonces of dice are texts, one for each seat")
        for nonce in self.nonces:
            _unhex(nonce, "nonce")

    @classmethod
    def fresh(cls, players: int) -> "Dice":
        """New dice, with nonces drawn for seats that bring none of their own."""
        nonces = tuple(secrets.token_hex(NONCE_BYTES) for _ in _seats(players))
        return cls(secrets.token_bytes(SEED_BYTES), nonces)

    @classmethod
    def seeded(cls, number: int, players: int) -> "Dice":
        """The same dice for the same number, for games that can be played again."""
        return cls(
            hashlib.sha256(f"dice {number}".encode()).digest(), ("00",) * len(_seats(players))
        )

    @property
    def commitment(self) -> str:
        """What is published before the game: the seed's hash, in hexadecimal digits."""
        return hashlib.sha256(self.seed).hexdigest()

    def roll(self, number: int, dice: int) -> tuple[int, ...]:
        """The faces of the game's roll of that number, counted from 0."""
        stream = self._stream(number)
        return tuple(next(stream) for _ in range(dice))

    def throw(self, match: "Match") -> str:
        """The text of the next roll in a match; OutOfTurn where there is none to be made."""
        if not match.to_roll:
            raise OutOfTurn("there are no dice to throw now", code="no_dice")
        return roll_text(self.roll(len(rolls(match)), match.to_roll))

    def _stream(self, number: int) -> Iterator[int]:
        block = 0
        while True:
            message = f"{number}/{block}/{','.join(self.nonces)}"
            for byte in hmac.digest(self.seed, message.encode(), "sha256"):
                if byte < FAIR_BYTES:
                    yield byte % FACES + 1
            block += 1

    def enter(self, match: "Match") -> None:
        """Put all of it into a match's headers, once the seed may be shown."""
        match.headers["Commitment"] = self.commitment
        match.headers["Nonces"] = ", ".join(self.nonces)
        match.headers["Seed"] = self.seed.hex()
        match.headers["Seal"] = seal(match)


def roll_text(faces: tuple[int, ...]) -> str:
    """A roll as the table's action, in any game that has dice."""
    return " ".join(["roll", *map(str, faces)])


def read_roll(text: str) -> tuple[int, ...]:
    """The faces of a roll written so; none where the text is no roll."""
    found = re.fullmatch(rf"roll((?: [1-{FACES}])+)", text, re.ASCII)
    return tuple(map(int, found[1].split())) if found else ()


def roll_number(faces: tuple[int, ...]) -> int:
    """A roll's number among those of as many dice: all ones are 0, the last die counts fastest."""
    number = 0
    for face in faces:
        number = number * FACES + face - 1
    return number


def faces_of(number: int, dice: int) -> tuple[int, ...]:
    """The faces of the roll of that number."""
    return tuple(number // FACES**left % FACES + 1 for left in reversed(range(dice)))


def seal(match: "Match") -> str:
    """A keyed hash over the whole record but the seal itself."""
    lines = [line for line in match.record().splitlines() if not line.startswith("[Seal ")]
    key = _unhex(match.headers.get("Seed", ""), "Seed")
    return hmac.new(key, "\n".join(lines).encode(), "sha256").hexdigest()


def verify(match: "Match") -> list[str]:
    """What does not fit in a match's dice; an empty list means that all is well.

    The match is one whose record has the dice in it, as those from the page have, and those into
    which `Dice.enter` put them.
    """
    if not hasattr(match, "headers"):
        raise TablierError("a match is verified: read the text of a record with read_record first")
    missing = [name for name in HEADERS if name not in match.headers]
    if missing:
        raise TablierError(f"the record has no {' and no '.join(missing)}: it can't be verified")
    dice = Dice(
        _unhex(match.headers["Seed"], "Seed"),
        tuple(nonce.strip() for nonce in match.headers["Nonces"].split(",")),
    )
    faults = []
    if dice.commitment != match.headers["Commitment"]:
        faults.append("the seed is not the one that was committed to")
    if len(dice.nonces) != match.players:
        faults.append(f"{len(dice.nonces)} nonces for {match.players} players")
    for number, roll in enumerate(rolls(match)):
        expected = roll_text(dice.roll(number, roll.dice))
        if roll.text != expected:
            faults.append(
                f"turn {roll.turn}: the record has {roll.text!r}, the seed gives {expected!r}"
            )
    if not faults and seal(match) != match.headers["Seal"]:
        faults.append("the dice fit, but something else in the record was changed")
    return faults


class Roll(NamedTuple):
    """A roll in a match."""

    turn: int
    text: str
    dice: int


def rolls(match: "Match") -> list[Roll]:
    """All rolls so far."""
    found = []
    for state, move in zip(match.states, match.history, strict=False):
        if move.seat != TABLE or move.action < 0:
            continue
        if dice := match.game.rules.decision(state).dice:
            found.append(Roll(state.turn + 1, move.text, dice))
    return found


def _seats(players: int) -> range:
    if type(players) is not int or players < 1:
        raise BadOption(f"dice are for 1 player or more, not for {shortened(players)}")
    return range(players)


def _unhex(text: str, what: str) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(r"([0-9a-f]{2})+", text):
        raise TablierError(f"the {what} is not written in hexadecimal digits")
    return bytes.fromhex(text)
