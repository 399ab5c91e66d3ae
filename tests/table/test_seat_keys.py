"""A seat's key is renewed: who has the old one is out at once, and nobody else."""

import json
from typing import Any

import pytest
from guests import ME, OPEN, OTHER, PERSON, Gathering, Guest, gathering
from memory import MemoryStore

from tablier.table import messages
from tablier.table.creation import Invitation

pytestmark = pytest.mark.anyio
NEW = "n" * 32
STRANGER = "s" * 32


async def two(house: Gathering) -> tuple[Invitation, str, str]:
    """A table of two people, and the keys of their seats."""
    made = await house.table("zhizhu", ME, OPEN)
    other = await house.sit(made, OTHER)
    return made, made.seats[0][1], other


def opens(guest: Guest, *keys: str) -> bool:
    """Whether keys open the table of a guest to anybody."""
    held = Guest(guest._gathering, guest.live, keys).session.hashes
    return guest.live.keys.admits(held)


async def test_the_old_key_is_shut_out_at_once_and_told_how_to_come_back() -> None:
    async with gathering() as house:
        made, old, other = await two(house)
        ann = await house.attend(made.table, PERSON)
        tab = await house.attend(made.table, PERSON, old)
        device = await house.attend(made.table, old)
        bo = await house.attend(made.table, other)
        assert (await ann.ask("renew", key=NEW))["type"] == "ack"
        assert device.line.closed == messages.KEY_RENEWED
        assert ann.line.closed is tab.line.closed is bo.line.closed is None
        assert device.session.seats == frozenset(), "also for what is on its way"
        assert not opens(ann, old) and opens(ann, NEW)
        back = await house.attend(made.table, NEW)
        assert (await back.play("b3"))["type"] == "ack"
        told = [event for event in bo.events if event["kind"] == "renewed"]
        assert [(event["seat"], event["body"]) for event in told] == [(0, {})]


async def test_only_whoever_took_the_seat_can_renew_its_key() -> None:
    """A link that fell into wrong hands does not take the seat away."""
    async with gathering() as house:
        made, old, _ = await two(house)
        thief = await house.attend(made.table, old)
        assert (await thief.ask("renew", key=NEW))["code"] == "not_owner"
        assert opens(thief, old) and not opens(thief, NEW)


async def test_a_seat_that_was_taken_without_a_persons_key_is_renewed_by_its_own() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN)
        live = await house.tables.table(made.table)
        held = frozenset({live.keys.row.join_sha256 or ""})
        _, old = await house.tables.sit(live, held, None, "Bo", None)
        bo = await house.attend(made.table, old)
        assert (await bo.ask("renew", key=NEW))["type"] == "ack"
        assert bo.line.closed is None and not opens(bo, old)
        assert (await bo.ask("chat", text="still here"))["type"] == "ack"


async def test_no_key_is_taken_that_somebody_has_already() -> None:
    async with gathering() as house:
        made, old, other = await two(house)
        ann = await house.attend(made.table, PERSON)
        for known in (old, other, PERSON, OTHER, made.join, made.watch):
            assert (await ann.ask("renew", key=known))["code"] == "known_key"


@pytest.mark.parametrize("key", ["", "short", "x" * 21, "x" * 129, "ü" * 32, "a b" * 11, 7, None])
def test_what_is_no_key_is_no_message(key: Any) -> None:
    text = json.dumps({"type": "renew", "cmd": "c", "key": key})
    with pytest.raises(messages.BadMessage, match="key: this is a key of 22 to 128"):
        messages.read_command(text)


async def test_whatever_is_sent_again_after_a_renewal_happens_once() -> None:
    """The answers were lost, the house restarted: the same commands get the same answers."""
    store = MemoryStore()
    async with gathering(store) as house:
        made, _, _ = await two(house)
        ann = await house.attend(made.table, PERSON)
        sent = [("chat", {"text": "hello"}), ("renew", {"key": NEW}), ("chat", {"text": "again"})]
        answers = [await ann.ask(kind, cmd=f"c{n}", **more) for n, (kind, more) in enumerate(sent)]
        seq = ann.live.table.seq
    async with gathering(store) as house:
        ann = await house.attend(made.table, NEW)
        for n, (kind, more) in enumerate(sent):
            assert await ann.ask(kind, cmd=f"c{n}", **more) == answers[n]
        assert ann.live.table.seq == seq


async def test_keys_are_renewed_again_but_not_without_end() -> None:
    async with gathering() as house:
        made, _, _ = await two(house)
        ann = await house.attend(made.table, PERSON)
        for number in range(5):
            assert (await ann.ask("renew", key=str(number) * 32))["type"] == "ack"
        assert (await ann.ask("renew", key=NEW))["code"] == "too_much_talk"
        await house.passes(10_000)
        assert (await ann.ask("renew", key=NEW))["type"] == "ack"
        assert [opens(ann, str(number) * 32) for number in range(5)] == [False] * 5


async def test_a_rematch_is_opened_by_the_new_key() -> None:
    async with gathering() as house:
        made, old, other = await two(house)
        ann, bo = await house.attend(made.table, PERSON), await house.attend(made.table, other)
        await ann.ask("renew", key=NEW)
        await ann.ask("resign")
        for guest in (ann, bo):
            await guest.ask("rematch", say="offer")
        again = await house.attend(ann.view["rematch"], NEW)
        assert again.session.seats and not opens(again, old)


async def test_whoever_takes_a_seat_that_was_left_begins_with_commands_of_their_own() -> None:
    async with gathering() as house:
        made = await house.table("chinese-checkers", ME, OPEN, OPEN)
        await house.sit(made, OTHER, seat=1)
        bo = await house.attend(made.table, OTHER)
        await bo.ask("renew", key=NEW)
        assert (await bo.ask("chat", cmd="c", text="bye"))["type"] == "ack"
        await bo.ask("leave")
        await house.sit(made, STRANGER, seat=1)
        cy = await house.attend(made.table, STRANGER)
        before = cy.live.table.seq
        assert (await cy.ask("chat", cmd="c", text="hello"))["seq"] == before + 1
