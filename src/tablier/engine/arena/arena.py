"""Round robins between players, on any number of processes or machines.

Every game has a key, and everything about it follows from the key and the
arena: who sits where, the opening, every seed. So a game can be played
anywhere, and played again if it was lost. `play_game` is the only thing that a
worker needs to know; any `concurrent.futures.Executor` can run it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from itertools import combinations
from random import Random
from typing import NamedTuple

from tablier.compile.sources import sources_hash
from tablier.core.dice import Dice, rolls
from tablier.core.errors import BadOption
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.reading.position import read_position
from tablier.engine.arena.ledger import Ledger
from tablier.engine.arena.own_agents import Agents, fingerprints
from tablier.engine.arena.pairing import Fixtures, Outcome, Pairing
from tablier.engine.arena.players import NONE, Rival, is_own, read_spec, rival
from tablier.engine.arena.ratings import Tally
from tablier.engine.simulate.race_order import RaceOrder

LONGEST_GAME = 2_000
"""Actions after which a game counts as drawn: some games go on for ever without draw rules."""
UNFINISHED = "unfinished"
OPENING = 4


class Arena(NamedTuple):
    """What is played: each pair of players plays `games` games from `start`."""

    start: str
    players: tuple[str, ...]
    games: int
    opening: int = OPENING
    seed: int = 1

    def check(self, agents: Agents = NONE) -> "Arena":
        """The arena itself, if it can be played; `agents` are those of this process, by name."""
        match = read_position(self.start)
        if match.result is not None:
            raise BadOption("the game is over at the start position")
        for player in self.players:
            if player not in agents:
                read_spec(player, match.game)
        if len(self.players) < 2:
            raise BadOption("an arena needs at least two players")
        if len(set(self.players)) < len(self.players):
            raise BadOption("a player is named twice")
        return self

    def pairings(self) -> list[Pairing]:
        """All games, game by game rather than pair by pair, so that all pairs get ahead."""
        seats = seatings(read_position(self.start).players)
        pairs = [tuple(sorted(pair)) for pair in combinations(self.players, 2)]
        return [
            self._pairing(pair, number, seats) for number in range(self.games) for pair in pairs
        ]

    def head(self) -> dict[str, object]:
        """What two arenas must share so that their games can be counted together."""
        return {
            "arena": self.start,
            "opening": self.opening,
            "seed": self.seed,
            "sources": sources_hash("engine", read_position(self.start).game.name),
            "agents": fingerprints(filter(is_own, self.players)),
        }

    def _pairing(self, pair: tuple[str, ...], number: int, seats: list[tuple[int, ...]]) -> Pairing:
        """The seats are taken in turn, and a round of them has the same opening."""
        key = f"{pair[0]} {pair[1]} {number}"
        places = seats[number % len(seats)]
        return Pairing(
            key=key,
            start=self.start,
            players=tuple(pair[side] for side in places),
            opening=self.opening,
            opening_seed=seed_of(self.seed, self.start, number // len(seats)),
            seed=seed_of(self.seed, self.start, key),
        )


def seed_of(*parts: object) -> int:
    """A seed that follows from all of this, the same on every machine."""
    text = "\n".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def seatings(seats: int) -> list[tuple[int, ...]]:
    """The ways to seat two sides as evenly as possible, each followed by its reverse."""
    found: list[tuple[int, ...]] = []
    for chosen in combinations(range(seats), seats // 2):
        sides = tuple(int(seat in chosen) for seat in range(seats))
        if sides not in found:
            found += [sides, tuple(1 - side for side in sides)]
    return found


# Playing


def play_game(pairing: Pairing, agents: Agents = NONE) -> Outcome:
    """Play one game to its end; `agents` are those of this process, by name."""
    match = read_position(pairing.start)
    dice = Dice.seeded(pairing.opening_seed, match.players)
    if not match.game.is_race:
        _open(match, pairing.opening, Random(pairing.opening_seed), dice)
    rivals = [
        rival(spec, match.game, pairing.seed + seat, agents)
        for seat, spec in enumerate(pairing.players)
    ]
    if match.game.is_race:
        _race(match, rivals, dice)
    else:
        _take_turns(match, rivals, dice)
    match.headers["Players"] = ", ".join(pairing.players)
    if rolls(match):
        dice.enter(match)
    ranks = match.result.ranks if match.result else (1,) * match.players
    reason = match.result.reason if match.result else UNFINISHED
    return Outcome(pairing.key, pairing.players, ranks, reason, len(match.actions), match.record())


def _open(match: Match, actions: int, random: Random, dice: Dice) -> None:
    """Some random actions, none of which ends the game; the table's part is not counted."""
    for _ in range(actions):
        while match.seats[0] == TABLE:
            _table_acts(match, dice)
        seat = match.seats[0]
        legal = match.legal(seat)
        random.shuffle(legal)
        for text in legal:
            match.play(text, seat)
            if match.result is None:
                break
            match.undo()


def _take_turns(match: Match, rivals: list[Rival], dice: Dice) -> None:
    """Nobody is ever late: the table acts where nobody else may."""
    while match.result is None and len(match.actions) < LONGEST_GAME:
        seat = match.seats[0]
        if seat == TABLE:
            _table_acts(match, dice)
        else:
            match.play(rivals[seat].choose(match, seat), seat)


def _table_acts(match: Match, dice: Dice) -> None:
    """Throw the dice, or call the deadline."""
    if match.to_roll:
        match.roll(dice)
    else:
        match.play(match.legal(TABLE)[0], TABLE)


def _race(match: Match, rivals: list[Rival], dice: Dice) -> None:
    """Play in simulated time, of microseconds: whoever is due first acts."""

    def wait(seat: int) -> int:
        return match.decision.ms * 1000 if seat == TABLE else rivals[seat].delay(match, seat)

    now, order = 0.0, RaceOrder()
    while match.result is None and len(match.actions) < LONGEST_GAME:
        seat = order.next(match, match.decision.actors, now, wait)
        assert seat is not None, "somebody may act until there is a result"
        now = order.due[seat]
        if seat == TABLE:
            _table_acts(match, dice)
        else:
            match.play(rivals[seat].choose(match, seat), seat)
        order.acted(seat)


def play_all(pairings: Iterable[Pairing], executor: Executor) -> Iterator[Outcome]:
    """Play games on an executor; they come in the order in which they end.

    When the caller stops listening, games that have not begun are dropped.
    """
    waiting: list[Future[Outcome]] = [executor.submit(play_game, pairing) for pairing in pairings]
    try:
        for future in as_completed(waiting):
            yield future.result()
    finally:
        for future in waiting:
            future.cancel()


# Counting


def tally(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], Tally]:
    """Who beat whom. First place wins; a first place shared by both sides is a draw."""
    table: dict[tuple[str, str], Tally] = {}
    for outcome in outcomes:
        one, other = sorted(set(outcome.players))
        firsts = {
            player for player, rank in zip(outcome.players, outcome.ranks, strict=True) if rank == 1
        }
        result = Tally(
            wins=int(firsts == {one}), draws=int(len(firsts) == 2), losses=int(firsts == {other})
        )
        table[one, other] = table.get((one, other), Tally()).plus(result)
    return table


# All of it


def run(fixtures: Fixtures, executor: Executor, ledger: Ledger | None = None) -> Iterator[Outcome]:
    """All games to be played: first those that the ledger has, then the others as they end."""
    kept = dict(ledger.outcomes) if ledger is not None else {}
    pairings = fixtures.pairings()
    for pairing in pairings:
        if pairing.key in kept:
            yield kept[pairing.key]
    for outcome in play_all([pairing for pairing in pairings if pairing.key not in kept], executor):
        if ledger is not None:
            ledger.add(outcome)
        yield outcome
