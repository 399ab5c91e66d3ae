"""A server that hands a folder out as the site's own headers have it, for the benches."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

from tablier.site.page import FOR_GOOD


class Host(SimpleHTTPRequestHandler):
    """Packs what it hands out, as the site's own headers have it, and counts it.

    Scripts can be given something to do first.
    """

    sent = 0
    spied: tuple[str, ...] = ()
    spy = b""
    packed: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        """A file, packed."""
        path = Path(self.translate_path(self.path.split("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = Host.packed.setdefault(str(path), compress(path.read_bytes()))
        if path.name in Host.spied:
            body = compress(Host.spy + path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", FOR_GOOD if "/v/" in self.path else "no-cache")
        self.end_headers()
        self.wfile.write(body)
        Host.sent += len(body) + 200

    def log_message(self, *told: object) -> None:
        """Nothing is written anywhere."""


@contextmanager
def hosted(folder: Path, handler: type[Host] = Host) -> Iterator[str]:
    """The address of the site, below somebody's home page."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/club/games"
    finally:
        host.shutdown()
        thread.join()
        host.server_close()
