"""What the machine does meanwhile: processor time of a process, and of everybody else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
QUIET = 0.08
ROOT = Path(__file__).resolve().parents[2]


def process_s(pid: int) -> float:
    """Processor seconds that a process has used, its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def machine_s() -> float:
    """Processor seconds that all processes have used, what the host took away included."""
    fields = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICK


def resident_kib(pid: int) -> int:
    """Memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def busy_share(span_s: float) -> float:
    """How busy all cores together are, over a span; 1 is all of them."""
    before = machine_s()
    time.sleep(span_s)
    return (machine_s() - before) / span_s / (os.cpu_count() or 1)


def wait_for_quiet(within_s: float) -> bool:
    """Wait until the machine does next to nothing, twice in a row; False when it never did."""
    until = time.monotonic() + within_s
    quiet = 0
    while quiet < 2 and time.monotonic() < until:
        quiet = quiet + 1 if busy_share(0.4) < QUIET else 0
    return quiet == 2


@dataclass(frozen=True, slots=True)
class Shares:
    """Cores used over a span: by the server, by the client, by strangers."""

    server: float
    client: float
    foreign: float


class Watch:
    """Measures shares between its start and `shares`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.began = time.perf_counter()
        self.before = self._now()

    def _now(self) -> tuple[float, float, float]:
        return process_s(self.pid), process_s(os.getpid()), machine_s()

    def shares(self) -> Shares:
        """Cores since the start."""
        span = time.perf_counter() - self.began
        server, client, everybody = (now - then for now, then in zip(self._now(), self.before, strict=True))
        return Shares(server / span, client / span, max(0.0, everybody - server - client) / span)


class Running:
    """A server process on the first core, so that the client has the other one."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            text=True,
        )
        pin(self.process.pid, first=True)
        assert self.process.stdout is not None, "asked for"
        line = self.process.stdout.readline()
        self.port = int(line.rpartition(":")[2])
        self.pid = self.process.pid

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)


def pin(pid: int, *, first: bool) -> None:
    """Keep a process (0: this one) on the first or the last of our cores, where there are several."""
    cores = sorted(os.sched_getaffinity(0) if pid == 0 else range(os.cpu_count() or 1))
    if len(cores) > 1:
        os.sched_setaffinity(pid, {cores[0] if first else cores[-1]})
