"""What a task costs the loop, step by step."""

import time
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any


@coroutine
def metered(
    work: Coroutine[Any, Any, None], charge: Callable[[float], None]
) -> Generator[Any, Any, None]:
    """Do some work, and tell after each step how many seconds nobody else could do anything."""
    step: Callable[[], Any] = lambda: work.send(None)  # noqa: E731
    while True:
        began = time.perf_counter()
        try:
            awaited = step()
        except StopIteration:
            return
        finally:
            charge(time.perf_counter() - began)
        try:
            yield awaited
        except BaseException as error:
            thrown = error
            step = lambda: work.throw(thrown)  # noqa: B023, E731
        else:
            step = lambda: work.send(None)  # noqa: E731
