"""What strangers and the database do wrong, told in the log without filling it.

Each kind is told at once, and then at most every ten seconds with how often it
happened since. Exact numbers are in /metrics. Nothing here is a person's: an
incident has a kind from a short list, and a sentence of ours.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress

log = logging.getLogger("tablier.incidents")

EVERY_S = 10.0
"""A kind of incident is told at most this often."""
LONGEST_QUOTE = 200


class IncidentLog:
    """Tells incidents, each kind now and then."""

    def __init__(self) -> None:
        self._more: Counter[str] = Counter()
        self._quiet: set[str] = set()

    def tell(self, kind: str, text: str, level: int = logging.WARNING) -> None:
        """Something went wrong."""
        if kind in self._quiet:
            self._more[kind] += 1
            return
        log.log(level, "%s: %s", kind, text)
        self._hush(kind, level)

    def _hush(self, kind: str, level: int) -> None:
        with suppress(RuntimeError):  # a thread without a loop tells everything
            asyncio.get_running_loop().call_later(EVERY_S, self._again, kind, level)
            self._quiet.add(kind)

    def _again(self, kind: str, level: int) -> None:
        """Tell how often it happened meanwhile; if it did, go on being quiet."""
        self._quiet.discard(kind)
        more = self._more.pop(kind, 0)
        if more:
            log.log(level, "%s: %d more in %d s", kind, more, EVERY_S)
            self._hush(kind, level)


def quoted(text: str) -> str:
    """What somebody sent, short, with nothing in it that a terminal would obey."""
    shown = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
    return ascii(shown)
