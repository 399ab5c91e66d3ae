"""Draws the layers as import-linter holds them: python docs/layers.py writes images/layers.svg.

Names and order come from pyproject.toml, what a package is for from the first line of its own
docstring, and the packages inside one stand in the order that is held between them.
"""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "layers.svg"
WIDTH, GAP, EDGE = 760, 18, 20
STYLE = """
text { font-family: Ubuntu, Calibri, "DejaVu Sans", sans-serif; font-size: 12.5px; fill: #675d52;
  text-anchor: middle }
.name { font-weight: 700; font-size: 16px; fill: #2b2622 }
rect { fill: #fdfaf3; stroke: #b8862b; stroke-width: 1.5 }
.ground { fill: #f6f1e7; stroke: none }
path { fill: none; stroke: #8b7c67; stroke-width: 1.5 }
"""


def held() -> dict[str, list[list[str]]]:
    """The layers of each package, from the top; those beside each other together."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return {
        container: [re.findall(r"\w+", row) for row in contract["layers"]]
        for contract in linter["contracts"]
        if contract["type"] == "layers"
        for container in contract["containers"]
    }


def purpose(package: str) -> str:
    """The first sentence of a package's docstring."""
    source = ROOT / "src" / "tablier" / package / "__init__.py"
    told = ast.get_docstring(ast.parse(source.read_text())) or ""
    return re.split(r"[.:](?:\s|$)", told.splitlines()[0].replace("`", ""))[0]


def box(package: str, inside: list[list[str]], x: float, y: float, width: float) -> str:
    """One package: its name, what it is for, and what lies in it."""
    middle = x + width / 2
    rooms = " › ".join(" · ".join(row) for row in inside)
    lines = [text for text in (*folded(purpose(package), width), *folded(rooms, width)) if text]
    shown = [f'<text class="name" x="{middle:g}" y="{y + 22:g}">{package}</text>']
    for number, line in enumerate(lines):
        shown.append(f'<text x="{middle:g}" y="{y + 40 + 16 * number:g}">{line}</text>')
    height = 34 + 16 * len(lines)
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>' + "".join(
        shown
    )


def folded(text: str, width: float) -> list[str]:
    """A text in lines that fit into a box."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        lines = [*lines[:-1], longer] if len(longer) * 6.1 < width - 16 else [*lines, word]
    return lines


def picture() -> str:
    """The whole drawing."""
    layers = held()
    shown, y = [], float(EDGE)
    for row in layers["tablier"]:
        width = (WIDTH - 2 * EDGE - GAP * (len(row) - 1)) / len(row)
        boxes = [
            box(package, layers.get(f"tablier.{package}", []), EDGE + i * (width + GAP), y, width)
            for i, package in enumerate(row)
        ]
        tall = max(float(height) for one in boxes for height in re.findall(r'height="(\S+?)"', one))
        shown += [re.sub(r'height="\S+?"', f'height="{tall:g}"', one) for one in boxes]
        y += tall + GAP
        shown.append(f'<path d="M{WIDTH / 2:g} {y - GAP:g}v{GAP}"/>')
    size = f'width="{WIDTH}" height="{y - GAP + EDGE:g}"'
    told = "The layers of Tablier; each imports only what lies below it"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{told}">',
            f"<style>{STYLE}</style>",
            f'<rect class="ground" {size} rx="10"/>',
            *shown[:-1],
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(picture())
