"""What was computed for a game: figures of a solved one, whose longest wins are played; nets."""

from collections.abc import Iterator

from tablier.checks.fault import Fault
from tablier.checks.setups import setups
from tablier.core.errors import TablierError
from tablier.core.game import Game
from tablier.core.reading.solved import FILE, played, solved_figures
from tablier.engine.net.net_file import FILE as NET_FILE
from tablier.engine.net.net_file import BadNet, path_of, read

INPUTS = "net_inputs.py"
LARGEST = 62
NOWHERE = -1


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


def nets(game: Game) -> Iterator[Fault]:
    """Inputs that fit, of every first position, and a file that fits them."""
    net = game.net
    if net is None:
        return
    if sum(net.WIDTHS) != net.INPUTS or not all(0 < width <= LARGEST for width in net.WIDTHS):
        told = f"WIDTHS are from 1 to {LARGEST}, and INPUTS is their sum"
        yield Fault(INPUTS, f"{told}: {net.WIDTHS}, {net.INPUTS}")
        return
    for setup in setups(game):
        position = game.rules.start(setup.players, setup.options)
        if not NOWHERE <= net.part(position) < net.PARTS:
            told = f"part gives {net.part(position)}, and PARTS is {net.PARTS}"
            yield Fault(INPUTS, told)
        for seat in range(net.viewers(position)):
            words = net.inputs(position, seat)
            if len(words) != len(net.WIDTHS):
                yield Fault(INPUTS, f"inputs gives {len(words)} words for {len(net.WIDTHS)} WIDTHS")
            elif not all(0 <= word < 1 << n for word, n in zip(words, net.WIDTHS, strict=True)):
                yield Fault(INPUTS, f"inputs gives words that are wider than WIDTHS say: {words}")
    try:
        read(path_of(game), game)
    except BadNet as error:
        yield Fault(NET_FILE, str(error).removeprefix(f"{path_of(game)} "))
