"""The sentence that says what goes on, with the bar that belongs to it."""

import pytest
from playwright.sync_api import expect
from visitors import Welcome

from tablier.core.words import named

pytest_plugins = "visits"

SET_UP = """async (address) => {
  const { StatusLine } = await import(address);
  window.shown = new StatusLine({ table: { players: 2 }, words: {}, names: {} });
  document.querySelector("main").append(window.shown.element);
}"""
DRAW = """(compiling) => window.shown.draw(
  { phase: "playing", actors: [1], seats: [{ kind: "person" }, { kind: "bot" }], compiling },
  { seats: [0] },
)"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_bar_shows_how_far_the_computer_is(language: str, welcome: Welcome) -> None:
    visitor = welcome(locale=language).go()
    visitor.page.evaluate(SET_UP, visitor.module("table/aside/status_line.js"))
    name = {"en": "Progress", "de": "Fortschritt"}[language]
    bar = visitor.page.locator(".prompt").get_by_role("progressbar", name=name)
    values = []
    for share in (0, 0.25, 0.9):
        visitor.page.evaluate(DRAW, share)
        values.append(bar.evaluate("(bar) => bar.value"))
        expect(bar).to_be_visible()
    assert values == pytest.approx([0, 0.25, 0.9])
    visitor.page.evaluate(DRAW, None)
    expect(bar).to_be_hidden()


@pytest.mark.parametrize(
    ("template", "said"),
    [("{claim} is not there", "Red 4 is not there."), ("{point} is taken", "a1 is taken.")],
)
def test_a_refusal_begins_with_a_capital_or_a_point(
    template: str, said: str, welcome: Welcome
) -> None:
    visitor = welcome().go()
    refused = """async ([address, template]) => {
      const { refusal } = await import(address);
      const details = { claim: "red 4", point: "a1" };
      return refusal({ refusals: { no: template } }, { code: "no", details });
    }"""
    address = visitor.module("table/aside/status_line.js")
    assert visitor.page.evaluate(refused, [address, template]) == said


@pytest.mark.parametrize(
    ("template", "number", "said"),
    [
        ("remove {n:one piece|# pieces}", 1, "remove one piece"),
        ("remove {n:one piece|# pieces}", 2, "remove 2 pieces"),
        ("{n:none|one|# of them}", 0, "none"),
        ("{n:none|one|# of them}", 3, "3 of them"),
        ("{n} left", 0, "0 left"),
    ],
)
def test_sentences_count(template: str, number: int, said: str, welcome: Welcome) -> None:
    """On the page as in the terminal."""
    visitor = welcome().go()
    fill = """async ([address, template, n]) => {
      const { phrase } = await import(address);
      return phrase(template, { n });
    }"""
    address = visitor.module("base/language.js")
    assert visitor.page.evaluate(fill, [address, template, number]) == said
    assert template.format_map(named({}, {"n": number})) == said
