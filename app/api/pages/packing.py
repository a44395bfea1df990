"""Brotli and gzip: what a browser can unpack, and bodies packed once."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import brotli


@dataclass(frozen=True, slots=True)
class Encoding:
    """One way of packing a body, by the name that HTTP has for it."""

    name: str
    well: Callable[[bytes], bytes]
    """As small as it gets, for a file that is packed once and kept for ever."""
    fast: Callable[[bytes], bytes]
    """In a millisecond, for a page."""


ENCODINGS = (
    Encoding(
        "br",
        lambda body: brotli.compress(body, mode=brotli.MODE_TEXT, quality=11),
        lambda body: brotli.compress(body, mode=brotli.MODE_TEXT, quality=5),
    ),
    Encoding("gzip", lambda body: gzip.compress(body, 9, mtime=0), lambda body: gzip.compress(body, 6, mtime=0)),
)
"""The best first."""

FILES_KEPT = 2_048
"""Packed files in memory: all of a release, in both encodings."""
PAGES_KEPT = 64


def accepted(header: str) -> Encoding | None:
    """The best encoding that an `Accept-Encoding` header allows; None for the body as it is."""
    wanted = {}
    for part in header.lower().split(","):
        name, _, rest = part.partition(";")
        wanted[name.strip()] = rest.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((each for each in ENCODINGS if wanted.get(each.name, wanted.get("*", False))), None)


def etag(sha256: str, encoding: Encoding | None, *, weak: bool = False) -> str:
    """What names these bytes in this encoding: two packings of one body are two entities."""
    return f'{"W/" if weak else ""}"{sha256[:32]}{f"-{encoding.name}" if encoding else ""}"'


@lru_cache(maxsize=FILES_KEPT)
def packed_well(body: bytes, encoding: Encoding) -> bytes:
    """A file as small as it gets; a few milliseconds, once."""
    return encoding.well(body)


@lru_cache(maxsize=PAGES_KEPT)
def packed_fast(body: bytes, encoding: Encoding) -> bytes:
    """A page in a fifth of its bytes; the same page is packed once."""
    return encoding.fast(body)
