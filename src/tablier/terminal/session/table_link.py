"""The link of a table, as the page makes it, and what can be asked there."""

import json
import re
import secrets
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from tablier.core.errors import BadOption, TablierError

LINK = re.compile(r"(https?://[^/\s#?]+)/?#/table/([\w-]{1,16})(?:/([\w-]{1,128}))?/?")
TIMEOUT_S = 15.0


class SeatRefused(TablierError):
    """A seat that a house does not give; `code` and `details` say why, for other languages."""

    def __init__(self, text: str, code: str, details: dict[str, Any]) -> None:
        super().__init__(text)
        self.code = code
        self.details = details


class TableLink(NamedTuple):
    """A house, one of its tables, and the key that opens it."""

    house: str
    table: str
    key: str | None

    @classmethod
    def read(cls, text: str) -> "TableLink":
        """The link that somebody was sent.

        >>> TableLink.read("http://127.0.0.1:8100/#/table/k7m2q9xw/0123abcd")
        TableLink(house='http://127.0.0.1:8100', table='k7m2q9xw', key='0123abcd')
        """
        found = LINK.fullmatch(text.strip())
        if found is None:
            raise BadOption("a table's link looks like http://HOST/#/table/ID/KEY")
        return cls(*found.groups())

    def __str__(self) -> str:
        return "/".join(filter(None, [self.house, "#/table", self.table, self.key]))

    @property
    def socket(self) -> str:
        """Where the table is played."""
        return "ws" + self.house.removeprefix("http") + "/ws"

    def sit(self, keys: list[str], name: str) -> str:
        """Take a free seat; its key. It takes its time, and is to be called in a thread."""
        request = urllib.request.Request(
            f"{self.house}/api/tables/{self.table}/sit",
            json.dumps({"name": name}).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {' '.join(keys)}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                key: str = json.load(answer)["key"]
        except urllib.error.HTTPError as error:
            raise _refused(error) from error
        except OSError as error:
            raise SeatRefused(f"{self.house} can't be reached", "away", {}) from error
        return key


def _refused(error: urllib.error.HTTPError) -> SeatRefused:
    with error:
        try:
            answer: dict[str, Any] = json.load(error)
            return SeatRefused(answer["text"], answer["code"], answer["details"])
        except (ValueError, KeyError, TypeError):
            return SeatRefused(f"the house answered {error.code}", "server", {})


def person_key(folder: Path | None = None) -> str:
    """The key by which a house knows this person again; made once, and kept to oneself."""
    path = (folder or user_data_path("tablier")) / "person"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(16), "ascii")
        return path.read_text("ascii")
