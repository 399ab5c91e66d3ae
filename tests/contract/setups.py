"""The ways to set up each registered game, for tests that run over all of them."""

from hypothesis import strategies as st

from tablier.checks.setups import setups
from tablier.core import registry
from tablier.core.game import Game, Setup
from tablier.core.options import Number

GAMES = [registry.find(name) for name in registry.games()]


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
