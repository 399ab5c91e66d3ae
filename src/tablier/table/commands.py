"""What may be done at a table, by whom and when: commands become proposals for events.

Nothing here waits, stores or sends. A command that is not allowed raises
Refused, and the table is as before.
"""

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import NamedTuple

from tablier.core.errors import MoveError
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.turn import Step
from tablier.table import messages
from tablier.table.bell import believed, measured
from tablier.table.event import Body, Proposal
from tablier.table.messages import Refused
from tablier.table.state import OVER, PLAYING, WAITING, Table

ABSENT_MS = 60_000
"""Who is away for this long, and on turn, may have lost."""
TALKS, TALK_MS = 5, 10_000
"""Remarks, offers, takebacks or new names that a seat has, and the milliseconds it has them for."""
UNDOS = 30
"""Steps of an unfinished turn that may be undone in the same time."""
MOST_TALK = 3_000
"""Events without which a game would go on just the same: there are no more of them at a table."""
MOST_EVENTS = 8_000
"""A game that is not over by then is drawn; no game that people play comes near it."""
NEARLY_FULL = (10, 20, 50, 100, 200, 500)
"""How many of them are left when players are warned, and warned again."""
SPARE = 500
"""What is left for whatever follows the end."""


class Arrival(NamedTuple):
    """What was measured about a command when it arrived."""

    now: float
    """The house's time, in milliseconds."""
    thought_ms: float
    """Since the present decision began, by the house's time."""
    lag: float = 0.0
    """R: the round trip of its connection that is believed, in milliseconds."""
    is_proven: bool = True
    """Whether that rests on more than the client's own answers."""
    elapsed: float | None = None
    """E: milliseconds since the present decision was sent to its connection."""
    seats: frozenset[int] = frozenset()
    """All seats that its sender holds."""
    away: Mapping[int, float] = {}
    """For how many milliseconds seats have had no connection."""


def propose(table: Table, seat: int, command: messages.Command, arrival: Arrival) -> list[Proposal]:
    """The events that a seat's command brings about."""
    return CONDUCT[type(command)](table, seat, command, arrival)


def played(table: Table, seat: int, body: Body, step: Step | None = None) -> Proposal:
    """An action that is to be played, with what it leads to, so that it is played only once."""
    return Proposal("played", seat, body, step or table.match.foresee(body["text"], seat))


# Playing


def _play(table: Table, seat: int, command: messages.Play, arrival: Arrival) -> list[Proposal]:
    require(table, PLAYING)
    if command.ply != table.ply and not _meant_for_now(table, seat, command):
        raise Refused("stale", "the game has gone on since you saw it")
    step = _foreseen(table, seat, command.text)
    text = step.move.text
    if contested(table.match, step):
        if any(press.seat == seat for press in table.presses):
            raise Refused("rung", "you have pressed already")
        return [Proposal("rang", seat, {"text": text} | _press(table, seat, command, arrival))]
    _require_quiet_bell(table)
    charge = _charge(table, seat, arrival)
    if table.clocks is not None and charge["spent"] > table.clocks.left[seat]:
        raise Refused("time_up", "your time is up")
    return [played(table, seat, {"text": text} | charge, step)]


def _require_quiet_bell(table: Table) -> None:
    """While a bell is being decided nothing else happens to the position."""
    if table.presses:
        raise Refused("bell", "the bell was pressed and is being decided")


def _meant_for_now(table: Table, seat: int, command: messages.Play) -> bool:
    """In a race others act meanwhile: what still is legal was meant for the same decision."""
    between = table.match.history[command.ply :] if command.ply <= table.ply else None
    if not table.races or between is None:
        return False
    same = all(move.seat not in (seat, TABLE) for move in between)
    return same and command.text in table.match.legal(seat)


def _foreseen(table: Table, seat: int, text: str) -> Step:
    """A legal action, and what it leads to."""
    try:
        return table.match.foresee(text, seat)
    except MoveError as error:
        raise Refused(
            error.code, error.message, rule=error.rule, details=dict(error.details)
        ) from error


def contested(match: Match, step: Step) -> bool:
    """Whether an action takes the same chance away from another seat: the bell."""
    seat, _, text = step.move
    others = [other for other in match.seats if other not in (seat, TABLE)]
    chances = [other for other in others if text in match.legal(other)]
    after = Match(match.game, match.setup, step.position) if chances else match
    return any(text not in after.legal(other) for other in chances)


def _press(
    table: Table, seat: int, command: messages.Play, arrival: Arrival
) -> dict[str, float | None]:
    elapsed = arrival.thought_ms if arrival.elapsed is None else arrival.elapsed
    line = believed(arrival.lag, is_proven=arrival.is_proven, public=table.public)
    quota = table.bell_quotas.left[seat]
    return measured(seat, elapsed, command.reaction, line, quota).evidence()


def _charge(table: Table, seat: int, arrival: Arrival) -> dict[str, int]:
    """What is taken off the running clock: the time until now, less the delay of its own line."""
    if table.clocks is None:
        return {}
    lag = 0.0
    if seat in table.running:
        lag = table.clocks.excused(seat, arrival.lag, is_proven=arrival.is_proven)
    lag = round(min(lag, max(0.0, arrival.thought_ms)))
    spent = {"spent": max(0, round(arrival.thought_ms) - lag)}
    return spent | ({"lag": lag} if lag else {})


def _undo(table: Table, seat: int, command: messages.Undo, arrival: Arrival) -> list[Proposal]:
    require(table, PLAYING)
    if command.ply != table.ply:
        raise Refused("stale", "the game has gone on since you saw it")
    if not can_undo(table, seat):
        raise Refused("nothing_to_undo", "there is nothing of your own turn to take back")
    _require_room_for_talk(table)
    _require_restraint(table, seat, ("undone",), arrival, UNDOS)
    return [Proposal("undone", seat, {"to": table.ply - 1} | _charge(table, seat, arrival))]


def can_undo(table: Table, seat: int) -> bool:
    """Whether the last action belongs to this seat's unfinished turn, and no dice fell since."""
    match = table.match
    if table.phase != PLAYING or table.races or not match.history:
        return False
    started = match.states[-2].turn
    return match.history[-1].seat == seat == match.seat and match.state.turn == started


# Taking back


def _takeback(
    table: Table, seat: int, command: messages.Takeback, arrival: Arrival
) -> list[Proposal]:
    require(table, PLAYING)
    offers = table.offers["takeback"]
    if command.say == "ask":
        to = _latest_decision(table, arrival.seats | {seat})
        if offers:
            raise Refused("offered_already", "somebody has asked to take back already")
        _require_room_for_talk(table)
        _require_restraint(table, seat, ("offered", "undone"), arrival)
    else:
        if not set(offers) - arrival.seats:
            raise Refused("nothing_offered", "nobody has asked to take back")
        if command.say == "decline":
            return [Proposal("declined", seat, {"what": "takeback"})]
        to = next(iter(offers.values()))
    if others(table, seat, arrival.seats | set(offers)):
        return [Proposal("offered", seat, {"what": "takeback", "to": to})]
    return [Proposal("undone", seat, {"to": to} | _charge(table, seat, arrival))]


def _latest_decision(table: Table, seats: frozenset[int]) -> int:
    """Of those who share a screen, whoever moved last takes back."""
    found = [to for seat in seats if (to := last_decision(table, seat)) is not None]
    if not found:
        raise Refused("nothing_to_undo", "there is nothing of yours to take back")
    return max(found)


def last_decision(table: Table, seat: int) -> int | None:
    """How many actions are left when a seat's last one is taken back; None if it can't be."""
    if table.races or table.phase != PLAYING:
        return None
    moves = table.match.history
    if any(move.seat == TABLE and move.action >= 0 for move in moves):
        return None
    own = (seat, TABLE)
    last = next((no for no in reversed(range(len(moves))) if moves[no].seat in own), None)
    return last if last is not None and moves[last].seat == seat else None


def others(table: Table, seat: int, agreed: frozenset[int]) -> tuple[int, ...]:
    """The people still in the game, besides some, who would have to agree."""
    return tuple(o for o in people_left(table) if o != seat and o not in agreed)


def people_left(table: Table) -> tuple[int, ...]:
    """The people who have not ended their game while others play on."""
    return tuple(seat for seat in table.seats_of("person") if not _is_out(table, seat))


def _is_out(table: Table, seat: int) -> bool:
    """Whether a seat has its place already, while others play on."""
    return bool(table.match.game.rules.place(table.match.state, seat))


# Ending


def _draw(table: Table, seat: int, command: messages.Draw, arrival: Arrival) -> list[Proposal]:
    require(table, PLAYING)
    _require_quiet_bell(table)
    if _is_out(table, seat):
        raise Refused("not_playing", "you are no longer playing")
    offers = table.offers["draw"]
    if command.say == "decline":
        if not set(offers) - arrival.seats:
            raise Refused("nothing_offered", "nobody has offered a draw")
        return [Proposal("declined", seat, {"what": "draw"})]
    if command.say == "accept" and not set(offers) - arrival.seats:
        raise Refused("nothing_offered", "nobody has offered a draw")
    if command.say == "offer" and seat in offers:
        raise Refused("offered_already", "you have offered a draw already")
    if table.bots:
        raise Refused("bots_play_on", "the computer plays on")
    missing = [other for other in others(table, seat, arrival.seats) if other not in offers]
    if missing:
        _require_restraint(table, seat, ("offered",), arrival)
        return [Proposal("offered", seat, {"what": "draw"})]
    return [played(table, TABLE, {"text": "draw"})]


def _resign(table: Table, seat: int, command: messages.Resign, arrival: Arrival) -> list[Proposal]:
    require(table, PLAYING)
    _require_quiet_bell(table)
    step = _foreseen(table, seat, "resign")
    body = {"text": step.move.text} | _charge(table, seat, arrival)
    return [played(table, seat, body, step)]


def _claim(table: Table, seat: int, command: messages.Claim, arrival: Arrival) -> list[Proposal]:
    require(table, PLAYING)
    _require_quiet_bell(table)
    if command.absent not in claimable(table, arrival.away):
        raise Refused("not_absent", "that player is there, or not on turn, or not away for long")
    step = _foreseen(table, command.absent, "resign")
    body = {"text": step.move.text, "cause": "absent"}
    return [played(table, command.absent, body, step)]


def claimable(table: Table, away: Mapping[int, float]) -> tuple[int, ...]:
    """The seats on turn that went away; where days are given for a move, none."""
    if table.phase != PLAYING or (table.clocks is not None and table.clocks.pace.renewed):
        return ()
    people = set(table.seats_of("person")) & set(table.match.awaited)
    return tuple(seat for seat in sorted(people) if away.get(seat, 0.0) >= ABSENT_MS)


def claims_in(table: Table, away: Mapping[int, float]) -> list[float]:
    """In how many milliseconds games can be claimed, of those who are away now."""
    if table.phase != PLAYING or (table.clocks is not None and table.clocks.pace.renewed):
        return []
    people = set(table.seats_of("person")) & set(table.match.awaited)
    return [ABSENT_MS - away[seat] for seat in people & away.keys() if away[seat] < ABSENT_MS]


def _rematch(
    table: Table, seat: int, command: messages.Rematch, arrival: Arrival
) -> list[Proposal]:
    require(table, OVER)
    if table.rematch is not None:
        raise Refused("rematched", "the next game has begun", details={"table": table.rematch})
    offers = table.offers["rematch"]
    if command.say == "decline":
        if not offers:
            raise Refused("nothing_offered", "nobody has asked for another game")
        return [Proposal("declined", seat, {"what": "rematch"})]
    if seat in offers:
        raise Refused("offered_already", "you have asked for another game already")
    _require_restraint(table, seat, ("offered",), arrival)
    mine = sorted(arrival.seats | {seat})
    return [Proposal("offered", one, {"what": "rematch"}) for one in mine if one not in offers]


def rematch_agreed(table: Table) -> bool:
    """Whether all people want another game."""
    return set(table.seats_of("person")) <= set(table.offers["rematch"])


def _play_on(table: Table, seat: int, command: messages.PlayOn, arrival: Arrival) -> list[Proposal]:
    """Only those who are left are asked, and bots have nothing against it."""
    require(table, OVER)
    left, offers = resumers(table), table.offers["play_on"]
    if not left:
        raise Refused("nobody_left", "the game is over, and nobody can play on")
    if seat not in left:
        raise Refused("not_playing", "you are no longer playing")
    if command.say != "offer" and not set(offers) - arrival.seats:
        raise Refused("nothing_offered", "nobody has asked to play on")
    if command.say == "decline":
        return [Proposal("declined", seat, {"what": "play_on"})]
    if command.say == "offer" and seat in offers:
        raise Refused("offered_already", "you have asked to play on already")
    people = set(left) & set(table.seats_of("person"))
    if people - {seat} - arrival.seats - set(offers):
        _require_restraint(table, seat, ("offered",), arrival)
        return [Proposal("offered", seat, {"what": "play_on"})]
    return [played(table, TABLE, {"text": "play_on"})]


def resumers(table: Table) -> tuple[int, ...]:
    """The seats that may play on after the end: not where the dice are known, or all moved on."""
    settled = table.phase != OVER or table.revealed or table.rematch is not None
    return () if settled or is_full(table) else table.match.resumers


# The chairs, and talking


def _rename(table: Table, seat: int, command: messages.Rename, arrival: Arrival) -> list[Proposal]:
    _require_room_for_talk(table)
    _require_restraint(table, seat, ("renamed",), arrival)
    return [
        Proposal("renamed", seat, {"name": messages.plain(command.name, messages.LONGEST_NAME)})
    ]


def _leave(table: Table, seat: int, command: messages.Leave, arrival: Arrival) -> list[Proposal]:
    require(table, WAITING)
    return [Proposal("left", seat)]


def _renew(table: Table, seat: int, command: messages.Renew, arrival: Arrival) -> list[Proposal]:
    _require_restraint(table, seat, ("renewed",), arrival)
    return [Proposal("renewed", seat)]


def _chat(table: Table, seat: int, command: messages.Chat, arrival: Arrival) -> list[Proposal]:
    text = messages.plain(command.text, messages.LONGEST_CHAT)
    if not text:
        raise Refused("nothing_said", "there is nothing to say in that")
    _require_room_for_talk(table)
    _require_restraint(table, seat, ("said",), arrival)
    return [Proposal("said", seat, {"text": text})]


def _require_restraint(
    table: Table, seat: int, kinds: tuple[str, ...], arrival: Arrival, most: int = TALKS
) -> None:
    """Whoever talks too much waits; a new connection or another node changes nothing."""
    require_room(table)
    recent = takewhile(lambda event: arrival.now - event.house_ms < TALK_MS, reversed(table.events))
    if sum(event.seat == seat and event.kind in kinds for event in recent) >= most:
        raise Refused("too_much_talk", "wait a moment before you say more")


def is_full(table: Table) -> bool:
    """Whether nothing is played at a table any more because of all that has happened at it."""
    return table.seq >= MOST_EVENTS


def room_left(table: Table) -> int | None:
    """For how many events at most there is room, in round numbers; None while there is enough."""
    left = MOST_EVENTS - table.seq
    return next((most for most in NEARLY_FULL if left <= most), None)


def require_room(table: Table) -> None:
    """Refuse what would be too much after the end, or while players are waited for."""
    if table.seq >= MOST_EVENTS + SPARE:
        raise Refused("table_full", "this table is full; begin a new one")


def _require_room_for_talk(table: Table) -> None:
    """Moves have room of their own, so that nobody can talk a game to its end."""
    if table.talked >= MOST_TALK or is_full(table):
        why = "so much was said and taken back at this table that it takes only moves now"
        raise Refused("full_of_talk", f"{why}; talk goes on at the next one")


def require(table: Table, phase: str) -> None:
    """Refuse what belongs to another phase of a table's life."""
    if table.phase == phase:
        return
    if table.phase == WAITING:
        raise Refused("not_begun", "the game has not begun")
    if table.phase == OVER:
        raise Refused("over", "the game is over")
    raise Refused("going_on", "the game is going on")


CONDUCT: Mapping[type[messages.Command], Callable[..., list[Proposal]]] = {
    messages.Play: _play,
    messages.Undo: _undo,
    messages.Takeback: _takeback,
    messages.Draw: _draw,
    messages.Resign: _resign,
    messages.Claim: _claim,
    messages.Rematch: _rematch,
    messages.PlayOn: _play_on,
    messages.Rename: _rename,
    messages.Leave: _leave,
    messages.Renew: _renew,
    messages.Chat: _chat,
}
