"""Typed settings from the environment. Insecure choices refuse to start when `ENV=production`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.api.core.failpoints import read_failpoint

SECRET_CHARACTERS_MIN = 32


class Settings(BaseSettings):
    """Everything an operator can set. Names in the environment are `TENK_…`, except the three usual ones."""

    model_config = SettingsConfigDict(
        env_prefix="TENK_", frozen=True, extra="ignore", populate_by_name=True, hide_input_in_errors=True
    )

    env: Literal["development", "production"] = Field(default="development", validation_alias="ENV")
    """`production` refuses insecure choices and sets `__Host-` cookies."""
    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL")
    """An SQLAlchemy address; without it an SQLite file in `state_dir`, migrated at start."""
    state_dir: Path = Path("var")
    """Where the embedded database and the generated secret live."""
    public_url: str | None = None
    """Scheme and host that players type, like `https://dice.example`; the only accepted Origin when set."""
    proxies: str | None = None
    """Addresses of proxies, by commas, that may say where a call came from and that it came by https."""
    device_secret: SecretStr | None = None
    """Signs the device cookie. Without it one is made once and kept in `state_dir`."""
    scripted_dice: str | None = None
    """Tests only: a file of rolls, or rolls as `66612345/115`, used by roll number instead of drawn dice."""
    failpoint: str | None = None
    """Tests only: where the process dies, and at which hit, as `commit.after:2` (`core.failpoints`)."""

    message_bytes_max: int = 4096
    """Largest message a socket may send; a larger one closes it with 1009."""
    messages_per_window: int = 100
    """Messages a socket may send in `message_window_s`; more are refused with `rate`."""
    message_window_s: float = 20.0
    sockets_per_device: int = 5
    """One more closes the oldest with 4009."""
    unsent_bytes_max: int = 256 * 1024
    """Bytes that may wait for a slow reader before its socket closes with 4008."""
    commands_in_flight_max: int = 2000
    """Commands being worked on at once; more are refused with `busy`."""
    posts_per_window: int = 240
    """State-changing HTTP calls a device may make in `message_window_s`; more are refused with `rate`."""
    accounts_per_hour: int = 3
    """Accounts that one address may open in an hour; more are refused with `rate`."""
    offline_grace_s: float = 60.0
    """How long a seat is without a socket before others may call the autopilot for it."""
    throw_backlog: int = 64
    """Throws waiting to be made; beyond it the oldest waits until somebody asks for it. 0: only on demand."""
    decision_s: float = 30.0
    """What a decision at a coin table may take."""
    bank_s: float = 60.0
    """More time for each seat, once a game."""
    lost_s: float = 45.0
    """More time for a seat that lost its socket, twice a game."""
    countdown_s: float = 5.0
    """From a full or ready coin table to the roll for the start."""
    reveal_s: float = 1.5
    """How long phones may take to open what they promised for that roll."""
    witness_s: float = 1.5
    """How long a roll waits for what the phones of the other players add to it."""
    autopilot_step_s: float = 1.2
    """Between two steps of the autopilot, so that the others can follow it."""
    pause_s: float = 600.0
    """How long every player may be away before the game is void."""
    wait_s: float = 900.0
    """How long a coin table waits for another player before it gives the stakes back."""
    verify_s: float = 60.0
    """How often the books are checked while the service runs."""
    stop_s: float = 5.0
    """How long running commands may take to finish after SIGTERM."""

    @property
    def production(self) -> bool:
        """Whether strangers are served."""
        return self.env == "production"

    @property
    def embedded(self) -> bool:
        """Whether the database is the file beside us, ours to migrate at start."""
        return self.database_url is None

    @property
    def sqlalchemy_url(self) -> str:
        """The database's address; the embedded file by default."""
        return self.database_url or f"sqlite:///{self.state_dir / 'tenk.db'}"

    @model_validator(mode="after")
    def refuse_insecure(self) -> Self:
        """In production: https under a known name, a strong secret that all nodes share, and real dice."""
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
                raise ValueError("TENK_PUBLIC_URL must be a scheme and a host, like https://dice.example")
        if self.failpoint is not None:
            read_failpoint(self.failpoint)
        secret = self.device_secret.get_secret_value() if self.device_secret else None
        if secret is not None and len(secret) < SECRET_CHARACTERS_MIN:
            raise ValueError(f"TENK_DEVICE_SECRET must have at least {SECRET_CHARACTERS_MIN} characters")
        if not self.production:
            return self
        if not (self.public_url or "").startswith("https://"):
            raise ValueError("ENV=production needs TENK_PUBLIC_URL=https://…")
        if secret is None and not self.embedded:
            raise ValueError("ENV=production with DATABASE_URL needs TENK_DEVICE_SECRET, alike on all nodes")
        if self.scripted_dice is not None:
            raise ValueError("ENV=production rolls no scripted dice: unset TENK_SCRIPTED_DICE")
        if self.failpoint is not None:
            raise ValueError("ENV=production does not die for tests: unset TENK_FAILPOINT")
        return self
