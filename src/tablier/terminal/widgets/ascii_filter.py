"""Everything on the screen in ASCII, for terminals that have nothing else."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tablier.terminal.ascii_text import plain


class AsciiFilter(LineFilter):
    """Exchanges each character for one that every terminal has, of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(plain(text), style, control) for text, style, control in segments]
