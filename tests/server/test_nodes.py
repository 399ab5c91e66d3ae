"""Several nodes on one PostgreSQL: one log, whoever is connected where."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from databases import PostgreSQL
from houses import PERSON, Client, Served, house
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

ME, HERE, OPEN = {"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}, {"kind": "open"}
OTHER = "o" * 32
RACES = 50
Answer = TypeVar("Answer")
Pair = tuple[Served, Served, str]


@pytest.fixture(scope="module")
def nodes(postgres: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two nodes, and the URL of their database."""
    url = postgres.fresh()
    folders = [tmp_path_factory.mktemp(f"node{number}") for number in range(2)]
    flags = ("--database", url)
    with house(folders[0], *flags) as one, house(folders[1], *flags) as two:
        yield one, two, url


def stored(url: str, table: str) -> list[Any]:
    """The events of a table, as the database has them."""
    with psycopg.connect(url) as connection:
        query = "SELECT seq, cmd, seat, kind, body FROM event WHERE game = %s ORDER BY seq"
        return connection.execute(query, [table]).fetchall()


def test_players_of_one_table_may_sit_at_different_nodes(nodes: Pair) -> None:
    one, two, url = nodes
    made = one.table("zhizhu", [ME, OPEN])
    sat = two.call("POST", f"/api/tables/{made['table']}/sit", {}, OTHER, made["join"])[1]
    ann, bo = one.attend(made["table"], PERSON), two.attend(made["table"], sat["key"])
    for ply in range(8):
        client, seat = ((ann, 0), (bo, 1))[ply % 2]
        view = client.wait_for(lambda view, ply=ply: view["ply"] == ply)
        if client.view["actors"] != [seat]:
            break
        assert client.play(view["legal"][str(seat)][0])["type"] == "ack"
    ann.wait_for(lambda view: view["ply"] == bo.view["ply"])
    bo.wait_for(lambda view: view["ply"] == ann.view["ply"])
    assert ann.view["scene"] == bo.view["scene"] and ann.view["ply"] > 1
    numbers = [row[0] for row in stored(url, made["table"])]
    assert all(before + 1 == after for before, after in pairwise([0, *numbers]))


def test_a_renewed_key_shuts_the_old_one_out_at_every_node(nodes: Pair) -> None:
    one, two, _ = nodes
    made = one.table("zhizhu", [ME, HERE])
    old, new = made["seats"][0]["key"], "n" * 32
    device = two.attend(made["table"], old)
    ann = one.attend(made["table"], PERSON)
    assert ann.ask("renew", seat=0, key=new)["type"] == "ack"
    with pytest.raises(ConnectionClosed) as closed:
        device.wait_for(lambda view: False)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4409
    for node in (one, two):
        with pytest.raises(ConnectionClosed) as closed:
            node.attend(made["table"], old)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
        status, _ = node.call("GET", f"/api/tables/{made['table']}", None, old)
        assert status == 404
    back = two.attend(made["table"], new)
    assert back.play(back.view["legal"]["0"][0])["type"] == "ack"


def test_a_command_sent_again_to_another_node_gets_the_same_answer(nodes: Pair) -> None:
    one, two, url = nodes
    made = one.table("zhizhu", [ME, HERE])
    client = one.attend(made["table"], PERSON)
    client.send({"type": "play", "cmd": "cut", "seat": 0, "ply": 0, "text": "b3"})
    assert isinstance(client.socket, ClientConnection)
    client.socket.socket.close()
    answers = []
    for node in (two, one, two):
        client = node.attend(made["table"], PERSON)
        answers.append(client.ask("play", cmd="cut", seat=0, ply=0, text="b3"))
    assert answers[0]["type"] == "ack" and answers.count(answers[0]) == 3
    assert len([row for row in stored(url, made["table"]) if row[3] == "played"]) == 1


def test_of_two_nodes_racing_for_the_same_ply_one_wins_and_the_other_is_told(nodes: Pair) -> None:
    one, two, url = nodes
    made = one.table("chinese-checkers", [ME, HERE])
    clients = [node.attend(made["table"], PERSON) for node in (one, two)]
    for race in range(RACES):
        texts = clients[0].view["legal"][str(clients[0].view["actors"][0])]
        chosen = [texts[race % len(texts)], texts[-1 - race % len(texts)]]
        seat = clients[0].view["actors"][0]
        answers = _race(clients, seat, chosen)
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        assert [a["code"] for a in answers if a["type"] == "refused"] == ["stale"]
        for client in clients:
            client.wait_for(lambda view, race=race: view["ply"] == race + 1)
    assert clients[0].view["scene"] == clients[1].view["scene"]
    assert len([row for row in stored(url, made["table"]) if row[3] == "played"]) == RACES


def _race(clients: list[Client], seat: int, texts: list[str]) -> list[dict[str, Any]]:
    return at_once(lambda number: clients[number].play(texts[number], seat=seat))


def at_once(act: Callable[[int], Answer]) -> list[Answer]:
    """What comes back when two act at the same moment."""
    start = threading.Barrier(2)

    def begin(number: int) -> Answer:
        start.wait()
        return act(number)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(begin, range(2)))


def test_a_seat_is_given_to_one_of_two_who_ask_different_nodes(nodes: Pair) -> None:
    one, two, _ = nodes
    made = one.table("zhizhu", [ME, OPEN])
    two.attend(made["table"], made["watch"]).close()
    path = f"/api/tables/{made['table']}/sit"

    def sit(number: int) -> int:
        return (one, two)[number].call("POST", path, {}, "xy"[number] * 32, made["join"])[0]

    assert sorted(at_once(sit)) == [200, 409]


def test_who_is_connected_to_another_node_is_there(nodes: Pair) -> None:
    one, two, _ = nodes
    made = one.table("zhizhu", [ME, OPEN])
    sat = two.call("POST", f"/api/tables/{made['table']}/sit", {}, OTHER, made["join"])[1]
    ann, bo = one.attend(made["table"], PERSON), two.attend(made["table"], sat["key"])
    for client in (ann, bo):
        _until_there(client, [True, True])
    bo.close()
    _until_there(ann, [True, False])


def _until_there(client: Client, seats: list[bool]) -> None:
    if [seat["online"] for seat in client.view["seats"]] == seats:
        return
    while client.until("presence")["seats"] != seats:
        pass


def test_the_bell_is_decided_once_from_all_presses_in_the_log(nodes: Pair) -> None:
    one, two, url = nodes
    made = one.table("zinga", [ME, OPEN])
    sat = two.call("POST", f"/api/tables/{made['table']}/sit", {}, OTHER, made["join"])[1]
    clients = [one.attend(made["table"], PERSON), two.attend(made["table"], sat["key"])]
    for client in clients:
        client.wait_for(lambda view: view["phase"] == "playing")
    _until_bell(clients)
    answers = at_once(lambda number: clients[number].play("ring", reaction=900.0 - 200 * number))
    for client in clients:
        client.wait_for(lambda view: not view["rung"] and "ring" not in view["legal"].get("0", []))
    rows = stored(url, made["table"])
    presses = [row for row in rows if row[3] == "rang"]
    rings = [row for row in rows if row[3] == "played" and '"text":"ring"' in row[4]]
    assert len(rings) == 1 and presses
    assert rings[0][2] == min(presses, key=lambda row: json.loads(row[4])["score"])[2]
    acked = [answer["type"] for answer in answers].count("ack")
    assert len(presses) == acked
    numbers = [row[0] for row in rows]
    assert numbers == list(range(1, len(rows) + 1))
    for first, second in pairwise(rows):
        assert not (
            first[3] == second[3] == "played" and first[4] == second[4] == '{"text":"expired"}'
        )


def _until_bell(clients: list[Client]) -> None:
    """Get ready until the dice lie there and the bell is open to both."""
    for number, client in enumerate(clients):
        if "ready" in client.view["legal"].get(str(number), []):
            client.play("ready")
    for number, client in enumerate(clients):
        client.wait_for(lambda view, n=str(number): "ring" in view["legal"].get(n, []))


def test_a_bot_moves_once_although_two_nodes_know_the_table(nodes: Pair, tmp_path: Path) -> None:
    one, two, url = nodes
    made = one.table("zhizhu", [ME, {"kind": "bot", "level": 1}])
    watching = two.attend(made["table"], made["watch"])
    client = one.attend(made["table"], PERSON)
    client.play("b3")
    both = (client, watching)
    at_once(lambda number: both[number].wait_for(lambda view: view["ply"] >= 2))
    assert [row[2] for row in stored(url, made["table"]) if row[3] == "played"] == [0, 1]


def test_a_database_that_is_away_refuses_and_then_goes_on(
    postgres: PostgreSQL, tmp_path: Path
) -> None:
    url = postgres.fresh()
    with house(tmp_path, "--database", url) as served:
        made = served.table("zhizhu", [ME, HERE])
        client = served.attend(made["table"], PERSON)
        client.play("b3", seat=0)
        postgres.shut(url)
        refused = client.play("b2", seat=1, cmd="again")
        assert (refused["type"], refused["code"]) == ("refused", "storage")
        assert client.view["ply"] == 1
        assert served.call("GET", "/api/tables")[0] == 503
        asked = {"game": "zhizhu", "seats": [ME, HERE]}
        assert served.call("POST", "/api/tables", asked, PERSON)[0] == 503
        postgres.reopen(url)
        while (answer := client.ask("play", cmd="again", ply=1, text="b2", seat=1)) == refused:
            pass
        assert answer["type"] == "ack"
        client.wait_for(lambda view: view["ply"] == 2)
    assert len([row for row in stored(url, made["table"]) if row[3] == "played"]) == 2
    assert "Traceback" not in (tmp_path / "log.txt").read_text()
