"""The last line: which keys do what here. Each can also be clicked."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.widgets import Static


class Key(NamedTuple):
    """A key, the action behind it, and what it is called in a few letters."""

    name: str
    action: str
    label: str


class KeyBar(Static):
    """Shows as many keys as there is room for, the most important first."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self._keys = keys

    def show(self, keys: Sequence[Key]) -> None:
        """Show other keys."""
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def render(self) -> Content:
        shown: list[Content] = []
        used = 0
        for key in self._keys:
            used += len(key.name) + len(key.label) + 3
            if used > self.size.width:
                break
            markup = f"[@click={key.action}] [$accent b]$name[/] $label [/]"
            shown.append(Content.from_markup(markup, name=key.name, label=key.label))
        return Content("").join(shown)
