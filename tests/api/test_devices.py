"""Devices are known by a signed cookie, and only by that."""

from __future__ import annotations

import base64
import stat
from pathlib import Path

import pytest
from starlette.responses import Response

from app.api.accounts.devices import Devices, device_secret
from app.api.core.settings import Settings

DEVICE = bytes(range(16))


def test_a_cookie_is_read_back_by_whoever_signed_it() -> None:
    devices = Devices(b"k" * 32, production=False)
    assert devices.read(devices.sign(DEVICE)) == DEVICE
    assert Devices(b"K" * 32, production=False).read(devices.sign(DEVICE)) is None


def test_every_changed_bit_of_a_cookie_is_noticed() -> None:
    devices = Devices(b"k" * 32, production=False)
    raw = bytearray(base64.urlsafe_b64decode(devices.sign(DEVICE) + "="))
    for bit in range(len(raw) * 8):
        raw[bit // 8] ^= 1 << bit % 8
        assert devices.read(base64.urlsafe_b64encode(raw).decode().rstrip("=")) is None
        raw[bit // 8] ^= 1 << bit % 8


@pytest.mark.parametrize("junk", [None, "", "x", "é", "A" * 43, "A" * 44, "A" * 10_000, "=", "!" * 43])
def test_junk_is_nobody(junk: str | None) -> None:
    assert Devices(b"k" * 32, production=False).read(junk) is None


def test_in_production_the_cookie_is_tied_to_this_host_over_https() -> None:
    answer = Response()
    devices = Devices(b"k" * 32, production=True)
    devices.tell(answer, DEVICE)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-device=")
    for part in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"):
        assert part in cookie
    assert "Domain" not in cookie


def test_at_home_the_cookie_works_over_plain_http() -> None:
    answer = Response()
    Devices(b"k" * 32, production=False).tell(answer, DEVICE)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("device=")
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie


def test_a_secret_is_made_once_and_only_we_can_read_it(tmp_path: Path) -> None:
    settings = Settings(state_dir=tmp_path / "state")
    first = device_secret(settings)
    assert len(first) == 32
    assert device_secret(settings) == first
    assert device_secret(Settings(state_dir=tmp_path / "other")) != first
    files = list((tmp_path / "state").iterdir())
    assert [file.name for file in files] == ["device.secret"]
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600


def test_a_configured_secret_is_used_and_nothing_is_written(tmp_path: Path) -> None:
    settings = Settings(state_dir=tmp_path, device_secret="s" * 32)
    assert device_secret(settings) == device_secret(Settings(device_secret="s" * 32))
    assert list(tmp_path.iterdir()) == []
