"""Links and their QR codes: who is invited gets a seat, and never somebody else's."""

import re
from pathlib import Path
from typing import Any

import pytest
import segno.encoder
from houses import Served, house
from playwright.sync_api import Request, expect
from visitors import Visitor, Welcome

from tablier.server.http.reach import network_address, reach

pytest_plugins = "visits"
pytestmark = pytest.mark.server

ME, OPEN = {"kind": "me"}, {"kind": "open"}
THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
FULL = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624)
"""How many bytes the first nineteen versions hold at level M."""
LARGEST = 2331
LINK = "https://games.example/#/table/abcdefghij/AbCdEfGhIjKlMnOpQrStUvWxYz-_0123"
CODES = """async (wishes) => {
  const { qrModules } = await import("/js/table/aside/qr_code.js");
  const code = ([text, mask]) => qrModules(text, mask ?? undefined);
  return wishes.map((wish) => code(wish).map((row) => row.join("")));
}"""


def standard(text: str, mask: int) -> list[str]:
    """The same code by somebody else's program."""
    code = segno.make_qr(text, error="m", boost_error=False, mask=mask, mode="byte")
    return ["".join(map(str, row)) for row in code.matrix]


def pad(buffer: Any, version: int, length: int) -> None:
    """segno adds eight bits where none are missing; readers skip them, the standard has none."""
    buffer.extend([0] * (-length % 8))


def test_qr_codes_are_those_of_the_standard(
    welcome: Welcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All masks, and texts that just fit a version, that fit no more, and that leave room."""
    monkeypatch.setattr(segno.encoder, "write_padding_bits", pad)
    long = "".join(chr(33 + 7 * n % 90) for n in range(LARGEST))
    lengths = [*FULL, *(full + 1 for full in FULL), 1, LARGEST]
    wishes = [(LINK, mask) for mask in range(8)]
    wishes += [(long[:length], length % 8) for length in lengths]
    drawn = welcome().go().page.evaluate(CODES, [*wishes, (LINK, None)])
    for (text, mask), code in zip(wishes, drawn, strict=False):
        assert code == standard(text, mask), (len(text), mask)
    assert drawn[-1] in drawn[:8], "one of the eight masks is chosen"


def test_a_text_that_no_code_holds_is_refused(welcome: Welcome) -> None:
    page = welcome().go().page
    with pytest.raises(Exception, match="too long for a QR code"):
        page.evaluate(CODES, [("x" * (LARGEST + 1), None)])


def shared(visitor: Visitor) -> str:
    """The link that the invitation offers."""
    visitor.button("Invite a friend").click()
    dialog = visitor.page.get_by_role("dialog", name="Invite a friend")
    link = dialog.locator(".copyable input").input_value()
    visitor.page.keyboard.press("Escape")
    return link


def test_a_second_device_never_shares_the_own_seat(welcome: Welcome, served: Served) -> None:
    """Where the page can't know a key for guests, it offers none; codes are sent nowhere."""
    made = served.table("chinese-checkers", THREE)
    seat_key = made["seats"][0]["key"]
    device = welcome()
    asked: list[Request] = []
    device.page.on("request", lambda request: asked.append(request))
    device.go(f"table/{made['table']}/{seat_key}")
    expect(device.button("Leave the table")).to_be_visible()
    expect(device.button("Invite a friend")).to_have_count(0)
    device.button("Links").click()
    expect(device.page.get_by_role("dialog")).to_contain_text("no links for this table")
    device.page.keyboard.press("Escape")
    public = served.table("chinese-checkers", THREE, public=True)
    device.go(f"table/{public['table']}/{public['seats'][0]['key']}")
    assert shared(device) == f"{served.base}/#/table/{public['table']}"
    for request in asked:
        assert seat_key not in request.url + (request.post_data or "")


def test_a_guest_hands_the_invitation_on_and_keeps_the_own_seat(
    welcome: Welcome, served: Served
) -> None:
    made = served.table("chinese-checkers", THREE)
    guest = welcome().go(f"table/{made['table']}/{made['join']}")
    guest.button("Sit down").dblclick()
    assert shared(guest) == f"{served.base}/#/table/{made['table']}/{made['join']}"
    friend = welcome().go(re.sub(".*#/", "", shared(guest)))
    friend.button("Sit down").click()
    expect(friend.page.locator("main")).to_have_attribute("data-phase", "playing")


def resume_link(visitor: Visitor) -> str:
    """The link to the own seat, as the dialog shows it now."""
    shown = visitor.page.get_by_role("dialog", name="Links").locator("details .copyable input")
    return shown.input_value()


def test_a_seats_link_is_renewed_and_other_devices_are_told(
    welcome: Welcome, served: Served
) -> None:
    ann, device = welcome(), welcome()
    ann.go()
    ann.page.get_by_text("Together here", exact=True).click()
    ann.page.locator('[data-card="zhizhu"] button.cover').click()
    ann.wait_for_turn()
    ann.button("Links").click()
    ann.page.get_by_text("Go on with another device").click()
    old = resume_link(ann)
    device.go(re.sub(".*#/", "", old))
    device.wait_for_turn()
    ann.button("Renew this link").click()
    ann.page.get_by_role("dialog", name="Renew the link?").get_by_role(
        "button", name="Cancel"
    ).click()
    assert resume_link(ann) == old
    ann.button("Renew this link").click()
    ann.page.get_by_role("dialog", name="Renew the link?").get_by_role(
        "button", name="Renew"
    ).click()
    expect(device.page.locator("h1")).to_have_text("Your seat has a new link.")
    expect(device.page.locator("main")).to_contain_text("open the new link")
    new = resume_link(ann)
    assert new != old
    device.go(re.sub(".*#/", "", new))
    device.wait_for_turn()
    device.play("b3")
    ann.page.keyboard.press("Escape")
    ann.plied(1)
    stranger = welcome().go(re.sub(".*#/", "", old))
    expect(stranger.page.locator("h1")).to_contain_text("closed to you")
    ann.go(f"table/{ann.table}")
    ann.button("Links").click()
    ann.page.get_by_text("Go on with another device").click()
    assert resume_link(ann) == new, "it is remembered"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_link_says_whether_it_works_on_other_devices(
    welcome: Welcome, tmp_path: Path, host: str
) -> None:
    """At home nobody else gets in; with `--host` the link is the one of the network."""
    with house(tmp_path, "--host", host) as home:
        visitor = welcome(home.base.replace("0.0.0.0", "127.0.0.1"))
        visitor.sit(home.table("zhizhu", [ME, OPEN], public=True), 0)
        visitor.button("Invite a friend").click()
        dialog = visitor.page.get_by_role("dialog", name="Invite a friend")
        link = dialog.locator(".copyable input").input_value()
        own = network_address()
        if host == "127.0.0.1" or own is None:
            expect(dialog).to_contain_text("works on this computer only")
            expect(dialog.locator("code")).to_have_text("tablier serve --host 0.0.0.0")
            expect(dialog.get_by_role("img", name="QR")).to_have_count(0)
            return
        assert link.startswith(f"http://{own}:")
        expect(dialog).to_contain_text("works on every device in your network")
        expect(dialog.get_by_role("img", name="QR")).to_be_visible()
        guest = welcome(visitor.base).go(link.partition("#/")[2])
        guest.button("Sit down").click()
        expect(visitor.page.locator("main")).to_have_attribute("data-phase", "playing")


def test_only_this_machine_is_told_its_address() -> None:
    assert reach("0.0.0.0", "games.example", "127.0.0.1") == {"open": True, "address": None}
    assert reach("0.0.0.0", "127.0.0.1:8100", "203.0.113.9") == {"open": True, "address": None}
    assert reach("127.0.0.1", "localhost:8100", "::1")["open"] is False
    assert reach("::", "[::1]:8100", "127.0.0.1")["open"] is True
