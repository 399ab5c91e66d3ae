"""People make tables, sit down, play, and come back: over real sockets."""

import random
from itertools import pairwise

from houses import PERSON, Served

ME, HERE, OPEN = {"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}, {"kind": "open"}
OTHER = "o" * 32


def test_two_people_at_one_device_play_a_whole_game(served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    assert client.welcome["you"] == {"seats": [0, 1]}
    chosen = random.Random(5)
    while client.view["phase"] == "playing":
        seat = client.view["actors"][0]
        text = chosen.choice(client.view["legal"][str(seat)])
        assert client.play(text, seat=seat)["type"] == "ack"
    assert client.view["result"]["reason"]
    played = [event for event in client.events if event["kind"] == "played"]
    assert len(played) == client.view["ply"]
    assert all(one["seq"] + 1 == two["seq"] for one, two in pairwise(client.events))


def test_a_friend_takes_the_open_seat_by_its_link(served: Served) -> None:
    made = served.table("sensei", [ME, OPEN])
    ann = served.attend(made["table"], PERSON)
    assert ann.view["phase"] == "waiting" and ann.view["legal"] == {}
    path = f"/api/tables/{made['table']}/sit"
    status, refused = served.call("POST", path, {"name": "Cy"}, OTHER)
    assert (status, refused["code"]) == (404, "no_table"), "strangers are told nothing of it"
    status, refused = served.call("POST", path, {"name": "Cy"}, OTHER, made["watch"])
    assert (status, refused["code"]) == (403, "no_invitation")
    status, seat = served.call("POST", path, {"name": "Cy"}, OTHER, made["join"])
    assert status == 200 and seat["seat"] == 1
    ann.wait_for(lambda view: view["phase"] == "playing")
    assert [seat["name"] for seat in ann.view["seats"]] == ["Ann", "Cy"]
    assert served.call("POST", path, {"name": "Di"}, "d" * 32, made["join"])[0] == 409
    cy = served.attend(made["table"], seat["key"])
    assert cy.welcome["you"] == {"seats": [1]} and cy.view["legal"] == {}


def test_the_same_command_again_gets_the_same_answer_and_happens_once(served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    first = client.play("b3", seat=0, cmd="once")
    again = served.attend(made["table"], PERSON)
    assert again.ask("play", cmd="once", seat=0, ply=0, text="b3") == first
    assert again.view["ply"] == 1


def test_a_stale_move_is_refused_and_told_what_it_missed(served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    client.play("b3", seat=0)
    assert client.ask("play", seat=1, ply=0, text="b2")["code"] == "stale"
    assert client.view["ply"] == 1


def test_an_illegal_move_names_its_rule(served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    client.play("b3", seat=0)
    refused = client.play("b3", seat=1)
    assert (refused["type"], refused["rule"]) == ("refused", "ZZ-05")
    assert client.view["ply"] == 1


def test_spectators_watch_and_can_do_nothing(served: Served) -> None:
    made = served.table("zhizhu", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    watcher = served.attend(made["table"], made["watch"])
    client.play("b3", seat=0)
    watcher.wait_for(lambda view: view["ply"] == 1)
    assert watcher.view["legal"] == {}
    assert watcher.play("b2", seat=1)["code"] == "spectator"


def test_a_rematch_moves_everybody_on_and_the_same_keys_open_it(served: Served) -> None:
    made = served.table("sensei", [ME, HERE])
    client = served.attend(made["table"], PERSON)
    client.ask("resign", seat=0)
    client.ask("rematch", seat=0, say="offer")
    view = client.wait_for(lambda view: view["rematch"])
    again = served.attend(view["rematch"], PERSON)
    assert [seat["name"] for seat in again.view["seats"]] == ["Bo", "Ann"]


def test_a_bot_answers(served: Served) -> None:
    made = served.table("zhizhu", [ME, {"kind": "bot", "level": 1}])
    client = served.attend(made["table"], PERSON)
    client.play("b3")
    client.wait_for(lambda view: view["ply"] == 2)
    assert client.ask("takeback", say="ask")["type"] == "ack"
    client.wait_for(lambda view: view["ply"] == 0)


def test_a_bot_races(served: Served) -> None:
    made = served.table("zinga", [ME, {"kind": "bot", "level": 7}])
    client = served.attend(made["table"], PERSON)
    client.play("ready")
    client.wait_for(lambda view: "ring" in view["legal"].get("0", ()))
    client.wait_for(lambda view: view["last"] and view["last"]["seat"] == 1 and view["ply"] > 3)
