"""The turnstile: how much one address may ask for, so that nobody fills the house with tables.

Looking costs little and is counted elsewhere. This machine itself is not counted: the
browser at home, and a proxy whose word is not believed, behind which all clients look
the same.
"""

import re
import time
from collections.abc import Callable

from tablier.server.limits.allowance import Allowances
from tablier.server.limits.bounds import POST_COSTS, POSTS
from tablier.server.limits.household import household

AT_TABLE = re.compile("(?<=^/api/tables/)[^/]+")
"""In an address, which table it is about."""


class Turnstile:
    """What is left to each address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._posts = Allowances(*POSTS, now)

    def admits(self, address: str | None, path: str) -> bool:
        """Whether an address may post to a path now."""
        return self._posts.spend(household(address), POST_COSTS.get(AT_TABLE.sub("*", path), 1.0))
