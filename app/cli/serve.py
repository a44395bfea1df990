"""`serve`: run the service and print where it listens."""

from __future__ import annotations

import argparse
import logging
import socket
import sys
from collections.abc import Sequence
from typing import Any

import uvicorn
from pydantic import ValidationError

from app.api.core.settings import Settings

KEEP_ALIVE_S = 15
STOP_S = 5


class Server(uvicorn.Server):
    """uvicorn that tells the terminal its real address, also for port 0."""

    def _log_started_message(self, listeners: Sequence[socket.SocketType]) -> None:
        address = listeners[0].getsockname()
        host = f"[{address[0]}]" if ":" in address[0] else address[0]
        print(f"Listening on http://{host}:{address[1]}", flush=True)


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C. Exit 1 when the settings refuse to start."""
    from app.api.main import create_app

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        settings = Settings()
    except ValidationError as refused:
        for error in refused.errors():
            print(f"Will not start: {error['msg']}", file=sys.stderr)
        return 1
    config = uvicorn.Config(
        create_app(settings),
        host=arguments.host,
        port=arguments.port,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=STOP_S,
        ws_max_size=settings.message_bytes_max,
        ws_per_message_deflate=False,
    )
    Server(config).run()
    return 0


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("serve", help="serve the game on this machine")
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (0.0.0.0: the whole network)"
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (0: any free one)")
    parser.set_defaults(run=run)
