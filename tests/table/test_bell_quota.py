"""What a press of the bell counts, and what nobody gets by claiming it."""

from random import Random
from typing import Any

import pytest
from guests import HERE, ME, Gathering, Guest, gathering
from memory import MemoryStore

from tablier.table import bell

LINE = 60.0


def press(elapsed: float, reported: float | None, line: float, quota: float) -> bell.Press:
    return bell.measured(0, elapsed, reported, line, quota)


def test_an_honest_press_counts_what_the_device_measured() -> None:
    honest = press(900.0 + LINE + 12.0, 900.0, LINE, bell.QUOTA)
    assert honest.score == 900.0 and honest.drawn == pytest.approx(12.0)


def test_a_lie_gains_what_is_left_of_the_quota_and_no_more() -> None:
    for quota in (bell.MOST_QUOTA, bell.QUOTA, 0.0):
        lie = press(900.0 + LINE, 0.0, LINE, quota)
        assert lie.score == 900.0 - quota and lie.drawn == quota


def test_nobody_is_quicker_than_people_are_nor_draws_for_it() -> None:
    eager = press(170.0, 0.0, 0.0, bell.QUOTA)
    assert eager.score == 170.0 - bell.QUOTA and eager.drawn == bell.QUOTA
    assert press(152.0, 0.0, 0.0, bell.QUOTA).score == bell.QUICKEST


def test_a_press_that_reports_nothing_counts_as_it_arrived() -> None:
    assert press(500.0, None, LINE, bell.QUOTA).score == 500.0


def test_a_long_line_is_believed_up_to_the_cap_and_less_of_strangers() -> None:
    assert bell.believed(220.0, is_proven=True, public=True) == 220.0
    assert bell.believed(900.0, is_proven=True, public=True) == bell.CAP
    assert bell.believed(900.0, is_proven=False, public=False) == bell.CAP
    assert bell.believed(900.0, is_proven=False, public=True) == bell.CAP_STRANGERS


def test_over_a_game_a_liar_gets_little_more_than_the_refill() -> None:
    quotas, gained = bell.Quotas(2), 0.0
    for _ in range(20):
        lie = press(900.0, 0.0, 0.0, quotas.left[0])
        gained += 900.0 - lie.score
        quotas.draw(0, lie.drawn)
        quotas.refill([0])
    assert gained == bell.QUOTA + 19 * bell.REFILL
    assert quotas.left[1] == bell.QUOTA, "who does not press saves nothing"
    for _ in range(20):
        quotas.refill([1])
    assert quotas.left[1] == bell.MOST_QUOTA, "who takes nothing saves no more than the bound"


def test_an_honest_device_that_is_always_a_little_slow_loses_nothing() -> None:
    quotas = bell.Quotas(1)
    for _ in range(50):
        honest = press(900.0 + LINE + bell.REFILL, 900.0, LINE, quotas.left[0])
        assert honest.score == 900.0
        quotas.draw(0, honest.drawn)
        quotas.refill([0])


LINES_MS = (20.0, 60.0, 120.0, 220.0)
GAMES, BELLS = 1_200, 10


@pytest.mark.parametrize("liar", [None, 0, 3])
@pytest.mark.parametrize("shaved", [None, bell.REFILL])
def test_four_lines_win_a_quarter_each_and_a_liar_hardly_more(
    liar: int | None, shaved: float | None
) -> None:
    """Reactions of about a second, devices that take a few milliseconds, and one that lies.

    Some liars claim that they took no time, some just as much less as they get away with.
    """
    random, won, first = Random(7), [0] * 4, [0] * 4
    for _ in range(GAMES):
        quotas = bell.Quotas(4)
        for _ in range(BELLS):
            fingers = [900 * random.lognormvariate(0, 0.3) for _ in LINES_MS]
            sent = zip(fingers, LINES_MS, strict=True)
            arrivals = [finger + line + random.expovariate(1 / 3) for finger, line in sent]
            presses: list[tuple[int, dict[str, float | None]]] = []
            best = float("inf")
            for seat in sorted(range(4), key=arrivals.__getitem__):
                elapsed, line, quota = arrivals[seat], LINES_MS[seat], quotas.left[seat]
                if bell.hopeless(best, elapsed, line, quota):
                    continue
                lie = 0.0 if shaved is None else fingers[seat] - shaved
                reported = lie if seat == liar else fingers[seat]
                pressed = bell.measured(seat, elapsed, reported, line, quota)
                best = min(best, pressed.score)
                quotas.draw(seat, pressed.drawn)
                presses.append((seat, pressed.evidence()))
            won[bell.winner(presses, str(random.random()))[0]] += 1
            first[fingers.index(min(fingers))] += 1
            quotas.refill(seat for seat, _ in presses)
    shares = [count / (GAMES * BELLS) for count in won]
    if liar is None:
        assert all(abs(share - 0.25) < 0.015 for share in shares)
    else:
        assert (won[liar] - first[liar]) / (GAMES * BELLS) < 0.015


async def until_bell(house: Gathering, guest: Guest) -> None:
    """Get ready until the dice lie there and the bell is open."""
    while "ring" not in guest.live.table.match.legal(0):
        for seat in guest.live.table.match.seats:
            if seat in (0, 1) and "ready" in guest.live.table.match.legal(seat):
                ply = guest.live.table.ply
                await guest.play("ready", seat=seat, cmd=f"ready {ply}")
        await house.passes(500)


async def lie(guest: Guest, late_s: float) -> dict[str, Any]:
    """Press as late as this after the dice, and report that it took no time."""
    guest.session.shown = (guest.session.shown[0], guest.session.shown[1] - late_s)
    ply = guest.live.table.ply
    assert (await guest.play("ring", seat=0, reaction=0, cmd=f"ring {ply}"))["type"] == "ack"
    rang: dict[str, Any] = [e for e in guest.events if e["kind"] == "rang"][-1]["body"]
    return rang


@pytest.mark.anyio
async def test_the_quota_of_a_game_outlives_connections_and_restarts() -> None:
    """Every bell gives a liar less, also one who comes back or after the house was closed."""
    store, drawn = MemoryStore(), []
    async with gathering(store) as house:
        made = await house.table("zinga", ME, HERE)
        keys = [key for _, key in made.seats]
    for _ in range(3):
        async with gathering(store) as house:
            guest = await house.attend(made.table, *keys)
            await until_bell(house, guest)
            rang = await lie(guest, 1.0)
            drawn.append(rang["Q"])
            assert rang["score"] == pytest.approx(rang["E"] - rang["Q"], abs=0.2)
            await house.passes(60_000)
    assert drawn == [bell.QUOTA, *[bell.REFILL] * 2]
