"""How long logins last, by a clock that the test turns; and hashes that grow stronger."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from app.api.accounts.logins import IDLE_MS, LONGEST_MS, PROVED_MS, SEEN_EVERY_MS, Device, Login, digest_of
from app.api.accounts.passwords import Passwords
from app.api.accounts.service import Accounts
from app.api.core.db import Reader, open_engine
from app.api.core.migrate import upgrade
from app.api.core.refusals import Refused
from app.api.core.writer import Writer
from app.api.ledger.coins import Coins
from app.api.ledger.statement import beside_accounts

PHONE = Device(b"phone".ljust(16), "Chrome, Android")
PASSWORD = "seven green teacups"
DAY_MS = 24 * 3600 * 1000


class Clock:
    """A clock that stands until it is turned."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


def told(folder: Path, story: Callable[[Accounts, Clock], Awaitable[None]]) -> None:
    """A story with accounts of their own."""

    async def run() -> None:
        url = f"sqlite:///{folder / 'accounts.db'}"
        upgrade(url)
        writer, reader, clock, passwords = Writer(open_engine(url)), Reader(url), Clock(), Passwords()
        try:
            await story(Accounts(writer, reader, clock, passwords, beside_accounts(Coins(writer))), clock)
        finally:
            await writer.close()
            reader.close()
            passwords.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("seen_every_ms", "for_ms", "still"),
    [
        (None, IDLE_MS - 1, True),
        (None, IDLE_MS + 1, False),
        (20 * DAY_MS, LONGEST_MS - DAY_MS, True),
        (20 * DAY_MS, LONGEST_MS + 1, False),
    ],
)
def test_a_login_ends_when_it_is_not_used_and_after_ninety_days(
    tmp_path: Path, seen_every_ms: int | None, for_ms: int, still: bool
) -> None:
    async def story(accounts: Accounts, clock: Clock) -> None:
        token = await accounts.open("Ann Marie", PASSWORD, PHONE)
        end = clock.now + for_ms
        while seen_every_ms and clock.now + seen_every_ms < end:
            clock.now += seen_every_ms
            assert await accounts.who(token) is not None
        clock.now = end
        # What is asked for the sockets that were opened with it, which may stay open longer than it lasts.
        assert (await accounts.alive([digest_of(token)]) == {digest_of(token)}) == still
        assert (await accounts.who(token) is not None) == still

    told(tmp_path, story)


def test_being_seen_is_noted_once_an_hour(tmp_path: Path) -> None:
    async def story(accounts: Accounts, clock: Clock) -> None:
        token = await accounts.open("Ann Marie", PASSWORD, PHONE)
        first = clock.now
        for minutes, seen in ((30, first), (61, first + 61 * 60_000), (90, first + 61 * 60_000)):
            clock.now = first + minutes * 60_000
            await accounts.who(token)
            login = await accounts.who(token)
            assert login is not None
            assert login.seen_at == seen
        assert SEEN_EVERY_MS == 3_600_000

    told(tmp_path, story)


async def make(accounts: Accounts, login: Login, change: str) -> None:
    if change == "password":
        await accounts.change_password(login, "eight blue teacups", PHONE)
    elif change == "codes":
        await accounts.new_codes(login)
    else:
        await accounts.close(login, "ann marie")


@pytest.mark.parametrize("change", ["password", "codes", "delete"])
def test_what_could_lock_an_owner_out_needs_a_password_that_was_just_shown(tmp_path: Path, change: str) -> None:
    async def story(accounts: Accounts, clock: Clock) -> None:
        token = await accounts.open("Ann Marie", PASSWORD, PHONE)
        clock.now += PROVED_MS + 1
        login = await accounts.who(token)
        assert login is not None
        with pytest.raises(Refused, match="prove_again"):
            await make(accounts, login, change)
        proved = await accounts.who(await accounts.prove(login, PASSWORD, PHONE))
        assert proved is not None
        assert await accounts.who(token) is None, "a shown password makes a new cookie"
        await make(accounts, proved, change)

    told(tmp_path, story)


def test_a_wrong_password_proves_nothing(tmp_path: Path) -> None:
    async def story(accounts: Accounts, clock: Clock) -> None:
        login = await accounts.who(await accounts.open("Ann Marie", PASSWORD, PHONE))
        assert login is not None
        with pytest.raises(Refused, match="wrong_login"):
            await accounts.prove(login, "not this password", PHONE)

    told(tmp_path, story)


def test_an_old_hash_is_made_anew_when_its_owner_signs_in(tmp_path: Path) -> None:
    async def story(accounts: Accounts, clock: Clock) -> None:
        await accounts.open("Ann Marie", PASSWORD, PHONE)
        old = PasswordHasher(time_cost=1, memory_cost=8_192, parallelism=1).hash(PASSWORD)
        engine = open_engine(str(accounts.reader.engine.url))
        with engine.begin() as connection:
            connection.execute(text("UPDATE account SET password = :old"), {"old": old})
        await accounts.enter("ann marie", PASSWORD, PHONE)
        with engine.connect() as connection:
            kept = connection.execute(text("SELECT password FROM account")).scalar_one()
        engine.dispose()
        assert "m=19456,t=2" in kept
        await accounts.enter("ann marie", PASSWORD, PHONE)

    told(tmp_path, story)


def test_two_who_use_one_code_at_the_same_time_do_not_both_get_in(tmp_path: Path) -> None:
    async def story(accounts: Accounts, clock: Clock) -> None:
        login = await accounts.who(await accounts.open("Ann Marie", PASSWORD, PHONE))
        assert login is not None
        (code, *_) = await accounts.new_codes(login)
        tries = (accounts.recover("Ann Marie", code, f"{number} blue teacups", PHONE) for number in ("nine", "ten"))
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "bytes"]

    told(tmp_path, story)
