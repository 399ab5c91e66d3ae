"""The rules against a slow referee that was written from the rule text alone.

It knows holes by name and place, and follows every series step by step.
"""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

import tablier
from tablier import Match
from tablier.core.game import Setup
from tablier.games.chinese_checkers import GAME, soundness
from tablier.games.chinese_checkers.board import NAMES, STAR
from tablier.games.chinese_checkers.rules import MOST_ACTIONS

rule = pytest.mark.rule
Star = Callable[..., Match]

LENGTHS = dict(zip("abcdefghijklm", [1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1], strict=True))
SPOT = {
    f"{letter}{number}": (row, 2 * number - 1 - length)
    for row, (letter, length) in enumerate(LENGTHS.items())
    for number in range(1, length + 1)
}
HOLE = {spot: name for name, spot in SPOT.items()}
WAYS = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]
GOALS = {
    "ns": {"n": "k1 k2 k3 l1 l2 m1", "s": "a1 b1 b2 c1 c2 c3"},
    "new": {
        "n": "k1 k2 k3 l1 l2 m1",
        "e": "d1 d2 d3 e1 e2 f1",
        "w": "d8 d9 d10 e8 e9 f8",
    },
}


def beyond(hole: str, way: tuple[int, int], steps: int) -> str | None:
    row, halves = SPOT[hole]
    return HOLE.get((row + steps * way[0], halves + steps * way[1]))


def told(match: Match) -> list[str]:
    """The words of a position, less the game, its options and what stands behind."""
    words = match.position().split()
    first = next(index for index, word in enumerate(words) if "/" in word)
    return words[first : first + 5]


class Referee:
    """A game as a person would keep it: pegs by hole, and a list of who plays."""

    def __init__(self, match: Match) -> None:
        options = match.setup.options
        self.swap, self.forfeit = options["swap"], options["forfeit"]
        self.play_on, self.draws = options["play_on"], options["draws"]
        board, mover, passes, places, turn = told(match)
        self.letters = "ns" if match.players == 2 else "new"
        holes = zip(NAMES, board.replace("/", ""), strict=True)
        self.pegs = {hole: letter for hole, letter in holes if letter != "."}
        self.mover = mover
        self.passes = dict(zip(self.letters, map(int, passes.split("-")), strict=True))
        given = zip(self.letters, map(int, places.split("-")), strict=True)
        self.places = {letter: place for letter, place in given if place}
        self.turns = int(turn) - 1
        self.goals = {letter: set(holes.split()) for letter, holes in GOALS[self.letters].items()}
        self.over = match.result is not None

    def own(self, letter: str) -> list[str]:
        return [hole for hole, owner in self.pegs.items() if owner == letter]

    def playing(self) -> list[str]:
        return [letter for letter in self.letters if letter not in self.places]

    def ends(self, start: str) -> set[str]:
        """Every hole that the peg on `start` can move to."""
        letter, goal = self.pegs[start], self.goals[self.pegs[start]]
        bound = start in goal
        others = {hole: owner for hole, owner in self.pegs.items() if hole != start}

        def enter(hole: str | None) -> bool:
            return hole is not None and hole not in others and (hole in goal or not bound)

        def swap(hole: str | None) -> bool:
            return (
                bool(self.swap)
                and not bound
                and hole in goal
                and others.get(hole) not in (letter, None)
            )

        found = {near for way in WAYS if enter(near := beyond(start, way, 1)) or swap(near)}
        touched, waiting = {start}, [start]
        while waiting:
            at = waiting.pop()
            for way in WAYS:
                if beyond(at, way, 1) in others:
                    landing = beyond(at, way, 2)
                    if swap(landing):
                        found.add(landing)
                    elif enter(landing) and landing not in touched:
                        touched.add(str(landing))
                        waiting.append(str(landing))
        return {str(hole) for hole in found | touched} - {start}

    def moves(self, letter: str) -> set[str]:
        return {f"{start}-{end}" for start in self.own(letter) for end in self.ends(start)}

    def legal(self) -> set[str]:
        if self.over:
            return set()
        passing = {"pass"} if self.passes[self.mover] else set()
        stopping = {"stop"} if self.playing() == [self.mover] else set()
        return self.moves(self.mover) | passing | stopping

    def play(self, text: str) -> None:
        if text == "stop":
            self.over = True
            return
        if text == "pass":
            self.passes[self.mover] -= 1
        else:
            start, end = text.split("-")
            peg, other = self.pegs.pop(start), self.pegs.pop(end, None)
            self.pegs[end] = peg
            if other:
                self.pegs[start] = other
        self.rank()
        self.turns += 1
        if not self.over:
            self.turn_to(self.after(self.mover))

    def rank(self) -> None:
        """Who fills a triangle takes the best place left, the player in turn before others."""
        at = self.letters.index(self.mover)
        for letter in self.letters[at:] + self.letters[:at]:
            full = self.goals[letter] == set(self.own(letter)) and letter in self.playing()
            if full and not self.over:
                self.places[letter] = min({1, 2, 3} - set(self.places.values()))
                self.over = not self.play_on or not self.playing()

    def resume(self) -> bool:
        """The others play on after a win, if there is somebody who can."""
        if self.play_on or len(self.letters) == 2 or 1 not in self.places.values():
            return False
        self.over, self.play_on = False, True
        self.rank()
        if not self.over:
            self.turn_to(self.mover if self.mover in self.playing() else self.after(self.mover))
        return not self.over

    def after(self, letter: str) -> str:
        at = self.letters.index(letter) + 1
        order = self.letters[at:] + self.letters[:at]
        return next(other for other in order if other in self.playing())

    def turn_to(self, letter: str) -> None:
        self.mover = letter
        if self.draws and self.turns >= 200 * len(self.letters):
            self.over = True
        elif not self.moves(letter):
            last = len(self.playing()) == 1
            if self.forfeit and not last:
                self.pegs = {hole: owner for hole, owner in self.pegs.items() if owner != letter}
                worst = len(self.letters)
                while worst in self.places.values():
                    worst -= 1
                self.places[letter] = worst
                self.turns += 1
                self.over = len(self.playing()) < 2 and 1 not in self.places.values()
                if not self.over:
                    self.turn_to(self.after(letter))
            elif not any(self.moves(other) for other in self.playing()):
                self.over = True
            else:
                self.turns += 1
                self.turn_to(self.after(letter))

    def ranks(self) -> tuple[int, ...]:
        rest = min({1, 2, 3} - set(self.places.values()), default=0)
        return tuple(self.places.get(letter, rest) for letter in self.letters)


def setups() -> Iterator[Setup]:
    for players, passes, swap, forfeit, play_on, draws in product(
        (2, 3), (0, 2), *[(False, True)] * 4
    ):
        if play_on and players == 2:
            continue
        yield Setup(
            players,
            {
                "passes": passes,
                "swap": swap,
                "forfeit": forfeit,
                "play_on": play_on,
                "draws": draws,
            },
        )


def label(setup: Setup) -> str:
    on = [f"{name}={value}" for name, value in setup.options.items() if value is not False]
    return " ".join([str(setup.players), *on])


every_setup = pytest.mark.parametrize("setup", list(setups()), ids=label)


def agree(match: Match, referee: Referee) -> None:
    assert (match.result is not None) == referee.over
    assert set(match.legal()) == referee.legal()
    board = told(match)[0].replace("/", "")
    assert board == "".join(referee.pegs.get(name, ".") for name in NAMES)
    assert match.state.turn == referee.turns
    if match.result:
        assert match.result.ranks == referee.ranks()
    else:
        assert match.state.seat == referee.letters.index(referee.mover)


def crowd(setup: Setup, random: Random, turn: int) -> Match:
    """Pegs thrown into a few holes, so that they jump, swap and block one another."""
    goals = {
        who: goal.split() for who, goal in GOALS["ns" if setup.players == 2 else "new"].items()
    }
    owner: dict[str, str] = {}
    for letter, goal in goals.items():
        owner |= dict.fromkeys(random.sample(goal, random.choice([0, 3, 5])), letter)
    corners = [NAMES[hole] for area in STAR.areas.values() for hole in area]
    goal_holes = [hole for goal in goals.values() for hole in goal]
    pool = random.choice([list(NAMES), corners, goal_holes])
    free = [hole for hole in random.sample(pool, len(pool)) if hole not in owner]
    for letter in goals:
        missing = 6 - list(owner.values()).count(letter)
        owner |= {free.pop(): letter for _ in range(missing)}
    board = [owner.get(name, ".") for name in NAMES]
    rows, left = [], iter(board)
    for length in LENGTHS.values():
        rows.append("".join(next(left) for _ in range(length)))
    chosen = [f"{name}={value}" for name, value in GAME.chosen(setup).items()]
    passes = "-".join(str(setup.options["passes"]) * setup.players)
    places = "-".join("0" * setup.players)
    words = [
        "chinese-checkers",
        *chosen,
        "/".join(rows),
        list(goals)[(turn - 1) % setup.players],
        passes,
        places,
    ]
    return tablier.read_position(" ".join([*words, str(turn)]))


@rule("CC-07", "CC-08", "CC-09", "CC-10", "CC-12", "CC-13", "CC-14", "CC-17", "CC-18", "CC-19")
@every_setup
def test_the_referee_agrees_on_crowded_stars(setup: Setup) -> None:
    random = Random(label(setup))
    for _ in range(12):
        match = crowd(
            setup, random, random.choice([1, 200 * setup.players - 8]) + random.randrange(3)
        )
        referee = Referee(match)
        agree(match, referee)
        for _ in range(12):
            if match.result is None:
                text = random.choice(match.legal())
                match.play(text)
                if match.repetitions == 3:
                    break
                referee.play(text)
                agree(match, referee)


@rule("CC-12", "CC-15", "CC-16", "CC-20")
@every_setup
def test_random_games_keep_the_rules(setup: Setup) -> None:
    random = Random(label(setup))
    out = [0] * MOST_ACTIONS
    position, rules = GAME.rules.start(setup.players, setup.options), GAME.rules
    for _ in range(200 * setup.players):
        if not rules.decision(position).actors:
            break
        assert not rules.place(position, position.seat)
        count = rules.actions(position, position.seat, out)
        assert 0 < count <= MOST_ACTIONS
        assert len(set(out[:count])) == count
        after = rules.play(position, position.seat, random.choice(out[:count]))
        assert soundness.sound(position, after)
        position = after
    if setup.options["draws"]:
        assert not rules.decision(position).actors
        ranks = [rules.place(position, seat) for seat in range(setup.players)]
        assert min(ranks) == 1
        assert all(sum(r < rank for r in ranks) + 1 >= rank for rank in ranks)


def nearly_over(setup: Setup, random: Random) -> Match:
    """Everybody's pegs on a triangle's holes or a step before, so that all are soon there."""
    goals = {who: goal.split() for who, goal in GOALS["new"].items()}
    owner: dict[str, str] = {}
    for letter, goal in goals.items():
        inside = random.sample(goal, random.choice([4, 5]))
        before = {near for hole in goal for way in WAYS if (near := beyond(hole, way, 1))}
        outside = random.sample(sorted(before - set(goal) - set(owner)), 6 - len(inside))
        owner |= dict.fromkeys([*inside, *outside], letter)
    left = iter([owner.get(name, ".") for name in NAMES])
    rows = ["".join(next(left) for _ in range(length)) for length in LENGTHS.values()]
    chosen = [f"{name}={value}" for name, value in GAME.chosen(setup).items()]
    words = ["chinese-checkers", *chosen, "/".join(rows), "n 0-0-0 0-0-0 1"]
    return tablier.read_position(" ".join(words))


def homeward(match: Match, random: Random) -> str:
    """Any action, but mostly one that fills the triangle."""
    goal = GOALS["new"]["new"[match.state.seat]].split()
    entering = [text for text in match.legal() if text.split("-")[-1] in goal]
    entering = [text for text in entering if text.split("-")[0] not in goal]
    return random.choice(entering if entering and random.random() < 0.8 else match.legal())


@rule("CC-15", "CC-17", "CC-19")
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("forfeit", [False, True])
@pytest.mark.parametrize("when", ["before", "after"])
def test_the_referee_agrees_until_the_last_is_there(swap: bool, forfeit: bool, when: str) -> None:
    random = Random(f"{swap} {forfeit} {when}")
    options = {"passes": 0, "swap": swap, "forfeit": forfeit, "draws": True}
    setup = Setup(3, {**options, "play_on": when == "before"})
    reasons = set()
    for _ in range(40):
        match = nearly_over(setup, random)
        referee = Referee(match)
        while match.result is None or referee.resume():
            if match.result is not None:
                assert len(match.resumers) == len(referee.playing())
                match.agree_play_on()
            else:
                text = homeward(match, random)
                match.play(text)
                if match.repetitions == 3:
                    break
                referee.play(text)
            agree(match, referee)
            assert tablier.read_position(match.position()).state == match.state
        if match.repetitions < 3:
            assert match.result is not None and match.resumers == ()
            assert tablier.read_record(match.record()).states == match.states
            reasons.add(match.result.reason)
    assert {"ranked", "stopped"} <= reasons
