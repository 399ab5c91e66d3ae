"""The HTTP interface is as it says at /openapi.json, whatever is sent to it."""

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
import schemathesis
from houses import WAIT_S, Served
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance


def test_any_request_is_answered_as_described(served: Served) -> None:
    """Whether a game is one of ours, no description can say: such requests may be refused."""
    described = schemathesis.openapi.from_url(f"{served.base}/openapi.json")
    found = list(described.get_all_operations())
    operations = [one.ok() for one in found if isinstance(one, Ok)]
    assert len(operations) == len(found)
    assert len(operations) > 10
    for operation in operations:

        @settings(max_examples=12, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def answers(case: Any) -> None:
            case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=WAIT_S)

        answers()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff",
        b'{"game":"\\ud800","seats":[{"kind":"me"},{"kind":"open"}]}',
        b'{"game":"zhizhu","options":{"draws":"\\ud800"},"seats":[{"kind":"me"},{"kind":"open"}]}',
        b'{"game":"zhizhu","options":{"draws":NaN},"seats":[{"kind":"me"},{"kind":"open"}]}',
        b'{"game":"zhizhu","players":NaN,"seats":[{"kind":"me"},{"kind":"open"}]}',
        b'{"game":"zhizhu","seats":[{"kind":"me","name":"\\ud800"},{"kind":"open"}]}',
        b'{"game":"zhizhu","seats":[{"kind":"me"},{"kind":"bot","level":' + b"9" * 4000 + b"}]}",
        b'{"game":"zhizhu","clock":{"days":' + b"9" * 4000 + b'},"seats":[{"kind":"me"}]}',
        b'{"game":"zhizhu","options":' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"}",
        b'{"game":' + b"[" * 100_000,
    ],
)
def test_a_strange_body_is_refused_in_one_sentence(served: Served, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{served.base}/api/tables", body, headers, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=WAIT_S)
    assert refused.value.code in (400, 422)
    told = json.loads(refused.value.read())
    assert set(told) == {"code", "rule", "details", "text"} and len(told["text"]) < 500
