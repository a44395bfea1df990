"""The composition root: which parts make up the service."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import ASGIApp

from app.api.core.headers import FixedHeaders, fixed_headers
from app.api.core.settings import Settings
from app.api.pages import failures
from app.api.pages.assets import Assets
from app.api.pages.routes import router as pages_router
from app.api.pages.templates import Pages


def create_app(settings: Settings) -> ASGIApp:
    """The service for these settings; nothing is opened before it starts."""
    app = FastAPI(title="Progressive 10,000", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.pages = Pages(Assets(), live_edit=not settings.production)
    app.include_router(pages_router)
    failures.install(app)
    # Outside of everything, so that the answer to a crash carries the headers too.
    return FixedHeaders(app, fixed_headers(settings.public_url))
