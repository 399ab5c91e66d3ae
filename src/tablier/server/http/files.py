"""The page's files, kept as they go over the wire: a first visit asks for some seventy."""

import gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

INDEX = "index.html"


class Copy(NamedTuple):
    """A file as it was at some time, plain and packed."""

    changed_ns: int
    etag: str
    plain: bytes
    packed: bytes


class Files:
    """Serves the files that lay in a folder at the start, and no others.

    A file that has changed since is read again, so that nobody has to restart anything while
    drawing.
    """

    def __init__(self, folder: Path) -> None:
        files = (path for path in folder.rglob("*") if path.is_file())
        self._paths = {path.relative_to(folder).as_posix(): path for path in files}
        self._copies: dict[str, Copy] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).strip("/") or INDEX
        headers = Headers(scope=scope)
        if name not in self._paths:
            return self._nothing(headers)
        copy = self._copy(name)
        sent = {"ETag": copy.etag, "Vary": "Accept-Encoding"}
        if headers.get("if-none-match") == copy.etag:
            return Response(status_code=304, headers=sent)
        if "gzip" in headers.get("accept-encoding", ""):
            sent["Content-Encoding"] = "gzip"
        kind = guess_type(name)[0] or "application/octet-stream"
        body = copy.packed if "Content-Encoding" in sent else copy.plain
        return Response(body, headers=sent, media_type=kind)

    def _nothing(self, headers: Headers) -> Response:
        """A person who mistyped an address gets the page, which says so in their language."""
        if INDEX not in self._paths or "text/html" not in headers.get("accept", ""):
            raise HTTPException(404)
        return Response(self._copy(INDEX).plain, 404, media_type="text/html")

    def _copy(self, name: str) -> Copy:
        changed = self._paths[name].stat().st_mtime_ns
        kept = self._copies.get(name)
        if kept is None or kept.changed_ns != changed:
            plain = self._paths[name].read_bytes()
            etag = f'"{sha256(plain).hexdigest()[:20]}"'
            kept = Copy(changed, etag, plain, gzip.compress(plain, mtime=0))
            self._copies[name] = kept
        return kept
