"""Draws how a learner fared: python docs/learning.py, from the --curve of examples/ppo.py."""

import json
from pathlib import Path

DOCS = Path(__file__).parent
CURVE = DOCS / "learning.json"
PICTURE = DOCS / "images" / "learning-curve.svg"
LEFT, TOP, WIDTH, HEIGHT = 46, 16, 600, 220
STYLE = """
text { font-family: Ubuntu, Calibri, "DejaVu Sans", sans-serif; font-size: 12.5px; fill: #675d52 }
.ground { fill: #f6f1e7 }
.grid { stroke: #ddd2bd; stroke-width: 1 }
.bar { stroke: #b8862b; stroke-width: 1.5; stroke-dasharray: 5 4 }
.won, .drawn { fill: none; stroke: #2d5f56; stroke-width: 2.5; stroke-linejoin: round }
.drawn { stroke: #a3271b; stroke-width: 1.5 }
"""


def picture() -> str:
    """Shares of games against random play, over the time since the games were compiled."""
    rows = json.loads(CURVE.read_text("utf-8"))
    longest = rows[-1]["seconds"]

    def at(seconds: float, share: float) -> str:
        return f"{LEFT + WIDTH * seconds / longest:.1f} {TOP + HEIGHT * (1 - share):.1f}"

    drawn = [f'<rect class="ground" width="{LEFT + WIDTH + 24}" height="{TOP + HEIGHT + 44}"/>']
    for percent in range(0, 101, 25):
        y = TOP + HEIGHT * (1 - percent / 100)
        drawn.append(f'<path class="grid" d="M{LEFT} {y:g}h{WIDTH}"/>')
        drawn.append(f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{percent} %</text>')
    drawn.append(f'<path class="bar" d="M{at(0, 0.9)}h{WIDTH}"/>')
    for minute in range(int(longest // 60) + 1):
        x = at(60 * minute, 0).split()[0]
        y = TOP + HEIGHT + 18
        drawn.append(f'<text x="{x}" y="{y}" text-anchor="middle">{minute} min</text>')
    for name in ("won", "drawn"):
        way = "L".join(at(row["seconds"], row[name]) for row in rows)
        drawn.append(f'<path class="{name}" d="M{way}"/>')
    end = rows[-1]
    for name in ("won", "drawn"):
        x, y = at(longest, end[name]).split()
        drawn.append(f'<text x="{x}" y="{float(y) - 8:.1f}" text-anchor="end">{name}</text>')
    label = "Games won and drawn against random play while a learner plays itself"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 24} '
        f'{TOP + HEIGHT + 28}" role="img" aria-label="{label}"><style>{STYLE}</style>'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
