"""Where one is by keyboard, and whether it shows."""

from playwright.sync_api import Page

MOST = 30
"""How often the tab key is pressed on a screen: what follows is more of the same."""
UNSEEN = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const lit = (node) => {
    const { outlineStyle, outlineWidth, boxShadow, stroke } = getComputedStyle(node);
    if (node.matches(".point > .focus")) return stroke !== "none";
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  };
  const shown = [at, at.closest("label"), at.closest("li"), ...at.querySelectorAll("*")];
  const after = getComputedStyle(at, "::after");
  const ring = after.outlineStyle !== "none" && parseFloat(after.outlineWidth) >= 2;
  return ring || shown.some((node) => node && lit(node)) ? "" : at.outerHTML.slice(0, 120);
}"""
"""What has the focus and shows nothing of it, or nothing; null when the page has been left."""


def unseen(page: Page) -> list[str]:
    """What can be reached by the tab key, and shows nothing when it is."""
    found: list[str] = []
    page.locator("main").focus()
    for _ in range(MOST):
        page.keyboard.press("Tab")
        at: str | None = page.evaluate(UNSEEN)
        if at is None:
            break
        found.append(at)
    return [each for each in found if each]
