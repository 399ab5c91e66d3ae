"""Round robins between players, on any number of processes or machines.

Every game has a key, and everything about it follows from the key and the
arena: who sits where, the opening, every seed. So a game can be played
anywhere, and played again if it was lost. `play_game` is the only thing that a
worker needs to know; any `concurrent.futures.Executor` can run it.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from itertools import combinations
from pathlib import Path
from random import Random
from stat import S_ISREG
from typing import Any, BinaryIO, NamedTuple, Protocol

from tablier.compile.sources import sources_hash
from tablier.core.dice import Dice, rolls
from tablier.core.errors import BadOption, TablierError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.position import read_position
from tablier.engine.arena.players import Rival, read_spec, rival
from tablier.engine.arena.ratings import Tally
from tablier.engine.simulate.race_order import first_due, keeping

LONGEST_GAME = 2_000
"""Actions after which a game counts as drawn: some games go on for ever without draw rules."""
UNFINISHED = "unfinished"
OPENING = 4


class Task(NamedTuple):
    """One game to be played."""

    key: str
    start: str
    """The game and its options, as a position text."""
    players: tuple[str, ...]
    """Who sits in each seat."""
    opening: int
    """How many random actions come first."""
    opening_seed: int
    """Also tells the dice, which so fall alike for both sides of a pair."""
    seed: int


class Outcome(NamedTuple):
    """One game that was played."""

    key: str
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    reason: str
    actions: int
    record: str


WRITTEN = {"key": str, "players": list, "ranks": list, "reason": str, "actions": int, "record": str}
"""The fields of an outcome as JSON has them."""


class Plan(Protocol):
    """Games that are to be played, and what to know them by."""

    def tasks(self) -> list[Task]:
        """All of them."""

    def head(self) -> dict[str, object]:
        """What the games have in common, after the name of what is played."""


class Arena(NamedTuple):
    """What is played: each pair of players plays `games` games from `start`."""

    start: str
    players: tuple[str, ...]
    games: int
    opening: int = OPENING
    seed: int = 1

    def check(self) -> "Arena":
        """The arena itself, if it can be played."""
        match = read_position(self.start)
        if match.result is not None:
            raise BadOption("the game is over at the start position")
        for player in self.players:
            read_spec(player, match.game)
        if len(self.players) < 2:
            raise BadOption("an arena needs at least two players")
        if len(set(self.players)) < len(self.players):
            raise BadOption("a player is named twice")
        return self

    def tasks(self) -> list[Task]:
        """All games, game by game rather than pair by pair, so that all pairs get ahead."""
        seats = seatings(read_position(self.start).players)
        pairs = [tuple(sorted(pair)) for pair in combinations(self.players, 2)]
        return [self._task(pair, number, seats) for number in range(self.games) for pair in pairs]

    def head(self) -> dict[str, object]:
        """What two arenas must share so that their games can be counted together."""
        return {
            "arena": self.start,
            "opening": self.opening,
            "seed": self.seed,
            "sources": sources_hash("engine", read_position(self.start).game.name),
        }

    def _task(self, pair: tuple[str, ...], number: int, seats: list[tuple[int, ...]]) -> Task:
        """The seats are taken in turn, and a round of them has the same opening."""
        key = f"{pair[0]} {pair[1]} {number}"
        places = seats[number % len(seats)]
        return Task(
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


def play_game(task: Task) -> Outcome:
    """Play one game to its end."""
    match = read_position(task.start)
    dice = Dice.seeded(task.opening_seed, match.players)
    if not match.game.is_race:
        _open(match, task.opening, Random(task.opening_seed), dice)
    rivals = [rival(spec, match.game, task.seed + seat) for seat, spec in enumerate(task.players)]
    if match.game.is_race:
        _race(match, rivals, dice)
    else:
        _take_turns(match, rivals, dice)
    match.headers["Players"] = ", ".join(task.players)
    if rolls(match):
        dice.enter(match)
    ranks = match.result.ranks if match.result else (1,) * match.players
    reason = match.result.reason if match.result else UNFINISHED
    return Outcome(task.key, task.players, ranks, reason, len(match.actions), match.record())


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
    """Play in simulated time: whoever is due first acts."""
    now = 0
    due: dict[int, int] = {}
    while match.result is None and len(match.actions) < LONGEST_GAME:
        state, asked = match.state, match.decision
        for seat in match.seats:
            if seat not in due:
                wait = asked.ms * 1000 if seat == TABLE else rivals[seat].delay(match, seat)
                due[seat] = now + wait
        seat = first_due(asked.actors, due)
        now = due[seat]
        if seat == TABLE:
            _table_acts(match, dice)
        else:
            match.play(rivals[seat].choose(match, seat), seat)
        kept = keeping(asked, match.decision, seat, match.state.turn == state.turn)
        due = {waiting: moment for waiting, moment in due.items() if kept >> waiting & 1}


def play_all(tasks: Iterable[Task], executor: Executor) -> Iterator[Outcome]:
    """Play games on an executor; they come in the order in which they end.

    When the caller stops listening, games that have not begun are dropped.
    """
    waiting: list[Future[Outcome]] = [executor.submit(play_game, task) for task in tasks]
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


# Keeping


class Ledger:
    """Games in a file, one to a line, safe on disk before the next is added.

    The first line says what they belong to. A file whose last line was cut off is
    gone on with after the line before it; that game is played again.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.outcomes: dict[str, Outcome] = {}
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise TablierError(f"{path}: {error.strerror}") from error
        try:
            if not S_ISREG(os.fstat(self._file.fileno()).st_mode):
                raise TablierError(f"{path} is not a file that keeps games")
            _lock(self._file, path)
            self._read(plan)
        except BaseException:
            self._file.close()
            raise

    def add(self, outcome: Outcome) -> None:
        """Keep a game, unless it is there already."""
        if outcome.key not in self.outcomes:
            self._write(outcome._asdict())
            self.outcomes[outcome.key] = outcome

    def close(self) -> None:
        """Let others write to the file."""
        self._file.close()

    def _read(self, plan: Plan) -> None:
        """Whatever else is in a file that is not ours stays there."""
        head, seats = plan.head(), {task.key: task.players for task in plan.tasks()}
        self._file.seek(0)
        whole, end, torn = self._file.read().rpartition(b"\n")
        if not end:
            if not _written(head).startswith(torn):
                raise self._foreign(head)
            self._file.truncate(0)
            self._write(head)
            return
        first, *lines = whole.split(b"\n")
        self._check(self._line(1, first), head)
        for number, line in enumerate(lines, 2):
            outcome = self._outcome(number, line)
            same = seats.get(outcome.key, outcome.players) == outcome.players
            if not same or len(outcome.ranks) != len(outcome.players):
                raise self._no_game(number)
            self.outcomes[outcome.key] = outcome
        self._file.truncate(len(whole) + len(end))

    def _check(self, found: dict[str, object], head: dict[str, object]) -> None:
        if found.keys() != head.keys():
            raise self._foreign(head)
        for name, wanted in head.items():
            if found[name] != wanted:
                what = {next(iter(head)): "game", "sources": "version of the program"}.get(
                    name, name
                )
                raise TablierError(f"{self.path} has games of another {what}; begin another file")

    def _foreign(self, head: dict[str, object]) -> TablierError:
        kind = next(iter(head))
        article = "an" if kind.startswith("a") else "a"
        return TablierError(f"{self.path} is not the file of {article} {kind}")

    def _outcome(self, number: int, line: bytes) -> Outcome:
        fields = self._line(number, line)
        if {name: type(value) for name, value in fields.items()} != WRITTEN:
            raise self._no_game(number)
        fields |= {name: tuple(fields[name]) for name in ("players", "ranks")}
        return Outcome(**fields)

    def _no_game(self, number: int) -> TablierError:
        return TablierError(f"{self.path}, line {number} is not a game")

    def _line(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            raise TablierError(f"{self.path}, line {number} can't be read")
        return fields

    def _write(self, fields: dict[str, Any]) -> None:
        self._file.write(_written(fields))
        self._file.flush()
        os.fsync(self._file.fileno())


def _written(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep others from writing to the same file, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise TablierError(f"{path}: another process is writing to it") from None


def run(plan: Plan, executor: Executor, ledger: Ledger | None = None) -> Iterator[Outcome]:
    """All games of a plan: first those that the ledger has, then the others as they end."""
    kept = dict(ledger.outcomes) if ledger is not None else {}
    tasks = plan.tasks()
    for task in tasks:
        if task.key in kept:
            yield kept[task.key]
    for outcome in play_all([task for task in tasks if task.key not in kept], executor):
        if ledger is not None:
            ledger.add(outcome)
        yield outcome
