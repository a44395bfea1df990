"""What a visitor sees when something is missing or broke."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from jinja2 import TemplateNotFound
from starlette.exceptions import HTTPException

from app.api.core.languages import say
from app.api.core.refusals import Refused
from app.api.pages.routes import page

log = logging.getLogger("tenk")

API_PREFIX = "/api/"
CODES = {404: "not_found", 405: "unknown_type", 413: "too_large", 429: "rate"}
SENTENCES = {
    404: "There is nothing here.",
    405: "That cannot be done here.",
    500: "Something broke on our side.",
}
OTHERWISE = "That did not work."


def failure(request: Request, status: int) -> Response:
    """A refusal for programs, the error page for people."""
    sentence = say(SENTENCES.get(status, OTHERWISE))
    if request.url.path.startswith(API_PREFIX):
        return JSONResponse({"refused": CODES.get(status, "malformed"), "message": sentence}, status)
    try:
        return page(request, "error.html", {"status": status}, status)
    except (HTTPException, TemplateNotFound):
        return PlainTextResponse(sentence, status)


def install(app: FastAPI) -> None:
    """Answer HTTP errors and crashes with `failure`; a crash is logged, its trace never sent."""

    async def refused(request: Request, error: Exception) -> Response:
        return failure(request, error.status_code if isinstance(error, HTTPException) else 500)

    async def said_no(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused), "registered for it"
        if request.url.path.startswith(API_PREFIX):
            return JSONResponse(error.record(), error.status)
        return failure(request, error.status)

    async def unreadable(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError), "registered for it"
        where = error.errors()[0]["loc"]
        return JSONResponse(Refused("malformed", field=str(where[-1])).record(), 422)

    async def broke(request: Request, error: Exception) -> Response:
        log.error("%s %s broke", request.method, request.url.path, exc_info=error)
        return failure(request, 500)

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(Refused, said_no)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(Exception, broke)
