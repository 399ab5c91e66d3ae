"""Frames that no honest client sends, and what each of them must be answered with."""

import asyncio
import json
import string
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from houses import PERSON, Served
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

OTHER = "o" * 32
ATTACKERS = 8
MOST_FRAMES = 100
"""On one connection; more in a moment would be answered with 4429."""
WAIT_S = 60.0


class Hostile(NamedTuple):
    """A frame, and the answers to it that are right: close codes, or types of messages."""

    kind: str
    payload: str | bytes
    right: frozenset[str]
    raw: bool = False
    """Bytes that are sent as if they were text."""


class Scene(NamedTuple):
    """Where the attack takes place: a table at which seat 1 is not on turn."""

    table: str
    watch: str
    acked: dict[str, Any]
    """A command of seat 1 that was carried out, and its answer."""
    answer: dict[str, Any]


Maker = Callable[[Random, Scene], Hostile]
CLOSED, REFUSED = frozenset({"4400"}), frozenset({"refused"})
COMMANDS: list[dict[str, Any]] = [
    {"type": "play", "ply": 1, "text": "c3"},
    {"type": "undo", "ply": 1},
    {"type": "takeback", "say": "accept"},
    {"type": "draw", "say": "accept"},
    {"type": "claim", "from": 1},
    {"type": "rematch", "say": "offer"},
    {"type": "leave"},
    {"type": "hint"},
]
"""All of them are messages of the protocol, and none of them seat 1's to carry out."""


def _command(random: Random, **more: Any) -> dict[str, Any]:
    return random.choice(COMMANDS) | {"cmd": f"h{random.getrandbits(64):x}"} | more


def _text(random: Random, longest: int = 200) -> str:
    alphabet = string.printable + "éß漢字\u202e\u0000🎲\u2028"
    return "".join(random.choice(alphabet) for _ in range(random.randrange(1, longest)))


def oversized(random: Random, _: Scene) -> Hostile:
    size = random.randrange(16 * 1024 + 1, 80 * 1024)
    return Hostile("oversized", json.dumps(_command(random, pad="x" * size)), frozenset({"1009"}))


def binary(random: Random, _: Scene) -> Hostile:
    payload = random.choice([random.randbytes(40), json.dumps(_command(random)).encode()])
    return Hostile("binary", payload, frozenset({"1003"}))


def not_text(random: Random, _: Scene) -> Hostile:
    garbage = random.choice([b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80"])
    payload = json.dumps(_command(random)).encode()[:-1] + garbage
    return Hostile("not UTF-8", payload, frozenset({"1007"}), raw=True)


def broken(random: Random, _: Scene) -> Hostile:
    text = json.dumps(_command(random))
    cut = text[: random.randrange(0, len(text) - 1)]
    return Hostile(
        "broken JSON", random.choice([cut, text + "}", text + text, _text(random)]), CLOSED
    )


def nested(random: Random, _: Scene) -> Hostile:
    depth = random.randrange(50, 8_000)
    payloads = ["[" * depth, "[" * depth + "]" * depth, '{"a":' * (depth // 3)]
    inside = json.dumps(_command(random, cmd=0)).replace("0", "[" * 2_000 + "]" * 2_000, 1)
    return Hostile("deep nesting", random.choice([*payloads, inside]), CLOSED)


def unknown(random: Random, _: Scene) -> Hostile:
    kind = random.choice(
        ["", "PLAY", "admin", "__proto__", "hello", "welcome", _text(random, 20), 7]
    )
    return Hostile("unknown type", json.dumps({"type": kind, "cmd": "x"}), CLOSED)


def wrong_shape(random: Random, scene: Scene) -> Hostile:
    command: dict[str, Any] = _command(random)
    spoil: list[Callable[[], Any]] = [
        lambda: command.update(seat=random.choice([-1, 8, 1 << 70, "1", 1.0, True, [1]])),
        lambda: command.update(cmd=random.choice(["", "x" * 65, None, 5, {}])),
        lambda: command.update(table=scene.table),
        lambda: command.update(keys=[PERSON]),
        lambda: command.pop("cmd"),
        lambda: command.pop("type"),
    ]
    random.choice(spoil)()
    return Hostile("wrong shape", json.dumps(command), CLOSED)


def wrong_number(random: Random, _: Scene) -> Hostile:
    number = random.choice(
        ["NaN", "Infinity", "-Infinity", "1e999", "-1", "9" * 5_000, "1" + "0" * 400]
    )
    field = random.choice(["ply", "reaction"])
    command = {"type": "play", "cmd": "x", "ply": 1, "text": "c3"} | {field: "@"}
    return Hostile("wrong number", json.dumps(command).replace('"@"', number), CLOSED)


def surrogate(random: Random, _: Scene) -> Hostile:
    lone = random.choice(["\ud800", "\udfff", "a\udc80b"])
    command = {"type": "play", "cmd": "x", "ply": 1, "text": "c3"} | {
        random.choice(["cmd", "text"]): lone
    }
    return Hostile("lone surrogate", json.dumps(command), CLOSED)


def not_an_object(random: Random, _: Scene) -> Hostile:
    value = random.choice(["null", "0", '"play"', "[]", "{}", "true", "[[{}]]", ""])
    return Hostile("no object", value, CLOSED)


def second_hello(random: Random, scene: Scene) -> Hostile:
    hello = {"type": "hello", "v": 1, "table": scene.table, "keys": [PERSON]}
    return Hostile("second hello", json.dumps(hello), CLOSED)


def wrong_seat(random: Random, _: Scene) -> Hostile:
    seat = random.choice([0, 2, 3, 4, 5, 6, 7])
    return Hostile("wrong seat", json.dumps(_command(random, seat=seat)), REFUSED)


def not_allowed(random: Random, _: Scene) -> Hostile:
    return Hostile("not allowed", json.dumps(_command(random)), REFUSED)


def illegal(random: Random, _: Scene) -> Hostile:
    text = random.choice([_text(random), "b3", "draw", "expired", "roll 1 1 1 1 1 1", "z99", " "])
    command = {"type": "play", "cmd": f"i{random.getrandbits(64):x}", "text": text}
    return Hostile(
        "illegal", json.dumps(command | {"ply": random.choice([0, 1, 2, 1 << 31])}), REFUSED
    )


def replayed(_: Random, scene: Scene) -> Hostile:
    return Hostile("replayed", json.dumps(scene.acked), frozenset({"ack"}))


MAKERS: list[Maker] = [
    oversized,
    binary,
    not_text,
    broken,
    nested,
    unknown,
    wrong_shape,
    wrong_number,
    surrogate,
    not_an_object,
    second_hello,
]
ANSWERED: list[Maker] = [wrong_seat, not_allowed, illegal, replayed]
"""These leave the connection open; they are sent more often, being quicker."""


def bad_hello(random: Random, scene: Scene) -> Hostile:
    """A first frame that opens nothing."""
    hello: dict[str, Any] = {"type": "hello", "v": 1, "table": scene.table, "keys": [OTHER]}
    kind = random.randrange(6)
    if kind == 0:
        return Hostile(
            "guessed key",
            json.dumps(hello | {"keys": [f"{random.getrandbits(128):x}"]}),
            frozenset({"4404"}),
        )
    if kind == 1:
        table = "".join(random.choice("abcdefghij234567") for _ in range(10))
        return Hostile("guessed table", json.dumps(hello | {"table": table}), frozenset({"4404"}))
    if kind == 2:
        return Hostile(
            "no table", json.dumps(hello | {"table": _text(random, 10)}), frozenset({"4404"})
        )
    if kind == 3:
        return Hostile(
            "old hello", json.dumps(hello | {"v": random.choice([0, 2, "1", None])}), CLOSED
        )
    if kind == 4:
        return Hostile("too many keys", json.dumps(hello | {"keys": [OTHER] * 17}), CLOSED)
    return Hostile("no hello", json.dumps(_command(random)), CLOSED)


def laid(served: Served) -> Scene:
    """A table with two people at it, one of whom has said something that can be replayed."""
    made = served.table("zhizhu", [{"kind": "me"}, {"kind": "open"}])
    served.call("POST", f"/api/tables/{made['table']}/sit", {}, OTHER, made["join"])
    cy = served.attend(made["table"], OTHER)
    acked = {"type": "rename", "cmd": "once", "name": "Cy"}
    cy.send(acked)
    answer = cy.until("ack")
    cy.close()
    return Scene(made["table"], made["watch"], acked, answer)


async def attack(served: Served, scene: Scene, frames: int, seed: int) -> Counter[str]:
    """Send so many frames from several connections; how many of each kind were answered rightly."""
    share = [frames // ATTACKERS + (one < frames % ATTACKERS) for one in range(ATTACKERS)]
    work = [_attack(served, scene, one, Random(f"{seed} {n}")) for n, one in enumerate(share)]
    return sum(await asyncio.gather(*work), Counter[str]())


async def _attack(served: Served, scene: Scene, frames: int, random: Random) -> Counter[str]:
    done: Counter[str] = Counter()
    while frames:
        async with connect(
            f"{served.base.replace('http', 'ws', 1)}/ws",
            origin=served.base,  # type: ignore[arg-type]
            subprotocols=["tablier.1"],  # type: ignore[list-item]
            compression=None,
            open_timeout=WAIT_S,
        ) as socket:
            frames -= await _visit(socket, scene, min(frames, MOST_FRAMES), random, done)
    return done


async def _visit(
    socket: ClientConnection, scene: Scene, frames: int, random: Random, done: Counter[str]
) -> int:
    """What one connection can be made to do; how many frames it took."""
    if random.random() < 0.05:
        await _try(socket, bad_hello(random, scene), scene, done)
        return 1
    key = random.choice([OTHER, OTHER, scene.watch])
    hello = {"type": "hello", "v": 1, "table": scene.table, "keys": [key], "seen": 1 << 20}
    await socket.send(json.dumps(hello))
    for sent in range(1, frames + 1):
        makers = MAKERS if random.random() < 0.1 else ANSWERED
        frame = random.choice(makers)(random, scene)
        if key == scene.watch and frame.right == {"ack"}:
            frame = frame._replace(right=REFUSED)
        if not await _try(socket, frame, scene, done):
            return sent
    return frames


async def _try(socket: ClientConnection, frame: Hostile, scene: Scene, done: Counter[str]) -> bool:
    """Send a frame and judge the answer; whether the connection still stands."""
    try:
        if frame.raw:
            async with socket.send_context():
                assert isinstance(frame.payload, bytes)
                socket.protocol.send_text(frame.payload)
        else:
            await socket.send(frame.payload)
        answer = await _answer(socket)
    except ConnectionClosed as closed:
        code = str(closed.rcvd.code if closed.rcvd else "no code")
        assert code in frame.right, (frame.kind, frame.payload[:300], code)
        done[frame.kind] += 1
        return False
    assert answer["type"] in frame.right, (frame.kind, frame.payload[:300], answer)
    if answer["type"] == "ack":
        assert answer == scene.answer
    done[frame.kind] += 1
    return True


async def _answer(socket: ClientConnection) -> dict[str, Any]:
    """The next message that answers something."""
    while True:
        async with asyncio.timeout(WAIT_S):
            message: dict[str, Any] = json.loads(await socket.recv())
        if "cmd" in message:
            return message
