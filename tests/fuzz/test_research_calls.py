"""What researchers call answers or refuses, whatever it is handed; the bench tries 10,000 calls."""

import pytest
from hypothesis import given, settings
from research_calls import Call, calls, made


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=250)
@given(calls())
def test_a_hostile_call_is_answered_or_refused(call: Call) -> None:
    assert made(call) in ("answered", "refused")
