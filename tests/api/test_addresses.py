"""Who counts as one sender where there is no cookie yet."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from app.api.accounts.routes import address_of
from app.api.core.addresses import counted
from app.api.live.hub import stranger

SENDERS = [
    # one address                        another                               one sender
    ("192.0.2.7", "192.0.2.7", True),
    ("192.0.2.7", "192.0.2.8", False),
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
    ("2001:db8:1:2::1", "2001:DB8:1:2:0:0:0:9", True),
    ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("::ffff:192.0.2.7", "192.0.2.7", True),
    ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
    ("::ffff:192.0.2.7", "::ffff:c000:207", True),
    ("fe80::1%eth0", "fe80::2%eth1", True),
    ("::1", "127.0.0.1", False),
    ("", "192.0.2.7", False),
    ("a socket", "another", False),
]


@pytest.mark.parametrize(("one", "other", "same"), SENDERS)
def test_a_network_of_a_household_counts_as_one_sender(one: str, other: str, same: bool) -> None:
    calls = [Request({"type": "http", "client": (host, 40_000 + len(host))}) for host in (one, other)]
    assert (counted(one) == counted(other)) is same
    assert (address_of(calls[0]) == address_of(calls[1])) is same
    assert (stranger(calls[0].scope) == stranger(calls[1].scope)) is same


def test_a_call_whose_sender_nobody_knows_counts_with_its_like() -> None:
    assert address_of(Request({"type": "http", "client": None})) == address_of(Request({"type": "http"})) == ""
