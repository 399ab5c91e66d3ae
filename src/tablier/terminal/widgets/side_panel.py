"""What stands beside the board: who plays, how the chances are, what was played."""

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tablier.core.board.scene import Die
from tablier.core.board.text_board import draw_die
from tablier.core.game import TABLE
from tablier.core.match import Match
from tablier.core.record_lines import seated
from tablier.terminal.chances import hundredths
from tablier.terminal.session.game_session import GameSession
from tablier.terminal.widgets.board_painter import OTHER, STONES

FULL, EMPTY = "█", "░"
HERE, ELSEWHERE = "▸", " "


class PlayerList(Static):
    """Everybody at the table, with what lies before them."""

    def show(self, session: GameSession, match: Match) -> None:
        """Say it of a position of the session's match: the last one, or one looked back at."""
        text = Text()
        for seat in range(session.match.players):
            acts = seat in match.awaited
            name = session.phrases.seat(session.match, seat)
            text.append(f"{HERE if acts else ELSEWHERE} ")
            text.append_text(chip(session.match, seat))
            text.append(f" {name}", Style(bold=acts))
            left = session.clock(seat)
            if left is not None:
                text.append(f"  {minutes(left)}", Style(bold=acts))
            token = session.match.seat_names[seat]
            legend = session.phrases.legend(session.match.game, token)
            text.append(f" · {legend}" if legend else "", Style(dim=True))
            for note in (session.who(seat), session.phrases.counts(match, seat)):
                text.append(f"\n      {note}" if note else "", Style(dim=True))
            text.append("\n")
        text.right_crop(1)
        self.update(text)


def chip(match: Match, seat: int) -> Text:
    """A seat's sign, as its pieces have it; its number where it never has pieces."""
    token = match.seat_names[seat]
    if token in STONES:
        return _chip(token[0], token)
    for piece in match.game.scene(match.states[0]).pieces:
        if piece.seat == seat:
            return _chip(piece.letter, piece.colour)
    return Text(f" {seat + 1} ", Style(reverse=True))


def _chip(letter: str, colour: str) -> Text:
    ground, ink = STONES.get(colour, OTHER)
    return Text(f" {letter.upper()} ", Style(color=ink, bgcolor=ground, bold=True))


def die_shown(die: Die) -> Content:
    """A die as a text board has it, on its own colour; a used one is faint."""
    ground, ink = STONES.get(die.colour, OTHER)
    return Content.styled(draw_die(die), "dim" if die.spent else f"bold {ink} on {ground}")


def minutes(seconds: float) -> str:
    """A clock's reading: tenths only when they matter."""
    if seconds < 10:
        return f"{seconds:.1f}"
    whole = int(seconds)
    if whole >= 86_400:
        return f"{whole // 86_400}d {whole % 86_400 // 3600}h"
    return f"{whole // 60}:{whole % 60:02}"


class Chances(Static):
    """A bar for each player: how many games of a hundred are won from here."""

    def show(self, session: GameSession, chances: tuple[float, ...], known: str = "") -> None:
        """Draw the bars, and say what is known."""
        text = Text()
        width = max(4, self.size.width - 10)
        for seat, (chance, told) in enumerate(zip(chances, hundredths(chances), strict=True)):
            filled = round(chance * width)
            text.append_text(chip(session.match, seat))
            text.append(" " + FULL * filled + EMPTY * (width - filled))
            text.append(f" {told:3} %\n")
        text.append(known) if known else text.right_crop(1)
        self.update(text)


class EventList(VerticalScroll, can_focus=False):
    """What has happened, the last of it in sight."""

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, lines: Text) -> None:
        """Show other lines."""
        self.query_one(Static).update(lines)
        self.scroll_end(animate=False)


def turn_lines(match: Match, viewed_ply: int) -> Text:
    """The turns, one to a line, up to where one looks: `viewed_ply` actions from the start."""
    text = Text()
    chips = [chip(match, seat) for seat in range(match.players)]
    states, played = match.states, 0
    for turn in match.turns:
        texts: list[str] = []
        for move in turn.moves[: max(0, viewed_ply - played)]:
            texts.append(seated(match.game, states[played + len(texts)], move))
        played += len(turn.moves)
        if texts:
            owner = next((move.seat for move in turn.moves if move.seat != TABLE), match.seat)
            text.append(f"{turn.number:3} ", Style(dim=True))
            text.append_text(Text("   ") if owner is None else chips[owner])
            text.append(f" {match.game.notation.join(texts)}\n")
    text.right_crop(1)
    return text
