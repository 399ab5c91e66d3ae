"""A bot in thirty lines: it takes an open seat by its link and plays anything that is legal.

python examples/bot.py 'http://127.0.0.1:8100/#/table/ID/KEY'
"""

import json
import random
import secrets
import sys
import urllib.request

from websockets.sync.client import connect


def main(link: str) -> None:
    """Sit down, and play until the game is over."""
    house, _, rest = link.partition("/#/table/")
    table, join_key = rest.split("/")
    request = urllib.request.Request(
        f"{house}/api/tables/{table}/sit",
        json.dumps({"name": "Thirty Lines"}).encode(),
        {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {secrets.token_hex(16)} {join_key}",
        },
    )
    seat = json.load(urllib.request.urlopen(request))
    address = house.replace("http", "ws", 1) + "/ws"
    with connect(address, origin=house, subprotocols=["tablier.1"]) as socket:
        hello = {"type": "hello", "v": 1, "table": table, "keys": [seat["key"]]}
        socket.send(json.dumps(hello))
        answered = -1
        for frame in socket:
            view = json.loads(frame).get("view")
            if view is None or view["ply"] == answered:
                continue
            if view["result"]:
                print(view["result"])
                return
            if legal := view["legal"].get(str(seat["seat"])):
                answered = view["ply"]
                play = {"type": "play", "cmd": f"move {answered}", "ply": answered}
                socket.send(json.dumps(play | {"text": random.choice(legal)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
