"""Everything in ASCII, for terminals that have nothing else."""

import unicodedata
from functools import cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SIGNS = {
    "─": "-", "━": "-", "│": "|", "┃": "|", "╱": "/", "╲": "\\",
    "▐": "(", "▌": ")", "▟": "/", "▙": "\\", "▜": "\\", "▛": "/",
    "‹": "<", "›": ">", "»": ">", "«": "<", "▸": ">", "→": ">",
    "·": ".", "•": "*", "◎": "O", "▼": "v", "▲": "^", "█": "#", "░": ".", "▁": "_", "…": ".",
    "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "×": "x", "\u202f": " ", "\xa0": " ",
    "ß": "s", "œ": "o", "Œ": "O", "æ": "a", "¿": "?", "¡": "!",
}  # fmt: skip
"""What stands for a sign; letters lose their accents without being listed."""
BOXES, BLOCKS = range(0x2500, 0x2580), range(0x2580, 0x25A0)
UNKNOWN = "?"


class AsciiFilter(LineFilter):
    """Exchanges each character for one that every terminal has, of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(plain(text), style, control) for text, style, control in segments]


def plain(text: str) -> str:
    """A text in ASCII.

    >>> plain("Senseï ‹b3› ▐W3▌")
    'Sensei <b3> (W3)'
    """
    return text if text.isascii() else "".join(map(_plain, text))


@cache
def _plain(character: str) -> str:
    if character.isascii():
        return character
    if character in SIGNS:
        return SIGNS[character]
    base = unicodedata.normalize("NFKD", character)[0]
    if base.isascii():
        return base
    if ord(character) in BOXES:
        return "+"
    return "#" if ord(character) in BLOCKS else UNKNOWN
