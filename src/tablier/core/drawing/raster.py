"""Drawings as pixels: PNG pictures, and moving ones.

resvg draws; Pillow writes moving pictures, and has the letters, so that a picture is the same on
every machine. Both come with `pip install 'tablier[pictures]'`.
"""

import io
from base64 import b64encode
from collections.abc import Iterable
from copy import deepcopy
from functools import cache, lru_cache
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


def png(svg: str) -> bytes:
    """A drawing as a PNG picture, transparent where nothing is drawn."""
    root = _tree(svg)
    _check_size(root)
    _put_still_picture(root)
    return _drawn(root)


def pixels(svg: str) -> Any:
    """A drawing as Pillow's image, on the page's ground."""
    image = _needing("PIL.Image")
    drawn = image.open(io.BytesIO(png(svg)))
    theme = "dark" if 'data-theme="dark"' in svg[:1000] else "light"
    ground = image.new("RGBA", drawn.size, PAGE[theme])
    ground.alpha_composite(drawn.convert("RGBA"))
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
    kind, shown = format_of(path), list[Any]()
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
    try:
        Path(path).write_bytes(written.getvalue())
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        raise TablierError(f"{shortened(path)!r} can't be written: {told}") from error


def _tree(svg: str) -> ElementTree.Element:
    ElementTree.register_namespace("", SVG)
    return ElementTree.fromstring(svg)


def _check_size(root: ElementTree.Element) -> None:
    size = max(float(root.get(side, "0")) for side in ("width", "height"))
    if size > MOST_PIXELS:
        raise BadOption(f"a picture of {size:.0f} pixels is too large: {MOST_PIXELS} at the most")


def _put_still_picture(root: ElementTree.Element) -> None:
    """Put a picture in the place of what never moves: it is drawn only once."""
    alone = deepcopy(root)
    alone.attrib.pop("aria-label", None)
    for parent in alone.iter():
        if any(child.get("class") == STILL for child in parent):
            parent[:] = [c for c in parent if c.get("class") == STILL or c.tag == f"{{{SVG}}}defs"]
            break
    else:
        return
    x, y, width, height = root.attrib["viewBox"].split()
    place = {"x": x, "y": y, "width": width, "height": height}
    picture = ElementTree.Element(
        f"{{{SVG}}}image", {**place, "href": _still_picture(_text(alone))}
    )
    for still in root.iter(f"{{{SVG}}}g"):
        if still.get("class") == STILL:
            still[:] = [picture]


@lru_cache(maxsize=8)
def _still_picture(svg: str) -> str:
    """What never moves, as an address that holds the picture."""
    return f"data:image/png;base64,{b64encode(_drawn(_tree(svg))).decode()}"


def _drawn(root: ElementTree.Element) -> bytes:
    """A drawing without style sheets, drawn by resvg."""
    styles, resvg = _needing("tablier.core.drawing.computed_style"), _needing("resvg_py")
    styles.computed(root)
    letters = {"skip_system_fonts": True, "font_files": [_letters().name]}
    families = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), FAMILY)
    return bytes(resvg.svg_to_bytes(svg_string=_text(root), **letters, **families))


def _text(root: ElementTree.Element) -> str:
    return ElementTree.tostring(root, encoding="unicode")


@cache
def _letters() -> Any:
    """A file with Pillow's own letters: which ones a machine has beside, nobody knows."""
    font = _needing("PIL.ImageFont").load_default(20)
    file = NamedTemporaryFile(suffix=".ttf")  # noqa: SIM115
    file.write(font.font_bytes)
    file.flush()
    return file


def _needing(module: str) -> Any:
    """A module whose library may not be there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        library = {"PIL": "pillow", "resvg_py": "resvg-py"}.get(name, name)
        told = f"this needs {library}: pip install 'tablier[pictures]'"
        raise TablierError(told) from error
