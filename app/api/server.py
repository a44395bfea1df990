"""The process: uvicorn with our socket protocol, a printed address, and an end in good order."""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn

from app.api.core.settings import Settings
from app.api.live.fan import FanProtocol
from app.api.main import Service, create_app

KEEP_ALIVE_S = 15
CLOSE_S = 4
"""How long open connections may take to close, after running commands have finished."""
PING_S = 15.0


class Server(uvicorn.Server):
    """uvicorn that tells its real address, and tells every player before it stops."""

    def __init__(self, config: uvicorn.Config, service: Service, announce: Callable[[str], None]) -> None:
        super().__init__(config)
        self.service = service
        self.announce = announce

    def _log_started_message(self, listeners: Sequence[socket.SocketType]) -> None:
        address = listeners[0].getsockname()
        host = f"[{address[0]}]" if ":" in address[0] else address[0]
        calm_collector()
        self.announce(f"http://{host}:{address[1]}")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in good order and exit with 0; a second Ctrl-C does not wait."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then close what is open."""
        for server in self.servers:
            server.close()
        await self.service.say_goodbye()
        await super().shutdown(sockets)


def calm_collector() -> None:
    """Look for garbage less often, and never again among what is loaded now.

    A command makes hundreds of records that die by themselves; the collector's defaults would go through all tables
    every few thousand commands for nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 50, 200)


def serve(settings: Settings, host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C. `announce` gets the address, also for port 0."""
    service = create_app(settings)
    config = uvicorn.Config(
        service,
        host=host,
        port=port,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Where a call came from is believed of nobody but a proxy that the operator named.
        proxy_headers=settings.proxies is not None,
        forwarded_allow_ips=settings.proxies or "",
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=CLOSE_S,
        ws=FanProtocol,
        ws_max_size=settings.message_bytes_max,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
    )
    Server(config, service, announce).run()
