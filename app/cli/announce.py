"""What the terminal says once the service listens: where to open it, on this machine and on a phone."""

from __future__ import annotations

import io
import socket
import sys
from urllib.parse import urlsplit

EVERY_NETWORK = ("0.0.0.0", "[::]")
SECURE_ONLY = (
    "Over plain http a phone plays everything; installing the game, playing without network and keeping the screen on "
    "need https."
)


def announcement(url: str, colour: bool) -> str:
    """The lines for an address that the service listens on.

    Listening on every network, that is the address a phone in the same network can open, with its QR code.

    >>> print(announcement("http://127.0.0.1:8000", colour=False))
    Listening on http://127.0.0.1:8000
    """
    address = urlsplit(url)
    host = address.netloc.rpartition(":")[0]
    if host not in EVERY_NETWORK:
        return f"Listening on {url}"
    here = f"http://127.0.0.1:{address.port}"
    own = own_address()
    if own is None:
        return f"Listening on {here}\nThis machine is in no network, so a phone cannot reach it."
    phone = f"http://{own}:{address.port}"
    return f"Listening on {here}\nOn a phone in the same network: {phone}\n{qr_code(phone, colour)}{SECURE_ONLY}"


def own_address() -> str | None:
    """This machine's address in its network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address of the block reserved for documentation: it only makes the system choose its own side.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def qr_code(text: str, colour: bool) -> str:
    """The text as a QR code for the terminal; nothing where it would not be seen as one."""
    if not colour:
        return ""
    # Loaded here: other commands neither need it nor wait for it.
    import segno

    drawing = io.StringIO()
    segno.make(text, error="m").terminal(drawing, border=2, compact=True)
    return drawing.getvalue()


def announce(url: str) -> None:
    """Print where the service listens."""
    print(announcement(url, sys.stdout.isatty()), flush=True)
