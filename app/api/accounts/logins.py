"""A login is one signed-in device: a random cookie, of which only the digest is kept."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Collection
from typing import Any

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.api.accounts.models import AccountRow, LoginRow

TOKEN_BYTES = 32
IDLE_MS = 30 * 24 * 3600 * 1000
"""A device that was not seen for so long has to sign in again."""
LONGEST_MS = 90 * 24 * 3600 * 1000
"""And every device after so long."""
PROVED_MS = 10 * 60 * 1000
"""How long a shown password opens what could lock its owner out."""
SEEN_EVERY_MS = 3600 * 1000
"""How often it is noted that a device was seen."""
LABEL_CHARACTERS_MAX = 80


class Login(Struct, frozen=True):
    """Who speaks, and since when."""

    digest: bytes
    account: str
    name: str
    proved_at: int
    seen_at: int

    def proved(self, now: int) -> bool:
        """Whether its owner has shown a password lately."""
        return now - self.proved_at <= PROVED_MS


class Device(Struct, frozen=True):
    """The browser that a login belongs to."""

    id: bytes
    label: str


def new_token() -> bytes:
    """What a device's cookie holds."""
    return secrets.token_bytes(TOKEN_BYTES)


def digest_of(token: bytes) -> bytes:
    """What is kept of it."""
    return hashlib.sha256(b"login/v1" + token).digest()


def find(session: Session, digest: bytes, now: int) -> Login | None:
    """The login with this digest, unless it has run out or its account is closed."""
    row = session.execute(
        select(LoginRow, AccountRow.name)
        .join(AccountRow, AccountRow.id == LoginRow.account_id)
        .where(
            LoginRow.digest == digest,
            LoginRow.seen_at > now - IDLE_MS,
            LoginRow.made_at > now - LONGEST_MS,
            AccountRow.closed_at.is_(None),
        )
    ).first()
    if row is None:
        return None
    login, name = row
    return Login(login.digest, login.account_id, name, login.proved_at, login.seen_at)


def alive(session: Session, digests: Collection[bytes], now: int) -> set[bytes]:
    """Those of some logins that have neither ended nor run out."""
    rows = session.scalars(
        select(LoginRow.digest).where(
            LoginRow.digest.in_(digests), LoginRow.seen_at > now - IDLE_MS, LoginRow.made_at > now - LONGEST_MS
        )
    )
    return set(rows)


def of_account(session: Session, account: str, now: int) -> list[dict[str, Any]]:
    """An account's signed-in devices, the last seen first."""
    rows = session.scalars(
        select(LoginRow)
        .where(LoginRow.account_id == account, LoginRow.seen_at > now - IDLE_MS, LoginRow.made_at > now - LONGEST_MS)
        .order_by(LoginRow.seen_at.desc())
    )
    return [
        {"id": name_of(row.digest), "label": row.label, "made_at": row.made_at, "seen_at": row.seen_at} for row in rows
    ]


def name_of(digest: bytes) -> str:
    """How its owner refers to a login: not a secret, and of no use as a cookie."""
    return digest[:8].hex()


KINDS = ("Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux")
SHOWN = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Mac OS X": "Mac"}


def label_of(agent: str) -> str:
    """What kind of browser this is, in words its owner knows again.

    >>> label_of("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36")
    'Chrome, Android'
    """
    kind = next((each for each in KINDS if each in agent), "")
    system = next((each for each in SYSTEMS if each in agent), "")
    words = [SHOWN.get(each, each) for each in (kind, system) if each]
    return ", ".join(words)[:LABEL_CHARACTERS_MAX] or "Unknown browser"


class LoginCookie:
    """Reads and sets the cookie of a login."""

    def __init__(self, *, production: bool) -> None:
        self.production = production
        self.name = "__Host-login" if production else "login"

    def of(self, connection: HTTPConnection) -> bytes | None:
        """What the cookie holds, if it can be a token."""
        value = connection.cookies.get(self.name)
        if not value or len(value) > 64:
            return None
        try:
            token = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
        except ValueError:
            return None
        return token if len(token) == TOKEN_BYTES else None

    def tell(self, response: Response, token: bytes) -> None:
        """Sign a device in."""
        value = base64.urlsafe_b64encode(token).decode().rstrip("=")
        response.set_cookie(
            self.name,
            value,
            max_age=LONGEST_MS // 1000,
            path="/",
            secure=self.production,
            httponly=True,
            samesite="lax",
        )

    def drop(self, response: Response) -> None:
        """Sign a device out."""
        response.delete_cookie(self.name, path="/", secure=self.production, httponly=True, samesite="lax")
