"""A device is known by a signed cookie. No row, no name: it exists as long as somebody holds its seats."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from app.api.core.settings import Settings

DEVICE_BYTES = 16
SIGNATURE_BYTES = 16
SECRET_FILE = "device.secret"
MAX_AGE_S = 400 * 24 * 3600
"""Browsers keep no cookie longer."""

Device = bytes
"""Sixteen random bytes that stand for one browser."""


class Devices:
    """Makes, signs and reads device cookies."""

    def __init__(self, secret: bytes, *, production: bool) -> None:
        self.secret = secret
        self.production = production
        # The prefix makes browsers insist on Secure, Path=/ and no Domain; a phone on plain http has no such thing.
        self.cookie = "__Host-device" if production else "device"

    def sign(self, device: Device) -> str:
        """The cookie's value for a device."""
        mark = hmac.digest(self.secret, b"device/v1" + device, "sha256")[:SIGNATURE_BYTES]
        return base64.urlsafe_b64encode(device + mark).decode().rstrip("=")

    def read(self, value: str | None) -> Device | None:
        """The device behind a cookie; None for none, a forged or a broken one."""
        if not value or len(value) > 64:
            return None
        try:
            raw = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
        except ValueError:
            return None
        device, mark = raw[:DEVICE_BYTES], raw[DEVICE_BYTES:]
        expected = hmac.digest(self.secret, b"device/v1" + device, "sha256")[:SIGNATURE_BYTES]
        return device if hmac.compare_digest(mark, expected) else None

    def of(self, connection: HTTPConnection) -> Device | None:
        """The device that speaks, if it has a cookie."""
        return self.read(connection.cookies.get(self.cookie))

    def of_or_new(self, request: Request) -> tuple[Device, bool]:
        """The device that speaks, and whether it is new and must be told its cookie."""
        known = self.of(request)
        return (known, False) if known else (secrets.token_bytes(DEVICE_BYTES), True)

    def tell(self, response: Response, device: Device) -> None:
        """Set the cookie, or set it anew so that it does not run out."""
        response.set_cookie(
            self.cookie,
            self.sign(device),
            max_age=MAX_AGE_S,
            path="/",
            secure=self.production,
            httponly=True,
            samesite="lax",
        )


def device_secret(settings: Settings) -> bytes:
    """The key that signs device cookies: the configured one, or one made once and kept beside the database."""
    if settings.device_secret is not None:
        return hashlib.sha256(settings.device_secret.get_secret_value().encode()).digest()
    path = settings.state_dir / SECRET_FILE
    if not path.exists():
        write_secret(path)
    return bytes.fromhex(path.read_text().strip())


def write_secret(path: Path) -> None:
    """Make a secret that only we can read; two processes that start together agree on one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
