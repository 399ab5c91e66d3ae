"""How a node is run: by flags, by environment (TABLIER_…), by a file; in this order."""

import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

from tablier.core.errors import BadOption, shortened
from tablier.server.limits.bounds import MOST_CONNECTIONS, MOST_PER_ADDRESS

PREFIX = "TABLIER_"
NUMBER = re.compile("[0-9]{1,9}")
MOST_DOTS = 1_000
"""In a line of a file: Python's reader takes time by the square of a key's dots."""


@dataclass(frozen=True)
class Settings:
    """All that a host can choose."""

    host: str = "127.0.0.1"
    port: int = 8100
    data: str = ""
    """The folder of the SQLite file; the user's own data folder unless told otherwise."""
    database: str = ""
    """The URL of a database; without one, SQLite in `data`."""
    origins: tuple[str, ...] = ()
    """Addresses, besides the server's own, whose pages may connect."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word about the client is believed."""
    workers: int = 0
    """Processes for the bots; 0: one less than there are cores."""
    connections: int = MOST_CONNECTIONS
    """Connections in all; fewer where there are not enough file descriptors."""
    per_address: int = MOST_PER_ADDRESS
    """Connections from one address, or one /64 of IPv6."""
    pyodide: str = ""
    """Python for browsers, a folder or npm's file: with it pages think about hints themselves."""
    log: str = "info"

    @property
    def url(self) -> str:
        """The database's address."""
        folder = Path(self.data) if self.data else user_data_path("tablier", appauthor=False)
        return self.database or f"sqlite:///{folder.absolute() / 'tablier.db'}"


def settings(flags: Mapping[str, Any], file: Path | None = None) -> Settings:
    """What was asked for: a flag beats the environment, which beats the file."""
    chosen = Settings()
    known = {field.name: field.type for field in fields(Settings)}
    for source, given in (
        (str(file), _read(file)),
        ("the environment", _environment(known)),
        ("the command line", flags),
    ):
        for name, value in given.items():
            if name not in known:
                raise BadOption(f"{source}: there is no setting {name!r}")
            if value is not None:
                chosen = replace(chosen, **{name: _converted(source, name, value, chosen)})
    _check(chosen)
    return chosen


def _read(file: Path | None) -> Mapping[str, Any]:
    if file is None:
        return {}
    try:
        text = file.read_text("utf-8")
        dots = [line.count(".") for line in text.splitlines()]
        if max(dots, default=0) > MOST_DOTS:
            raise tomllib.TOMLDecodeError(f"line {dots.index(max(dots)) + 1} has too many dots")
        return tomllib.loads(text)
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"{file}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise BadOption(f"{file} can't be read as TOML") from error


def _environment(known: Mapping[str, Any]) -> dict[str, str]:
    names = {name: f"{PREFIX}{name.upper()}" for name in known}
    return {name: os.environ[key] for name, key in names.items() if key in os.environ}


def _converted(source: str, name: str, value: Any, chosen: Settings) -> Any:
    """A value of the setting's own type."""
    wanted = type(getattr(chosen, name))
    if wanted is tuple:
        values = value.split() if isinstance(value, str) else value
        if isinstance(values, list | tuple) and all(isinstance(one, str) for one in values):
            return tuple(values)
    elif wanted is int and isinstance(value, str) and NUMBER.fullmatch(value):
        return int(value)
    elif type(value) is wanted:
        return value
    hidden = name == "database"  # it may hold a password
    shown = "of this kind" if hidden else shortened(repr(value))
    raise BadOption(f"{source}: {name} can't be {shown}")


def _check(chosen: Settings) -> None:
    if not 0 <= chosen.port <= 65535:
        raise BadOption(f"port is a number from 0 to 65535, not {chosen.port}")
    if not 0 <= chosen.workers <= 64:
        raise BadOption(f"workers is a number from 0 to 64, not {chosen.workers}")
    for name in ("connections", "per_address"):
        if not 1 <= getattr(chosen, name) <= 1_000_000:
            raise BadOption(f"{name} is a number from 1 to 1000000, not {getattr(chosen, name)}")
    if chosen.log not in ("debug", "info", "warning", "error"):
        raise BadOption(f"log is debug, info, warning or error, not {chosen.log!r}")
    for origin in chosen.origins:
        if not _is_origin(origin):
            raise BadOption(f"an origin is a scheme and a host, and no more: not {origin!r}")
    for proxy in chosen.proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError as error:
            raise BadOption(f"a proxy is an IP address or a network, not {proxy!r}") from error


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.path.strip("/")
