"""What may be configured, and what production refuses to start with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.api.core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SAFE = {"env": "production", "public_url": "https://dice.example", "device_secret": "s" * 32}


def test_the_defaults_are_for_one_machine() -> None:
    settings = Settings()
    assert settings.embedded
    assert settings.sqlalchemy_url == "sqlite:///var/tenk.db"
    assert not settings.production


def test_a_safe_production_starts() -> None:
    assert Settings(**SAFE).production  # type: ignore[arg-type]
    assert Settings(**{**SAFE, "device_secret": None}).production  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"public_url": None}, "TENK_PUBLIC_URL"),
        ({"public_url": "http://dice.example"}, "https"),
        ({"public_url": "https://dice.example/sub"}, "TENK_PUBLIC_URL"),
        ({"device_secret": "short"}, "32 characters"),
        ({"device_secret": None, "database_url": "postgresql://db/tenk"}, "alike on all nodes"),
        ({"scripted_dice": "666"}, "scripted"),
    ],
)
def test_production_refuses_what_is_not_safe(change: dict[str, str | None], word: str) -> None:
    with pytest.raises(ValidationError, match=word):
        Settings(**{**SAFE, **change})  # type: ignore[arg-type]


def test_serve_says_why_it_does_not_start() -> None:
    environment = {**os.environ, "ENV": "production"}
    done = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--port", "0"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "TENK_PUBLIC_URL" in done.stderr
    assert "Traceback" not in done.stderr
