"""What a terminal says about a match."""

from tablier.core.game import TABLE
from tablier.core.match import Match


def seat_name(match: Match, seat: int) -> str:
    """What to call a seat."""
    if seat == TABLE:
        return "the table"
    name: str = match.game.words["seats"][match.seat_names[seat]]
    return name


def request(match: Match) -> str:
    """Who is to act, and what to do."""
    prompt = match.game.scene(match.state).prompt
    sentence = match.game.words["prompts"][prompt.token].format_map(prompt.details)
    if match.seat is None or "player" in prompt.details:
        return f"{sentence[0].upper()}{sentence[1:]}."
    return f"{seat_name(match, match.seat)}: {sentence}."


def counts(match: Match) -> str:
    """What lies beside the board, seat by seat."""
    words = match.game.words["counts"]
    lines = []
    for seat, held in enumerate(match.game.scene(match.state).counts):
        listed = ", ".join(f"{number} {words[name]}" for name, number in held.items())
        if listed:
            lines.append(f"{seat_name(match, seat)}: {listed}")
    return "\n".join(lines)


def ending(match: Match) -> str:
    """How the match ended."""
    result = match.result
    assert result is not None
    why = match.game.words["reasons"][result.reason]
    best = [seat_name(match, seat) for seat, rank in enumerate(result.ranks) if rank == 1]
    who = f"{best[0]} wins" if len(best) == 1 else f"Draw between {' and '.join(best)}"
    ranking = ""
    if match.players > 2:
        places = sorted(range(match.players), key=lambda seat: result.ranks[seat])
        listed = ", ".join(f"{result.ranks[s]}. {seat_name(match, s)}" for s in places)
        ranking = f" ({listed})"
    return f"{who}: {why}.{ranking}"
