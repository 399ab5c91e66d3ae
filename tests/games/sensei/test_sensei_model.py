"""Senseï told once more, slowly and with names, and compared with the rules."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tablier
from tablier import Match

Square = tuple[int, int]
"""Column and row, from 1 on."""

BOARD = {(column, row) for column in range(1, 8) for row in range(1, 8)}
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def named(square: Square) -> str:
    return "abcdefg"[square[0] - 1] + str(square[1])


def square(name: str) -> Square:
    return "abcdefg".index(name[0]) + 1, int(name[1])


def step(square: Square, direction: tuple[int, int]) -> Square:
    return square[0] + direction[0], square[1] + direction[1]


class Model:
    """Who stands where and what has been done, read from a position text."""

    def __init__(self, text: str) -> None:
        words = text.split()[1:]
        given = [word for word in words if "=" in word]
        self.options: dict[str, str] = dict(word.split("=") for word in given)
        rows, mover, moved, flown, turn = words[len(given) :][:5]
        at = {
            (column + 1, 7 - row): letter
            for row, letters in enumerate(rows.split("/"))
            for column, letter in enumerate(letters)
        }
        self.stones = [{q for q in BOARD if at[q].lower() == colour} for colour in "gr"]
        self.characters = [next(q for q in BOARD if at[q] == letter) for letter in "GR"]
        self.pits = {q for q in BOARD if at[q] == "o"}
        self.seat = "gr".index(mover)
        self.moved, self.flown, self.turn = int(moved), int(flown), int(turn)

    def legal(self) -> list[str]:
        actions = self.stone_moves() + self.character_moves()
        claim = ["claim"] if self.options.get("unfair", "claim") == "claim" and self.wall() else []
        end = ["end"] if self.moved or self.flown or (claim and not actions) else []
        return sorted(actions + claim + end)

    def stone_moves(self) -> list[str]:
        if self.moved == 2:
            return []
        far = self.options.get("way", "arashi").startswith("arashi")
        taken = self.stones[0] | self.stones[1] | self.pits
        moves = []
        for source in self.stones[self.seat] - {self.characters[self.seat]}:
            for direction in SIDES:
                target = step(source, direction)
                while target in BOARD - taken:
                    moves.append(f"{named(source)}-{named(target)}")
                    target = step(target, direction) if far else (0, 0)
        return moves

    def character_moves(self) -> list[str]:
        if self.flown:
            return []
        source = self.characters[self.seat]
        moves = []
        for direction in SIDES + CORNERS:
            target = step(source, direction)
            while target in BOARD - self.stones[1 - self.seat]:
                if target in self.stones[self.seat]:
                    moves.append(f"{named(source)}*{named(target)}")
                target = step(target, direction)
        return moves

    def wall(self) -> bool:
        """Whether the opponent has a line that three of the mover's stones face."""
        ahead = (0, 1) if self.seat == 0 else (0, -1)
        faced = [step(stone, ahead) for stone in self.stones[self.seat]]
        left = self.stones[1 - self.seat] | self.pits
        while left:
            group, growing = set(), [left.pop()]
            while growing:
                group.add(growing.pop())
                near = {step(q, d) for q in group for d in SIDES + CORNERS}
                growing += near & left
                left -= near
            columns = {column for column, _ in group}
            stones = group & self.stones[1 - self.seat]
            if {1, 7} <= columns and stones and sum(q in group for q in faced) >= 3:
                return True
        return False

    def play(self, text: str) -> str:
        """Play on; return how the game ended, if it did."""
        if text == "claim":
            return "unfair"
        if "-" in text:
            source, target = map(square, text.split("-"))
            self.stones[self.seat] ^= {source, target}
            self.moved += 1
        if "*" in text:
            self.characters[self.seat] = square(text[3:])
            self.flown = 1
            if self.characters[self.seat][1] == (7, 1)[self.seat]:
                return "arrived"
        if text == "end" or not set(self.legal()) - {"end"}:
            self.hand_over()
            if not self.legal():
                self.hand_over()
            if self.turn > 200:
                return "long"
        return ""

    def hand_over(self) -> None:
        self.seat, self.moved, self.flown, self.turn = 1 - self.seat, 0, 0, self.turn + 1


RULES = ["SE-04", "SE-05", "SE-07", "SE-08", "SE-09", "SE-10", "SE-11", "SE-12", "SE-13", "SE-14"]


@pytest.mark.rule(*RULES, "SE-15", "SE-16", "SE-17")
@pytest.mark.parametrize(
    "options",
    [
        "way=arashi",
        "way=shizukana",
        "way=shizukana-crossed",
        "way=arashi-expert",
        "way=arashi-expert pits=a4,b4,c3,e5,f4,g4",
        "way=arashi-expert unfair=off",
    ],
)
def test_the_rules_agree_with_the_model(options: str) -> None:
    for seed in range(4):
        random = Random(seed)
        match = tablier.read_position(f"sensei {options}")
        model = Model(match.position())
        ending = ""
        while match.result is None:
            assert match.legal() == model.legal(), match.position()
            text = random.choice(match.legal())
            match.play(text)
            ending = model.play(text)
            assert (match.seat is None) == (ending != "") or match.repetitions == 3
        assert match.result.reason in (ending, "repetition")


@st.composite
def walled(draw: st.DrawFn) -> str:
    """A position with a red wall, whole or nearly so, and green stones before and about it."""
    row = draw(st.integers(2, 6))
    wall = []
    for column in range(1, 8):
        row = min(6, max(2, row + draw(st.integers(-1, 1))))
        wall.append((column, row))
    if draw(st.booleans()):
        wall[draw(st.integers(0, 6))] = (draw(st.integers(1, 7)), 7)
    red = set(wall)
    before = [(column, row - 1) for column, row in wall if (column, row - 1) not in red]
    order = draw(st.permutations(before)) + draw(st.permutations(sorted(BOARD - red)))
    green = list(dict.fromkeys(order[draw(st.integers(0, 5)) :]))[:7]
    letters = dict.fromkeys(red, "r") | dict.fromkeys(green, "g")
    assume(any(row < 7 for _, row in green))
    letters[draw(st.sampled_from([q for q in green if q[1] < 7]))] = "G"
    letters[draw(st.sampled_from(sorted(q for q in red if q[1] > 1)))] = "R"
    rows = ["".join(letters.get((c, r), ".") for c in range(1, 8)) for r in range(7, 0, -1)]
    turn = draw(st.sampled_from(["g 0 0 31", "g 1 0 31", "g 0 1 31", "g 2 0 31", "r 0 0 30"]))
    return f"sensei {'/'.join(rows)} {turn}"


@pytest.mark.rule(*RULES, "SE-16", "SE-17")
@given(walled())
@settings(max_examples=300)
def test_walls_are_seen_as_the_model_sees_them(text: str) -> None:
    match = tablier.read_position(text)
    assert match.legal() == Model(match.position()).legal()


def turned(text: str) -> str:
    """An action or a position after a half turn of the board, with the colours exchanged."""
    if "/" not in text:
        return "".join(
            "gfedcba"["abcdefg".index(letter)]
            if letter.isalpha()
            else str(8 - int(letter))
            if letter.isdigit()
            else letter
            for letter in text
        )
    return text[::-1].translate(str.maketrans("gGrR", "rRgG"))


def turned_match(match: Match) -> Match:
    words = match.position().split()
    words[-5], words[-4] = turned(words[-5]), "gr"["rg".index(words[-4])]
    words[-1] = str(int(words[-1]) + 1)
    return tablier.read_position(" ".join(words))


@pytest.mark.rule("SE-01", "SE-07")
@given(st.sampled_from(["arashi", "shizukana-crossed", "arashi-expert"]), st.integers(0, 2**32))
@settings(max_examples=30)
def test_the_game_is_the_same_from_both_sides(way: str, seed: int) -> None:
    random = Random(seed)
    match = tablier.new("sensei", way=way, draws=False)
    for _ in range(random.randrange(60)):
        if match.result is None:
            match.play(random.choice(match.legal()))
    if match.result is not None:
        match.undo()
    other = turned_match(match)
    words = {"end", "claim"}
    turned_legal = {text if text in words else turned(text) for text in other.legal()}
    assert turned_legal == set(match.legal())
    assert match.game.evaluate(match.state, 0) == other.game.evaluate(other.state, 1)


@pytest.mark.rule("SE-09")
@given(st.sampled_from(["arashi", "shizukana", "arashi-expert"]), st.integers(0, 2**32))
@settings(max_examples=30)
def test_the_last_action_could_be_taken_back(way: str, seed: int) -> None:
    """Which is why both players are never stuck."""
    random = Random(seed)
    match = tablier.new("sensei", way=way, unfair="off", draws=False)
    for _ in range(60):
        if match.result is None:
            match.play(random.choice([text for text in match.legal() if text != "end"]))
            source, sign, target = match.actions[-1].partition(match.actions[-1][2])
            fresh = match.state._replace(seat=match.history[-1].seat, moved=0, flown=0, ending=0)
            assert f"{target}{sign}{source}" in Match(match.game, match.setup, fresh).legal()
