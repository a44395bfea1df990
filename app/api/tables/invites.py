"""Invitations as links and as QR codes."""

from __future__ import annotations

import io

import segno

BORDER = 2


def invite_path(code: str) -> str:
    """The page that an invitation opens."""
    return f"/j/{code}"


def qr_svg(text: str) -> bytes:
    """A QR code as an SVG picture that takes its size from its place and its colour from nobody's style sheet."""
    picture = io.BytesIO()
    segno.make(text, error="m", boost_error=False).save(
        picture, kind="svg", border=BORDER, dark="#0b1a13", light="#ffffff", omitsize=True, xmldecl=False
    )
    return picture.getvalue()
