"""The house in a visitor's own browser, spoken to as tests speak to a server."""

from itertools import count
from typing import Any

from houses import Reached
from playwright.sync_api import Page
from visitors import Visitor

OPEN = {"bypass_csp": True, "service_workers": "block"}
"""What tests look into, people's pages are closed to."""
HOUSE = """window.house ??= import(
  new URL("house/house.js", document.querySelector('script[type="module"]').src).href
);"""
ASK = f"""async ([path, body, keys]) => {{
  {HOUSE}
  return (await house).ask(path, body ?? undefined, keys);
}}"""
DIAL = f"""async (name) => {{
  {HOUSE}
  const [heard, waiting] = [[], []];
  const hear = (frame) => (waiting.length ? waiting.shift()(frame) : heard.push(frame));
  const next = () =>
    heard.length ? heard.shift() : new Promise((resolve) => waiting.push(resolve));
  const {{ connect }} = await house;
  await new Promise((opened) => {{
    const line = connect({{ onOpen: opened, onFrame: hear, onClose: () => hear(null) }});
    window[name] = {{ line, next }};
  }});
}}"""


class PageLine:
    """A connection to a house by way of a page."""

    def __init__(self, page: Page, name: str) -> None:
        self._page = page
        self._name = name
        page.evaluate(DIAL, name)

    def send(self, message: str) -> None:
        self._page.evaluate(
            "([name, frame]) => window[name].line.send(frame)", [self._name, message]
        )

    def recv(self, timeout: float) -> str:
        frame = self._page.evaluate("(name) => window[name].next()", self._name)
        assert frame is not None, "the house has closed the connection"
        return str(frame)

    def close(self) -> None:
        self._page.evaluate("(name) => window[name].line.close()", self._name)


class SiteHouse(Reached):
    """The house of whoever was let in last: each browser profile has its own.

    A page of its own keeps it open while visitors come and go, as a second tab does.
    """

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self._desk: Page | None = None
        self._names = count(1)

    def enter(self, visitor: Visitor) -> None:
        """Speak with the house in this visitor's browser from now on."""
        if visitor.desk is None:
            visitor.desk = visitor.open_page()
            visitor.desk.goto(f"{self.base}/#/settings")
        self._desk = visitor.desk

    def call(self, method: str, path: str, body: object = None, *keys: str) -> tuple[int, Any]:
        assert self._desk is not None, "nobody was let in"
        told = self._desk.evaluate(ASK, [path, body, list(keys)])
        return told["status"], told["content"]

    def dial(self) -> PageLine:
        assert self._desk is not None, "nobody was let in"
        return PageLine(self._desk, f"line{next(self._names)}")
