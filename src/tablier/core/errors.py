"""What can go wrong, each with its own class and one clear sentence."""

from collections.abc import Iterable


class TablierError(ValueError):
    """The root of every refusal that a person's input can cause."""


class UnknownGame(TablierError):
    """There is no game of that name."""


class BadOption(TablierError):
    """A wrong option name, option value or number of players; `option` names it where it can."""

    def __init__(self, message: str, *, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class MoveError(TablierError):
    """An action that was not played. The match is unchanged.

    `code` is a stable token that an interface can translate, `details` fills
    its placeholders, `rule` is the id of the rule that the refusal rests on.
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        code: str = "",
        details: dict[str, str] | None = None,
    ) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.message = message
        self.rule = rule
        self.code = code
        self.details = details or {}


class UnreadableMove(MoveError):
    """The text is not an action of this game at all."""


class AmbiguousMove(MoveError):
    """The text can mean several legal actions."""


class IllegalMove(MoveError):
    """The text is an action, but the rules forbid it here."""


class OutOfTurn(IllegalMove):
    """The action belongs to somebody who may not act now."""


class OtherRules(TablierError):
    """A match was begun by a version of the rules that the rules of now can't replay."""


class BadPosition(TablierError):
    """A position text that is unreadable, or a position that can't be."""


class BadRecord(TablierError):
    """A record that can't be read, with the place where reading stopped."""

    def __init__(
        self, message: str, *, line: int, token: str = "", rule: str | None = None
    ) -> None:
        where = f"line {line}" + (f", at {token!r}" if token else "")
        super().__init__(f"{where}: {message}")
        self.line = line
        self.token = token
        self.rule = rule


def listing(names: Iterable[object]) -> str:
    """The names of what is possible, for the end of an error message."""
    return ", ".join(str(name) for name in names)
