"""A house built wrong on purpose: it acknowledges first and stores later. For `kills` only."""

import asyncio

from tablier.cli import main
from tablier.server.storage.group_commit import GroupCommit
from tablier.table.rows import Entry

LATER_S = 1.0


async def promise(self: GroupCommit, entry: Entry) -> None:
    """Take the entry, and say that it is stored."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    if entry.new:
        self._waiting.put_nowait((entry, done))
        await done
        return
    done.add_done_callback(lambda future: future.exception())
    loop.call_later(LATER_S, self._waiting.put_nowait, (entry, done))


if __name__ == "__main__":
    GroupCommit.append = promise  # type: ignore[method-assign]
    main()
