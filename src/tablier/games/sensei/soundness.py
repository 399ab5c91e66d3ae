"""What no action of Senseï can break."""

from tablier.core.rules.duel import own_first
from tablier.core.rules.kernel import kernel, popcount
from tablier.games.sensei.board import ALL
from tablier.games.sensei.rules import STONE_MOVES, STONES, Position


@kernel
def sound(before: Position, after: Position) -> bool:
    """Whether one stone or the character moved, or neither, and all else stayed."""
    seat = before.seat
    own, enemy = own_first(after.stones, seat)
    had, others_had = own_first(before.stones, seat)
    stands, others_stand = own_first(after.characters, seat)
    stood, others_stood = own_first(before.characters, seat)
    slid = popcount(own & ~had)
    flown = 1 if stands != stood else 0
    turns = after.turn - before.turn
    return (
        popcount(own) == STONES
        and enemy == others_had
        and own & enemy == 0
        and (own | enemy) & (~ALL | before.pits) == 0
        and slid + flown <= 1
        and own >> stands & 1 == 1
        and others_stand == others_stood
        and before.moved + slid <= STONE_MOVES
        and before.flown + flown <= 1
        and turns in (0, 1, 2)
        and after.seat == (before.seat + turns) % 2
        and (turns > 0 or (after.moved == before.moved + slid))
        and (turns > 0 or (after.flown == before.flown + flown))
        and (turns == 0 or after.moved + after.flown == 0)
        and after.pits == before.pits
    )
