"""Who may do what, and when: every role, every command, every phase of a table's life.

It needs nothing but the standard library, and can be tried in any house, wherever that runs.
"""

from typing import Any

from guests import ME, OPEN, OTHER, PERSON, THIRD, Gathering, Guest

from tablier.table import messages

COMMANDS: dict[type[messages.Command], list[dict[str, Any]]] = {
    messages.Play: [{"text": "$legal"}, {"text": "b3"}, {"text": "draw"}],
    messages.Undo: [{}],
    messages.Takeback: [{"say": "ask"}, {"say": "accept"}, {"say": "decline"}],
    messages.Draw: [{"say": "offer"}, {"say": "accept"}, {"say": "decline"}],
    messages.Resign: [{}],
    messages.Claim: [{"from": seat} for seat in range(8)],
    messages.Rematch: [{"say": "offer"}, {"say": "decline"}],
    messages.PlayOn: [{"say": "offer"}, {"say": "accept"}, {"say": "decline"}],
    messages.Rename: [{"name": "Di"}],
    messages.Leave: [{}],
    messages.Renew: [{"key": "k" * 32}],
    messages.Chat: [{"text": "hello"}],
    messages.Mute: [{"on": True}],
    messages.LookSwitch: [{"on": False}],
    messages.HintRequest: [{}],
    messages.History: [{}],
}
"""Every command of the protocol, in every way to say it."""

LOOKING = {"mute", "look", "history"}
TALKING = LOOKING | {"rename", "renew", "chat"}
ALLOWED: dict[tuple[str, str], set[str]] = {
    ("player", "waiting"): TALKING | {"leave"},
    ("other", "waiting"): TALKING | {"leave"},
    ("player", "playing"): TALKING
    | {"play $legal", "takeback ask", "draw offer", "resign", "hint"},
    ("other", "playing"): TALKING | {"takeback ask", "draw offer", "resign"},
    ("player", "over"): TALKING | {"rematch offer"},
    ("other", "over"): TALKING | {"rematch offer"},
}
"""Everything that is not named here is refused; whoever only watches may look, and no more."""

ROLES = ("player", "other", "watcher", "stale")
FOURTH = "f" * 32
PHASES = ("waiting", "playing", "over", "frozen")


async def seated(house: Gathering, phase: str) -> dict[str, Guest]:
    """A table in some phase, with somebody of every role at it; the player is on turn."""
    made = await house.table("chinese-checkers", ME, OPEN, OPEN)
    watch = made.watch or ""
    stale = await house.attend(made.table, await house.sit(made, THIRD, seat=1), watch)
    await stale.ask("leave")
    await house.sit(made, OTHER, seat=1)
    roles = {
        "player": await house.attend(made.table, PERSON),
        "other": await house.attend(made.table, OTHER),
        "watcher": await house.attend(made.table, watch),
        "stale": stale,
    }
    if phase != "waiting":
        await house.sit(made, FOURTH, seat=2)
        fourth = await house.attend(made.table, FOURTH)
        for guest in (roles["player"], roles["other"], fourth):
            await guest.play(next(iter(guest.view["legal"].values()))[0])
    if phase == "over":
        await roles["player"].ask("resign")
        await roles["other"].ask("resign")
    if phase == "frozen":
        stale.live.freeze("a test wants it")
    assert stale.live.seen()["phase"] == phase
    return roles


def said(kind: str, fields: dict[str, Any]) -> str:
    """A command's name in the table of what is allowed."""
    telling = [str(fields[key]) for key in ("say",) if key in fields]
    if kind == "play":
        telling = [fields["text"]]
    return " ".join([kind, *telling])


async def try_everything(house: Gathering, role: str, phase: str) -> None:
    """Every command, in every way to say it, by somebody at a table in some phase."""
    allowed = ALLOWED.get((role, phase), LOOKING)
    roles = await seated(house, phase)
    for command, ways in COMMANDS.items():
        kind = command.type
        for fields in ways:
            if said(kind, fields) in allowed:
                roles = await _try_allowed(house, roles, role, kind, fields, phase)
            else:
                await _try_refused(roles[role], kind, fields)


async def _try_allowed(
    house: Gathering,
    roles: dict[str, Guest],
    role: str,
    kind: str,
    fields: dict[str, Any],
    phase: str,
) -> dict[str, Guest]:
    """What is allowed works, too; the table is then laid anew."""
    answer = await roles[role].ask(kind, **_filled(roles[role], kind, fields))
    assert answer["type"] in ("ack", "hint", "history"), (kind, fields, answer)
    return roles if kind in LOOKING else await seated(house, phase)


async def _try_refused(guest: Guest, kind: str, fields: dict[str, Any]) -> None:
    before = guest.live.table.hash
    for seat in (None, 0, 1, 2, 7):
        asked = _filled(guest, kind, fields)
        if seat is not None:
            asked["seat"] = seat
        answer = await guest.ask(kind, **asked)
        assert answer["type"] == "refused" and answer["code"] and answer["text"], (kind, answer)
        assert guest.live.table.hash == before


def _filled(guest: Guest, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a command that depend on the position."""
    match = guest.live.table.match
    filled = dict(fields)
    if kind in ("play", "undo"):
        filled["ply"] = guest.live.table.ply
    if kind == "play" and fields["text"] == "$legal":
        filled["text"] = next(iter(match.legal()), "b3")
    return filled
