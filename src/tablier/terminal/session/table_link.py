"""The link of a table, as the page makes it, and what can be asked there."""

import json
import re
import secrets
import urllib.error
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game, Setup
from tablier.terminal.session.house_frames import StrangeHouse, plain

LINK = re.compile(r"(https?://[^/\s#?]+)/?#/table/([\w-]{1,16})(?:/([\w-]{1,128}))?/?")
HOUSE = re.compile(r"(https?://[^/\s#?@]+)(?:[/#?]\S*)?")
OWN_HOUSE = "http://127.0.0.1:8100"
"""Where `tablier` opens a house, unless it is told otherwise."""
TIMEOUT_S = 15.0
LONGEST_ANSWER = 64 * 1024


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
        given = HouseAddress(self.house).ask(f"tables/{self.table}/sit", keys, {"name": name})
        if "key" not in given:
            raise SeatRefused(f"{self.house} is no house that this terminal knows", "server", {})
        return str(given["key"])


class HouseAddress(NamedTuple):
    """A server at which people meet."""

    address: str

    @classmethod
    def read(cls, text: str) -> "HouseAddress":
        """The address that somebody typed; whatever follows the host is left out.

        >>> HouseAddress.read(" http://192.168.1.5:8100/#/ ")
        HouseAddress(address='http://192.168.1.5:8100')
        """
        found = HOUSE.fullmatch(text.strip())
        if found is None:
            raise BadOption("a house's address looks like http://HOST:PORT")
        return cls(found[1])

    def open_table(self, person: str, wish: dict[str, Any], name: str) -> TableLink:
        """Open a table for somebody and others; its link. To be called in a thread.

        `wish` names the game, the number of players and the options.
        """
        seats = [{"kind": "me", "name": name}, *[{"kind": "open"}] * (wish["players"] - 1)]
        made = self.ask("tables", [person], {**wish, "seats": seats})
        return TableLink(self.address, str(made.get("table")), str(made.get("join")))

    def ask(self, what: str, keys: list[str], given: dict[str, Any]) -> dict[str, Any]:
        """What a house answers."""
        request = urllib.request.Request(
            f"{self.address}/api/{what}",
            json.dumps(given).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {' '.join(keys)}"},
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                answered = plain(json.loads(answer.read(LONGEST_ANSWER)))
        except urllib.error.HTTPError as error:
            raise _refused(error) from error
        except (OSError, ValueError, HTTPException, RecursionError, StrangeHouse) as error:
            raise SeatRefused(f"{self.address} can't be reached", "away", {}) from error
        return answered if isinstance(answered, dict) else {}


def table_wish(game: Game, setup: Setup) -> dict[str, Any]:
    """What a house needs to know of a match that is to be played there."""
    options = game.chosen(setup)
    options.pop("players", None)
    return {"game": game.name, "players": setup.players, "options": options}


def _refused(error: urllib.error.HTTPError) -> SeatRefused:
    with error:
        try:
            answer: dict[str, Any] = plain(json.loads(error.read(LONGEST_ANSWER)))
            return SeatRefused(str(answer["text"]), str(answer["code"]), dict(answer["details"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError, StrangeHouse):
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


def last_house() -> str:
    """The address of the house at which somebody here opened a table last; else this machine's."""
    try:
        return _house_file().read_text("utf-8").strip()
    except OSError:
        return OWN_HOUSE


def remember_house(house: HouseAddress) -> None:
    """Offer it the next time, if that can be noted."""
    with suppress(OSError):
        _house_file().parent.mkdir(parents=True, exist_ok=True)
        _house_file().write_text(house.address, "utf-8")


def _house_file() -> Path:
    return user_data_path("tablier") / "house"
