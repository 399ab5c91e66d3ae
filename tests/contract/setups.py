"""The ways to set up each registered game, for tests that run over all of them."""

from itertools import product

from hypothesis import strategies as st

from tablier.core import registry
from tablier.core.game import Game, Setup
from tablier.core.options import Choice, Number, Option, Switch, Value

GAMES = [registry.find(name) for name in registry.games()]


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
                options[option.name] = option.least + 1
        if all(each.suits(players) or options[each.name] == each.default for each in settled):
            found.append(Setup(players, options))
    return found


def _values(option: Option) -> tuple[Value, ...]:
    return option.choices if isinstance(option, Choice) else (True, False)


ALL_SETUPS = [(game, setup) for game in GAMES for setup in setups(game)]


def label(value: object) -> str:
    """A readable test id."""
    if isinstance(value, Game):
        return value.name
    if isinstance(value, Setup):
        changed = [f"{name}={v}" for name, v in value.options.items() if isinstance(v, str | bool)]
        return " ".join([str(value.players), *changed])
    return str(value)


def any_setup(game: Game) -> st.SearchStrategy[Setup]:
    """Any of a game's setups, numbers drawn from their whole range."""
    return st.builds(
        lambda setup, numbers: Setup(setup.players, {**setup.options, **numbers}),
        st.sampled_from(setups(game)),
        st.fixed_dictionaries(
            {
                option.name: st.integers(option.least, option.most)
                for option in game.options
                if isinstance(option, Number)
            }
        ),
    )
