"""The manifest, by which a browser installs the game: in the reader's language, its pictures from this release."""

from __future__ import annotations

import json
from typing import Any

from app.api.core import languages
from app.api.pages.templates import Pages

NAME = "app.webmanifest"
TEXT = "t:"
"""Before a value that is the key of a text."""
PICTURE = "src"


def manifest(pages: Pages) -> bytes:
    """The manifest as a browser reads it; `lang` is the language its words are in."""

    def told(value: Any, field: str = "") -> Any:
        if isinstance(value, dict):
            return {name: told(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [told(each, field) for each in value]
        if isinstance(value, str) and value.startswith(TEXT):
            return pages.t(value.removeprefix(TEXT))
        return pages.assets.url(value) if field == PICTURE else value

    whole = told(json.loads(pages.assets.files[NAME].body)) | {"lang": languages.now.get()}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()
