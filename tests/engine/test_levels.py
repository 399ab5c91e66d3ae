"""The levels, and what they are called."""

from itertools import pairwise
from statistics import median

import pytest
from bench.rings import rings_of

import tablier
from tablier.engine.levels import LEVELS, level_name, level_of

LANGUAGES = ("de", "en", "es", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_of_its_own(language: str) -> None:
    names = [level_name(number, language) for number in LEVELS]
    assert len(set(names)) == len(LEVELS) == 7
    assert all(0 < len(name) <= 14 for name in names)


@pytest.mark.parametrize("language", ["xx", "", "../en"])
def test_an_unknown_language_is_refused(language: str) -> None:
    with pytest.raises(tablier.BadOption, match="there are en, fr, de, es"):
        level_name(1, language)


@pytest.mark.parametrize("number", [0, 9, -1, True, "3", 2.5])
def test_an_unknown_level_is_refused(number: int) -> None:
    for ask in (level_of, level_name):
        with pytest.raises(tablier.BadOption, match="there are 1, 2, 3, 4, 5, 6, 7"):
            ask(number)


@pytest.mark.parametrize(("level", "least", "most"), [(1, 6, 8), (2, 4, 5)])
def test_the_lowest_levels_leave_people_time_to_ring(level: int, least: float, most: float) -> None:
    """By the seconds that `python -m bench rings` prints for all levels."""
    rings = [ring for seed in range(6) for ring in rings_of(level, seed)]
    assert least <= median(rings) <= most


def test_every_level_sees_more_and_errs_less_than_the_one_below() -> None:
    for lower, higher in pairwise(LEVELS.values()):
        assert higher.nodes > lower.nodes or higher.nodes == 0
        assert higher.lapses * (1 - higher.sight) <= lower.lapses * (1 - lower.sight)
        assert higher.pace < lower.pace and higher.slips < lower.slips
    assert all(level.seconds < 1 for number, level in LEVELS.items() if number < 7)
