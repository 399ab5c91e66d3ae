"""Who may do what at tables in the test's own process, and what keys open."""

import pytest
from guests import ME, OPEN, OTHER, THIRD, Guest, gathering
from matrix import COMMANDS, PHASES, ROLES, try_everything

from tablier.table import messages

pytestmark = pytest.mark.anyio


def test_no_command_was_forgotten() -> None:
    assert set(COMMANDS) == set(messages.COMMANDS.values())


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("role", ROLES)
async def test_what_is_not_allowed_is_refused_and_changes_nothing(role: str, phase: str) -> None:
    async with gathering() as house:
        await try_everything(house, role, phase)


async def test_keys_of_strangers_and_of_other_tables_open_nothing() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN)
        foreign = await house.table("zhizhu", ME, OPEN)
        live = await house.tables.table(made.table)
        foreign_keys = [key for _, key in foreign.seats] + [foreign.join or "", foreign.watch or ""]
        for key in ["x" * 32, OTHER, "", *foreign_keys]:
            guest = Guest(house, live, (key,))
            held = guest.session.hashes
            assert not live.keys.admits(held) and not live.keys.rights(held)


async def test_a_join_key_never_opens_a_seat_that_was_taken_with_it() -> None:
    async with gathering() as house:
        made = await house.table("zhizhu", ME, OPEN)
        assert made.join
        await house.sit(made, made.join)
        guest = await house.attend(made.table, made.join)
        assert guest.session.seats == frozenset()


async def test_a_new_holder_of_a_seat_is_not_taken_for_the_former_one() -> None:
    async with gathering() as house:
        made = await house.table("chinese-checkers", ME, OPEN, OPEN)
        key = await house.sit(made, OTHER)
        former = await house.attend(made.table, key)
        await former.ask("rename", cmd="same", name="Cy")
        await former.ask("leave")
        assert former.line.closed == messages.NOT_ALLOWED
        await house.sit(made, THIRD, seat=1)
        newer = await house.attend(made.table, THIRD)
        await newer.ask("rename", cmd="same", name="Di")
        assert [seat["name"] for seat in newer.view["seats"]] == ["Ann", "Di", ""]
