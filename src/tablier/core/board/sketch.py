"""A board drawn with characters, for a topology that brings no sketch of its own."""

from collections.abc import Sequence

from tablier.core.board.coordinates import Rim


def sketched(
    names: Sequence[str],
    places: Sequence[tuple[float, float]],
    edges: Sequence[tuple[int, int]],
    cells: bool,
    rim: Rim | None,
) -> str:
    """Every point under its name, in columns and rows; lines along and across, slants between.

    Squares have letters and numbers around them, where there is a rim.
    """
    wide = max(map(len, names), default=0) + (1 if cells else 2)
    columns = _ranks([x for x, _ in places], wide)
    rows = _ranks([y for _, y in places], 1 if cells else 2)
    grid = [[" "] * (max(columns, default=0) + wide) for _ in range(max(rows, default=-1) + 1)]
    for one, other in () if cells else edges:
        _draw_line(grid, (columns[one], rows[one]), (columns[other], rows[other]))
    for name, left, row in zip(names, columns, rows, strict=True):
        column = left + (_inset(name, wide) if cells else 0)
        grid[row][column : column + len(name)] = name
    lines = ["".join(line) for line in grid]
    return "\n".join(line.rstrip() for line in (_framed(lines, rim, wide) if rim else lines))


def _framed(lines: list[str], rim: Rim, wide: int) -> list[str]:
    """Rows with their names on either side, and those of the columns below."""
    ranks = [rim.ranks[y] for y in sorted(rim.ranks)]
    margin = max(map(len, ranks))
    rows = [f"{rank:>{margin}}  {line}{rank}" for rank, line in zip(ranks, lines, strict=True)]
    files = [" " * _inset(rim.files[x], wide) + rim.files[x] for x in sorted(rim.files)]
    return [*rows, " " * (margin + 2) + "".join(file.ljust(wide) for file in files)]


def _inset(name: str, wide: int) -> int:
    """How far to the right a name begins, for all of a column to have the same middle."""
    return (wide - 2) // 2 - (len(name) - 1) // 2


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
