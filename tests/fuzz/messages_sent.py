"""Frames, requests and links: what clients send to a house, and people to each other."""

import json
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from matches import GAMES
from pydantic import TypeAdapter, ValidationError
from reader import Reader
from spoiling import spoiled, spoiled_value

from tablier.core.errors import BadOption
from tablier.server.http.api import keys_of
from tablier.server.http.request_bodies import PlayAsked, RecordAsked, SitAsked, TableAsked
from tablier.table import messages
from tablier.table.creation import invited, wish_of
from tablier.table.keys import hashes
from tablier.table.state import Table
from tablier.terminal.session.table_link import TableLink

FRAMES: tuple[Mapping[str, Any], ...] = (
    {"type": "hello", "v": 1, "table": "k7m2q9xwab", "keys": ["x" * 22], "seen": 3},
    {"type": "play", "cmd": "a 1", "seat": 0, "ply": 3, "text": "b3", "reaction": 812.5},
    {"type": "takeback", "cmd": "a 2", "say": "ask"},
    {"type": "claim", "cmd": "a 3", "seat": 1, "from": 0},
    {"type": "chat", "cmd": "a 4", "seat": None, "text": "Good luck!"},
    {"type": "mute", "cmd": "a 5", "on": True},
    {"type": "history", "cmd": "a 6", "ply": 12},
)


def _frame(random: Random) -> str:
    given = spoiled_value(random, json.loads(json.dumps(random.choice(FRAMES))))
    text = json.dumps(given, ensure_ascii=random.random() < 0.5)
    return text if random.random() < 0.5 else spoiled(random, text, list(messages.COMMANDS))


def _read_frame(text: str) -> None:
    with suppress(messages.BadMessage):
        messages.read_hello(text)
    command = messages.read_command(text)
    assert type(command) is messages.COMMANDS[command.type]
    if isinstance(command, messages.Chat | messages.Rename):
        said = command.text if isinstance(command, messages.Chat) else command.name
        assert len(messages.plain(said, 24)) <= 24


REQUESTS: tuple[Any, ...] = (
    {"game": "zhizhu", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]},
    {
        "game": "chinese-checkers",
        "players": 3,
        "options": {"swap": "on"},
        "seats": [{"kind": "me"}, {"kind": "bot", "level": 3}, {"kind": "here", "name": "Bo"}],
        "first": "toss",
        "clock": {"base": 300, "increment": 5},
        "public": True,
        "hints": False,
    },
    {"game": "sensei", "seats": [{"kind": "me"}, {"kind": "here"}], "colour": "red"},
    {"game": "zinga", "seats": [{"kind": "me", "nonce": "00" * 16}, {"kind": "open"}]},
    {"name": "Cy", "seat": 1, "nonce": "ab" * 8},
    {"record": '[Game "zhizhu"]', "seconds": 0.5},
    {"position": "zhizhu", "text": "b3", "seat": 0},
)
BODIES = [TypeAdapter(kind) for kind in (TableAsked, SitAsked, RecordAsked, PlayAsked)]


def _request(random: Random) -> bytes:
    asked = spoiled_value(random, json.loads(json.dumps(random.choice(REQUESTS))))
    text = json.dumps(asked)
    text = text if random.random() < 0.7 else spoiled(random, text, [game.name for game in GAMES])
    return text.encode("utf-8", "surrogatepass")


def _ask(body: bytes) -> None:
    keys = keys_of(f"Bearer {body[:200].decode('latin-1')}")
    assert all(len(one) == 64 for one in hashes(keys))
    for adapter in BODIES:
        with suppress(ValidationError):
            asked = adapter.validate_python(_decoded(body))
            if isinstance(asked, TableAsked):
                opening, _ = invited(wish_of(asked.model_dump()), None, 0, Random(1))
                Table.salvage(opening.events)


def _decoded(body: bytes) -> Any:
    """A body as the web framework reads it."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadOption("no JSON") from error


def _link(random: Random) -> str:
    return spoiled(
        random, "https://games.example:8443/#/table/k7m2q9xwab/0123abcd_-", ("#/table/",)
    )


MESSAGES_SENT = {
    "frames": Reader(_frame, _read_frame),
    "requests": Reader(_request, _ask),
    "links": Reader(_link, TableLink.read),
}
