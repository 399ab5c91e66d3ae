"""An analysis as text: the turns with their marks, a graph, and the sums."""

from typing import TYPE_CHECKING

from tablier.core.board.text_board import painted
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.terminal.chances import hundredths
from tablier.terminal.phrases import Phrases, capital

if TYPE_CHECKING:
    from tablier.engine.analysis.verdict import Analysis, TurnVerdict, Verdict

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "brilliant": "!!"}
COLOURS = {"inaccuracy": "yellow", "mistake": "orange", "blunder": "red", "brilliant": "green"}
BLOCKS = " ▁▂▃▄▅▆▇█"
"""What the graph is filled with, from empty to full."""
PLAIN = " .:#"
"""The same for terminals that have only ASCII."""
WIDTH, HEIGHT = 72, 6
"""The graph's columns and rows, at most."""
FOLLOWED = 6
"""The actions of an expected line that are shown."""


def report(analysis: "Analysis", steps: str, phrases: Phrases, *, colour: bool) -> list[str]:
    """The lines of the whole report; `steps` are the characters of the graph."""
    match, turns = analysis.match, analysis.turns()
    names = [phrases.seat(match, seat) for seat in range(match.players)]
    shown = range(1 if match.players == 2 else match.players)
    lines = [phrases("chances_after", players=" / ".join(names[seat] for seat in shown)), ""]
    for turn in turns:
        told = hundredths(turn.chances)
        chances = " / ".join(f"{told[seat]:3} %" for seat in shown)
        known = f"  {phrases.known(match, turn.known)}" if turn.known else ""
        lines.append(f"{turn.number:4}. {chances}  {_turn(match, turn, phrases)}{known}")
        lines += [f"      {_remark(match, v, phrases, colour)}" for v in turn.verdicts if v.mark]
    for seat in shown:
        chances_over_time = [analysis.start[seat], *(turn.chances[seat] for turn in turns)]
        drawn = graph(chances_over_time, steps, HEIGHT if len(shown) == 1 else HEIGHT // 2)
        lines += [
            "",
            phrases("chances_of", player=names[seat], n=turns[-1].number),
            *drawn,
        ]
    sums = [_sum(analysis, seat, phrases) for seat in range(match.players)]
    return [*lines, "", *sums, _end(match, phrases)]


def graph(chances: list[float], steps: str, height: int) -> list[str]:
    """Chances from left to right; where there are too many, those between are left out."""
    columns = min(len(chances), WIDTH)
    last = len(chances) - 1
    points = [chances[last * column // max(columns - 1, 1)] for column in range(columns)]
    full = len(steps) - 1
    filled = [round(point * height * full) for point in points]
    rows = []
    for row in reversed(range(height)):
        label = {height - 1: "100 %", 0: "0 %"}.get(row, "")
        cells = "".join(steps[max(0, min(level - row * full, full))] for level in filled)
        rows.append(f"{label:>6} |{cells}")
    return rows


def percent(chance: float) -> str:
    """A chance in words; 0 and 100 are kept for what is certain."""
    if 0 < chance < 1:
        chance = max(0.01, min(chance, 0.99))
    return f"{100 * chance:3.0f} %"


def told_line(match: Match, index: int, line: tuple[str, ...], seat: int) -> str:
    """The first actions of a line, written turn by turn as in a record."""
    at = Match(match.game, match.setup, match.states[index])
    for text in line[:FOLLOWED]:
        if at.result is not None:
            break
        at.play(text, seat if len(at.seats) > 1 else None)
    joined = [[move.text for move in turn.moves] for turn in at.turns]
    return " ".join(match.game.notation.join(texts) for texts in joined)


def _turn(match: Match, turn: "TurnVerdict", phrases: Phrases) -> str:
    """A turn as in a record. In a race, what went without saying is left out."""
    if not match.game.is_race:
        texts = match.game.notation.join([verdict.text for verdict in turn.verdicts])
        seats = [verdict.seat for verdict in turn.verdicts if verdict.seat != TABLE] or [TABLE]
        return f"{capital(phrases.seat(match, seats[0]))} {texts}"
    shown = [v for v in turn.verdicts if v.judged or v.seat == TABLE]
    seated = [v.text if v.seat == TABLE else f"{v.seat + 1}:{v.text}" for v in shown]
    return match.game.notation.join(seated)


def _remark(match: Match, verdict: "Verdict", phrases: Phrases, colour: bool) -> str:
    sign = SIGNS[verdict.mark]
    sign = painted(sign, COLOURS[verdict.mark]) if colour else sign
    assert verdict.decider is not None
    key = "late" if verdict.seat == TABLE else "move_of"
    who = phrases(key, player=phrases.seat(match, verdict.decider), move=verdict.text)
    told = f"{sign} {phrases('of_it', what=phrases(verdict.mark), how=who)}"
    if verdict.best == verdict.text:
        return told
    better = told_line(match, verdict.index, verdict.line, verdict.decider)
    return told + phrases("lost", loss=percent(verdict.loss).strip(), best=better)


def _sum(analysis: "Analysis", seat: int, phrases: Phrases) -> str:
    marks = analysis.marks(seat)
    given = [f"{phrases(mark)} {SIGNS[mark]} {count}" for mark, count in marks.items() if count]
    lost = phrases("lost_average", loss=f"{100 * analysis.mean_loss(seat):.1f}")
    decisions = phrases("decisions", n=len(analysis.of(seat)))
    how = ", ".join([decisions, lost, *given])
    return phrases("of_it", what=phrases.seat(analysis.match, seat), how=how)


def _end(match: Match, phrases: Phrases) -> str:
    if match.result is None:
        return phrases("breaks_off", n=match.state.turn + 1)
    return phrases.ending(match)
