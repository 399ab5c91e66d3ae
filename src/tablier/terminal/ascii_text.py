"""Texts for terminals that have nothing but ASCII."""

import codecs
import io
import os
import unicodedata
from functools import cache
from typing import TextIO

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
HANDLER = "tablier-ascii"


def is_ascii_only() -> bool:
    """Whether the locale names a character set that is not Unicode's."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "")
    charset = locale.partition(".")[2].partition("@")[0].lower().replace("-", "")
    return locale in ("C", "POSIX") or (charset != "" and charset != "utf8")


def write_ascii(stream: TextIO | None) -> None:
    """Let a stream write a character that every terminal has for each that it has not."""
    if isinstance(stream, io.TextIOWrapper):
        codecs.register_error(HANDLER, _replaced)
        stream.reconfigure(encoding="ascii", errors=HANDLER)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


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
