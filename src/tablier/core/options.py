"""The options of a game: what may be chosen before it begins.

An option reads a value from Python (`swap=True`) or from text (`swap=on`) and
writes the text that goes into records and position texts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tablier.core.errors import BadOption, listing, shortened

Value = str | int | bool | tuple[object, ...]


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen, with the rule id that it belongs to."""

    name: str
    default: Value
    rule: str
    players: tuple[int, ...] = field(default=(), kw_only=True)
    """The numbers of players among whom it can be chosen; any, where none is named."""

    def suits(self, players: int) -> bool:
        """Whether it can be chosen among that number of players."""
        return not self.players or players in self.players

    def read(self, value: object) -> Value:
        """Turn what a person or a record gave into the option's value."""
        raise NotImplementedError

    def write(self, value: Value) -> str:
        """The text of a value, without white space."""
        return str(value)

    def possible(self) -> str:
        """What `read` accepts, for help and error messages."""
        raise NotImplementedError

    def values(self) -> Sequence[Value]:
        """All values, where they can be listed."""
        return ()

    def check(self, value: Value, players: int) -> None:
        """Refuse what can't be chosen among that number of players."""
        if value != self.default and not self.suits(players):
            told = f"{self.name}={self.write(value)} is for {listing(self.players)} players"
            raise BadOption(f"{told}, not for {players} ({self.rule})", option=self.name)

    def refuse(self, value: object) -> BadOption:
        shown = shortened(value)
        told = f"{self.name}={shown} is not possible; use {self.possible()}"
        return BadOption(told, option=self.name)


@dataclass(frozen=True)
class Choice(Option):
    """One word out of several."""

    choices: tuple[str, ...]

    def read(self, value: object) -> str:
        if isinstance(value, str) and value in self.choices:
            return value
        raise self.refuse(value)

    def possible(self) -> str:
        return listing(self.choices)

    def values(self) -> tuple[str, ...]:
        return self.choices


@dataclass(frozen=True)
class Switch(Option):
    """On or off."""

    def read(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in ("on", "off"):
            return value == "on"
        raise self.refuse(value)

    def write(self, value: Value) -> str:
        return "on" if value else "off"

    def possible(self) -> str:
        return "on, off"

    def values(self) -> tuple[bool, ...]:
        return True, False


@dataclass(frozen=True)
class Number(Option):
    """A whole number between two bounds."""

    least: int
    most: int

    def read(self, value: object) -> int:
        number = value
        if isinstance(number, str) and number.isascii() and number.isdigit() and len(number) < 10:
            number = int(number)
        whole = isinstance(number, int) and not isinstance(number, bool)
        if isinstance(number, int) and whole and self.least <= number <= self.most:
            return number
        raise self.refuse(value)

    def possible(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def values(self) -> range:
        return range(self.least, self.most + 1)


@dataclass(frozen=True)
class Custom(Option):
    """A value with a reader of its own, which raises ValueError with the reason."""

    reader: Callable[[object], Value]
    writer: Callable[[Value], str]
    help: str

    def read(self, value: object) -> Value:
        try:
            return self.reader(value)
        except (TypeError, ValueError) as error:
            told = f"{self.name}={shortened(value)} is not possible: {error}"
            raise BadOption(told, option=self.name) from error

    def write(self, value: Value) -> str:
        return self.writer(value)

    def possible(self) -> str:
        return self.help


class OptionInfo(NamedTuple):
    """What is to be known of an option, or of the number of players; printed, it is one line."""

    name: str
    """The keyword argument of `tablier.new`."""
    default: Value
    """What it is unless it is given."""
    values: Sequence[Value]
    """All that it can be; empty where that can't be listed."""
    possible: str
    """The same in words, as it is written in records and on the command line."""
    about: str
    """What it changes."""
    rule: str
    """The id of the rule that it belongs to, if there is one."""
    players: tuple[int, ...] = ()
    """The numbers of players among whom it can be chosen; any, where none is named."""

    def __str__(self) -> str:
        among = f"for {listing(self.players)} players" if self.players else ""
        known = ", ".join(filter(None, [self.possible, among, self.rule]))
        return f"{self.name}={self.default!r}  {self.about} ({known})"


def read_options(
    game: str, options: Iterable[Option], given: Mapping[str, object]
) -> dict[str, Value]:
    """Every option of a game with its value: what was given, else the default."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            there = listing(["players", *known])
            told = f"{game} has no option {shortened(name)!r}; it has {there}"
            raise BadOption(told, option=shortened(name))
    return {
        name: option.read(given[name]) if name in given else option.default
        for name, option in known.items()
    }
