"""What somebody does with all games as a file."""

import re

from playwright.sync_api import Page, expect

PERSON = "JSON.parse(localStorage['tablier.person'])"
RATING = "JSON.parse(localStorage['tablier.puzzles.sensei']).skill.rating"
SOLVE = """(rating) => {
  const journal = { skill: { rating, deviation: 80 }, tried: { a750bf38: 1 }, best: 0 };
  localStorage["tablier.puzzles.sensei"] = JSON.stringify(journal);
}"""


def keep_in_a_file(page: Page) -> None:
    """All games are saved; taken in again none is doubled, and what is no such file is told.

    What was made of the puzzles goes along.
    """
    page.evaluate(SOLVE, 1234)
    page.get_by_text("Your games as a file").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save all games").click()
    told = page.get_by_text(re.compile(r"Games in the file: [1-9]\d*\."))
    expect(told).to_be_visible()
    games = told.inner_text().removeprefix("Games in the file: ")
    saved = saving.value.path().read_text("utf-8")
    assert '{"puzzles":' in saved and page.evaluate(PERSON) not in saved
    page.evaluate(SOLVE, 900)
    file = page.locator("details[open] input[type=file]")
    file.set_input_files(saving.value.path())
    expect(page.get_by_text(f"Here already: {games}")).to_be_visible()
    assert page.evaluate(RATING) == 1234
    file.set_input_files({"name": "x", "mimeType": "text/plain", "buffer": b"1. b3 c3"})
    expect(page.get_by_text("This is no export of games.")).to_be_visible()
