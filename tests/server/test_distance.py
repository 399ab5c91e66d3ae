"""How far a client is: what pings, the kernel and proxies say of it, and what is believed."""

import pytest
from bench._proxy import HEADER as BENCH_HEADER

from tablier.server.socket.distance import HEADER, Distance, is_proxy, told_by_proxy
from tablier.server.socket.tcp_info import TcpInfo


def kernel(ms: float | None) -> TcpInfo:
    return TcpInfo(0.0, ms)


def test_nothing_is_believed_before_a_ping_was_answered() -> None:
    distance = Distance()
    distance.measured(kernel(40.0))
    assert distance.ms == 0.0


def test_late_answers_are_not_believed_where_the_kernel_knows_better() -> None:
    distance = Distance()
    distance.measured(kernel(20.0))
    for late in (250.0, 251.0, 249.0):
        distance.pinged(late)
    assert distance.ms == 20.0 and distance.is_proven


def test_a_kernel_that_has_forgotten_the_first_round_trip_is_reminded_of_it() -> None:
    """It keeps the least of five minutes, and for that long a client can make it wait."""
    distance = Distance()
    distance.measured(kernel(20.0))
    distance.pinged(250.0)
    distance.measured(kernel(60.0))
    assert distance.ms == 20.0


def test_the_best_answer_counts_and_not_the_last_ones() -> None:
    distance = Distance()
    for ms in (230.0, 24.0, *[250.0] * 100):
        distance.pinged(ms)
    assert distance.ms == 24.0


def test_an_honest_long_line_is_believed_with_and_without_a_kernel() -> None:
    for info in (kernel(218.0), kernel(None), None):
        distance = Distance()
        distance.measured(info)
        distance.pinged(221.0)
        assert distance.ms >= 218.0


def test_behind_a_proxy_its_word_counts_and_not_the_way_to_it() -> None:
    silent = Distance()
    silent.proxied(None)
    silent.measured(kernel(0.1))
    silent.pinged(220.0)
    assert silent.ms == 220.0 and not silent.is_proven
    told = Distance()
    told.proxied(20.0)
    told.measured(kernel(0.1))
    told.pinged(220.0)
    assert told.ms == 20.0 and told.is_proven


@pytest.mark.parametrize(
    ("values", "ms"),
    [
        (["220000"], 220.0),
        (["1"], 0.001),
        ([], None),
        (["0"], None),
        (["-5"], None),
        (["20000", "900000"], None),
        (["²"], None),
        (["9" * 5000], None),
        ([""], None),
    ],
)
def test_what_a_proxy_says_is_read_strictly(values: list[str], ms: float | None) -> None:
    assert told_by_proxy(values) == ms


def test_only_the_houses_own_proxies_are_asked() -> None:
    ours = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]
    for address in ("127.0.0.1", "10.9.8.7", "fd00::1", "::ffff:10.1.1.1"):
        assert is_proxy(address, ours)
    for address in ("127.0.0.2", "192.0.2.1", "::1", "", "unix"):
        assert not is_proxy(address, ours)
    assert not is_proxy("127.0.0.1", [])


def test_the_bench_tells_it_by_the_same_name() -> None:
    assert BENCH_HEADER.decode() == HEADER
