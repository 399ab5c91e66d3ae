"""Every route of a house, and what it answers to whom, of a game between two that is over."""

import json
from typing import Any, NamedTuple

from houses import PERSON

OTHER, STRANGER = "o" * 32, "s" * 32
NAMES = ("Ann of the hill", "Cy of the lake")
TABLE = "/api/tables/{table}"
POSITION = {"position": "zhizhu ......../..w...../........ b 8-9 0 - - 0 2"}
NO_RECORD = {"record": "nonsense"}
FORGED = {"moves": [{"mark": "mistake", "loss": 1}], "nodes": 50_000}
TOLD, SECRET, UNINVITED = (200, 200, 200, 404), (200, 200, 403, 404), (403, 403, 403, 404)
SAME = (200, 200, 200, 200)
REFUSED = (422, 422, 422, 404)

Route = tuple[str, str]


class Asked(NamedTuple):
    """What is asked, and what an owner, another player, a spectator and a stranger get."""

    statuses: tuple[int, int, int, int]
    body: Any = None
    path: str | None = None
    """Where the route leaves something open that is no table."""


THEIRS: dict[Route, Asked] = {
    ("GET", TABLE): Asked(TOLD),
    ("GET", f"{TABLE}/record"): Asked(TOLD),
    ("GET", f"{TABLE}/review"): Asked(TOLD),
    ("POST", f"{TABLE}/review"): Asked(REFUSED, FORGED),
    ("POST", f"{TABLE}/sit"): Asked(UNINVITED, {"name": "Eve"}),
    ("GET", "/api/mine"): Asked(SAME),
    ("GET", "/api/mine/results"): Asked(SAME),
    ("GET", "/api/mine/file"): Asked(SAME),
    ("POST", "/api/mine/file"): Asked((422,) * 4, {"file": "nonsense"}),
    ("POST", "/api/mine/delete"): Asked(SAME, {"tables": ["aaaaaaaaaa"]}),
}
"""What depends on who asks."""
SHARING: dict[Route, Asked] = {
    ("POST", f"{TABLE}/share"): Asked(SECRET, {}),
    ("POST", f"{TABLE}/unshare"): Asked(SECRET, {}),
}
"""The same, and only on a server."""
EVERYBODYS: dict[Route, Asked] = {
    ("GET", "/api/games"): Asked(SAME),
    ("GET", "/api/words"): Asked(SAME),
    ("GET", "/api/games/{name}/words"): Asked(SAME, path="/api/games/zhizhu/words"),
    ("GET", "/api/games/{name}/solved"): Asked(SAME, path="/api/games/zhizhu/solved"),
    ("GET", "/api/games/{name}/lessons"): Asked(SAME, path="/api/games/zhizhu/lessons"),
    ("GET", "/api/games/{name}/strategy"): Asked(SAME, path="/api/games/zhizhu/strategy"),
    ("GET", "/api/games/{name}/puzzles"): Asked(SAME, path="/api/games/zinga/puzzles"),
    ("GET", "/api/games/{name}/puzzles/{which}"): Asked(
        (404,) * 4, path="/api/games/zhizhu/puzzles/nonsense"
    ),
    ("GET", "/api/games/{name}/drills/{kind}"): Asked(SAME, path="/api/games/zinga/drills/ring"),
    ("GET", "/api/games/{name}/board"): Asked(SAME, path="/api/games/zhizhu/board"),
    ("GET", "/api/games/{name}/paper"): Asked(SAME, path="/api/games/zhizhu/paper"),
    ("GET", "/api/reach"): Asked(SAME),
    ("GET", "/api/tables"): Asked(SAME, path="/api/tables?state=over"),
    ("POST", "/api/tables"): Asked((422,) * 4, {"game": "nonsense"}),
    ("POST", "/api/records"): Asked((422,) * 4, NO_RECORD),
    ("POST", "/api/analysis"): Asked((422,) * 4, NO_RECORD),
    ("POST", "/api/animations"): Asked((422,) * 4, NO_RECORD),
    ("POST", "/api/values"): Asked((422,) * 4, {"position": "nonsense"}),
    ("POST", "/api/positions"): Asked(SAME, POSITION),
    ("POST", "/api/positions/explored"): Asked(SAME, {"position": "zhizhu"}),
    ("POST", "/api/positions/play"): Asked((422,) * 4, POSITION | {"text": "x9"}),
    ("POST", "/api/positions/arranged"): Asked((422,) * 4, {"game": "zhizhu"}),
}
"""What has to be the same for all, and tells of nobody."""

ON_SERVERS: dict[tuple[str, str], Asked] = {
    ("GET", "/api/games/{name}/rules"): Asked((200,) * 4, path="/api/games/zhizhu/rules"),
    ("GET", "/api/games/{name}/diagrams/{which}.svg"): Asked(
        (422,) * 4, path="/api/games/zhizhu/diagrams/nonsense.svg"
    ),
    ("GET", "/api/shared/{address}"): Asked((404,) * 4, path="/api/shared/aaaaaaaaaaaaaaaa"),
    ("GET", "/g/{address}"): Asked((404,) * 4, path="/g/aaaaaaaaaaaaaaaa"),
    ("GET", "/g/{address}/{ply}"): Asked((404,) * 4, path="/g/aaaaaaaaaaaaaaaa/1"),
    ("GET", "/g/{address}.png"): Asked((404,) * 4, path="/g/aaaaaaaaaaaaaaaa.png"),
    ("GET", "/g/{address}/{ply}.png"): Asked((404,) * 4, path="/g/aaaaaaaaaaaaaaaa/1.png"),
    ("GET", "/embed/{address}"): Asked((404,) * 4, path="/embed/aaaaaaaaaaaaaaaa"),
    ("GET", "/embed/{address}/{ply}"): Asked((404,) * 4, path="/embed/aaaaaaaaaaaaaaaa/1"),
    ("GET", "/p/{position:path}"): Asked((200,) * 4, path="/p/zhizhu"),
    ("GET", "/p/{position:path}.png"): Asked((404,) * 4, path="/p/nonsense.png"),
    ("GET", "/openapi.json"): Asked((200,) * 4),
    ("GET", "/healthz"): Asked((200,) * 4),
    ("GET", "/readyz"): Asked((200,) * 4),
}
"""What a server tells everybody besides; `test_shared_games` opens what was shared."""


def asked_at(route: Route, asked: Asked, table: str) -> tuple[str, str, Any]:
    """How a route is asked about some table."""
    method, path = route
    return method, asked.path or path.replace("{table}", table), asked.body


def open_to(watch: str) -> tuple[str, str, str, str]:
    """The keys of those who ask."""
    return PERSON, OTHER, watch, STRANGER


def tells_of(told: Any, *secrets: str) -> list[str]:
    """The names, keys and tables that an answer holds."""
    text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
    return [secret for secret in (*NAMES, *secrets) if secret in text]
