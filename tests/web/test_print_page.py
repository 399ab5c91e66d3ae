"""Boards and score sheets on the page, and what comes out of the browser's printer."""

import re

import pytest
from playwright.sync_api import expect
from visitors import Welcome

pytest_plugins = "visits"
PAGE = re.compile(rb"/Type /Page\b")


@pytest.mark.both
def test_sheets_are_printed_a_page_each(welcome: Welcome, request: pytest.FixtureRequest) -> None:
    visitor = welcome().go("learn/zinga")
    visitor.page.get_by_role("link", name="Print it").click()
    papers = visitor.page.locator(".papers img")
    expect(papers).to_have_count(2)
    if request.config.getoption("--browser") == "chromium":
        for size in ("A4", "Letter"):
            assert len(PAGE.findall(visitor.page.pdf(format=size))) == 2
    visitor.page.locator(".choice label", has_text="4").click()
    expect(papers).to_have_count(1)
    sheets = visitor.page.locator("details input")
    sheets.fill("b9")
    sheets.press("Enter")
    expect(visitor.page.get_by_role("alert")).to_contain_text(
        "sheet 1 has 1 cells", ignore_case=True
    )
    expect(visitor.button("Print")).to_be_disabled()
    sheets.fill("r1 " * 12 + "b9" + " g12" * 12)
    sheets.press("Enter")
    expect(visitor.button("Print")).to_be_enabled()
    assert (papers.get_attribute("src") or "").count("%3E12%3C") == 4 * 12
