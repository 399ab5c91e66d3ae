"""A board drawn with characters, for a topology that brings no sketch of its own."""

from collections.abc import Sequence


def sketched(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    edges: Sequence[tuple[int, int]],
    cells: bool,
) -> str:
    """Every point under its name, in columns and rows; lines along and across, slants between."""
    wide = max(map(len, names), default=0) + (1 if cells else 2)
    columns = _ranks([x for x, _ in places], wide)
    rows = _ranks([y for _, y in places], 1 if cells else 2)
    grid = [[" "] * (max(columns, default=0) + wide) for _ in range(max(rows, default=-1) + 1)]
    for one, other in () if cells else edges:
        _draw_line(grid, (columns[one], rows[one]), (columns[other], rows[other]))
    for name, column, row in zip(names, columns, rows, strict=True):
        grid[row][column : column + len(name)] = name
    return "\n".join("".join(line).rstrip() for line in grid)


def _ranks(sides: list[float], step: int) -> list[int]:
    """Where each coordinate comes among all that there are."""
    order = sorted({round(side, 3) for side in sides})
    return [order.index(round(side, 3)) * step for side in sides]


def _draw_line(grid: list[list[str]], one: tuple[int, int], other: tuple[int, int]) -> None:
    (left, top), (right, bottom) = sorted((one, other))
    if top == bottom:
        grid[top][left:right] = "─" * (right - left)
    elif left == right:
        for row in range(min(top, bottom), max(top, bottom)):
            grid[row][left] = "│"
    else:
        grid[(top + bottom) // 2][(left + right) // 2] = "╲" if top < bottom else "╱"
