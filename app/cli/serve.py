"""`serve`: run the service and print where it listens."""

from __future__ import annotations

import argparse
import logging
import sys
from typing import Any


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C. Exit 1 when the settings refuse to start."""
    # Loaded here: other commands start in a fraction of the time without it.
    from pydantic import ValidationError

    from app.api.core.settings import Settings
    from app.api.server import serve
    from app.cli.announce import announce

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        settings = Settings()
    except ValidationError as refused:
        for error in refused.errors():
            print(f"Will not start: {error['msg']}", file=sys.stderr)
        return 1
    serve(settings, arguments.host, arguments.port, announce)
    return 0


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("serve", help="serve the game on this machine")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: all networks)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (0: any free one)")
    parser.set_defaults(run=run)
