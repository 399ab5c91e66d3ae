"""Drills of ZINGA: which cell to claim, to ring or to wait, what to declare."""

from tablier.core.parts import Chance
from tablier.core.rules.kernel import changed, replaced
from tablier.games.zinga import notation
from tablier.games.zinga.board import CELLS
from tablier.games.zinga.position import ANNOUNCING, NOTHING_YET, RACING, Position, staged
from tablier.games.zinga.position_text import write_position
from tablier.games.zinga.rules import (
    ANNOUNCE,
    DECLARE,
    NOTHING,
    READY,
    RING,
    actions,
    start,
    undeclared,
)
from tablier.games.zinga.sheet.claims import ROLLS, claim_at, given
from tablier.games.zinga.sheet.lines import has_five, missing

KINDS = ("claim", "ring", "declare")
LEARNER, OTHER = 0, 1
FEWEST, MOST = 3, 12
"""Cells that are ticked already."""
OPTIONS = {"untimed": True, "pawn_again": True, "sheets": ()}
TEXT = "zinga untimed=on"


def drill(kind: str, chance: Chance) -> tuple[str, tuple[str, ...]]:
    """A position as text, and every action of the first player that is right there."""
    yes = chance.random() < 0.5
    position, right = _drawn(kind, chance, yes)
    while not right:
        position, right = _drawn(kind, chance, yes)
    texts = tuple(notation.write(position, LEARNER, action) for action in right)
    return f"{TEXT} {write_position(position)}", texts


def _drawn(kind: str, chance: Chance, yes: bool) -> tuple[Position, list[int]]:
    """A position by lot, and what is right in it; nothing where it is no task."""
    position = start(2, OPTIONS)
    ticks = sum(1 << cell for cell in chance.sample(range(CELLS), chance.randint(FEWEST, MOST)))
    position = changed(position, "ticks", replaced(position.ticks, LEARNER, ticks))
    active = chance.randrange(2)
    position = changed(position, "active", active)
    position = changed(position, "turn", 2 * ticks.bit_count() + active)
    if has_five(ticks):
        return position, []
    if kind == "declare":
        return position, _to_declare(position, yes)
    declared = replaced(position.declared, LEARNER, missing(ticks))
    position = changed(position, "declared", declared)
    phase, ringer = (ANNOUNCING, LEARNER) if kind == "claim" else (RACING, -1)
    position = staged(position, phase, chance.randrange(ROLLS), ringer, NOTHING_YET)
    if kind == "claim":
        return position, _open_claims(position)
    return position, _to_ring(position, yes)


def _to_declare(position: Position, yes: bool) -> list[int]:
    """The fours, or that there is none."""
    if not yes:
        return [] if undeclared(position, LEARNER) else [READY]
    out = [0] * (CELLS + 2)
    return [action for action in out[: actions(position, LEARNER, out)] if action >= DECLARE]


def _open_claims(position: Position) -> list[int]:
    """Announcements of open cells that the dice give, in the order of the sheet."""
    ticks, active = position.ticks[LEARNER], int(position.active == LEARNER)
    claims = (claim_at(position.sheets, LEARNER, c) for c in range(CELLS) if not ticks >> c & 1)
    return [ANNOUNCE + claim for claim in claims if given(position.dice, claim, active)]


def _to_ring(position: Position, yes: bool) -> list[int]:
    """To ring where an open cell is given; to wait where no cell is, ticked ones among them."""
    if yes:
        return [RING] if _open_claims(position) else []
    active = int(position.active == LEARNER)
    every = (claim_at(position.sheets, LEARNER, cell) for cell in range(CELLS))
    return [] if any(given(position.dice, claim, active) for claim in every) else [NOTHING]
