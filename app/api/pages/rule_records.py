"""The rule sets as one file of the release, for pages that play without the service: `rules/presets.json`."""

from __future__ import annotations

from app.api.core.wire import encode
from app.api.tables import house
from app.engine import rulesets


def presets_json() -> bytes:
    """What `GET /api/rules` answers, and each printed rule set's card. The same bytes for the same rules."""
    cards = {key: house.told(rulesets.load(key)) for key in rulesets.keys()}
    return encode({**house.rules_told(), "cards": cards})
