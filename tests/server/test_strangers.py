"""Strangers: other origins, guessed keys, keys in addresses. None of them gets in."""

import pytest
from houses import PERSON, WAIT_S, Served
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablier.table import messages

ME, HERE, OPEN = {"kind": "me"}, {"kind": "here"}, {"kind": "open"}


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://127.0.0.1",
        "http://127.0.0.1.evil.example",
        "http://[",
        "file://",
        "",
    ],
)
def test_another_origin_is_not_let_in(served: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        served.dial(origin=origin)
    assert refused.value.response.status_code == 403


def test_two_origins_are_not_let_in(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused:
        served.dial(additional_headers={"Origin": "http://evil.example"})
    assert refused.value.response.status_code in (400, 403)


def test_without_our_protocol_nobody_is_let_in(served: Served) -> None:
    for spoken in ([], ["tablier.2"], ["chat"]):
        with pytest.raises(InvalidStatus):
            served.dial(subprotocols=spoken or None)


def test_a_key_in_an_address_opens_nothing(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    with pytest.raises(InvalidStatus):
        served.dial(query=f"?key={PERSON}")
    for name in ("key", "keys", "token", "authorization"):
        path = f"/api/tables/{made['table']}?{name}={made['watch']}"
        assert served.call("GET", path)[0] == 404


def test_guessed_keys_open_nothing(served: Served) -> None:
    made = served.table("zhizhu", [ME, OPEN])
    table, seat_key = made["table"], made["seats"][0]["key"]
    spoilt = [
        made["join"][:-1] + "!",
        made["watch"].swapcase(),
        seat_key[1:],
        seat_key + "A",
        "a" * 32,
    ]
    nowhere = served.call("POST", "/api/tables/aaaaaaaaaa/sit", {}, "a" * 32)
    assert nowhere[0] == 404
    for key in spoilt:
        client = served.dial()
        client.send(f'{{"type":"hello","v":1,"table":"{table}","keys":["{key}"]}}')
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=WAIT_S)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == messages.NO_TABLE
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record"):
            assert served.call("GET", path, None, key)[0] == 404
        assert served.call("POST", f"/api/tables/{table}/sit", {}, "a" * 32, key) == nowhere
    assert served.call("POST", f"/api/tables/{table}/sit", {}, "a" * 32, made["watch"])[0] == 403


def test_a_private_table_is_on_no_list(served: Served) -> None:
    hidden = served.table("zhizhu", [ME, OPEN])["table"]
    shown = served.table("zhizhu", [ME, OPEN], public=True)["table"]
    listed = [table["id"] for table in served.call("GET", "/api/tables")[1]]
    assert shown in listed and hidden not in listed
    assert served.call("GET", f"/api/tables/{shown}")[0] == 200
    assert {hidden, shown} <= {
        table["id"] for table in served.call("GET", "/api/mine", None, PERSON)[1]
    }
    assert served.call("GET", "/api/mine", None, "s" * 32)[1] == []
    assert served.call("POST", f"/api/tables/{shown}/sit", {"name": "Cy"}, "c" * 32)[0] == 200


def test_keys_are_long_and_kept_only_as_hashes(served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    keys = [seat["key"] for seat in made["seats"]] + [made["watch"]]
    assert len({*keys}) == 3 and all(len(key) >= 22 for key in keys)
    files = b"".join(path.read_bytes() for path in served.data.glob("tablier.db*"))
    assert made["table"].encode() in files
    assert not any(key.encode() in files for key in [*keys, PERSON])
