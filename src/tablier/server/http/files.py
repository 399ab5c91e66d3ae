"""The page's files, kept as they go over the wire: a first visit asks for some seventy.

The page asks for all of them under an address that says which version they are of, `/v/VERSION/…`,
and keeps them: who comes again asks for the page alone.
"""

import gzip
import re
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

INDEX = "index.html"
VERSIONED = re.compile(r"v/([0-9a-f]{12})/(.+)")
ADDRESS = re.compile(rb'((?:href|src)=")/')
LOOK_S = 1.0
"""Whether any file has changed is looked for no oftener than this."""
FOR_GOOD = "public, max-age=31536000, immutable"


class Copy(NamedTuple):
    """A file as it was at some time, plain and packed."""

    changed_ns: int
    etag: str
    plain: bytes
    packed: bytes


class Files:
    """Serves the files that lay in some folders at the start, and no others.

    A file that has changed since is read again, so that nobody has to restart anything while
    drawing.
    """

    def __init__(
        self,
        folder: Path,
        others: Mapping[str, Path] | None = None,
        now: Callable[[], float] = time.monotonic,
        thinking: Mapping[str, bytes] | None = None,
    ) -> None:
        """A folder at the root, and others by the address that they lie at.

        `thinking` has by their addresses what lies in no folder: with it the page thinks itself.
        """
        folders = {"": folder, **{f"{where}/": other for where, other in (others or {}).items()}}
        self._paths = {
            where + path.relative_to(root).as_posix(): path
            for where, root in folders.items()
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }
        self._copies: dict[str, Copy] = {}
        self._made = {name: _packed(body, 0) for name, body in (thinking or {}).items()}
        self._version = self._newest()
        self._now, self._looked = now, now()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).strip("/") or INDEX
        version = None
        if versioned := VERSIONED.fullmatch(name):
            version, name = versioned.groups()
        headers = Headers(scope=scope)
        if name not in self._paths and name not in self._made:
            return self._nothing(headers)
        if name == INDEX:
            return self._page(200)
        copy = self._copy(name)
        sent = {"ETag": copy.etag, "Vary": "Accept-Encoding"}
        if version == self._version:
            sent["Cache-Control"] = FOR_GOOD
        if headers.get("if-none-match") == copy.etag:
            return Response(status_code=304, headers=sent)
        if "gzip" in headers.get("accept-encoding", ""):
            sent["Content-Encoding"] = "gzip"
        kind = guess_type(name)[0] or "application/octet-stream"
        body = copy.packed if "Content-Encoding" in sent else copy.plain
        return Response(body, headers=sent, media_type=kind)

    def page(self, head: str = "", status: int = 200) -> Response:
        """The page with something more in its head."""
        return self._page(status, head)

    def _page(self, status: int, head: str = "") -> Response:
        """The page, which asks for all else as it is now."""
        if self._now() - self._looked > LOOK_S:
            self._version, self._looked = self._newest(), self._now()
        addresses = rb"\g<1>/v/%s/" % self._version.encode()
        body = ADDRESS.sub(addresses, self._copy(INDEX).plain)
        if self._made:
            body = body.replace(b"<html ", b'<html data-thinks="here" ', 1)
        body = body.replace(b"</title>", b"</title>\n" + head.encode("utf-8", "replace"), 1)
        return Response(body, status, media_type="text/html")

    def _nothing(self, headers: Headers) -> Response:
        """A person who mistyped an address gets the page, which says so in their language."""
        if INDEX not in self._paths or "text/html" not in headers.get("accept", ""):
            raise HTTPException(404)
        return self._page(404)

    def _newest(self) -> str:
        """A name for what all files hold."""
        held = "".join(name + self._copy(name).etag for name in (*self._paths, *self._made))
        return sha256(held.encode()).hexdigest()[:12]

    def _copy(self, name: str) -> Copy:
        if name in self._made:
            return self._made[name]
        changed = self._paths[name].stat().st_mtime_ns
        kept = self._copies.get(name)
        if kept is None or kept.changed_ns != changed:
            kept = _packed(self._paths[name].read_bytes(), changed)
            self._copies[name] = kept
        return kept


def _packed(plain: bytes, changed_ns: int) -> Copy:
    etag = f'"{sha256(plain).hexdigest()[:20]}"'
    return Copy(changed_ns, etag, plain, gzip.compress(plain, mtime=0))
