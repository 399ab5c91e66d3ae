"""Examples in the documentation that are not Python."""

import re
from pathlib import Path

import tablier

DOCS = Path(__file__).parents[2] / "docs"


def test_the_sample_record_reads() -> None:
    text = (DOCS / "records.md").read_text("utf-8")
    sample = next(block for block in re.findall(r"```text\n(.*?)```", text, re.DOTALL))
    match = tablier.read_record(sample)
    assert match.actions == ["a1", "a5", "b1", "c7", "c1", "xa5"]
    assert match.headers["Players"] == "Ann, Ben"
