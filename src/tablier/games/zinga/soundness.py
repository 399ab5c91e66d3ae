"""What no action of ZINGA can break."""

from tablier.core.rules.kernel import item, kernel, popcount
from tablier.games.zinga.position import NOBODY, Position
from tablier.games.zinga.settling import BOXES
from tablier.games.zinga.sheet.lines import missing


@kernel
def sound(before: Position, after: Position) -> bool:
    """Whether boxes only fill, one at a time; and one bell, one pawn and no return."""
    filled = 0
    for seat in range(before.players):
        if not _sheet_sound(after, seat) or item(before.ticks, seat) & ~item(after.ticks, seat):
            return False
        ticks = popcount(item(after.ticks, seat)) - popcount(item(before.ticks, seat))
        plus = item(after.plus, seat) - item(before.plus, seat)
        blunders = item(after.blunders, seat) - item(before.blunders, seat)
        if ticks < 0 or plus < 0 or blunders < 0:
            return False
        filled += ticks + plus + blunders
    same_turn = after.turn == before.turn
    same_ringer = after.ringer == before.ringer or before.ringer == NOBODY
    return (
        filled <= 1
        and after.playing & ~before.playing == 0
        and (after.pawn == NOBODY or after.playing >> after.pawn & 1 == 1)
        and ((same_turn and same_ringer) or after.turn == before.turn + 1)
    )


@kernel
def _sheet_sound(position: Position, seat: int) -> bool:
    """Whether a sheet's marks fit each other: fours declared truly, three blunders out."""
    playing = position.playing >> seat & 1 == 1
    fours = missing(item(position.ticks, seat))
    return (
        item(position.declared, seat) & ~fours == 0
        and item(position.plus, seat) <= BOXES
        and item(position.blunders, seat) <= BOXES
        and (item(position.blunders, seat) < BOXES or not playing)
        and (playing or item(position.places, seat) > 1)
    )
