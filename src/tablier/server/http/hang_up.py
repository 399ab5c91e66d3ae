"""Work for somebody who may hang up before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from tablier.table.live.thinker import Unthought

Done = TypeVar("Done")


async def while_connected(request: Request, work: Coroutine[Any, Any, Done]) -> Done:
    """What some work comes to; Unthought, and it is cancelled, when the client hangs up."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Unthought("nobody waits for this any more")
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue
