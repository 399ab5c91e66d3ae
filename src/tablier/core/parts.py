"""What a game may bring beside its rules: modules of its folder, given to `Game` by name.

Functions marked * must be kernels; `position`, `state` and `pieces` are NamedTuples of ints that
are defined in the game's folder, by which compiled code knows whose kernels to take.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, MutableSequence, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

Chance = Random
"""What a task is drawn from, by its number: the same number draws the same task."""
Numbers = MutableSequence[int]
"""A buffer that a kernel fills, with room for `ROOM` numbers."""


class Policy(Protocol):
    """How a simulated player races, where several may act at once.

    `drawn` is a number below 2**32 from the caller's generator: the same number does the same.
    """

    def reaction(self, position: Any, seat: int, drawn: int, pace: int) -> int:
        """* Microseconds before a seat acts that needs `pace` percent of the usual time."""

    def outlook(self, position: Any, seats: int) -> Any:
        """* What reactions rest on, worked out once for all seats; nothing for no seats."""

    def reaction_to(self, position: Any, ahead: Any, seat: int, drawn: int, pace: int) -> int:
        """* What `reaction` says, by such an outlook."""

    def choice(self, position: Any, seat: int, drawn: int, slips: int) -> int:
        """* What a seat does, or the table; something wrong if it slips."""

    def greedy(self, position: Any, seat: int, drawn: int) -> int:
        """* What a seat does that takes whatever it sees at once."""


class Endgame(Protocol):
    """States that can be solved, as whoever is to move sees them when a turn begins.

    A state is (own, enemy, marks): two sets of points, and what tells states with the same
    pieces apart. A turn and an origin are NamedTuples of ints; their `left` is 0 if there is none.
    """

    @property
    def LEAST(self) -> int:
        """The fewest pieces that a player has in a state."""

    @property
    def MOST(self) -> int:
        """And the most."""

    @property
    def PLACES(self) -> int:
        """How many points a piece can stand on."""

    @property
    def SYMMETRIES(self) -> int:
        """Ways to turn and reflect the board, at most 64; number 0 leaves it as it is."""

    @property
    def State(self) -> Callable[..., Any]:
        """The NamedTuple (own, enemy, marks)."""

    def covered(self, position: Any) -> bool:
        """* Whether a position is a state."""

    def sizes(self, position: Any) -> tuple[int, int, int]:
        """* How many pieces wait to be placed, whoever is to move has, and the opponent."""

    def state_of(self, position: Any) -> Any:
        """* A position as a state."""

    def position_of(self, state: Any) -> Any:
        """* A position that the state can stand for."""

    def timely(self, position: Any, turns: int) -> bool:
        """* Whether that many more turns can be played before the draw rules end the game."""

    def moved(self, state: Any, symmetry: int) -> Any:
        """* The state, turned or reflected."""

    def remade(self, state: Any, own: int, enemy: int) -> Any:
        """* Other pieces, and as many that wait as in this state; nothing else of it."""

    def placing(self, state: Any, waiting: int) -> Any:
        """* A state without pieces, with that many that wait; any state says of which game."""

    def waiting(self, state: Any) -> int:
        """* How many pieces wait to be placed, in turn; whoever is to move has the first of them.

        Where any do, a turn places one, and nothing but the pieces tells states apart.
        """

    def variants(self, state: Any) -> int:
        """* How many states have these pieces."""

    def variant(self, state: Any) -> int:
        """* The number of this state among those with the same pieces."""

    def varied(self, state: Any, number: int) -> Any:
        """* The state of that number among those with the same pieces."""

    def first_turn(self, state: Any) -> Any:
        """* The first of the turns that can be played, removals included."""

    def next_turn(self, state: Any, turn: Any) -> Any:
        """* The turn after this one."""

    def after_turn(self, state: Any, turn: Any) -> Any:
        """* The state that a turn leads to."""

    def first_origin(self, state: Any) -> Any:
        """* The first of the states that a turn without removals leads here from.

        Asked of states in which no piece waits.
        """

    def next_origin(self, state: Any, origin: Any) -> Any:
        """* The one after this one."""

    def before_turn(self, state: Any, origin: Any) -> Any:
        """* The state that an origin is."""

    def lost(self, state: Any) -> bool:
        """* Whether whoever is to move has lost for having too few pieces."""


class Alone(Protocol):
    """How far one player's pieces are from the goal if nobody is in the way, or helps."""

    @property
    def NUMBERS(self) -> int:
        """How many sets of pieces there are, less those equal by symmetry."""

    @property
    def ROOM(self) -> int:
        """More sets than one move leads to, or comes from."""

    @property
    def FILLED(self) -> Any:
        """The pieces at their goal."""

    def alone(self, position: Any, seat: int) -> Any:
        """* A seat's pieces, as a NamedTuple of ints."""

    def number_of(self, pieces: Any) -> int:
        """* The number of a set, one for all that are equal by symmetry."""

    def numbered(self, pieces: Any, number: int) -> Any:
        """* The set of that number; `pieces` is any."""

    def earlier(self, pieces: Any, out: Numbers) -> int:
        """* List the numbers of the sets that a move leads here from; return how many."""

    def later(self, pieces: Any, out: Numbers) -> int:
        """* List the numbers of the sets that a move leads to; return how many."""

    def decided(self, position: Any) -> bool:
        """* Whether nothing but the distances decides who wins."""

    def informed(self, position: Any, seat: int, score: int, distances: Sequence[int]) -> int:
        """* An evaluation, with what the distances of all sets add to it."""


class Arranging(Protocol):
    """A game's `arranging.py`: positions that somebody sets up piece by piece."""

    @property
    def KINDS(self) -> tuple[str, ...]:
        """The kinds of pieces that are set up, as the scene has them; one of each on a point."""

    @property
    def COUNTS(self) -> Mapping[str, int]:
        """What is set beside the board for each seat, as in the scene, with the most of it."""

    def words(
        self, start: Any, pieces: Sequence[Any], seat: int, counts: Sequence[Mapping[str, int]]
    ) -> list[str]:
        """The position in the notation's words; `start` has the options, `seat` is to act.

        Pieces have a `point`, a `seat` and a `kind`. Whether the position can be is left to the
        notation; BadPosition says what no words can be found for.
        """


class Tuning(Protocol):
    """What an evaluation counts and how it weighs that; see core/rules/weighing.py."""

    @property
    def Features(self) -> Callable[..., tuple[int, ...]]:
        """A NamedTuple of ints: what counts for a seat."""

    @property
    def GUESS(self) -> tuple[int, ...]:
        """Weights to begin with, good enough to bring a game to its end."""

    @property
    def WEIGHTS(self) -> tuple[int, ...]:
        """The weights in use, row by row where ways of playing or parts of a game differ."""

    def features(self, position: Any, seat: int) -> Any:
        """* What counts for a seat, counted."""

    def first_weight(self, position: Any) -> int:
        """* Where the position's row of weights begins."""


SOLVED, EXHAUSTED = "solved", "exhausted"
"""How a puzzle is proven: by what was solved, or by a search that leaves nothing out."""


class Finding(NamedTuple):
    """A puzzle that stands in a position, for the seat whose turn it is."""

    kind: str
    number: int
    """What the task counts: turns, moves, jumps; 0 where it counts nothing."""
    line: tuple[str, ...]
    """What is played, the answers of the others among it."""
    asked: int
    """How many actions of the line are to be found; each is the only one. The rest is shown."""
    proof: str
    answers: Mapping[str, str] = {}
    """What a wrong first action is answered with: actions in a row, the seat's own first where
    its turn goes on."""


class Known(Protocol):
    """What is known of positions beyond the rules, for whoever looks for puzzles."""

    def value(self, position: Any) -> tuple[int, int] | None:
        """What a position is worth to the seat to act, and in how many turns; None if untold."""

    def moves(self, position: Any, seat: int) -> int | None:
        """How many moves a seat alone needs to its goal."""

    def forced(self, position: Any, seat: int, turns: int) -> bool:
        """Whether a seat wins within that many turns of its own, whatever the other does.

        A turn under way is the first of them. All turns are tried.
        """


class Puzzles(Protocol):
    """How a game's positions are searched for puzzles; words for them lie beside."""

    @property
    def KINDS(self) -> tuple[str, ...]:
        """The themes, in the order in which they are shown."""

    @property
    def STARTS(self) -> tuple[Mapping[str, str], ...]:
        """The options of the games that are searched: every way of playing."""

    def found(self, position: Any, known: Known) -> Iterator[Finding]:
        """The puzzles that stand in a position in which the game goes on."""

    def same(self, position: Any) -> Hashable:
        """What all positions share that are equal by symmetry."""


class Drills(Protocol):
    """Tasks without end, made from numbers, where there is no board to search."""

    @property
    def KINDS(self) -> tuple[str, ...]:
        """The themes, in the order in which they are shown."""

    def drill(self, kind: str, chance: Chance) -> tuple[str, tuple[str, ...]]:
        """A position by lot as text, and every action of seat 0 that is right there."""


class NetInputs(Protocol):
    """What a net sees of a position: inputs that are on or off, as bits of some words."""

    @property
    def WIDTHS(self) -> tuple[int, ...]:
        """How many inputs each word has, at most 62; those of the first word come first."""

    @property
    def INPUTS(self) -> int:
        """How many there are in all."""

    @property
    def PARTS(self) -> int:
        """How many parts of the game, or ways of playing, have last layers of their own."""

    def inputs(self, position: Any, seat: int) -> Any:
        """* The inputs that are on as a seat sees the position, as a NamedTuple of ints.

        All seats see themselves alike: what is own comes first, and where the board can be
        turned so that they do, it is.
        """

    def viewers(self, position: Any) -> int:
        """* How many seats see a position: those from 0 on."""

    def part(self, position: Any) -> int:
        """* The number of the part, below `PARTS`; -1 where `evaluate` is to be asked."""
