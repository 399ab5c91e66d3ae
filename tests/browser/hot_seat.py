"""A game for two at one screen, on a page that scripts can't look into: its policy holds."""

from playwright.sync_api import Page, expect

MOVES = ".moves button.move"


def begin(page: Page) -> None:
    """A table for two at one screen."""
    page.locator("input[name=way][value=here]").check(force=True)
    page.locator("[data-card=zhizhu] button.cover").click()
    page.locator("main[data-phase=playing]").wait_for()


def has(page: Page, moves: int) -> None:
    """Wait until the table has so many moves."""
    expect(page.locator(MOVES)).to_have_count(moves)


def touch(page: Page, moves: int) -> None:
    """Place the next piece, where that is known not to take any."""
    page.locator(".point.single").nth(5 * moves).click()


def play(page: Page) -> None:
    """Place the next piece; it is acknowledged when it stands among the moves."""
    moves = page.locator(MOVES).count()
    touch(page, moves)
    has(page, moves + 1)
