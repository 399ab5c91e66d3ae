"""What can go wrong, each with its own class and one clear sentence."""

import re
from collections.abc import Iterable

QUOTED = 40
"""Characters of what somebody wrote that an error message quotes."""
LONG_WORD = re.compile(rf"""([^\s'"]{{{QUOTED}}})[^\s'"]+""")

NAMED_RULE = re.compile(r"\(([A-Z]{2}-[0-9]{2})\)$")


class TablierError(ValueError):
    """The root of every refusal that a person's input can cause."""

    def __reduce__(self) -> tuple[object, ...]:
        """For `pickle`, as it is: what was refused in one process is told in another."""
        return _restored, (type(self), self.args, vars(self))


class UnknownGame(TablierError):
    """There is no game of that name."""


class BadGame(TablierError):
    """The folder of a game holds something that can't be used."""


class BadOption(TablierError):
    """A wrong option name, option value or number of players.

    >>> import tablier
    >>> try:
    ...     tablier.new("zhizhu", draws="perhaps")
    ... except tablier.BadOption as error:
    ...     print(f"{error.option}: {error}")
    draws: draws=perhaps is not possible; use on, off
    """

    def __init__(self, message: str, *, option: str = "") -> None:
        super().__init__(message)
        self.option = option
        """The option's name, where it is one that is wrong."""


class MoveError(TablierError):
    """An action that was not played. The match is unchanged.

    >>> import tablier
    >>> try:
    ...     tablier.new("zhizhu").play("b3").play("b3")
    ... except tablier.MoveError as error:
    ...     error.rule, error.code, error.details
    ('ZZ-05', 'point_taken', {'point': 'b3'})
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
        """The sentence, without the rule."""
        self.rule = rule
        """The id of the rule that the refusal rests on, if it rests on one."""
        self.code = code
        """A stable token that an interface can translate."""
        self.details = details or {}
        """What fills the placeholders of a translation."""


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
    """A position text that is unreadable, or a position that can't be.

    >>> import tablier
    >>> try:
    ...     tablier.read_position("zhizhu wwwwwwww/ww....../bbb..... w 0-0 0 - - 0 31")
    ... except tablier.BadPosition as error:
    ...     error.rule, str(error)
    ('ZZ-03', 'White has 10 pieces; there are only nine each (ZZ-03)')
    """

    def __init__(self, message: str) -> None:
        super().__init__(LONG_WORD.sub(r"\1…", message))
        named = NAMED_RULE.search(message)
        self.rule = named[1] if named else None
        """The id of the rule that it breaks, where it names one at its end."""


class BadRecord(TablierError):
    """A record that can't be read, with the place where reading stopped.

    >>> import tablier
    >>> record = tablier.new("zhizhu").play("b3").record() + "2. b3"
    >>> try:
    ...     tablier.read_record(record)
    ... except tablier.BadRecord as error:
    ...     error.line, error.token, error.rule
    (6, 'b3', 'ZZ-05')
    """

    def __init__(
        self, message: str, *, line: int, token: str = "", rule: str | None = None
    ) -> None:
        where = f"line {line}" + (f", at {shortened(token)!r}" if token else "")
        super().__init__(LONG_WORD.sub(r"\1…", f"{where}: {message}"))
        self.line = line
        """Its number, counted from 1."""
        self.token = token
        """What could not be read."""
        self.rule = rule
        """The id of the rule that an action breaks, if it breaks one."""


def listing(names: Iterable[object]) -> str:
    """The names of what is possible, for the end of an error message."""
    return ", ".join(str(name) for name in names)


def shortened(value: object, most: int = QUOTED) -> str:
    """A value as it is quoted in an error message."""
    text = " ".join(str(value).split())
    return text if len(text) <= most else f"{text[:most]}…"


def _restored(
    kind: type[TablierError], given: tuple[object, ...], fields: dict[str, object]
) -> TablierError:
    """An error that was pickled; its sentence was made before."""
    error = kind.__new__(kind, *given)
    vars(error).update(fields)
    return error
