"""A house that soon loses patience with its database, for tests in which that does not answer."""

from tablier.cli import main
from tablier.server.http import app
from tablier.server.node import node
from tablier.server.storage import database
from tablier.server.storage.time_limit import HOUSE_LIMITS

if __name__ == "__main__":
    for limit in ("statement", "idle"):
        object.__setattr__(HOUSE_LIMITS, limit, 1)
    database.LOCKED_S = 0.2
    app.READY_S = node.LAST_S = 0.5
    main()
