"""Whether the database does what it is asked."""

import logging
import time
from collections.abc import Callable

from tablier.core.errors import TablierError
from tablier.table.store import Damaged, Unavailable

log = logging.getLogger("tablier.storage")

Tell = Callable[[str, str], None]
"""Hears of a failure: a word for what was asked of the database, and what went wrong."""


class Health:
    """Tells of failures, and the log of their end."""

    def __init__(self, asked: str, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.tell: Tell = lambda asked, why: None
        self._asked = asked
        self._monotonic = monotonic
        self._since: float | None = None

    def failed(self, error: TablierError) -> None:
        """Something could not be done; what can't be stored at all is no fault of the database."""
        if not isinstance(error, Damaged | Unavailable):
            return
        if self._since is None:
            self._since = self._monotonic()
        self.tell(self._asked, str(error))

    def succeeded(self) -> None:
        """Something was done."""
        if self._since is not None:
            took = self._monotonic() - self._since
            self._since = None
            log.warning("the database answers again (%s), after %.1f s", self._asked, took)
