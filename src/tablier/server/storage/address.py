"""A database's address. It may hold a password, and so no error ever quotes it."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tablier.core.errors import TablierError

FORMS = "the database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def parsed(url: str) -> URL:
    """An address of either kind; of SQLite with the file's real path, whatever links lead there."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise TablierError(f"the address of the database can't be read: {FORMS}") from error
    kind = address.get_backend_name()
    if kind == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise TablierError(FORMS)
    if not address.database or address.database == ":memory:":
        raise TablierError("the database needs a file: nothing may be lost")
    return address.set(database=str(Path(address.database).resolve()))


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database."""
    address = parsed(url)
    return Path(str(address.database)) if address.get_backend_name() == "sqlite" else None


def without_password(text: str, address: URL) -> str:
    """What somebody says about an address, without what is secret in it."""
    secret = str(address.password or address.query.get("password") or "")
    return text.replace(secret, "***") if secret else text
