"""How a net got better, as a picture: how far its loss is above the least that there can be."""

from collections.abc import Sequence
from typing import Protocol

WIDTH, HEIGHT, MARGIN = 640, 360, 56
LINES = 4
"""Lines across the picture."""
COLOURS = {"loss": "#1f6f8b", "held_back": "#c0562f"}
STYLE = (
    "text{font:13px sans-serif;fill:#444}path{fill:none;stroke-width:2}.line{stroke:#8886}"
    "@media(prefers-color-scheme:dark){text{fill:#ccc}}"
)


class Point(Protocol):
    """An epoch."""

    @property
    def number(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def held_back(self) -> float: ...
    @property
    def least(self) -> float: ...


def loss_curves(title: str, epochs: Sequence[Point]) -> str:
    """An SVG document; losses stand above the least that there can be."""
    over = {
        name: [max(getattr(epoch, name) - epoch.least, 0.0) for epoch in epochs] for name in COLOURS
    }
    most = max((value for values in over.values() for value in values), default=1.0) or 1.0
    last = max(epochs[-1].number, 2)

    def at(number: int, value: float) -> str:
        x = MARGIN + (number - 1) / (last - 1) * (WIDTH - 2 * MARGIN)
        return f"{x:.1f} {HEIGHT - MARGIN - value / most * (HEIGHT - 2 * MARGIN):.1f}"

    parts = [f'<text x="{MARGIN}" y="28">{title}</text>']
    for line in range(LINES + 1):
        value = most * line / LINES
        y = at(1, value).split()[1]
        parts.append(f'<path class="line" d="M{at(1, value)} L{at(last, value)}"/>')
        parts.append(f'<text x="8" y="{y}">{value:.4f}</text>')
    for place, (name, colour) in enumerate(COLOURS.items()):
        values = over[name]
        points = " L".join(
            at(epoch.number, value) for epoch, value in zip(epochs, values, strict=True)
        )
        told = name.replace("_", " ")
        x = MARGIN + 140 * place
        parts.append(f'<path stroke="{colour}" d="M{points}"/>')
        parts.append(f'<text x="{x}" y="{HEIGHT - 14}" style="fill:{colour}">{told}</text>')
    parts.append(f'<text x="{WIDTH - MARGIN - 60}" y="{HEIGHT - 34}">{last} epochs</text>')
    inside = "\n".join(parts)
    view = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view}><style>{STYLE}</style>\n{inside}\n</svg>\n'
    )
