"""What a learner sees of Chinese Checkers, and the actions there are."""

from tablier.core.rules.features import bits, number, seat, word
from tablier.games.chinese_checkers.board import HOLES, NEIGHBOURS, SPOTS, UPPER
from tablier.games.chinese_checkers.position import AGREED_LATER, SEATS
from tablier.games.chinese_checkers.rules import PASS, STOP, TURNS

MOST_PASSES = 999

FEATURES = (
    bits("upper", UPPER, each=1),
    bits("lower", HOLES - UPPER, each=1),
    number("places", SEATS, each=1),
    number("passes", MOST_PASSES, each=1),
    seat("seat"),
    number("turn", SEATS * TURNS),
    bits("swap"),
    bits("forfeit"),
    word("play_on", AGREED_LATER + 1),
    bits("draws"),
)


def _jumps(source: int, target: int) -> bool:
    """Whether jumps can lead from hole to hole: an even number of rows and of steps away."""
    down = SPOTS[target][0] - SPOTS[source][0]
    right = SPOTS[target][1] - SPOTS[source][1]
    return source != target and down % 2 == 0 and (right - down) % 4 == 0


REPERTOIRE = (
    *(
        source * HOLES + target
        for source in range(HOLES)
        for target in range(HOLES)
        if target in NEIGHBOURS[source] or _jumps(source, target)
    ),
    PASS,
    STOP,
)
