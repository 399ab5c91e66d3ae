"""How requests are refused: always with the same four fields, and a status as HTTP has them."""

from typing import Any

from tablier.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    MoveError,
    TablierError,
    shortened,
)
from tablier.table import messages
from tablier.table.archive import BadArchive
from tablier.table.live.thinker import Unthought
from tablier.table.store import Damaged, Unavailable


def refusal(error: TablierError) -> tuple[int, dict[str, Any]]:
    """The status and body with which an error is answered."""
    if isinstance(error, Damaged | Unavailable):
        error = messages.Refused("storage", "the tables can't be read just now")
    if isinstance(error, BadArchive):
        error = messages.Refused("bad_archive", str(error))
    if isinstance(error, messages.Refused):
        status = {
            "bad_request": 422,
            "bad_archive": 422,
            "no_table": 404,
            "no_address": 404,
            "not_your_game": 403,
            "too_many": 429,
            "no_invitation": 403,
            "taken": 409,
            "too_many_waiting": 429,
            "other_rules": 410,
            "frozen": 503,
            "storage": 503,
        }
        return status.get(error.code, 409), error.body()
    body: dict[str, Any] = {"code": "bad_input", "rule": None, "details": {}, "text": str(error)}
    if isinstance(error, Unthought):
        return 503, body | {"code": "busy"}
    if isinstance(error, MoveError):
        body |= {"code": error.code, "rule": error.rule, "details": error.details}
        body["text"] = error.message
    elif isinstance(error, BadRecord):
        details = {"line": error.line, "token": shortened(error.token)}
        body |= {"code": "bad_record", "rule": error.rule, "details": details}
    elif isinstance(error, BadOption):
        body |= {"code": "bad_option", "details": {"option": shortened(error.option)}}
    elif isinstance(error, BadPosition):
        body |= {"code": "bad_position", "rule": error.rule}
    return 422, body
