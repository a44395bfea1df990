"""Names that people type, made fit to be seen by others."""

from __future__ import annotations

import unicodedata


def clean_name(text: str, characters_max: int) -> str | None:
    """A name as everybody may see it: one line, no control or direction marks, single spaces; None if unusable."""
    kept = "".join(
        " " if unicodedata.category(sign) in ("Zs", "Zl", "Zp") or sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text)
        if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn") or sign == "\u200d"
    )
    name = " ".join(kept.split())
    return name if 0 < len(name) <= characters_max and name.strip("\u200d") else None
