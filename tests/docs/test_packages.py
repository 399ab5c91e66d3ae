"""What is said of the packages is true, and the same everywhere."""

import tomllib
from pathlib import Path

from trove_classifiers import classifiers
from yaml import safe_load

import tablier

ROOT = Path(__file__).parents[2]
CORE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WHOLE = tomllib.loads((ROOT / "packaging/tablier/pyproject.toml").read_text("utf-8"))["project"]
CITED = safe_load((ROOT / "CITATION.cff").read_text("utf-8"))


def test_all_have_the_programs_version() -> None:
    assert WHOLE["version"] == CITED["version"] == tablier.__version__
    assert WHOLE["dependencies"] == [f"tablier-core[play]=={tablier.__version__}"]


def test_every_extra_is_handed_on() -> None:
    handed_on = {
        name: [f"tablier-core[{name}]=={tablier.__version__}"]
        for name in CORE["optional-dependencies"]
        if name != "play"
    }
    assert WHOLE["optional-dependencies"] == handed_on


def test_what_is_said_is_the_same_and_known() -> None:
    assert set(CORE["classifiers"]) <= classifiers
    same = (
        "authors",
        "classifiers",
        "description",
        "keywords",
        "license",
        "requires-python",
        "urls",
    )
    for name in same:
        assert WHOLE[name] == CORE[name]
    assert CITED["license"] == CORE["license"]
    assert CITED["authors"] == CORE["authors"]
    assert all(".example" in address for address in CORE["urls"].values())
