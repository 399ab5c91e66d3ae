"""How an arena stands: players and pairs, with Elo numbers and intervals."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from tablier.core.errors import BadOption, shortened
from tablier.core.match import Match
from tablier.engine.arena import ratings
from tablier.engine.arena.arena import OPENING, Arena, play_game, tally
from tablier.engine.arena.own_agents import Agent
from tablier.engine.arena.pairing import Outcome
from tablier.engine.arena.ratings import Interval, Tally


class Pair(NamedTuple):
    """How it went between two players, as the first sees it."""

    players: tuple[str, str]
    tally: Tally
    decided: Interval
    """The share of wins in the games that somebody won."""


class Standings(NamedTuple):
    """The results of an arena, the strongest player first."""

    start: str
    planned: int
    outcomes: list[Outcome]
    """Every game: who sat where, ranks, and its record."""
    elo: dict[str, Interval]
    tallies: dict[str, Tally]
    pairs: list[Pair]

    def data(self) -> dict[str, Any]:
        """The same as plain lists and numbers."""
        return {
            "start": self.start,
            "planned": self.planned,
            "games": len(self.outcomes),
            "players": [
                {"player": player, "elo": elo._asdict(), **self.tallies[player]._asdict()}
                for player, elo in self.elo.items()
            ],
            "pairs": [
                {"players": pair.players, "decided": pair.decided._asdict(), **pair.tally._asdict()}
                for pair in self.pairs
            ],
        }

    def __str__(self) -> str:
        """Two tables: the players, and each pair."""
        wide = max(map(len, self.elo), default=0)
        lines = [f"{self.start}: {len(self.outcomes)} of {self.planned} games", ""]
        lines.append(f"{'player':{wide}}    Elo       95 %        won drawn  lost")
        for player, elo in self.elo.items():
            value, low, high = map(round, elo)
            counts = _counts(self.tallies[player])
            lines.append(f"{player:{wide}}  {value:+5}  {low:+5} … {high:+5}  {counts}")
        lines += ["", f"{'pair':{2 * wide + 3}}    won drawn  lost  of those decided, 95 %"]
        for (one, other), counted, won in self.pairs:
            lines.append(
                f"{one:{wide}} – {other:{wide}}  {_counts(counted)}"
                f"  {won.value:4.0%}  {won.low:4.0%} … {won.high:4.0%}"
            )
        return "\n".join(lines)


def _counts(tally: Tally) -> str:
    return f"{tally.wins:5} {tally.draws:5} {tally.losses:5}"


def standings(planned: Arena, outcomes: Iterable[Outcome]) -> Standings:
    """What games of an arena have come to."""
    played = list(outcomes)
    table = tally(played)
    elo = ratings.ratings(table)
    pairs = [
        Pair(pair, side, ratings.decided(side))
        for pair in combinations(elo, 2)
        if (side := ratings.between(table, *pair)).games
    ]
    tallies = {player: ratings.total(table, player) for player in elo}
    return Standings(planned.start, len(planned.pairings()), played, elo, tallies, pairs)


def compare(
    start: str | Match,
    players: Sequence[str | Agent | type],
    games: int = 100,
    *,
    opening: int = OPENING,
    seed: int = 1,
) -> Standings:
    """Let players play each other in this process, every pair from all seats, and rate them.

    A player is a text (`level:3`, `random`, `mymodule:policy`), a function of a match and a seat
    that returns the text of an action, or a class of which one is made for every game, from its
    seed, and called likewise. `start` is the name of a game, a position as text, or a match.

    >>> def first(match, seat):
    ...     return match.legal(seat)[0]
    >>> found = compare("zhizhu", [first, "random"], games=4)
    >>> sorted(found.elo), len(found.outcomes), sum(found.tallies["first"])
    (['first', 'random'], 4, 4)
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadOption(f"{shortened(repr(players))} are no players: give a list of them")
    own = {_name(player): player for player in players if not isinstance(player, str)}
    names = tuple(player if isinstance(player, str) else _name(player) for player in players)
    for what, number, least in (("games", games, 1), ("opening actions", opening, 0)):
        if type(number) is not int or number < least:
            raise BadOption(f"{shortened(repr(number))} {what} can't be played: {least} or more")
    if type(seed) is not int:
        raise BadOption(f"{shortened(repr(seed))} is no seed: a whole number")
    text = start.position() if isinstance(start, Match) else start
    planned = Arena(text, names, games, opening, seed).check(own)
    return standings(planned, (play_game(pairing, own) for pairing in planned.pairings()))


def _name(player: Callable[..., object]) -> str:
    """What a function or class plays under."""
    if not callable(player):
        raise BadOption(f"{shortened(repr(player))} is no player: a text, a function or a class")
    return str(getattr(player, "__name__", type(player).__name__))
