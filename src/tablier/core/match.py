"""A match: a list of actions, and everything that follows from it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tablier.core.board import text_board
from tablier.core.board.scene import Scene
from tablier.core.dice import FACES, Dice
from tablier.core.drawing.picture import Picture, document
from tablier.core.errors import (
    AmbiguousMove,
    IllegalMove,
    OutOfTurn,
    TablierError,
    UnreadableMove,
    listing,
    shortened,
)
from tablier.core.game import RESIGN, TABLE, Decision, Game, Position, Result, Setup
from tablier.core.record_lines import record_lines
from tablier.core.remarks.variation import Remarks
from tablier.core.touch import Touch, touch, trail
from tablier.core.turn import UNIVERSAL, Move, Step, Turn, agreed, grouped, starts_turn

TABLES = re.compile(rf"expired|roll( [1-{FACES}])+")
"""What only the table says, in all games with deadlines or dice."""

REPETITIONS = 3
"""The same position at the start of a turn, this often, is put to `repeated`."""


class Match(Remarks):
    """A game being played, or played to its end.

    `tablier.new`, `tablier.read_position` and `tablier.read_record` make one. Playing changes it.
    What it consists of are properties; texts and pictures that are made of it are methods.

    >>> import tablier
    >>> match = tablier.new("zhizhu").play("b3").play("c1")
    >>> match.seat, match.seat_names[match.seat], match.result
    (0, 'white', None)
    >>> match.history[-1]
    Move(seat=1, action=16, text='c1')
    >>> [turn.number for turn in match.turns], len(match.states)
    ([1, 2], 3)
    >>> match.undo(), match.redo(), match.actions
    ('c1', 'c1', ['b3', 'c1'])
    >>> match.copy().resign().result, match.result
    (Result(ranks=(2, 1), reason='resigned'), None)
    >>> match.position()
    'zhizhu ......../..w...../b....... w 8-8 0 - - 0 3'
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        position: Position,
        *,
        standard: bool = True,
        headers: Mapping[str, str] | None = None,
        version: int | None = None,
    ) -> None:
        super().__init__()
        self.game: Game = game
        """The game that is played."""
        self.setup: Setup = setup
        """What was chosen before it: `players` and `options`."""
        self.version: int = version or game.version
        """The version of the rules by which the match began."""
        self.standard: bool = standard
        """Whether the match began at the game's own start position."""
        self.headers: dict[str, str] = dict(headers or {})
        """What a record says besides the game: players, date, event."""
        self._positions = [position]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._identities = [game.rules.identity(position)]
        self._seen = Counter(self._identities)
        self._listed: dict[tuple[Position, int], list[int]] = {}
        """The list of actions asked for last: the same one is often asked for again."""

    # What stands on the table

    @property
    def state(self) -> Position:
        """The position now, as the rules see it."""
        return self._positions[-1]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.setup.players

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The seats' colours or sides, in the order of play."""
        return self.game.seats(self.players)

    @property
    def scene(self) -> Scene:
        """What may be seen of the position: pieces, counts, dice, score sheets."""
        return self.game.scene(self.state)

    @property
    def decision(self) -> Decision:
        """Who may act, the deadline that runs, and the dice to be thrown, as the rules see it."""
        return self.game.rules.decision(self.state)

    @property
    def seats(self) -> tuple[int, ...]:
        """Everyone who may act now, counted from 0.

        Where a deadline runs or dice are to be thrown, the table is among them, as `TABLE`.
        """
        actors = self.decision.actors
        return tuple(seat for seat in range(TABLE + 1) if actors >> seat & 1)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Those of them without whom the game does not go on."""
        idle = self.game.idle(self.state)
        return tuple(seat for seat in self.seats if not idle >> seat & 1)

    @property
    def seat(self) -> int | None:
        """The only player who is awaited, with or without a deadline: whose turn it is.

        None where several are, where the table throws the dice, and when the game is over.
        """
        players = [seat for seat in self.awaited if seat != TABLE]
        return players[0] if len(players) == 1 else None

    @property
    def to_roll(self) -> int:
        """How many dice are to be thrown now, by `roll` or as `play("roll 3 2 …")`; mostly 0."""
        return self.decision.dice

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self.game.result(self.state, self.players)

    @property
    def resumers(self) -> tuple[int, ...]:
        """After the end, the seats that play on if they agree to; none where that can't be."""
        return self.game.resumers(self.state, self.players)

    @property
    def actions(self) -> list[str]:
        """The texts of all actions so far."""
        return [move.text for move in self._moves]

    @property
    def history(self) -> tuple[Move, ...]:
        """All actions so far, with the seats that played them."""
        return tuple(self._moves)

    @property
    def states(self) -> tuple[Position, ...]:
        """The position before the first action, and after each."""
        return tuple(self._positions)

    @property
    def identities(self) -> tuple[Position, ...]:
        """What began each turn so far, as far as repetitions go."""
        return tuple(self._identities)

    @property
    def repetitions(self) -> int:
        """How often the position that this turn started from has stood there."""
        return self._seen[self._identities[-1]]

    def legal(self, seat: int | None = None) -> list[str]:
        """The texts of the legal actions of whoever may act, or of one seat, sorted.

        Rolls are not among them: where `to_roll` says so, any faces can fall.
        """
        self._check_seat(seat)
        seats = self.seats if seat is None else tuple({seat}.intersection(self.seats))
        listed = [seat for seat in seats if seat != TABLE or not self.to_roll]
        return sorted({self._text(s, action) for s in listed for action in self._legal(s)})

    def touches(self, seat: int) -> list[Touch]:
        """A seat's legal actions, sorted, each with the points at which a board is touched."""
        actions = self._legal(seat) if seat != TABLE and seat in self.seats else ()
        texts = ((action, self._text(seat, action)) for action in actions)
        return sorted(touch(self.game, self.state, seat, *written) for written in texts)

    def trail(self, ply: int | None = None) -> tuple[int, ...]:
        """The points of the last action that touched the board, of the first `ply` or of all."""
        last = len(self._moves) if ply is None else ply
        if last not in range(len(self._moves) + 1):
            told = f"{len(self._moves)} actions were played: nothing was after {last!r} of them"
            raise TablierError(told)
        return trail(self.game, self._positions, self._moves, last)

    @property
    def turns(self) -> list[Turn]:
        """The actions grouped into turns."""
        return list(grouped(self._positions, self._moves))

    # Playing

    def play(self, action: str, seat: int | None = None, *, exact: bool = False) -> "Match":
        """Play an action given as text. This changes the match, and returns it, for chaining.

        Where several may act, say whose the action is. Capital and small letters are alike, unless
        it must be `exact`, as in a record. A MoveError says why it can't be played, and by which
        rule; then nothing has changed.

        >>> import tablier
        >>> match = tablier.new("zhizhu")
        >>> match.play("b3").play("C1") is match
        True
        >>> match.actions
        ['b3', 'c1']
        >>> try:
        ...     match.play("c1")
        ... except tablier.MoveError as error:
        ...     print(error.rule, error.code)
        ZZ-05 point_taken
        """
        return self.take(self.foresee(action, seat, exact=exact))

    def foresee(self, action: str, seat: int | None = None, *, exact: bool = False) -> Step:
        """What an action would lead to, for `take`; the same refusals, and nothing has changed."""
        if not isinstance(action, str):
            raise UnreadableMove(f"{shortened(repr(action))} is no text", code="unreadable")
        self._check_seat(seat)
        return self._step((self._read if exact else self._read_freely)(action.strip(), seat))

    def take(self, step: Step) -> "Match":
        """Play what was foreseen in the position that still stands there. Returns the match."""
        if step.before is not self.state:
            raise TablierError("the match has gone on since that was foreseen")
        if self._undone:
            self.remark(self, end=len(self._moves))
        self._append(step)
        self._undone.clear()
        return self

    def roll(self, dice: Dice) -> "Match":
        """Throw the dice for the table: the next roll of these dice. Returns the match.

        >>> import tablier
        >>> match = tablier.new("zinga", untimed=True).play("ready", 0).play("ready", 1)
        >>> match.seat, match.to_roll, match.legal()
        (None, 6, [])
        >>> len(match.roll(tablier.Dice.fresh(players=2)).scene.dice)
        6
        """
        return self.play(dice.throw(self), TABLE)

    def resign(self, seat: int | None = None) -> "Match":
        """Give up, by default for the seat whose turn it is. Returns the match."""
        return self.play("resign", seat)

    def agree_draw(self) -> "Match":
        """Enter that the players have agreed on a draw. Returns the match."""
        return self.play("draw", TABLE)

    def agree_play_on(self) -> "Match":
        """Record that those who are left have agreed to play on after the end."""
        return self.play("play_on", TABLE)

    def undo(self) -> str:
        """Take the last action back and return its text."""
        if not self._moves:
            raise TablierError("there is nothing to undo")
        move = self._moves.pop()
        if starts_turn(self._positions[-2], move, self.state):
            self._seen[self._identities.pop()] -= 1
        self._positions.pop()
        self._undone.append(move)
        return move.text

    def redo(self) -> str:
        """Play the action that was taken back last, and return its text."""
        if not self._undone:
            raise TablierError("there is nothing to redo")
        self._append(self._step(self._undone.pop()))
        return self._moves[-1].text

    def copy(self) -> "Match":
        """The same match once more, for somebody who tries things out on it."""
        copy = Match(self.game, self.setup, self.state, standard=self.standard)
        copy.version, copy.headers = self.version, dict(self.headers)
        copy.remark(self)
        copy._positions, copy._moves = list(self._positions), list(self._moves)
        copy._undone, copy._identities = list(self._undone), list(self._identities)
        copy._seen = self._seen.copy()
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()

    # Texts

    def position(self) -> str:
        """The position as one line of text, which `tablier.read_position` reads."""
        return self.game.position_text(self.state, self.setup)

    def record(self) -> str:
        """The match as a record, which `tablier.read_record` reads."""
        return "".join(record_lines(self))

    def show(
        self,
        colour: bool = False,
        width: int = 80,
        language: str = "en",
        *,
        height: int | None = None,
        near: Sequence[int] = (),
    ) -> str:
        """The board as text.

        A game that is no board keeps to that many lines, if it can, and then shows more of
        the seats that are `near` than of the others.
        """
        if self.game.show is not None:
            for seat in near:
                self._check_seat(seat)
            looking = tuple(seat for seat in near if seat != TABLE)
            page = text_board.Page(colour, width, height, language, looking)
            return self.game.show(self.state, page)
        board = self.game.board(self.state)
        return text_board.draw(board, self.scene, colour=colour, last=self.trail())

    def svg(
        self,
        *,
        near: int | None = None,
        dark: bool = False,
        width: int = 480,
        board: str = "own",
    ) -> str:
        """The board as an SVG document of that many pixels, which needs nothing else.

        `near` turns it so that this seat's home is on the near side; `board` is what it is
        made of: its `own` stuff, `wood`, `paper` or `slate`.
        """
        self._check_seat(near)
        seen_from = None if near == TABLE else near
        picture = self.game.draw(self.state) if self.game.draw else self._picture(seen_from)
        title = f"{self.game.title}: {self.position()}"
        return document(picture, title=title, dark=dark, width=width, board=board)

    def png(
        self,
        *,
        near: int | None = None,
        dark: bool = False,
        width: int = 480,
        board: str = "own",
    ) -> bytes:
        """The same as a PNG picture; that needs `pip install 'tablier[pictures]'`."""
        from tablier.core.drawing.raster import png

        return png(self.svg(near=near, dark=dark, width=width, board=board))

    def _picture(self, near: int | None) -> Picture:
        from tablier.core.drawing.board import draw_board
        from tablier.core.drawing.look import load_look

        look, topology = load_look(self.game.name, self.game.folder), self.game.board(self.state)
        return draw_board(look, topology, self.scene, self.seat_names, self.trail(), near)

    def _repr_svg_(self) -> str:
        """What a notebook shows of a match."""
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self.position()}>"

    # Inside

    def _check_seat(self, seat: int | None) -> None:
        seats = (*range(self.players), TABLE)
        if seat is not None and (type(seat) is not int or seat not in seats):
            raise OutOfTurn(
                f"there is no seat {seat!r}; there are {listing(seats[:-1])}", code="no_seat"
            )

    def _legal(self, seat: int) -> Sequence[int]:
        decision = self.decision
        if seat == TABLE and decision.dice:
            return range(decision.roll, decision.roll + FACES**decision.dice)
        asked = (self.state, seat)
        if asked not in self._listed:
            out = [0] * self.game.rules.MOST_ACTIONS
            count = self.game.rules.actions(self.state, seat, out)
            self._listed = {asked: out[:count]}
        return self._listed[asked]

    def _text(self, seat: int, action: int) -> str:
        return self.game.notation.write(self.state, seat, action)

    def _step(self, move: Move) -> Step:
        own, play = move.action >= 0, self.game.rules.play
        position = play(self.state, *move[:2]) if own else agreed(self.game, self.state, move)
        if not starts_turn(self.state, move, position):
            return Step(move, self.state, position, None)
        identity = self.game.rules.identity(position)
        if self._seen[identity] + 1 >= REPETITIONS:
            position = self.game.rules.repeated(position)
        return Step(move, self.state, position, identity)

    def _append(self, step: Step) -> None:
        self._moves.append(step.move)
        self._positions.append(step.position)
        if step.identity is not None:
            self._identities.append(step.identity)
            self._seen[step.identity] += 1

    def _read_freely(self, action: str, seat: int | None) -> Move:
        """What a text means as it stands, else in small letters, else in capitals."""
        if action.lower() in UNIVERSAL and self.result is not None:
            action = action.lower()
        try:
            return self._read(action, seat)
        except UnreadableMove:
            for spelt in (action.lower(), action.upper()):
                with suppress(UnreadableMove):
                    return self._read(spelt, seat)
            raise

    def _read(self, action: str, seat: int | None) -> Move:
        if action == "play_on" and self.result is not None and not self.resumers:
            why = "the game is over, and nobody can play on"
            raise IllegalMove(why, rule=self._over().rule, code="nobody_left")
        if self.result is not None and action != "play_on":
            raise self._over()
        if action in UNIVERSAL:
            return self._read_universal(action, seat)
        if seat is not None or TABLES.fullmatch(action):
            return self._read_for(action, TABLE if seat is None else seat)
        moves: list[Move] = []
        refused: IllegalMove | None = None
        for candidate in self._speakers():
            try:
                moves.append(self._read_for(action, candidate))
            except IllegalMove as error:
                refused = refused or error
        if len(moves) > 1:
            possible = listing(move.seat for move in moves)
            raise AmbiguousMove(f"{action!r}: say whose it is; seat={possible}", code="whose")
        if not moves:
            assert refused is not None
            raise refused
        return moves[0]

    def _speakers(self) -> Sequence[int]:
        """Whose a text may be that is not the table's roll; before one, any player's who plays."""
        seats = [seat for seat in self.seats if seat != TABLE or not self.to_roll]
        placed = self.game.rules.place
        return seats or [s for s in range(self.players) if not placed(self.state, s)]

    def _read_for(self, action: str, seat: int) -> Move:
        meant = self.game.notation.read(self.state, seat, action)
        if meant is None:
            hint = self.game.words["actions"]
            told = f"{shortened(action)!r} can't be read: {hint}"
            raise UnreadableMove(told, code="unreadable")
        if not isinstance(meant, int):
            raise self.game.illegal(meant, IllegalMove if seat in self.seats else OutOfTurn)
        if seat not in self.seats:
            raise self.game.illegal(self.game.refuse(self.state, seat, meant), OutOfTurn)
        if meant not in self._legal(seat):
            raise self.game.illegal(self.game.refuse(self.state, seat, meant))
        return Move(seat, meant, self._text(seat, meant))

    def _read_universal(self, action: str, seat: int | None) -> Move:
        if action == "play_on" and self.result is None:
            raise IllegalMove("the game is going on", code="going_on")
        if action in ("draw", "play_on"):
            if seat not in (None, TABLE):
                raise OutOfTurn(f"that needs all players: agree_{action}()", code="all_agree")
            return Move(TABLE, UNIVERSAL[action], action)
        resigner = self.seat if seat is None else seat
        if resigner is None or resigner == TABLE:
            players = listing(range(self.players))
            raise AmbiguousMove(f"say who resigns: resign(seat=…), {players}", code="whose")
        if self.game.rules.place(self.state, resigner):
            raise OutOfTurn("that seat is no longer playing", code="not_playing")
        return Move(resigner, RESIGN, action)

    def _over(self) -> IllegalMove:
        reason = self.game.rules.REASONS[self.game.rules.reason(self.state) - 1]
        told = f"the game is over: {self.game.words['reasons'][reason.token]}"
        return IllegalMove(told, rule=reason.rule, code="over")
