"""Lighthouse's mobile scores of every page, the middle of three runs each, from the real service.

    python -m tests.bench.lighthouse [PAGE …]

What every page weighs stands before them. Bars: performance 95 (the table 90), accessibility and best practices 100.
Lighthouse comes from npm into `out/`.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

from tests.bench import sizes
from tests.e2e.visiting import ARGUMENTS, WHOLE
from tests.serving import ROOT, end, launch_server

VERSION = "12.2.3"
TRIES = 3
"""A browser that does not start is no score."""
RUNS = 3
PAGES = ("/", "/new", "/coins", "/shop", "/rules", "/settings", "table")
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
LEAST_AT_TABLE = 90
TOOLS = ROOT / "out" / "lighthouse"


def lighthouse() -> Path:
    """The tool, installed once."""
    tool = TOOLS / "node_modules" / ".bin" / "lighthouse"
    if not tool.exists():
        TOOLS.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "init", "-y"], cwd=TOOLS, check=True, capture_output=True)
        subprocess.run(["npm", "install", f"lighthouse@{VERSION}"], cwd=TOOLS, check=True, capture_output=True)
    return tool


def scores(tool: Path, address: str) -> dict[str, int]:
    """One run's scores out of 100."""
    flags = " ".join(["--headless=new", "--disable-gpu", *ARGUMENTS])
    command = [tool, address, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    for _ in range(TRIES):
        ran = subprocess.run(
            command, env={**os.environ, "CHROME_PATH": WHOLE}, check=False, capture_output=True, text=True
        )
        if ran.returncode == 0:
            break
        print(f"again: {ran.stderr.strip()[-400:]}", file=sys.stderr, flush=True)
    told = ran.stdout
    categories: dict[str, Any] = json.loads(told)["categories"]
    return {name: round(100 * category["score"]) for name, category in categories.items()}


def open_table(house: str) -> str:
    """The page of a fresh table."""
    body = {"kind": "one_phone", "rules": "progressive", "seats": [{"name": "Ann"}, {"name": "Ben"}]}
    answer = httpx.post(f"{house}/api/tables", json=body, headers={"Origin": house})
    return str(answer.raise_for_status().json()["page"])


def main(asked: list[str]) -> int:
    """Print the scores; exit code 1 when a bar is missed."""
    missed = sizes.main() != 0
    tool = lighthouse()
    with tempfile.TemporaryDirectory() as folder:
        server = launch_server(Path(folder) / "state")
        for page in asked or PAGES:
            path = open_table(server.url) if page == "table" else page
            runs = [scores(tool, server.url + path) for _ in range(RUNS)]
            middle = {name: round(statistics.median(run[name] for run in runs)) for name in runs[0]}
            least = LEAST | ({"performance": LEAST_AT_TABLE} if page == "table" else {})
            short = [name for name, bar in least.items() if middle[name] < bar]
            missed = missed or bool(short)
            print(f"{page:<10} {middle}  {'MISSES ' + ', '.join(short) if short else 'holds'}", flush=True)
        end(server)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
