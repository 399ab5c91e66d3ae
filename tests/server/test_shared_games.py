"""Addresses for everybody: what they show, to whom, in whose frames, and what they never do."""

import asyncio
import io
import json
import re
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from houses import PERSON, Served
from PIL import Image

from tablier.server.http.shared_games import Previews
from tablier.server.limits.bounds import PREVIEWS
from tablier.table.messages import Refused
from tablier.table.sharing.fair_queue import Asker

ME, OPEN = {"kind": "me", "name": 'Ann "<i>"'}, {"kind": "open"}
OTHER, STRANGER = "o" * 32, "s" * 32
POSITION = "zhizhu ......../..w...../........ b 8-9 0 - - 0 2"


def ask(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A plain request, as a crawler sends it."""
    connection = HTTPConnection(urlsplit(served.base).netloc, timeout=60)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    told = {name.lower(): value for name, value in answer.getheaders()}
    body = answer.read()
    connection.close()
    return answer.status, told, body


@pytest.fixture(scope="module")
def over(served: Served) -> dict[str, Any]:
    """A game between two that Ann gave up."""
    made = served.table("zhizhu", [ME, OPEN])
    served.call("POST", f"/api/tables/{made['table']}/sit", {"name": "Cy"}, OTHER, made["join"])
    ann = served.attend(made["table"], PERSON)
    ann.play("b3")
    ann.ask("resign")
    ann.close()
    return made


@pytest.fixture(scope="module")
def address(served: Served, over: dict[str, Any]) -> str:
    """Where it can be looked at."""
    status, told = served.call("POST", f"/api/tables/{over['table']}/share", {}, PERSON)
    assert status == 200
    return str(told["address"])


def test_a_game_has_one_address_which_holds_no_key(
    served: Served, over: dict[str, Any], address: str
) -> None:
    again = served.call("POST", f"/api/tables/{over['table']}/share", {}, OTHER)
    assert again == (200, {"address": address})
    assert re.fullmatch("[a-z2-7]{16}", address) and over["table"] not in address
    status, told = served.call("GET", f"/api/shared/{address}")
    assert status == 200 and told["game"] == "zhizhu" and "1. b3" in told["record"]
    keys = [over["watch"], over["join"], PERSON, OTHER, over["seats"][0]["key"], over["table"]]
    assert not any(key in json.dumps(told) for key in keys)
    assert served.call("GET", f"/api/tables/{over['table']}")[0] == 404, "it opens nothing else"


def test_who_may_ask_for_what(served: Served, over: dict[str, Any]) -> None:
    """Every new route, by its owner, by another who played, by a spectator and by a stranger."""
    at = f"/api/tables/{over['table']}"
    body: dict[str, Any] = {}
    allowed: dict[tuple[str, str], tuple[int, int, int, int]] = {
        ("POST", f"{at}/share"): (200, 200, 403, 404),
        ("GET", f"{at}/review"): (200, 200, 200, 404),
        ("GET", "/api/mine/results"): (200, 200, 200, 200),
        ("GET", "/api/mine?state=over"): (200, 200, 200, 200),
        ("POST", "/api/mine/delete"): (422, 422, 422, 422),
    }
    for (method, path), wanted in allowed.items():
        for key, status in zip((PERSON, OTHER, over["watch"], STRANGER), wanted, strict=True):
            given = {"tables": ["no table"]} if path.endswith("delete") else body
            asked = served.call(method, path, given if method == "POST" else None, key)
            assert asked[0] == status, (path, key)
    for key in (over["watch"], STRANGER):
        assert served.call("GET", "/api/mine?state=over", None, key)[1] == []
        told = served.call("GET", "/api/mine/results", None, key)[1]
        assert told == {"levels": [], "days": [], "here": {}, "next": {}}
        done = served.call("POST", "/api/mine/delete", {"tables": [over["table"]]}, key)[1]
        assert done == {"deleted": [], "left": [], "kept": []}
    mine = [one["id"] for one in served.call("GET", "/api/mine?state=over", None, OTHER)[1]]
    assert over["table"] in mine


def test_an_address_that_was_taken_back_leads_nowhere(served: Served) -> None:
    made = served.table("zhizhu", [ME, {"kind": "here"}])
    at = f"/api/tables/{made['table']}"
    refused = served.call("POST", f"{at}/share", {}, PERSON)
    assert refused[0] == 409 and refused[1]["code"] == "not_over"
    assert served.call("POST", f"{at}/review", {}, PERSON)[1]["code"] == "not_over"
    ann = served.attend(made["table"], PERSON)
    ann.ask("resign", seat=0)
    ann.close()
    first = served.call("POST", f"{at}/share", {}, PERSON)[1]["address"]
    for key, status in ((made["watch"], 403), (STRANGER, 404), (PERSON, 200)):
        assert ask(served, f"/g/{first}")[0] == 200
        assert served.call("POST", f"{at}/unshare", {}, key)[0] == status
    second = served.call("POST", f"{at}/share", {}, PERSON)[1]["address"]
    assert first != second
    assert ask(served, f"/g/{second}")[0] == 200
    assert served.call("POST", "/api/mine/delete", {"tables": [made["table"]]}, PERSON)[0] == 200
    for gone in (first, second, "a" * 16, "nothing", "a" * 400):
        assert served.call("GET", f"/api/shared/{gone}")[0] == 404
        for path in (f"/g/{gone}", f"/g/{gone}/1", f"/g/{gone}.png", f"/embed/{gone}"):
            assert ask(served, path, Accept="text/html")[0] == 404


def test_the_page_says_what_it_is_before_it_is_opened(served: Served, address: str) -> None:
    status, headers, body = ask(served, f"/g/{address}")
    page = body.decode()
    assert status == 200 and headers["content-type"].startswith("text/html")
    said = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)" />', page))
    assert said["og:title"] == "ZhiZhu: Ann &quot;&lt;i&gt;&quot;, Cy"
    assert said["og:image"] == f"{served.base}/g/{address}.png" and "<i>" not in page
    assert said["og:description"].startswith("Black: ") and "noindex" in page
    german = ask(served, f"/g/{address}", **{"Accept-Language": "de-CH,en;q=0.5"})[2].decode()
    assert 'og:description" content="Schwarz: ' in german
    assert ask(served, f"/g/{address}", Host='x"><script>')[0] == 421


def test_only_what_is_meant_for_frames_may_be_framed(served: Served, address: str) -> None:
    framed = ask(served, f"/embed/{address}")[1]
    assert "frame-ancestors *" in framed["content-security-policy"]
    assert "x-frame-options" not in framed
    for path in ("/", f"/g/{address}", f"/p/{quote(POSITION)}", "/api/games", "/embedded"):
        headers = ask(served, path)[1]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/g/{}.png", "/g/{}/0.png", f"/p/{quote(POSITION)}.png"])
def test_previews_are_pictures_of_the_board(served: Served, address: str, path: str) -> None:
    status, headers, body = ask(served, path.format(address))
    assert status == 200 and headers["content-type"] == "image/png"
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert "max-age" in headers["cache-control"]
    picture = Image.open(io.BytesIO(body))
    assert picture.size == (1200, 630) and len(body) < 300_000
    assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 50
    assert ask(served, path.format(address))[2] == body


def test_what_is_no_position_is_refused(served: Served) -> None:
    assert ask(served, "/p/nonsense.png")[0] == 404
    assert ask(served, f"/p/{quote('zhizhu nonsense')}.png")[0] == 422
    assert ask(served, f"/p/{'x' * 5000}.png")[0] == 422
    assert ask(served, "/p/nonsense", Accept="text/html")[0] == 404
    _, _, body = ask(served, f"/p/{quote(POSITION)}")
    assert f'content="{served.base}/p/{quote(POSITION)}.png"' in body.decode()


@pytest.mark.anyio
async def test_nobody_keeps_the_house_busy_with_pictures() -> None:
    """What is at hand costs nothing; what has to be drawn is counted, and drawn once for all."""

    class Node:
        """Draws at once."""

        drawn = 0

        def __init__(self) -> None:
            self.tables = self.thinkers = self

        def spawn(self, work: Any) -> Any:
            return asyncio.get_running_loop().create_task(work)

        async def preview(self, position: str, asker: Asker) -> bytes:
            self.drawn += 1
            return position.encode()

    node: Any = Node()
    previews, asker = Previews(), Asker("192.0.2.1")
    for number in range(int(PREVIEWS[0])):
        assert await previews.of(str(number), node, asker) == str(number).encode()
    with pytest.raises(Refused, match="too many"):
        await previews.of("another", node, asker)
    assert await previews.of("0", node, asker) == b"0" and node.drawn == PREVIEWS[0]
    assert await previews.of("another", node, Asker("192.0.2.2")) == b"another"
