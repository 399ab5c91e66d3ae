"""Refusals as HTTP carries them: none with a traceback."""

import json
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from tablier.core.errors import TablierError, UnknownGame
from tablier.house.refusals import refusal
from tablier.table import messages


class RefusalBody(BaseModel):
    """Why a request was refused: a stable word, a rule where there is one, and a sentence."""

    code: str
    rule: str | None
    details: dict[str, Any]
    text: str


def add_refusals(app: FastAPI) -> None:
    """Answer everything that goes wrong with a request in the same way."""
    app.add_exception_handler(TablierError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_shape)
    app.add_exception_handler(HTTPException, _refuse_address)


def answer(status: int, body: dict[str, Any], headers: Any = None) -> Response:
    """A refusal; what it quotes may be anything, so that only ASCII is sent."""
    return Response(json.dumps(body), status, headers, media_type="application/json")


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, TablierError)
    status, body = refusal(error)
    if isinstance(error, UnknownGame) and request.method == "GET":
        status = 404
    return answer(status, body)


async def _refuse_shape(_: Request, error: Exception) -> Response:
    """A request that is not as described."""
    assert isinstance(error, RequestValidationError)
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    return answer(422, messages.Refused("bad_request", f"{where}: {fault['msg']}").body())


async def _refuse_address(_: Request, error: Exception) -> Response:
    """A wrong address or method, or a body that can't be read."""
    assert isinstance(error, HTTPException)
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
    body = messages.Refused(code, str(error.detail)).body()
    return answer(error.status_code, body, error.headers)
