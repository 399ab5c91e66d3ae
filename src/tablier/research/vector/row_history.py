"""What was played in rows of a vector, kept for those that are watched.

Every game follows from where it began, the generator as it was then, and the actions: whoever asks
for it has it played once more, as a match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablier.core.match import Match
from tablier.research.encoding import Encoding
from tablier.research.match_stepper import MatchStepper


@dataclass
class PlayedGame:
    """One game, as far as it was played."""

    start: Match
    """As it stood at the beginning."""
    chance: int
    """The generator as it was then."""
    actions: list[int] = field(default_factory=list)
    """What was chosen, counted as in the mask."""

    def match(self, encoding: Encoding) -> Match:
        """The same as a match, with the table's part."""
        stepper = MatchStepper(self.start.copy(), encoding, self.chance)
        for action in self.actions:
            stepper.act(action)
        return stepper.match

    def copy(self) -> "PlayedGame":
        """The same once more, to be gone on with."""
        return PlayedGame(self.start, self.chance, list(self.actions))


@dataclass
class RowHistory:
    """What is known of a row."""

    game: PlayedGame | None = None
    """The one that is played; nothing if it began before anybody watched."""
    final: PlayedGame | None = None
    """The one that ended before it."""

    def begin(self, start: Match, chance: int) -> None:
        """A game begins."""
        self.game = PlayedGame(start, chance)

    def copy(self) -> "RowHistory":
        """The same once more."""
        return RowHistory(self.game and self.game.copy(), self.final and self.final.copy())


class Histories(dict[int, RowHistory]):
    """The rows that are watched."""

    def taken(self, rows: Sequence[int]) -> "Histories":
        """Those of some rows, to be gone on with where they are put, one after the other."""
        known = enumerate(map(self.get, rows))
        return Histories({place: history.copy() for place, history in known if history})

    def follow(self, chosen: Any, fetched: Callable[[Any], Any], starts: Sequence[Match]) -> None:
        """Keep what a step has come to, where games began at `starts`; `fetched` gives arrays."""
        names = (chosen, "paused", "terminated", "truncated", "openings", "origins")
        chosen, paused, terminated, truncated, openings, origins = map(fetched, names)
        for row, history in self.items():
            acted = chosen[row] >= 0
            if paused[row]:
                continue
            if acted and history.game is not None:
                history.game.actions.append(int(chosen[row]))
            if acted and not terminated[row] and not truncated[row]:
                continue
            if acted:
                history.final = history.game
            history.begin(starts[openings[row]], int(origins[row]))
