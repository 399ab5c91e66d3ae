"""No regular expression takes longer over a text than in proportion to its length."""

import re
import signal
import time
from typing import Any

import pytest
from expressions import Expression, expressions, hard_texts

EXPRESSIONS = list(expressions())
SIZE, TIMES = 10_000, 4
SHORT_S = 0.010
"""Of CPU: what takes less over ten thousand characters is not quadratic. While a timer
waits for CPU time, Linux counts it in ticks of four milliseconds."""
LONG_S = 0.5
"""What takes longer over thousands is worse than that, and not waited for."""
MOST = 8.0
"""Linear growth takes TIMES as long, quadratic growth its square: this is as far from both."""
TRIES = 3


class TooLong(Exception):
    """Raised in the middle of a match."""


def stop(*_: object) -> None:
    """The timer has run down."""
    raise TooLong


def taken(expression: Expression, text: Any) -> float:
    """The least CPU that a text took; once, if that is little or much."""
    best, before = LONG_S, signal.signal(signal.SIGVTALRM, stop)
    try:
        for _ in range(TRIES):
            signal.setitimer(signal.ITIMER_VIRTUAL, LONG_S)
            began = time.process_time()
            expression.read(text)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            best = min(best, time.process_time() - began)
            if best < SHORT_S:
                break
    except TooLong:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return best


def hard(expression: Expression, size: int = SIZE) -> str:
    """A text over which an expression takes too long; empty if there is none."""
    texts = zip(hard_texts(expression, size), hard_texts(expression, size * TIMES), strict=True)
    for short, long in texts:
        before = taken(expression, short)
        if before < SHORT_S:
            continue
        after = LONG_S if before >= LONG_S else taken(expression, long)
        if after >= LONG_S or after > MOST * before:
            return f"{short[:20]!r}…: {before * 1000:.1f} → {after * 1000:.1f} ms"
    return ""


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=[one.place for one in EXPRESSIONS])
def test_time_grows_with_the_text(expression: Expression) -> None:
    assert not hard(expression)


@pytest.mark.parametrize(
    ("pattern", "use"),
    [(r"\{[^}]*\}", "findall"), (r"(a+)+b", "match"), (r"/\*.*?\*/", "sub")],
)
def test_what_does_not_is_found(pattern: str, use: str) -> None:
    """The first is the expression with which 64 KB of braces once stopped a house."""
    expression = Expression("here", re.compile(pattern, re.DOTALL), frozenset({use}))
    assert hard(expression)
