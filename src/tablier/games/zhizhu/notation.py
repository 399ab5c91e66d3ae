"""ZhiZhu in text: `b3`, `b3-b4`, `xc1`; a turn is `b3-b4xc1xc2`."""

import re

from tablier.core.board.topology import bits_of, points_of
from tablier.core.errors import BadPosition
from tablier.core.game import Refusal
from tablier.games.zhizhu import rules
from tablier.games.zhizhu.board import CIRCLES, LINES, POINTS, SPOKES, WEB
from tablier.games.zhizhu.rules import PLACE, REMOVE, SLIDE, Position

POINT = r"([abc][1-8])"
LETTERS = "wb"
NAMES = ("White", "Black")
NO_BAN = "-"


def write(position: Position, seat: int, action: int) -> str:
    if action >= SLIDE:
        ends = LINES[action - SLIDE]
        source, target = ends if position.pieces[seat] >> ends[0] & 1 else ends[::-1]
        return f"{WEB.names[source]}-{WEB.names[target]}"
    if action >= REMOVE:
        return f"x{WEB.names[action - REMOVE]}"
    return WEB.names[action - PLACE]


def read(position: Position, seat: int, text: str) -> int | Refusal | None:
    if match := re.fullmatch(POINT, text):
        return PLACE + WEB.index[match[1]]
    if match := re.fullmatch("x" + POINT, text):
        return REMOVE + WEB.index[match[1]]
    if match := re.fullmatch(f"{POINT}-{POINT}", text):
        return _read_slide(position, seat, match[1], match[2])
    return None


def _read_slide(position: Position, seat: int, source: str, target: str) -> int | Refusal:
    ends = WEB.index[source], WEB.index[target]
    if seat != position.seat:
        return Refusal("ZZ-05", "not_your_turn")
    if ends not in LINES and ends[::-1] not in LINES:
        return Refusal("ZZ-07", "not_neighbours", {"source": source, "target": target})
    sliding = not position.due and not position.hands[seat]
    if sliding and not position.pieces[seat] >> ends[0] & 1:
        return Refusal("ZZ-07", "not_your_piece", {"source": source})
    return SLIDE + LINES.index(ends if ends in LINES else ends[::-1])


def join(texts: list[str]) -> str:
    return "".join(text if text.startswith("x") else f" {text}" for text in texts).strip()


def split(turn: str) -> list[str]:
    return [text for word in turn.split() for text in re.findall(r"x[^x]+|[^x]+|x", word)]


def write_position(position: Position) -> str:
    """`circle/circle/circle mover hands due ban ban quiet turn`, from a1 on.

    A ban is written as the slide that it forbids and, after a colon, the
    chains that may not be made again: `s` the spoke, `c` the circle.
    """
    white, black = position.pieces
    board = "".join(
        LETTERS[0] if white >> point & 1 else LETTERS[1] if black >> point & 1 else "."
        for point in range(POINTS)
    )
    circles = [board[first : first + SPOKES] for first in range(0, POINTS, SPOKES)]
    return " ".join(
        [
            "/".join(circles),
            LETTERS[position.seat],
            f"{position.hands[0]}-{position.hands[1]}",
            str(position.due),
            *(_write_ban(ban) for ban in position.bans),
            str(position.quiet),
            str(position.turn + 1),
        ]
    )


def read_position(words: list[str], start: Position) -> Position:
    if len(words) != 8:
        raise BadPosition(
            "a ZhiZhu position has 8 words: circles, mover, hands, removals due, "
            f"White's ban, Black's ban, quiet slides, turn; here are {len(words)}"
        )
    board, mover, hands, due, white_ban, black_ban, quiet, turn = words
    pieces = _read_board(board)
    if mover not in tuple(LETTERS):
        raise BadPosition(f"{mover!r} is nobody's turn: write w or b")
    seat = LETTERS.index(mover)
    in_hand = _read_hands(hands)
    position = start._replace(
        pieces=pieces,
        hands=in_hand,
        seat=seat,
        due=_number(due, "removals due", 3),
        quiet=_number(quiet, "quiet slides", 1_000_000),
        turn=_number(turn, "turn", 1_000_000) - 1,
        bans=(_read_ban(white_ban, pieces[0], 0), _read_ban(black_ban, pieces[1], 1)),
    )
    _check(position)
    return rules.judged(position)


def _number(text: str, what: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 7 or int(text) > most:
        raise BadPosition(f"{what}: {text!r} is not a number from 0 to {most}")
    return int(text)


def _read_board(text: str) -> tuple[int, int]:
    circles = text.split("/")
    if [len(circle) for circle in circles] != [SPOKES] * len(CIRCLES):
        raise BadPosition(f"{text!r}: write three circles of eight points, with / between them")
    board = "".join(circles)
    if strange := set(board) - set(LETTERS + "."):
        raise BadPosition(f"{min(strange)!r} is no piece: use w, b and . for a free point")
    white, black = (
        bits_of(tuple(point for point in range(POINTS) if board[point] == letter))
        for letter in LETTERS
    )
    return white, black


def _read_hands(text: str) -> tuple[int, int]:
    match = re.fullmatch("([0-9])-([0-9])", text)
    if match is None:
        raise BadPosition(f"{text!r}: write the pieces in hand as 9-9")
    return int(match[1]), int(match[2])


def _write_ban(ban: int) -> str:
    if not ban:
        return NO_BAN
    (one, other), chains = LINES[ban & 63], ban >> 6
    stands, left = (other, one) if chains >> one & 1 else (one, other)
    kinds = "s" * bool(rules.spoke_chain(chains, left)) + "c" * bool(
        rules.circle_chain(chains, left)
    )
    return f"{WEB.names[stands]}-{WEB.names[left]}:{kinds}"


def _read_ban(text: str, own: int, seat: int) -> int:
    if text == NO_BAN:
        return 0
    match = re.fullmatch(f"{POINT}-{POINT}:(s|c|sc)", text)
    if match is None:
        raise BadPosition(f"{text!r} is no ban: write a slide and its chains, as b3-b4:s, or -")
    stands, left = WEB.index[match[1]], WEB.index[match[2]]
    ends = (stands, left) if (stands, left) in LINES else (left, stands)
    if ends not in LINES:
        raise BadPosition(f"{text}: no line joins {match[1]} and {match[2]} (ZZ-02)")
    if not own >> stands & 1 or own >> left & 1:
        raise BadPosition(f"{text}: no piece of {NAMES[seat]} came that way")
    before = own ^ (1 << stands | 1 << left)
    spoke = rules.spoke_chain(before, left) if "s" in match[3] else 0
    circle = rules.circle_chain(before, left) if "c" in match[3] else 0
    ban = rules.ban(spoke | circle, LINES.index(ends))
    if _write_ban(ban) != text:
        raise BadPosition(f"{text}: the piece left no such chain (ZZ-19)")
    return ban


def _check(position: Position) -> None:
    """Refuse what no game can lead to."""
    for seat, name in enumerate(NAMES):
        total = position.pieces[seat].bit_count() + position.hands[seat]
        if total > rules.PIECES:
            raise BadPosition(f"{name} has {total} pieces; there are only nine each (ZZ-03)")
        if total < rules.LEAST_PIECES and seat != position.seat:
            raise BadPosition(f"{name} has {total} pieces, so it is not {NAMES[1 - seat]}'s turn")
    white, black = position.hands
    whites_turn = (position.seat == 0) == (position.due == 0)
    if (white, black) != (0, 0) and black - white != (0 if whites_turn else 1):
        raise BadPosition(f"hands {white}-{black}: White places first, then in turn (ZZ-05)")
    if position.due:
        own, enemy = position.pieces[position.seat], position.pieces[1 - position.seat]
        most = max(
            (rules.earned(own, point) for point in points_of(rules.in_chains(own))), default=0
        )
        if not enemy or position.due > most:
            raise BadPosition(
                f"{position.due} removals due, but too few chains or nothing to remove (ZZ-12)"
            )
    if position.turn < 0:
        raise BadPosition("turns are counted from 1")
    if position.turn % 2 != position.seat:
        number, player = position.turn + 1, NAMES[1 - position.seat]
        raise BadPosition(f"turn {number} is {player}'s: White begins, then in turn (ZZ-05)")
