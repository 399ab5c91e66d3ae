"""ZhiZhu told once more, slowly and with names, and compared with the rules."""

from random import Random

import pytest

import tablier
from tablier import Match

SPOKES = [[f"{circle}{spoke}" for circle in "abc"] for spoke in range(1, 9)]
CIRCLES = [[f"{circle}{spoke}" for spoke in range(1, 9)] for circle in "abc"]


def runs(own: set[str], circle: list[str]) -> list[frozenset[str]]:
    """The longest rows of own pieces on a circle that hold five or more."""
    found = set()
    for first in range(8):
        row: list[str] = []
        while len(row) < 8 and circle[(first + len(row)) % 8] in own:
            row.append(circle[(first + len(row)) % 8])
        if len(row) >= 5:
            found.add(frozenset(row))
    return [row for row in found if not any(row < other for other in found)]


def chains(own: set[str]) -> list[frozenset[str]]:
    spokes = [frozenset(spoke) for spoke in SPOKES if set(spoke) <= own]
    return spokes + [run for circle in CIRCLES for run in runs(own, circle)]


def earned(own: set[str], point: str) -> int:
    return sum(1 if len(chain) == 3 else 2 for chain in chains(own) if point in chain)


def neighbours(point: str) -> set[str]:
    circle, spoke = point[0], int(point[1])
    around = {f"{circle}{spoke % 8 + 1}", f"{circle}{(spoke - 2) % 8 + 1}"}
    return around | {f"{c}{spoke}" for c in "abc" if abs(ord(c) - ord(circle)) == 1}


class Model:
    """Who has what where, from the texts alone."""

    def __init__(self) -> None:
        self.own: tuple[set[str], set[str]] = (set(), set())
        self.hands = [9, 9]
        self.seat = 0
        self.due = 0
        self.left: list[tuple[str, str, list[frozenset[str]]] | None] = [None, None]

    def legal(self) -> list[str]:
        mine, theirs = self.own[self.seat], self.own[1 - self.seat]
        taken = mine | theirs
        points = {point for circle in CIRCLES for point in circle}
        if self.due:
            safe = {point for chain in chains(theirs) for point in chain}
            return sorted(f"x{point}" for point in (theirs - safe or theirs))
        if self.hands[self.seat]:
            return sorted(points - taken)
        slides = [(a, b) for a in mine for b in neighbours(a) - taken]
        return sorted(f"{a}-{b}" for a, b in slides if not self.forbidden(a, b))

    def forbidden(self, source: str, target: str) -> bool:
        left = self.left[self.seat]
        if left is None or (source, target) != (left[1], left[0]):
            return False
        after = self.own[self.seat] - {source} | {target}
        return any(chain in chains(after) for chain in left[2])

    def play(self, text: str) -> None:
        mine, theirs = self.own[self.seat], self.own[1 - self.seat]
        if text[0] == "x":
            theirs.remove(text[1:])
            left = self.left[1 - self.seat]
            if left and left[1] == text[1:]:
                self.left[1 - self.seat] = None
            self.due -= 1
        elif "-" in text:
            source, target = text.split("-")
            broken = [chain for chain in chains(mine) if source in chain]
            self.left[self.seat] = (source, target, broken) if broken else None
            mine.remove(source)
            mine.add(target)
            self.due = earned(mine, target)
        else:
            mine.add(text)
            self.hands[self.seat] -= 1
            self.due = earned(mine, text)
        if not theirs or len(theirs) + self.hands[1 - self.seat] < 3:
            self.due = 0
        if not self.due:
            self.seat = 1 - self.seat


def eager(match: Match, random: Random) -> str:
    """Somebody who makes and breaks chains whenever possible."""
    legal = match.legal()
    for text in random.sample(legal, len(legal)):
        match.play(text)
        chain = match.state.due or match.state.bans[match.history[-1].seat]
        match.undo()
        if chain and random.random() < 0.8:
            return text
    return random.choice(legal)


@pytest.mark.rule("ZZ-08", "ZZ-09", "ZZ-12", "ZZ-14", "ZZ-15", "ZZ-19")
def test_the_rules_agree_with_the_model() -> None:
    bans = sum(compared(Random(seed)) for seed in range(40))
    assert bans > 100


def compared(random: Random) -> int:
    """Play a game both ways; return in how many positions a ban was running."""
    match, model = tablier.new("zhizhu", draws=False), Model()
    bans = 0
    while match.result is None and len(match.actions) < 300:
        assert match.seat == model.seat
        assert match.legal() == model.legal(), match.position()
        text = eager(match, random)
        match.play(text)
        model.play(text)
        bans += any(match.state.bans)
    if match.result is not None:
        loser = match.result.ranks.index(2)
        assert len(model.own[loser]) + model.hands[loser] < 3 or model.legal() == []
    return bans
