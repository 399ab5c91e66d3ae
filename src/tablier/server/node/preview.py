"""A position as the picture that chats and feeds show beside a link."""

import io
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import tablier
from tablier.compile.cache_folder import root
from tablier.core.drawing.raster import PAGE, png

WIDTH, HEIGHT, MARGIN = 1200, 630, 24
"""Pixels, as Open Graph wants them."""
COLOURS = 256
"""With as many a picture takes a fifth of the bytes, and nobody sees it."""
NEEDED = ("cssselect2", "PIL", "resvg_py")


def can_draw() -> bool:
    """Whether what draws pixels is installed."""
    return all(find_spec(name) is not None for name in NEEDED)


def boards() -> Path:
    """Where what never moves of a board is kept, drawn once for each machine."""
    return root() / "boards" / tablier.__version__


def preview(position: str) -> bytes:
    """A PNG picture of a position, in the middle of the page's own ground."""
    from PIL import Image

    match = tablier.read_position(position)
    side = HEIGHT - 2 * MARGIN
    board = _opened(match.svg(width=side))
    if board.height > side:
        board = _opened(match.svg(width=side * side // board.height))
    shown = Image.new("RGB", (WIDTH, HEIGHT), PAGE["light"])
    place = ((WIDTH - board.width) // 2, (HEIGHT - board.height) // 2)
    shown.paste(board, place, board)
    written = io.BytesIO()
    shown.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(written, "PNG")
    return written.getvalue()


def _opened(svg: str) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, boards()))).convert("RGBA")
