"""Which keys open which seats of a table, and who may look at it."""

from collections.abc import Sequence

from tablier.table.rows import GameRow, SeatRow


class SeatKeys:
    """The rows of a table's seats, as they are stored."""

    def __init__(self, row: GameRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats

    def rights(self, hashes: frozenset[str]) -> frozenset[int]:
        """The seats that some keys open."""
        return frozenset(
            seat.no
            for seat in self.seats
            if seat.token_sha256 in hashes or (seat.account is not None and seat.account in hashes)
        )

    def admits(self, hashes: frozenset[str]) -> bool:
        """Whether some keys, or none, open the table to the eye."""
        opened = {self.row.join_sha256, self.row.watch_sha256} - {None}
        return self.row.public or bool(opened & hashes) or bool(self.rights(hashes))

    def renew(self, seats: Sequence[SeatRow]) -> None:
        """Some seats have changed hands."""
        for seat in seats:
            self.seats[seat.no] = seat


def freed(seat: int) -> SeatRow:
    """The row of a chair that nobody sits on any more: no key opens it."""
    return SeatRow(seat, "open", None, None)
