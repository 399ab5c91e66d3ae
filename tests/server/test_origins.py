"""A house answers to its own names only, so that nobody else's name can be pointed at it."""

import socket

import pytest

from tablier.server.socket.origins import Origins

HOUSE = Origins(["https://games.example", "http://club.example:8080/"], "house.example")
OWN = socket.gethostname().partition(".")[0]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8100",
        "localhost",
        "localhost:8100",
        "LocalHost.:8100",
        "play.localhost",
        "192.168.1.20:8100",
        "[::1]:8100",
        "[fe80::1%eth0]",
        "games.example",
        "games.example:443",
        "CLUB.example",
        "house.example:8100",
        OWN,
        f"{OWN}.local:8100",
        f"{OWN}.fritz.box",
    ],
)
def test_names_of_a_house(host: str) -> None:
    assert HOUSE.knows(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8100",
        f"{OWN}.evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "notlocalhost",
        "games.example.evil.example",
        "[evil]",
        "0x7f.1.evil",
        "127.0.0.1@evil.example",
        "127.0.0.1 evil",
        ":8100",
        "\xff",
    ],
)
def test_names_of_somebody_else(host: str) -> None:
    assert not HOUSE.knows(host)


@pytest.mark.parametrize(
    ("origins", "host", "admitted"),
    [
        (["http://127.0.0.1:8100"], "127.0.0.1:8100", True),
        (["https://games.example"], "10.0.0.7:8100", True),
        (["HTTP://CLUB.example:8080"], "127.0.0.1:8100", True),
        (["http://127.0.0.1:8101"], "127.0.0.1:8100", False),
        (["https://games.example:8443"], "10.0.0.7:8100", False),
        (["https://games.example", "https://games.example"], "games.example", False),
        (["http://"], "", False),
        (["ftp://localhost"], "localhost", False),
        ([], "localhost", False),
    ],
)
def test_pages_that_may_connect(origins: list[str], host: str, admitted: bool) -> None:
    assert HOUSE.admits(origins, host) is admitted
