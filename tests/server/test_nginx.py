"""The proxy in deploy/nginx.conf, with a real nginx in front of a real house."""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bench._house import free_port
from houses import PERSON, WAIT_S, Served, house
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablier.server.http.settings import Settings

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
LINES = 20
"""Lines that an address may have here; the file itself has more."""
AROUND = """\
{user}
pid {folder}/pid;
error_log {folder}/error.log;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""

pytestmark = pytest.mark.skipif(NGINX is None, reason="there is no nginx here to try the file with")


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


class Proxy:
    """nginx on ports of its own."""

    def __init__(self, folder: Path, served: Served) -> None:
        self.folder, self.served = folder, served
        self.port, self.plain = free_port(), free_port()
        self.base = f"https://127.0.0.1:{self.port}"
        self.tls = ssl.create_default_context()
        self._as_page: dict[str, Any] = {"origin": self.base, "subprotocols": ["tablier.1"]}

    def start(self, change: Callable[[str], str]) -> None:
        """Run with the file as it is, less names, ports and certificates."""
        certificate(self.folder)
        self.tls.load_verify_locations(self.folder / "cert.pem")
        site = CONF.read_text()
        for old, new in {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            f"server 127.0.0.1:{Settings().port};": f"server {self.served.base.removeprefix('http://')};",
            "/etc/letsencrypt/live/games.example/fullchain.pem": f"{self.folder}/cert.pem",
            "/etc/letsencrypt/live/games.example/privkey.pem": f"{self.folder}/key.pem",
            "tablier_lines 100;": f"tablier_lines {LINES};",
        }.items():
            assert site.count(old) == 1, old
            site = site.replace(old, new)
        (self.folder / "site.conf").write_text(change(site))
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder, user=user))
        self._nginx()

    def stop(self) -> None:
        self._nginx("-s", "stop")

    def _nginx(self, *more: str) -> None:
        """When it returns, nginx listens in the background, or has been told to stop."""
        assert NGINX is not None
        command = [NGINX, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def get(self, path: str, body: bytes | None = None) -> Answer:
        """An answer, whatever its status."""
        tls = urllib.request.HTTPSHandler(context=self.tls)
        opener = urllib.request.build_opener(tls, Unfollowed())
        url = path if path.startswith("http") else self.base + path
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        try:
            answer = opener.open(request, timeout=WAIT_S)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return Answer(answer.status, answer.headers, answer.read())

    def dial(self) -> connect:
        """A socket of a page that came from here."""
        address = f"wss://127.0.0.1:{self.port}/ws"
        return connect(address, ssl=self.tls, open_timeout=WAIT_S, **self._as_page)


class Unfollowed(urllib.request.HTTPRedirectHandler):
    """Shows where one is sent."""

    def redirect_request(self, *_: object) -> None:
        return None


def certificate(folder: Path) -> None:
    """One that nobody else trusts."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house that believes a proxy on this machine."""
    with house(tmp_path_factory.mktemp("house"), "--proxy", "127.0.0.1") as served:
        yield served


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory, behind: Served) -> Iterator[Proxy]:
    running = Proxy(tmp_path_factory.mktemp("nginx"), behind)
    running.start(lambda site: site)
    yield running
    running.stop()


def test_the_page_comes_by_tls_alone(proxy: Proxy) -> None:
    page = proxy.get("/")
    assert page.status == 200 and b"<!doctype html>" in page.body.lower()
    assert page.headers["Strict-Transport-Security"].startswith("max-age=")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    refused = proxy.get("/api/games/go/rules")
    assert refused.status == 404 and refused.headers["Strict-Transport-Security"]
    plain = proxy.get(f"http://127.0.0.1:{proxy.plain}/x")
    assert (plain.status, plain.headers["Location"]) == (301, "https://127.0.0.1/x")


def test_a_table_is_played_through_it_on_any_port(proxy: Proxy, behind: Served) -> None:
    made = behind.table("zhizhu", [{"kind": "me"}, {"kind": "here"}])

    async def play() -> str:
        async with proxy.dial() as socket:
            hello = {"type": "hello", "v": 1, "table": made["table"], "keys": [PERSON]}
            await socket.send(json.dumps(hello))
            move = {"type": "play", "cmd": "one", "seat": 0, "ply": 0, "text": "b3"}
            await socket.send(json.dumps(move))
            while (told := json.loads(await socket.recv())).get("cmd") != "one":
                pass
            return str(told["type"])

    assert asyncio.run(play()) == "ack"


def test_figures_are_not_for_strangers(proxy: Proxy, behind: Served) -> None:
    assert proxy.get("/metrics").status == 403
    assert behind.call("GET", "/metrics")[0] == 200


def test_an_address_has_so_many_lines_and_so_large_bodies(proxy: Proxy) -> None:
    asked = json.dumps({"position": "x" * 600_000}).encode()
    assert proxy.get("/api/positions", asked).status == 413
    assert asyncio.run(crowd(proxy)) == 429


async def crowd(proxy: Proxy) -> int:
    """The status with which one too many is refused."""
    async with AsyncExitStack() as held:
        for _ in range(LINES + 1):
            try:
                await held.enter_async_context(proxy.dial())
            except InvalidStatus as refused:
                return refused.response.status_code
    return 0


def test_without_the_port_in_host_every_socket_is_refused(tmp_path: Path, behind: Served) -> None:
    """Why the file says `$http_host`: the other name for it has no port."""
    other = Proxy(tmp_path, behind)
    other.start(lambda site: site.replace("Host $http_host;", "Host $host;"))
    try:
        assert asyncio.run(crowd(other)) == 403
    finally:
        other.stop()
