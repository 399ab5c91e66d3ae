"""Pages as a PDF file, in lines and letters: fpdf2 writes it."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from tablier.core.drawing.paper import HEIGHT, WIDTH
from tablier.core.drawing.raster import needing
from tablier.core.errors import BadOption, TablierError, listing, shortened

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Of paper, in millimetres."""
PLAIN = str.maketrans(
    {"\u202f": "\u00a0", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "…": "..."}
)
"""What the letters that every reader of PDF has can't write, and what stands for it."""


def write_pdf(
    path: str | PathLike[str], drawn: Sequence[str], *, title: str, paper: str = "a4"
) -> None:
    """Write pages, as `Match.paper` gives them, in the middle of as many sheets of paper."""
    if paper not in SIZES:
        raise BadOption(f"there is no paper of {shortened(paper)!r}; there is {listing(SIZES)}")
    fpdf = needing("fpdf")
    width, height = SIZES[paper]
    file = fpdf.FPDF(unit="mm", format=SIZES[paper])
    file.set_title(title)
    file.set_creator("Tablier")
    file.set_auto_page_break(False)
    for page in drawn:
        file.add_page()
        picture = fpdf.svg.SVGObject(page.translate(PLAIN))
        picture.draw_to_page(file, (width - WIDTH) / 2, (height - HEIGHT) / 2)
    try:
        Path(path).write_bytes(bytes(file.output()))
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        raise TablierError(f"{shortened(path)!r} can't be written: {told}") from error
