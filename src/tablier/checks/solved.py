"""The figures of a game that is solved: its longest wins are played."""

from collections.abc import Iterator

from tablier.checks.fault import Fault
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.core.reading.solved import FILE, played, solved_figures


def solved(game: Game) -> Iterator[Fault]:
    """Wins that the rules allow, to their end."""
    if not game.is_solved:
        return
    try:
        figures = solved_figures(game)
        for phase, win in figures["longest"].items():
            if win and played(figures, f"{win['way']} {win['line']}").result is None:
                yield Fault(FILE, f"the longest win while {phase} does not come to an end")
    except KeyError as error:
        yield Fault(FILE, f"has no {error}")
    except (TablierError, TypeError, AttributeError, ValueError) as error:
        yield Fault(FILE, f"the longest win can't be played: {error}")
