"""A house built wrong on purpose: it acknowledges first and stores later. For `kills` only."""

import asyncio

from tablier.cli import main
from tablier.server.log import Writer
from tablier.server.rows import Entry


async def promise(self: Writer, entry: Entry) -> None:
    """Take the entry, and say that it is stored."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    done.add_done_callback(lambda future: future.exception())
    self._waiting.put_nowait((entry, done))
    if entry.new:
        await done


if __name__ == "__main__":
    Writer.append = promise  # type: ignore[method-assign]
    main()
