"""What is learned from: a number of positions, of games from some starts, by one seed."""

from collections.abc import Container
from itertools import product
from typing import Any, NamedTuple

from tablier.compile.sources import sources_hash
from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.match import Match
from tablier.core.options import Choice
from tablier.core.reading.position import read_position
from tablier.learn.self_play import SelfPlayPace

SHARD = 1 << 12
"""Positions in a file, and what a process plays in one go."""
MOST_POSITIONS = 1 << 31


class Shard(NamedTuple):
    """A number of positions that any process can play."""

    starts: tuple[str, ...]
    players: int
    pace: SelfPlayPace
    number: int
    positions: int
    seed: int

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"positions-{self.players}-{self.number:06}.npz"


class Plan(NamedTuple):
    """All shards, of the games of each number of players as many."""

    game: str
    starts: tuple[str, ...]
    positions: int
    pace: SelfPlayPace = SelfPlayPace()
    seed: int = 1

    def check(self) -> "Plan":
        """The plan itself, if it can be carried out."""
        game = registry.find(self.game)
        if game.net is None:
            raise BadOption(f"{self.game} does not say what a net would see")
        if not 0 < self.positions <= MOST_POSITIONS:
            raise BadOption(f"positions: 1 to {MOST_POSITIONS:,}")
        for start in self.starts:
            if read_position(start).result is not None:
                raise BadOption(f"the game is over at {start}")
        return self

    def shards(self) -> list[Shard]:
        """What is to be played, the numbers of players in turn."""
        tables: dict[int, list[str]] = {}
        for start in self.starts:
            tables.setdefault(read_position(start).players, []).append(start)
        found = []
        each = -(-self.positions // len(tables))
        for number in range(-(-each // SHARD)):
            count = min(SHARD, each - number * SHARD)
            for players, starts in tables.items():
                shard = Shard(tuple(starts), players, self.pace, number, count, self.seed)
                found.append(shard)
        return found

    def head(self) -> dict[str, Any]:
        """What two plans share whose positions can lie in one folder."""
        return {
            "game": self.game,
            "starts": list(self.starts),
            **self.pace._asdict(),
            "seed": self.seed,
            "sources": sources_hash("learn", self.game),
        }


def starts_of(match: Match, fixed: Container[str]) -> tuple[str, ...]:
    """Where games begin: as the match does, with all words of options and numbers of players.

    Those that are `fixed` stay as they are.
    """
    game, setup = match.game, match.setup
    words = [
        option for option in game.options if isinstance(option, Choice) and option.name not in fixed
    ]
    players = (setup.players,) if "players" in fixed else game.players
    found = []
    for count, values in product(players, product(*(option.choices for option in words))):
        chosen = dict(zip((option.name for option in words), values, strict=True))
        start, made = game.start(count, {**setup.options, **chosen})
        found.append(game.position_text(start, made))
    return tuple(found)
