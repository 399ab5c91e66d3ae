"""ZINGA told once more, slowly and with names, and compared with the rules."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier import TABLE
from tablier.games.zinga import notation, rules
from tablier.games.zinga.position import Position
from tablier.games.zinga.sheet.layouts import OURS

COLOURS = ["red", "orange", "yellow", "green", "blue"]
EVERYTHING = {f"{colour} {number}" for colour in COLOURS for number in range(1, 13)}


def spelled(cell: str) -> str:
    colour = next(colour for colour in COLOURS if colour[0] == cell[0])
    return f"{colour} {cell[1:]}"


class Player:
    """A sheet and what is marked on it, cell by cell; a name may stand on several."""

    def __init__(self, sheet: Sequence[str]) -> None:
        self.names = [spelled(cell) for cell in sheet]
        rows = [list(range(first, first + 5)) for first in range(0, 25, 5)]
        columns = [[row[index] for row in rows] for index in range(5)]
        falling = [rows[index][index] for index in range(5)]
        rising = [rows[index][4 - index] for index in range(5)]
        self.lines = [set(line) for line in [*rows, *columns, falling, rising]]
        self.ticked: set[int] = set()
        self.declared: set[int] = set()
        self.plus = 0
        self.blunders = 0

    def fifths(self) -> set[int]:
        return {
            cell
            for line in self.lines
            if len(line - self.ticked) == 1
            for cell in line - self.ticked
        }

    def has_five(self) -> bool:
        return any(line <= self.ticked for line in self.lines)

    def called(self, name: str) -> list[int]:
        return [cell for cell in range(25) if self.names[cell] == name]

    def open(self, name: str) -> list[int]:
        return [cell for cell in self.called(name) if cell not in self.ticked]

    def for_bonus(self) -> set[int]:
        return set(range(25)) - self.ticked - self.fifths()

    def told_apart(self, cells: Iterable[int]) -> set[str]:
        """The names of open cells, with a number for all but the first open one of a name."""
        said = set()
        for cell in cells:
            name = self.names[cell]
            number = self.called(name).index(cell) + 1
            said.add(name if cell == self.open(name)[0] else f"{name} #{number}")
        return said

    def meant(self, text: str) -> int:
        """The cell that a name means: by its number, or the first one open."""
        name, _, number = text.partition(" #")
        return self.called(name)[int(number) - 1] if number else self.open(name)[0]


class Model:
    """A whole table, from the texts alone."""

    def __init__(
        self,
        players: int,
        timed: bool,
        sheets: Sequence[Sequence[str]] = OURS,
        pawn_again: bool = True,
    ) -> None:
        self.players = [Player(sheets[seat % len(sheets)]) for seat in range(players)]
        self.pawn_again = pawn_again
        self.still_in = list(range(players))
        self.gone: list[int] = []
        self.timed = timed
        self.active = 0
        self.pawn: int | None = None
        self.may_take: int | None = None
        self.winner: int | None = None
        self.turn = 0
        self.pause()

    # Phases

    def pause(self) -> None:
        self.phase = "pause"
        self.done: set[int] = set()
        self.ringer: int | None = None
        self.said: list[str] = []
        self.faces: dict[str, int] = {}

    def next_turn(self) -> None:
        self.turn += 1
        while True:
            self.active = (self.active + 1) % len(self.players)
            if self.active in self.still_in:
                break
        self.pause()

    # What may be done

    def legal(self, seat: int) -> set[str]:
        if self.over():
            return set()
        if seat == TABLE:
            return {"expired"} if self.timed and self.phase != "roll" else set()
        if seat not in self.still_in:
            return set()
        player = self.players[seat]
        match self.phase:
            case "pause" | "roll":
                declarable = player.fifths() - player.declared
                waits = self.phase == "pause" and seat not in self.done
                return (
                    ({"ready"} if waits else set())
                    | {f"declare {player.names[cell]}" for cell in declarable}
                    | ({"take"} if self.may_take == seat != self.pawn else set())
                )
            case "open" if seat not in self.done:
                return {"ring", "nothing"}
            case "announce" if seat == self.ringer:
                return EVERYTHING | player.told_apart(set(range(25)) - player.ticked)
            case "stop" if seat == self.pawn:
                return {"stop", "let"}
            case "stop" if seat == self.ringer and len(self.said) == 1:
                return EVERYTHING - {self.said[0].partition(" #")[0]}
            case "bonus" if seat == self.ringer:
                return {f"bonus {name}" for name in player.told_apart(player.for_bonus())}
            case "rescue" if seat == self.ringer:
                return {"rescue", "accept"}
        return set()

    def over(self) -> bool:
        return self.winner is not None

    def ranks(self) -> tuple[int, ...]:
        last = len(self.players)
        places = {seat: last - order for order, seat in enumerate(self.gone)}
        places |= dict.fromkeys(self.still_in, 2)
        assert self.winner is not None
        places[self.winner] = 1
        return tuple(places[seat] for seat in range(last))

    # What is done

    def play(self, seat: int, text: str) -> None:
        verb = text.split()[0]
        match verb:
            case "roll":
                self.faces = dict(zip([*COLOURS, "white"], map(int, text.split()[1:]), strict=True))
                self.phase, self.done, self.may_take = "open", set(), None
            case "expired":
                self.expire()
            case "ready" | "nothing":
                self.done.add(seat)
                if self.done == set(self.still_in):
                    self.expire()
            case "take":
                self.pawn, self.may_take = seat, None
            case "declare":
                player = self.players[seat]
                named = set(player.called(text.removeprefix("declare ")))
                player.declared |= named & player.fifths()
            case "ring":
                self.phase, self.ringer = "announce", seat
            case "stop":
                self.pawn = self.ringer
                self.next_turn()
            case "rescue":
                self.pawn = None
                self.next_turn()
            case "let":
                self.settle()
            case "accept":
                self.fill_blunder()
            case "bonus":
                player = self.players[seat]
                self.tick(player.meant(text.removeprefix("bonus ")))
            case _:
                self.said.append(text)
                if self.pawn is not None and self.pawn != seat:
                    self.phase = "stop"
                else:
                    self.settle()

    def expire(self) -> None:
        match self.phase:
            case "pause":
                self.phase = "roll"
            case "open" | "bonus":
                self.next_turn()
            case "announce" | "stop":
                self.settle()
            case "rescue":
                self.fill_blunder()

    def given(self, seat: int) -> set[str]:
        white = self.faces["white"]
        sums = {f"{colour} {self.faces[colour] + white}" for colour in COLOURS}
        alone = {f"{colour} {self.faces[colour]}" for colour in COLOURS}
        return sums | alone if seat == self.active else sums

    def settle(self) -> None:
        assert self.ringer is not None
        player = self.players[self.ringer]
        claim = self.said[0].partition(" #")[0] if len(self.said) == 1 else ""
        if claim not in self.given(self.ringer) or not player.called(claim):
            self.blunder()
        elif not player.open(claim):
            self.fill_plus(claim)
        elif (cell := player.meant(self.said[0])) in player.fifths():
            if cell in player.declared:
                self.tick(cell)
            else:
                self.blunder()
        else:
            self.tick(cell)

    def fill_plus(self, claim: str) -> None:
        assert self.ringer is not None
        player = self.players[self.ringer]
        if player.plus == 3:
            self.blunder()
            return
        player.plus += 1
        if claim == "blue 9" and self.pawn_again:
            self.may_take = self.ringer
        if player.plus == 3 and player.for_bonus():
            self.phase = "bonus"
        else:
            self.next_turn()

    def tick(self, cell: int) -> None:
        assert self.ringer is not None
        player = self.players[self.ringer]
        player.ticked.add(cell)
        if player.has_five():
            self.winner = self.ringer
            return
        if player.names[cell] == "blue 9":
            self.may_take = self.ringer
        self.next_turn()

    def blunder(self) -> None:
        assert self.ringer is not None
        if self.players[self.ringer].blunders == 2 and self.pawn == self.ringer:
            self.phase = "rescue"
        else:
            self.fill_blunder()

    def fill_blunder(self) -> None:
        assert self.ringer is not None
        player = self.players[self.ringer]
        player.blunders += 1
        if player.blunders == 3:
            if self.pawn == self.ringer:
                self.pawn = None
            self.still_in.remove(self.ringer)
            self.gone.append(self.ringer)
            if len(self.still_in) == 1:
                self.winner = self.still_in[0]
                return
        self.next_turn()


def legal(state: Position, seat: int) -> list[str]:
    """A seat's actions, straight from the rules."""
    if not rules.decision(state).actors >> seat & 1:
        return []
    out = [0] * 90
    count = rules.actions(state, seat, out)
    return [notation.write(state, seat, action) for action in out[:count]]


def useful(model: Model, seat: int) -> set[str]:
    """What a player can announce and profit from."""
    player = model.players[seat]
    wasted = player.fifths() - player.declared | (player.ticked if player.plus == 3 else set())
    return model.given(seat) & {player.names[cell] for cell in set(range(25)) - wasted}


def likely(model: Model, seat: int, possible: list[str], random: Random) -> str:
    """An action, mostly a sensible one, so that games go far."""
    if model.phase == "announce" and seat != TABLE and random.random() < 0.93:
        right, player = useful(model, seat), model.players[seat]
        again = {name for name in right if not player.open(name) and random.random() < 0.5}
        said = again or right or EVERYTHING
        return random.choice([text for text in possible if text.partition(" #")[0] in said])
    if model.phase == "open" and seat != TABLE and random.random() < 0.95:
        return "ring" if useful(model, seat) else "nothing"
    declarations = [text for text in possible if text.startswith(("declare", "take"))]
    return random.choice(declarations if declarations and random.random() < 0.8 else possible)


def sensible_seat(model: Model, seats: list[int], random: Random) -> int:
    """Who acts: seldom the table, and seldom a ringer who has announced."""
    if random.random() < 0.9:
        others = [seat for seat in seats if seat != TABLE] or seats
        if model.phase == "stop":
            others = [seat for seat in others if seat != model.ringer]
        return random.choice(others)
    return random.choice(seats)


def check(state: Position, model: Model) -> None:
    """The position and the model tell the same."""
    for seat, player in enumerate(model.players):
        offered = legal(state, seat)
        assert set(offered) == model.legal(seat) and len(offered) == len(set(offered))
        assert state.ticks[seat].bit_count() == len(player.ticked)
        assert (state.plus[seat], state.blunders[seat]) == (player.plus, player.blunders)
    if not rules.decision(state).dice:
        assert set(legal(state, TABLE)) == model.legal(TABLE)
    assert state.pawn == (-1 if model.pawn is None else model.pawn)
    assert (state.turn, state.active) == (model.turn, model.active)


def played(state: Position, model: Model, random: Random) -> Position:
    """The position after one more action of somebody, on both sides."""
    check(state, model)
    asked = rules.decision(state)
    seats = [seat for seat in range(TABLE + 1) if asked.actors >> seat & 1]
    if asked.dice and (len(seats) == 1 or random.random() < 0.5):
        seat, text = TABLE, "roll " + " ".join(str(random.randint(1, 6)) for _ in range(6))
    else:
        seats = [seat for seat in seats if seat != TABLE] if asked.dice else seats
        seat = sensible_seat(model, seats, random)
        text = likely(model, seat, legal(state, seat), random)
    model.play(seat, text)
    action = notation.read(state, seat, text)
    assert isinstance(action, int)
    return rules.play(state, seat, action)


def told_twice(start: tablier.Match, model: Model, random: Random) -> None:
    """Play a game to its end on both sides."""
    state = start.state
    while not state.ending:
        state = played(state, model, random)
    assert model.over() and state.places[: start.players] == model.ranks()


@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize(("players", "games"), [(2, 20), (3, 10), (4, 4), (5, 2), (8, 1)])
def test_random_games_are_told_the_same_twice(players: int, games: int, timed: bool) -> None:
    random = Random(players)
    for _ in range(games):
        start = tablier.new("zinga", players=players, untimed=not timed)
        told_twice(start, Model(players, timed), random)


CELLS = st.sampled_from([f"{colour}{number}" for colour in "royg" for number in (5, 7, 8)] + ["b9"])
SHEETS = st.lists(CELLS, min_size=24, max_size=24).map(
    lambda cells: [*cells[:12], "b9", *cells[12:]]
)
"""Thirteen kinds of cells, so that most of them stand on a sheet twice."""


@pytest.mark.rule("ZI-02", "ZI-08", "ZI-10", "ZI-11", "ZI-17", "ZI-20", "ZI-24")
@given(
    sheets=st.lists(SHEETS, min_size=1, max_size=3),
    players=st.integers(2, 3),
    timed=st.booleans(),
    pawn_again=st.booleans(),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=25)
def test_games_on_sheets_with_equal_cells_are_told_the_same_twice(
    sheets: list[list[str]], players: int, timed: bool, pawn_again: bool, seed: int
) -> None:
    options = {"sheets": sheets, "untimed": not timed, "pawn_again": pawn_again}
    start = tablier.new("zinga", players=players, **options)
    told_twice(start, Model(players, timed, sheets, pawn_again), Random(seed))
