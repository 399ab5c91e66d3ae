"""Where the worker begins that runs the house: `web/js/house/house_worker.js` calls this."""

from typing import Any

from tablier.browser.browser_house import BrowserHouse, Pages, browser_clock
from tablier.browser.indexed_store import Database, IndexedStore
from tablier.browser.thinker import WorkerThinker


async def begin(database: Database, pages: Pages, thinking: Any) -> BrowserHouse:
    """The house, open: over a database, for pages, with whoever thinks."""
    store = IndexedStore(database)
    clock = browser_clock(await store.open_ms())

    async def note_time(now_ms: int) -> None:
        await store.write({"house_ms": now_ms})

    thinker = WorkerThinker(thinking)
    house = BrowserHouse(store, store, thinker, pages, house=clock, note_time=note_time)
    await house.open()
    return house
