"""Starts and ends real server processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_S = 30.0


@dataclass
class Server:
    """A running `serve`, its address, and where it keeps its database."""

    url: str
    state_dir: Path
    process: subprocess.Popen[str]
    log: Path
    """What it wrote to standard error."""

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def database(self) -> str:
        return f"sqlite:///{self.state_dir / 'tenk.db'}"

    def stop(self, how: signal.Signals = signal.SIGTERM, within_s: float = 15.0) -> float:
        """End it and answer how long that took, in seconds."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(within_s)
        return time.monotonic() - began

    def complaints(self) -> list[str]:
        """Lines of its log that tell of something unexpected."""
        return [line for line in self.log.read_text().splitlines() if "Traceback" in line or line.startswith("ERROR")]


Launch = Callable[..., Server]
Scripted = Callable[[str], Server]
"""Answers a house whose games that begin from now on roll these dice."""


def launch_server(state_dir: Path, port: int = 0, root: Path | None = None, **settings: object) -> Server:
    """Start `python -m app serve`, of this tree or another, with settings like `offline_grace_s=1`.

    Answers when it listens.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TENK_")}
    environment |= {f"TENK_{name.upper()}": str(value) for name, value in settings.items()}
    environment["TENK_STATE_DIR"] = str(state_dir)
    state_dir.mkdir(parents=True, exist_ok=True)
    log = state_dir / "server.log"
    with log.open("a") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--port", str(port)],
            cwd=root or ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None, "it was asked for"
    line = process.stdout.readline()
    assert line.startswith("Listening on http://"), log.read_text()
    return Server(line.split()[-1], state_dir, process, log)


def end(server: Server) -> None:
    """End a server that a test left running, by its own process."""
    if server.process.poll() is None:
        server.process.kill()
        server.process.wait(10)
    if server.process.stdout is not None:
        server.process.stdout.close()
