"""Who is due first, and who keeps a moment."""

from tablier.core.game import TABLE, Decision
from tablier.engine.simulate.race_order import first_due, keeping

ASKED = Decision(actors=0b110 | 1 << TABLE, deadline=2, ms=500, dice=0, roll=0)


def test_the_table_comes_last_and_the_first_seat_first() -> None:
    assert first_due(ASKED.actors, {1: 7, 2: 5, TABLE: 6}) == 2
    assert first_due(ASKED.actors, {1: 5.5, 2: 5.5, TABLE: 5.5}) == 1
    assert first_due(ASKED.actors, [0, 9, 9, 0, 0, 0, 0, 0, 8]) == TABLE
    assert first_due(1 << 3, [0] * (TABLE + 1)) == 3


def test_the_others_keep_their_moments_while_the_same_deadline_runs() -> None:
    assert keeping(ASKED, ASKED, 1, True) == 1 << 2 | 1 << TABLE
    assert keeping(ASKED, ASKED, 1, False) == 0
    assert keeping(ASKED, ASKED._replace(deadline=3), 1, True) == 0
    untimed = ASKED._replace(deadline=0)
    assert keeping(untimed, untimed, 1, True) == 0
