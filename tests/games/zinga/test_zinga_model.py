"""ZINGA told once more, slowly and with names, and compared with the rules."""

from random import Random

import pytest

import tablier
from tablier import TABLE
from tablier.games.zinga import notation, rules
from tablier.games.zinga.position import Position
from tablier.games.zinga.sheets import OURS

COLOURS = ["red", "orange", "yellow", "green", "blue"]
EVERYTHING = {f"{colour} {number}" for colour in COLOURS for number in range(1, 13)}


def spelled(cell: str) -> str:
    colour = next(colour for colour in COLOURS if colour[0] == cell[0])
    return f"{colour} {cell[1:]}"


class Player:
    """A sheet and what is marked on it."""

    def __init__(self, seat: int) -> None:
        cells = [spelled(cell) for cell in OURS[seat % 4]]
        rows = [cells[first : first + 5] for first in range(0, 25, 5)]
        columns = [[row[index] for row in rows] for index in range(5)]
        falling = [rows[index][index] for index in range(5)]
        rising = [rows[index][4 - index] for index in range(5)]
        self.cells = set(cells)
        self.lines = [set(line) for line in [*rows, *columns, falling, rising]]
        self.ticked: set[str] = set()
        self.declared: set[str] = set()
        self.plus = 0
        self.blunders = 0

    def fifths(self) -> set[str]:
        return {
            cell
            for line in self.lines
            if len(line - self.ticked) == 1
            for cell in line - self.ticked
        }

    def has_five(self) -> bool:
        return any(line <= self.ticked for line in self.lines)


class Model:
    """A whole table, from the texts alone."""

    def __init__(self, players: int, timed: bool) -> None:
        self.players = [Player(seat) for seat in range(players)]
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
            case "pause" if seat not in self.done:
                declarable = player.fifths() - player.declared
                return (
                    {"ready"}
                    | {f"declare {cell}" for cell in declarable}
                    | ({"take"} if self.may_take == seat != self.pawn else set())
                )
            case "open" if seat not in self.done:
                return {"ring", "nothing"}
            case "announce" if seat == self.ringer:
                return set(EVERYTHING)
            case "stop" if seat == self.pawn:
                return {"stop", "let"}
            case "stop" if seat == self.ringer and len(self.said) == 1:
                return EVERYTHING - set(self.said)
            case "bonus" if seat == self.ringer:
                free = player.cells - player.ticked - player.fifths()
                return {f"bonus {cell}" for cell in free}
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
                self.players[seat].declared.add(text.removeprefix("declare "))
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
                self.tick(text.removeprefix("bonus "))
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
        claim = self.said[0] if len(self.said) == 1 else None
        if claim is None or claim not in self.given(self.ringer) or claim not in player.cells:
            self.blunder()
        elif claim in player.ticked:
            if player.plus == 3:
                self.blunder()
            else:
                player.plus += 1
                free = player.cells - player.ticked - player.fifths()
                if player.plus == 3 and free:
                    self.phase = "bonus"
                else:
                    self.next_turn()
        elif claim in player.fifths() - player.declared:
            self.blunder()
        else:
            self.tick(claim)

    def tick(self, cell: str) -> None:
        assert self.ringer is not None
        player = self.players[self.ringer]
        player.ticked.add(cell)
        if player.has_five():
            self.winner = self.ringer
            return
        if cell == "blue 9":
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
    out = [0] * 64
    count = rules.actions(state, seat, out)
    return [notation.write(state, seat, action) for action in out[:count]]


def useful(model: Model, seat: int) -> set[str]:
    """What a player can announce and profit from."""
    player = model.players[seat]
    wasted = player.fifths() - player.declared | (player.ticked if player.plus == 3 else set())
    return model.given(seat) & player.cells - wasted


def likely(model: Model, seat: int, possible: list[str], random: Random) -> str:
    """An action, mostly a sensible one, so that games go far."""
    if model.phase == "announce" and seat != TABLE and random.random() < 0.93:
        right = useful(model, seat)
        again = right & model.players[seat].ticked if random.random() < 0.5 else right
        return random.choice(sorted(again or right or EVERYTHING))
    if model.phase == "open" and seat != TABLE and random.random() < 0.95:
        return "ring" if useful(model, seat) else "nothing"
    declarations = [text for text in possible if text.startswith(("declare", "take"))]
    return random.choice(declarations if declarations and random.random() < 0.8 else possible)


def sensible_seat(model: Model, seats: list[int], random: Random) -> int:
    """Who acts: seldom the table, and seldom a ringer who has announced."""
    if random.random() < 0.9:
        others = [seat for seat in seats if seat != TABLE]
        if model.phase == "stop":
            others = [seat for seat in others if seat != model.ringer]
        return random.choice(others)
    return random.choice(seats)


def check(state: Position, model: Model) -> None:
    """The position and the model tell the same."""
    for seat, player in enumerate(model.players):
        assert set(legal(state, seat)) == model.legal(seat)
        assert state.ticks[seat].bit_count() == len(player.ticked)
        assert (state.plus[seat], state.blunders[seat]) == (player.plus, player.blunders)
    assert set(legal(state, TABLE)) == model.legal(TABLE)
    assert state.pawn == (-1 if model.pawn is None else model.pawn)
    assert (state.turn, state.active) == (model.turn, model.active)


def played(state: Position, model: Model, random: Random) -> Position:
    """The position after one more action of somebody, on both sides."""
    if rules.decision(state).dice:
        seat, text = TABLE, "roll " + " ".join(str(random.randint(1, 6)) for _ in range(6))
    else:
        check(state, model)
        actors = rules.decision(state).actors
        seats = [seat for seat in range(TABLE + 1) if actors >> seat & 1]
        seat = sensible_seat(model, seats, random)
        text = likely(model, seat, legal(state, seat), random)
    model.play(seat, text)
    action = notation.read(state, seat, text)
    assert isinstance(action, int)
    return rules.play(state, seat, action)


@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize(("players", "games"), [(2, 20), (3, 10), (4, 4), (5, 2), (8, 1)])
def test_random_games_are_told_the_same_twice(players: int, games: int, timed: bool) -> None:
    random = Random(players)
    for _ in range(games):
        state = tablier.new("zinga", players=players, untimed=not timed).state
        model = Model(players, timed)
        while not state.ending:
            state = played(state, model, random)
        assert model.over() and state.places[:players] == model.ranks()
