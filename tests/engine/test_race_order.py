"""Who is due first, and who keeps a moment."""

from random import Random

import pytest

from tablier import Dice, new
from tablier.core.game import TABLE, Decision
from tablier.engine.simulate.race_order import Occasions, RaceOrder, first_due, keeping

ASKED = Decision(actors=0b110 | 1 << TABLE, deadline=2, ms=500, dice=0, roll=0)


def test_the_table_comes_last_and_the_first_seat_first() -> None:
    assert first_due(ASKED.actors, {1: 7, 2: 5, TABLE: 6}) == 2
    assert first_due(ASKED.actors, {1: 5.5, 2: 5.5, TABLE: 5.5}) == 1
    assert first_due(ASKED.actors, [0, 9, 9, 0, 0, 0, 0, 0, 8]) == TABLE
    assert first_due(1 << 3, [0] * (TABLE + 1)) == 3


def test_moments_are_kept_while_the_same_deadline_runs() -> None:
    assert keeping(ASKED, ASKED, True) == ASKED.actors
    assert keeping(ASKED, ASKED, False) == 0
    assert keeping(ASKED, ASKED._replace(deadline=3), True) == 0
    untimed = ASKED._replace(deadline=0)
    assert keeping(untimed, untimed, True) == 0


WAITS = {0: 30.0, 1: 10.0, 2: 20.0, TABLE: 99.0}


def test_whoever_waits_for_others_keeps_a_moment() -> None:
    match, order = new("zinga", players=3), RaceOrder()
    assert order.next(match, match.decision.actors, 5.0, WAITS.__getitem__) == 1
    assert order.due == {0: 35, 1: 15, 2: 25, TABLE: 104}
    assert order.next(match, match.decision.actors, 9.0, WAITS.__getitem__) == 1
    match.play("ready", 1)
    order.acted(1)
    assert order.next(match, match.decision.actors, 15.0, WAITS.__getitem__) == 2
    assert order.due == {0: 35, 2: 25, TABLE: 104}, "nobody was asked anew"
    match.play("ready", 0).play("ready", 2)
    assert order.next(match, match.decision.actors, 35.0, WAITS.__getitem__) == TABLE
    assert order.due == {TABLE: 134}, "something else is asked"


def test_without_a_deadline_everybody_gets_a_new_moment() -> None:
    match, order = new("zinga", players=3, untimed=True), RaceOrder()
    assert order.next(match, 0b111, 5.0, WAITS.__getitem__) == 1
    match.play("ready", 1)
    assert order.next(match, 0b101, 15.0, WAITS.__getitem__) == 2
    assert order.due == {0: 45, 2: 35}
    assert order.next(match, 0, 15.0, WAITS.__getitem__) is None


@pytest.mark.parametrize("untimed", [False, True])
def test_an_occasion_lasts_for_those_who_keep_a_moment(untimed: bool) -> None:
    """So bots that plan ahead, at a table, race like those that are asked when they are due."""
    random, compared = Random(5), set()
    for players in (2, 3, 5):
        match, dice = new("zinga", players=players, untimed=untimed), Dice.seeded(5, players)
        occasions, order = Occasions(), RaceOrder()
        for step in range(300):
            asked, turn = match.decision, match.state.turn
            planned = occasions.now(match)
            assert planned == occasions.now(match), "looking is no reason for another"
            order.next(match, asked.actors, step, lambda seat: 0.5)
            before = dict(order.due)
            texts = [(text, seat) for seat in match.seats for text in match.legal(seat)]
            if match.to_roll:
                match.roll(dice)
            else:
                match.play(*random.choice(texts))
            if match.result is not None:
                break
            order.acted(match.history[-1].seat)
            order.next(match, match.decision.actors, step + 1, lambda seat: 0.5)
            lasts = occasions.now(match) == planned
            kept = keeping(asked, match.decision, match.state.turn == turn)
            for seat in order.due.keys() & before.keys() - {match.history[-1].seat}:
                assert lasts == (order.due[seat] == before[seat]) == kept >> seat & 1
            compared.add(lasts)
    assert compared == ({False} if untimed else {True, False})


def test_whatever_is_taken_back_is_another_occasion() -> None:
    match, occasions = new("zhizhu"), Occasions()
    seen = [occasions.now(match)]
    for text in ("b3", "b4"):
        seen.append(occasions.now(match.play(text)))
        match.undo()
    assert len({*seen, occasions.now(match)}) == 4
