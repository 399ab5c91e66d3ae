"""All books of a game in one piece, for code that has its own memory and nothing to solve with.

What is told of it goes beside: where each array begins, and what books there are.
"""

from typing import Any

from tablier.compile.memory import look_into
from tablier.compile.plain.plain_array import CodeMemory, PlainArray
from tablier.compile.raw_array import zeros
from tablier.core.game import Game
from tablier.solver.numbering import LINES, VALUES, WIDTH, Shelf, entry

TOLD, PIECE = "shelf.json", "endgames.gzip"
"""What the two are called in a game's folder."""
ALIGNED = 16
NUMBERS = ("choose", "first_set", "orbits", "first_orbit", "models", "fixing")
"""The arrays of a shelf that hold the same wherever it stands."""


def shelf_written(game: Game) -> tuple[dict[str, Any], bytes]:
    """What is told of the books that ship with a game, and all of them in one piece."""
    from tablier.solver.book_file import parcel_path
    from tablier.solver.endgames import Endgames, parcels_folder

    endgames, folder = Endgames(game), parcels_folder(game)
    piece = bytearray()

    def added(array: Any) -> int:
        begin = len(piece)
        piece.extend(array.tobytes())
        piece.extend(bytes(-len(piece) % ALIGNED))
        return begin

    shelf = endgames.shelf
    arrays = {name: getattr(shelf, name) for name in NUMBERS}
    told = {
        "places": shelf.places,
        "books": len(shelf.books),
        "arrays": {
            name: [added(array), len(array), str(array.dtype)] for name, array in arrays.items()
        },
        "entries": [
            [entry(*key), added(book.lines), added(book.values), book.values.itemsize]
            for key, book in sorted(endgames.books.items())
            if parcel_path(folder, key).is_file()
        ],
    }
    return told, bytes(piece)


def shelf_read(told: dict[str, Any], room: CodeMemory, address: int) -> Shelf:
    """The shelf, of a piece that begins at some address of a room."""
    arrays = {
        name: PlainArray.lent(room, address + begin, length, kind)
        for name, (begin, length, kind) in told["arrays"].items()
    }
    books = zeros(told["books"])
    for first, lines, values, width in told["entries"]:
        books[first + LINES], books[first + VALUES] = address + lines, address + values
        books[first + WIDTH] = width
    look_into(room)
    return Shelf(places=told["places"], books=books, **arrays)
