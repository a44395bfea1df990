"""WebSocket frames built once. A server's frames are unmasked, so the same bytes go to every reader."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

TEXT = 0x81
BINARY = 0x82
CLOSE = 0x88


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """One whole frame (RFC 6455 §5.2: final, unmasked)."""
    length = len(payload)
    if length < 126:
        return bytes((opcode, length)) + payload
    if length < 65536:
        return bytes((opcode, 126)) + length.to_bytes(2, "big") + payload
    return bytes((opcode, 127)) + length.to_bytes(8, "big") + payload


def close_frame(code: int) -> bytes:
    """The frame that ends a connection with a code."""
    return frame(code.to_bytes(2, "big"), CLOSE)


class Bundle(Struct, frozen=True):
    """Messages that arrive together, as they are and as frames."""

    payloads: tuple[bytes, ...]
    frames: bytes
    binary: bool = False


def texts(payloads: Sequence[bytes]) -> Bundle:
    """Text messages (JSON) as one bundle."""
    if len(payloads) == 1:
        return Bundle(tuple(payloads), frame(payloads[0]))
    return Bundle(tuple(payloads), b"".join([frame(payload) for payload in payloads]))


def binary(payload: bytes) -> Bundle:
    """One binary message."""
    return Bundle((payload,), frame(payload, BINARY), binary=True)
