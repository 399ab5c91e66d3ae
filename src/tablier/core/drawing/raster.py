"""Drawings as pixels: PNG pictures, and moving ones.

resvg draws; Pillow writes moving pictures, and has the letters, so that a picture is the same on
every machine. Both come with `pip install 'tablier[pictures]'`.
"""

import io
import os
from collections.abc import Iterable
from contextlib import suppress
from copy import deepcopy
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from xml.etree import ElementTree

from tablier.core.drawing.picture import STILL
from tablier.core.errors import BadOption, TablierError, listing, shortened

SVG = "http://www.w3.org/2000/svg"
FORMATS = {".webp": "WEBP", ".gif": "GIF", ".png": "PNG"}
PAGE = {"light": "#f6f1e7", "dark": "#1d1a17"}
"""What is behind a board that has round corners."""
FAMILY = "Aileron"
MOST_PIXELS = 4096
"""The widest and the highest picture."""


def png(svg: str, boards: Path | None = None) -> bytes:
    """A drawing as a PNG picture, transparent where nothing is drawn.

    In a folder for `boards` stays what never moves, which takes the longest to draw.
    """
    written = io.BytesIO()
    _image(svg, boards).save(written, "PNG")
    return written.getvalue()


def pixels(svg: str) -> Any:
    """A drawing as Pillow's image, on the page's ground."""
    drawn = _image(svg)
    theme = "dark" if 'data-theme="dark"' in svg[:1000] else "light"
    ground = needing("PIL.Image").new("RGBA", drawn.size, PAGE[theme])
    ground.alpha_composite(drawn)
    return ground.convert("RGB")


def format_of(path: str | PathLike[str]) -> str:
    """How a moving picture is written, by the end of the file's name."""
    end = Path(path).suffix.lower() if isinstance(path, str | PathLike) else ""
    if end not in FORMATS:
        told = f"{shortened(path)!r} can't be a moving picture"
        raise BadOption(f"{told}: its name ends with {listing(FORMATS)}")
    return FORMATS[end]


def write_moving(path: str | PathLike[str], frames: Iterable[tuple[str, float]]) -> None:
    """Write drawings, each of which is seen for some seconds, as one moving picture."""
    written = moving(format_of(path), frames)
    try:
        Path(path).write_bytes(written)
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        raise TablierError(f"{shortened(path)!r} can't be written: {told}") from error


def moving(kind: str, frames: Iterable[tuple[str, float]]) -> bytes:
    """The same as a file's content; `kind` is one of the values of `FORMATS`."""
    shown: list[Any] = []
    durations: list[int] = []
    for svg, seconds in frames:
        frame, lasting = pixels(svg), round(1000 * seconds)
        if shown and shown[-1].tobytes() == frame.tobytes():
            durations[-1] += lasting
            continue
        shown.append(frame)
        durations.append(lasting)
    first, *others = shown
    said: dict[str, Any] = {"duration": durations, "loop": 0}
    if kind == "WEBP":
        said |= {"quality": 80, "method": 4}
    written = io.BytesIO()
    first.save(written, kind, save_all=True, append_images=others, **said)
    return written.getvalue()


def _tree(svg: str) -> ElementTree.Element:
    ElementTree.register_namespace("", SVG)
    return ElementTree.fromstring(svg)


def _check_size(root: ElementTree.Element) -> None:
    size = max(float(root.get(side, "0")) for side in ("width", "height"))
    if size > MOST_PIXELS:
        raise BadOption(f"a picture of {size:.0f} pixels is too large: {MOST_PIXELS} at the most")


def _image(svg: str, boards: Path | None = None) -> Any:
    """A drawing as Pillow's image: what never moves lies below all else, and is drawn only once."""
    root = _tree(svg)
    _check_size(root)
    still = _still_part(root)
    drawn = _opened(_drawn(root))
    if still is None:
        return drawn
    whole = _opened(_still_picture(still, boards))
    whole.alpha_composite(drawn)
    return whole


def _opened(picture: bytes) -> Any:
    return needing("PIL.Image").open(io.BytesIO(picture)).convert("RGBA")


def _still_part(root: ElementTree.Element) -> str | None:
    """What never moves, taken out of a drawing as one of its own; None where there is none."""
    alone = deepcopy(root)
    alone.attrib.pop("aria-label", None)
    for parent in alone.iter():
        if any(child.get("class") == STILL for child in parent):
            parent[:] = [c for c in parent if c.get("class") == STILL or c.tag == f"{{{SVG}}}defs"]
            break
    else:
        return None
    for still in root.iter(f"{{{SVG}}}g"):
        if still.get("class") == STILL:
            still[:] = []
    return _text(alone)


@lru_cache(maxsize=8)
def _still_picture(svg: str, boards: Path | None) -> bytes:
    return _drawn(_tree(svg)) if boards is None else _kept(svg, boards)


def _kept(svg: str, boards: Path) -> bytes:
    """A picture from a folder; it is put there if it is missing, as far as that can be done."""
    file = boards / f"{sha256(svg.encode()).hexdigest()[:32]}.png"
    with suppress(OSError):
        return file.read_bytes()
    drawn = _drawn(_tree(svg))
    with suppress(OSError):
        boards.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_bytes(drawn)
        new.replace(file)
    return drawn


def _drawn(root: ElementTree.Element) -> bytes:
    """A drawing without style sheets, drawn by resvg."""
    styles, resvg = needing("tablier.core.drawing.computed_style"), needing("resvg_py")
    styles.computed(root)
    fonts = {"skip_system_fonts": True, "font_files": [_letters().name]}
    families = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), FAMILY)
    return bytes(resvg.svg_to_bytes(svg_string=_text(root), **fonts, **families))


def _text(root: ElementTree.Element) -> str:
    return ElementTree.tostring(root, encoding="unicode")


@cache
def _letters() -> Any:
    """A file with Pillow's own letters: which ones a machine has beside, nobody knows."""
    font = needing("PIL.ImageFont").load_default(20)
    file = NamedTemporaryFile(suffix=".ttf")  # noqa: SIM115
    file.write(font.font_bytes)
    file.flush()
    return file


def needing(module: str) -> Any:
    """A module whose library may not be there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        library = {"PIL": "pillow", "fpdf": "fpdf2", "resvg_py": "resvg-py"}.get(name, name)
        told = f"this needs {library}: pip install 'tablier[pictures]'"
        raise TablierError(told) from error
