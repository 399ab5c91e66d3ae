"""Windows over the page leave with what they are about."""

import pytest
from playwright.sync_api import expect
from visitors import Visitor, Welcome

pytest_plugins = "visits"
pytestmark = pytest.mark.server


def inviting(visitor: Visitor) -> str:
    """Wait for a friend with the invitation open; the link that it shows."""
    visitor.go()
    visitor.page.get_by_text("A friend elsewhere", exact=True).click()
    visitor.page.locator('[data-card="zhizhu"] button.cover').click()
    dialog = visitor.page.get_by_role("dialog", name="Invite a friend")
    return dialog.locator(".copyable input").input_value()


def test_the_invitation_closes_when_the_friend_sits_down(welcome: Welcome) -> None:
    host, guest = welcome(), welcome()
    link = inviting(host)
    guest.go(link.partition("#/")[2])
    guest.button("Sit down").click()
    expect(host.page.locator("main")).to_have_attribute("data-phase", "playing")
    expect(host.page.get_by_role("dialog")).to_have_count(0)


def test_nothing_stays_open_over_another_screen(welcome: Welcome) -> None:
    """Pressing beside it closes it as well; marking its text or pressing its edge does not."""
    visitor = welcome()
    inviting(visitor)
    mouse, dialog = visitor.page.mouse, visitor.page.get_by_role("dialog")
    box, link = dialog.bounding_box(), dialog.locator(".copyable input").bounding_box()
    assert box and link
    mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
    mouse.move(link["x"] + 9, link["y"] + link["height"] / 2)
    mouse.down()
    mouse.move(5, 5)
    mouse.up()
    expect(dialog).to_have_count(1)
    mouse.click(5, 5)
    expect(dialog).to_have_count(0)
    visitor.button("Links").dblclick()
    expect(dialog).to_have_count(1)
    visitor.page.go_back()
    expect(visitor.page.locator("main.home h1")).to_be_attached()
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
