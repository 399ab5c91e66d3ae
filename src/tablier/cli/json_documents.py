"""What the commands print with --json, as plain lists, texts and numbers.

Seats are counted from 0; the table's own is 8. Positions are texts that
`tablier show` and `tablier.read_position` read.
"""

import json
import re
import sys
from typing import Any

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.options import Option
from tablier.core.reading.branches import branches

RULE = re.compile(r"^- \*\*([A-Z]{2}-\d\d)\*\* ((?:.+\n?)+?)(?=^- |^#|^\s*$|\Z)", re.MULTILINE)


def print_json(document: object) -> None:
    """A document on the standard output."""
    plain = (sys.stdout.encoding or "").lower() == "ascii"
    print(json.dumps(document, indent=1, ensure_ascii=plain))


def game_document(game: Game, language: str) -> dict[str, Any]:
    """A game with its options."""
    words = game.words_in(language)
    return {
        "name": game.name,
        "title": words["title"],
        "about": words["about"],
        "rules_version": game.version,
        "players": list(game.players),
        "seats": {str(players): list(game.seats(players)) for players in game.players},
        "race": game.is_race,
        "options": [_option(option, words["options"][option.name]) for option in game.options],
    }


def _option(option: Option, about: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.write(option.default),
        "possible": option.possible(),
        "rule": option.rule,
        "about": about,
    }


def rules_document(game: Game, language: str) -> dict[str, Any]:
    """A game's rules, one by one and as a whole."""
    return {
        "game": game.name,
        "language": language,
        "rules": [{"id": rule, "text": text} for rule, text in rules_by_id(game, language).items()],
        "markdown": game.rules_in(language),
    }


def rules_by_id(game: Game, language: str) -> dict[str, str]:
    """A game's rules, each by its id."""
    found = RULE.findall(game.rules_in(language))
    return {rule: " ".join(said.split()) for rule, said in found}


def position_document(match: Match) -> dict[str, Any]:
    """What stands on the table, and what can be done."""
    scene = match.scene
    names = match.game.board(match.state).names
    seats = [seat for seat in match.seats if seat < match.players]
    return {
        "game": match.game.name,
        "options": match.game.chosen(match.setup),
        "position": match.position(),
        "turn": match.state.turn + 1,
        "seats": list(match.seat_names),
        "acting": list(match.seats),
        "legal": {str(seat): match.legal(seat) for seat in seats},
        "pieces": [
            {"point": names[piece.point], "seat": piece.seat, "kind": piece.kind}
            for piece in scene.pieces
        ],
        "counts": [dict(counts) for counts in scene.counts],
        "result": result_document(match),
    }


def record_document(match: Match) -> dict[str, Any]:
    """A whole match, turn by turn, with the position after each."""
    turns = []
    played = 0
    for turn in match.turns:
        played += len(turn.moves)
        after = Match(match.game, match.setup, match.states[played])
        turns.append(
            {
                "number": turn.number,
                "actions": [{"seat": move.seat, "text": move.text} for move in turn.moves],
                "position": after.position(),
            }
        )
    return {
        "game": match.game.name,
        "options": match.game.chosen(match.setup),
        "headers": match.headers,
        "start": Match(match.game, match.setup, match.states[0]).position(),
        "turns": turns,
        "result": result_document(match),
    }


def variation_documents(match: Match) -> list[dict[str, Any]]:
    """The variations of a record: what each is called, where it begins, what is played."""
    return [
        {
            "line": branch.number,
            "name": branch.line.name,
            "after": branch.line.start,
            "actions": [{"seat": move.seat, "text": move.text} for move in branch.line.moves],
        }
        for branch in branches(match)
    ]


def result_document(match: Match) -> dict[str, Any] | None:
    """How a match ended; nothing while it goes on."""
    result = match.result
    return None if result is None else {"ranks": list(result.ranks), "reason": result.reason}
