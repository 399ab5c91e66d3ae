"""How much memory the bodies of requests take up while they are on their way."""

from collections import Counter

from tablier.server.limits.bounds import MOST_BODY_BYTES, MOST_BODY_BYTES_EACH, SMALL_BODY
from tablier.server.limits.household import HERE


class Bodies:
    """What is on its way, in all and by household; what is small always finds room."""

    def __init__(self) -> None:
        self.size = 0
        self._each: Counter[str] = Counter()

    def take(self, who: str, size: int) -> bool:
        """Whether there is room for another body; if so, it is taken."""
        if size <= SMALL_BODY:
            return True
        each = self._each[who] + size
        if self.size + size > MOST_BODY_BYTES or (who != HERE and each > MOST_BODY_BYTES_EACH):
            return False
        self.size += size
        self._each[who] = each
        return True

    def free(self, who: str, size: int) -> None:
        """A body was dealt with."""
        if size <= SMALL_BODY:
            return
        self.size -= size
        self._each[who] -= size
        if not self._each[who]:
            del self._each[who]
