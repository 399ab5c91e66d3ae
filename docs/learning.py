"""Draws how a learner fared: python docs/learning.py, from what `bench learning` has written."""

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
.won { fill: none; stroke-width: 2.5; stroke-linejoin: round }
.won.zhizhu { stroke: #2d5f56 }
.named.zhizhu { fill: #2d5f56 }
.won.chinese-checkers { stroke: #a3271b }
.named.chinese-checkers { fill: #a3271b }
"""
NAMES = {"zhizhu": "ZhiZhu", "chinese-checkers": "Chinese Checkers, guided"}
LINE = 20
MILLION = 1_000_000


def picture() -> str:
    """Shares of games won against random play, over the actions that were learnt from."""
    curves = json.loads(CURVE.read_text("utf-8"))
    longest = max(rows[-1]["actions"] for rows in curves.values())

    def at(actions: float, share: float) -> str:
        return f"{LEFT + WIDTH * actions / longest:.1f} {TOP + HEIGHT * (1 - share):.1f}"

    drawn = [f'<rect class="ground" width="{LEFT + WIDTH + 24}" height="{TOP + HEIGHT + 44}"/>']
    for percent in range(0, 101, 25):
        y = TOP + HEIGHT * (1 - percent / 100)
        drawn.append(f'<path class="grid" d="M{LEFT} {y:g}h{WIDTH}"/>')
        drawn.append(f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{percent} %</text>')
    drawn.append(f'<path class="bar" d="M{at(0, 0.9)}h{WIDTH}"/>')
    for million in range(int(longest // MILLION) + 1):
        x = at(MILLION * million, 0).split()[0]
        y = TOP + HEIGHT + 18
        drawn.append(f'<text x="{x}" y="{y}" text-anchor="middle">{million} million</text>')
    for game, rows in curves.items():
        way = "L".join(at(row["actions"], row["won"]) for row in rows)
        drawn.append(f'<path class="won {game}" d="M{way}"/>')
    for number, game in enumerate(curves):
        place = f'x="{LEFT + WIDTH}" y="{TOP + HEIGHT / 2 + LINE * number:g}" text-anchor="end"'
        drawn.append(f'<text class="named {game}" {place}>{NAMES[game]}</text>')
    label = "Games won against random play while a learner plays itself"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 24} '
        f'{TOP + HEIGHT + 28}" role="img" aria-label="{label}"><style>{STYLE}</style>'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
