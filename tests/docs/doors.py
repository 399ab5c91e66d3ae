"""Plays a game through every door, in a process that finds it: python doors.py GAME FOLDER."""

import asyncio
import builtins
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import tablier
from tablier.core import registry
from tablier.core.dice import rolls, verify
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.engine.levels import LEVELS

RANDOM = Random(14)
ENOUGH = 3_000


def some(match: Match) -> str:
    """Something that whoever is to act may do."""
    return RANDOM.choice([text for seat in match.seats for text in match.legal(seat)])


def check(match: Match, game: str) -> None:
    """Dice have fallen where the game has any, and can be checked once it is over."""
    assert bool(rolls(match)) == bool(match.game.dice) and match.game.name == game
    if match.result and match.game.dice:
        assert verify(match) == []


def screen(game: str, folder: Path) -> None:
    """Six moves on a screen that is not there, left and gone on with; one is taken back."""
    from tablier.terminal.app import TablierApp
    from tablier.terminal.phrases import Phrases
    from tablier.terminal.session.local_session import LocalSession

    path = folder / "screen.txt"

    async def typed(match: Match, moves: int) -> None:
        session = LocalSession(match, path, Phrases(), None)
        async with TablierApp(session.phrases, session).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for _ in range(moves):
                await pilot.press(*("minus" if key == "-" else key for key in some(match)), "enter")
            before = match.actions
            await pilot.press("f3")
            assert match.seat in range(match.players) and len(match.actions) < len(before)
            await pilot.press("f4")
            assert match.actions == before

    asyncio.run(typed(tablier.new(game), 4))
    left = tablier.read_record(path.read_text())
    asyncio.run(typed(left, 2))
    played = [move for move in tablier.read_record(path.read_text()).history if move.seat != TABLE]
    assert len(played) == 6
    check(left, game)


def plain(game: str, folder: Path) -> None:
    """A whole game line by line, for as many as can play; the first move is taken back."""
    from tablier.terminal import line_mode
    from tablier.terminal.phrases import Phrases

    match = tablier.new(game, players=registry.find(game).players[-1])
    said = iter(["?", "nonsense", "", "undo"])

    def answer(question: object = "") -> str:
        return next(said, "") or some(match)

    builtins.input = answer
    line_mode.play(match, folder / "plain.txt", None, Phrases(), colour=False)
    kept = tablier.read_record((folder / "plain.txt").read_text())
    assert kept.result is not None and kept.players == match.players
    check(kept, game)


def bots(game: str, folder: Path) -> None:
    """Bots of all levels play, with a moment for each action, and so many as can."""
    levels = iter(LEVELS)
    for players in registry.find(game).players:
        match, dice = tablier.new(game, players=players), tablier.Dice.seeded(14, players)
        rivals = [tablier.bot(game, next(levels, 1), seconds=0.01, seed=1) for _ in range(players)]
        while match.result is None:
            if match.to_roll:
                match.roll(dice)
            else:
                assert match.seat is not None
                match.play(rivals[match.seat].choose(match))
        assert len(match.result.ranks) == players


def judge(game: str, folder: Path) -> None:
    """A short match is analysed; a hint names a move, and no roll."""
    from tablier.engine.analysis.analysis import analyse, hints

    match, dice = tablier.new(game), tablier.Dice.seeded(14, 2)
    for _ in range(10):
        while match.to_roll:
            match.roll(dice)
        (hint,) = hints(match, nodes=100)
        match.play(hint.text, hint.seat)
        assert not any(text.startswith("roll") for text in hint.line)
    judged = [verdict for verdict in analyse(match, nodes=100).verdicts if verdict.judged]
    assert judged and all(verdict.seat != TABLE for verdict in judged)


def gym(game: str, folder: Path) -> None:
    """One agent against a bot, and many games at once, for as many as can play."""
    from tablier import research

    solo = research.solo(game, level=1)
    seen, _ = solo.reset(seed=1)
    over = False
    while not over:
        seen, _, ended, cut, _ = solo.step(int(RANDOM.choice(seen["action_mask"].nonzero()[0])))
        over = ended or cut
    players = registry.find(game).players[-1]
    many = research.VectorEnv(game, games=16, players=players, seed=1, threads=1)
    finished = 0
    for _ in range(400):
        many.step(many.sample())
        finished += int(many.terminated.sum())
    assert finished and set(many.seats.tolist()) <= set(range(players))


def selfplay(game: str, folder: Path) -> None:
    """A dataset, with every game's dice."""
    from tablier.research.dataset import Dataset
    from tablier.research.selfplay import SelfPlay, collect

    with ThreadPoolExecutor(1) as executor:
        assert len([*collect(SelfPlay(game, "random", 2), executor, folder / "data")]) == 2
    dataset = Dataset(folder / "data")
    for match in dataset.matches():
        check(match, game)
    assert set(dataset.seats.tolist()) == {0, 1}


def spiel(game: str, folder: Path) -> None:
    """OpenSpiel plays it, with rolls as chance."""
    import pyspiel

    from tablier.research.openspiel_game import register

    register()
    loaded = pyspiel.load_game(f"tablier_{game}", {"players": 2})
    state, chances, left = loaded.new_initial_state(), 0, ENOUGH
    while not state.is_terminal() and (left := left - 1):
        chances += state.is_chance_node()
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            assert len(outcomes) <= loaded.max_chance_outcomes()
        else:
            outcomes = state.legal_actions()
        state.apply_action(RANDOM.choice(outcomes))
    assert bool(chances) == bool(registry.find(game).dice)


DOORS: tuple[Callable[[str, Path], None], ...] = (
    screen,
    plain,
    selfplay,
    spiel,
    bots,
    judge,
    gym,
)

if __name__ == "__main__":
    for door in DOORS:
        door(sys.argv[1], Path(sys.argv[2]))
        print(f"{door.__name__}: passed")
