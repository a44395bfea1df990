"""The client's files that are made from data instead of written by hand, and the client with them."""

from __future__ import annotations

from collections.abc import Mapping

from app.api.pages.assets import STATIC, Assets, Maker
from app.api.pages.languages import made_texts
from app.api.pages.rule_records import presets_json

MADE: Mapping[str, Maker] = {"rules/presets.json": presets_json}
"""How each is made, by its path below the release."""


def client_files(*, pseudo: bool = True) -> Assets:
    """Everything a browser may ask for below `/s/`; with the pseudo-language unless it is left out."""
    return Assets(STATIC, made={**MADE, **made_texts(pseudo=pseudo)})
