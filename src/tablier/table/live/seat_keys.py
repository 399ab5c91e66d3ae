"""Which keys open which seats of a table, and who may look at it."""

from collections.abc import Sequence

from tablier.table.keys import hashed
from tablier.table.messages import Refused
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
        return self.row.public or self.invites(hashes) or bool(self.rights(hashes))

    def invites(self, hashes: frozenset[str]) -> bool:
        """Whether some keys are those that a host sends to friends, to join or to watch."""
        return bool(hashes & {self.row.join_sha256, self.row.watch_sha256})

    def opener(self, seat: int, hashes: frozenset[str]) -> str:
        """Which of some keys opens a seat; its own before the person's."""
        row = self.seats[seat]
        return next(key for key in (row.token_sha256, row.account) if key and key in hashes)

    def renewed(self, seat: int, key: str, held: frozenset[str]) -> SeatRow:
        """A seat that a new key opens in place of the old one; Refused to all but its owner.

        Who only has the old key may have found it: whoever took the seat decides, by the person's
        key, and where the seat was taken without one, whoever has the old key.
        """
        row = self.seats[seat]
        if row.account is not None and row.account not in held:
            raise Refused("not_owner", "only whoever took this seat can renew its key")
        accounts = (one.account for one in self.seats)
        tokens = (one.token_sha256 for one in self.seats)
        if hashed(key) in {self.row.join_sha256, self.row.watch_sha256, *accounts, *tokens}:
            raise Refused("known_key", "that key is in use at this table: make a new one")
        return row._replace(token_sha256=hashed(key), seal=None)

    def take(self, seats: Sequence[SeatRow]) -> None:
        """Some seats have changed hands, or keys."""
        for seat in seats:
            self.seats[seat.no] = seat


def freed(seat: int) -> SeatRow:
    """The row of a chair that nobody sits on any more: no key opens it."""
    return SeatRow(seat, "open", None, None)
