"""The ways to set up a game."""

from itertools import product

from tablier.core.game import Game, Setup
from tablier.core.options import Choice, Number, Option, Switch, Value


def setups(game: Game) -> list[Setup]:
    """Every combination of players, words and switches; numbers alternate."""
    settled = [option for option in game.options if isinstance(option, Choice | Switch)]
    combined = product(game.players, product(*(_values(option) for option in settled)))
    found = []
    for index, (players, values) in enumerate(combined):
        options: dict[str, Value] = {option.name: option.default for option in game.options}
        options |= zip((option.name for option in settled), values, strict=True)
        for option in game.options:
            if isinstance(option, Number) and index % 2:
                options[option.name] = min(option.least + 1, option.most)
        if all(each.suits(players) or options[each.name] == each.default for each in settled):
            found.append(Setup(players, options))
    return found


def _values(option: Option) -> tuple[Value, ...]:
    return option.choices if isinstance(option, Choice) else (True, False)
