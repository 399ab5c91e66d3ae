"""Stands between Playwright and the Firefox that Debian has; takes Firefox's own flags.

Playwright tells every browser which media features its pages are to see, by a command of WebDriver
BiDi that this Firefox does not know, and gives up without it. Here it is told that it was done; all
else is handed on.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN = {"emulation.setMediaFeaturesOverride", "emulation.setScreenSettingsOverride"}
LISTENS = re.compile(r"(WebDriver BiDi listening on )ws://127\.0\.0\.1:(\d+)")


async def stand_between(program: str, flags: list[str]) -> None:
    """Start Firefox, and hand on what is said, until it ends."""
    firefox = await asyncio.create_subprocess_exec(
        program, *flags, stderr=asyncio.subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, firefox.terminate)
    assert firefox.stderr is not None
    while line := (await firefox.stderr.readline()).decode():
        if found := LISTENS.match(line):
            break
        print(line, end="", file=sys.stderr, flush=True)
    else:
        return

    async def attend(page: ServerConnection) -> None:
        path = page.request.path if page.request else ""
        address = f"ws://127.0.0.1:{found[2]}{path}"
        async with connect(address, max_size=None, compression=None) as browser:
            await asyncio.gather(ask(page, browser), tell(page, browser))

    async with serve(attend, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"{found[1]}ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        await firefox.communicate()


async def ask(page: ServerConnection, browser: ClientConnection) -> None:
    """Hand commands on but for those that are unknown."""
    async for text in page:
        said = json.loads(text)
        if said["method"] in UNKNOWN:
            await page.send(json.dumps({"type": "success", "id": said["id"], "result": {}}))
        else:
            await browser.send(text)
    await browser.close()


async def tell(page: ServerConnection, browser: ClientConnection) -> None:
    """Hand on what Firefox says."""
    async for text in browser:
        await page.send(text)
    await page.close()


if __name__ == "__main__":
    asyncio.run(stand_between(os.environ["FIREFOX"], sys.argv[1:]))
