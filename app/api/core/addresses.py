"""Where a call comes from, as limits count it."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network
from typing import Any, Final

SUBSCRIBER_BITS: Final = 64
"""What a provider hands out at least (RFC 6177): one household has all addresses below it, another for every call."""


def counted(host: str) -> str:
    """Who counts as one sender: an IPv4 address, or the network of an IPv6 address; anything else is itself.

    >>> [counted(host) for host in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8:1:2:3::4%eth0", "a socket")]
    ['192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64', 'a socket']
    """
    try:
        address = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return host
    within: IPv4Address | IPv6Network = address.ipv4_mapped or IPv6Network(
        (address.packed, SUBSCRIBER_BITS), strict=False
    )
    return str(within)


def sender_at(scope: Mapping[str, Any]) -> str:
    """The sender of an HTTP call or of a socket; empty where the server does not know it."""
    host, _ = scope.get("client") or ("", 0)
    return counted(host)
