"""Server processes split off from one that has the program loaded already.

Loading takes longer than all else about a start, and the tests start servers by the hundred. What runs in the process
is `python -m app` itself, with its own arguments, environment, directory and output.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parents[1]
LOADED = ["app.api.main", "app.cli.main", "app.cli.serve", "uvicorn", "uvloop", "httptools", "alembic.command", "segno"]

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(LOADED)


def be(arguments: list[str], environment: dict[str, str], says: str, log: str) -> None:
    """Become `python -m app ARGUMENTS`, with standard output and error in these files."""
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    for path, flags, number in ((says, os.O_WRONLY, 1), (log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 2)):
        opened = os.open(path, flags, 0o644)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = ["app", *arguments]
    runpy.run_module("app", run_name="__main__", alter_sys=True)


class Forked:
    """Such a process; to be used like one of `subprocess`."""

    def __init__(self, arguments: list[str], environment: dict[str, str], folder: Path, log: Path) -> None:
        says = folder / "says"
        os.mkfifo(says)
        self.process = CONTEXT.Process(target=be, args=(arguments, environment, str(says), str(log)))
        self.process.start()
        self.stdout: TextIO = self._heard(says)
        says.unlink()
        assert self.process.pid is not None, "it was started"
        self.pid: int = self.process.pid

    def _heard(self, says: Path) -> TextIO:
        """Its output, once it has said something or is no more; a plain open would wait for the dead for ever."""
        number = os.open(says, os.O_RDONLY | os.O_NONBLOCK)
        ear = select.poll()
        ear.register(number, select.POLLIN)
        while not ear.poll(500) and self.poll() is None:
            pass
        os.set_blocking(number, True)
        return os.fdopen(number)

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        return self.process.exitcode

    def poll(self) -> int | None:
        """The same, asked anew."""
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        self.process.join(timeout)
        code = self.process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("python -m app", timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)
