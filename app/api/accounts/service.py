"""Accounts: opened, entered, changed, recovered and closed. Every change is one unit of work."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.accounts import codes, logins, names
from app.api.accounts.logins import Device, Login, digest_of, new_token
from app.api.accounts.models import AccountRow, CodeRow, LoginRow, PasskeyRow
from app.api.accounts.passwords import Passwords, weakness
from app.api.accounts.statements import Statements
from app.api.core.clock import Clock
from app.api.core.db import Reader
from app.api.core.ids import ALPHABET
from app.api.core.refusals import Refused
from app.api.core.writer import Conflict, Duplicate, Write, WriteFailed, Writer

ID_CHARACTERS = 12


class Beside(Struct, frozen=True):
    """What other parts of the service write when an account is opened and closed, and add to its export."""

    opened: Callable[[str, int], Sequence[Write]]
    """For an account and a time in ms."""
    closed: Callable[[Session, str, int], Sequence[Write]]
    export: Callable[[Session, str], dict[str, Any]]
    told: Callable[[Session, str, bytes], dict[str, Any]]
    """For an account and the device that asks: more of what its owner sees."""
    gone: Callable[[str], None]
    """An account was closed: what is held in memory must not call it by its name any longer."""


def together(*parts: Beside) -> Beside:
    """What several parts of the service do, one after the other."""

    def opened(account: str, at: int) -> Sequence[Write]:
        return [write for part in parts for write in part.opened(account, at)]

    def closed(session: Session, account: str, at: int) -> Sequence[Write]:
        return [write for part in parts for write in part.closed(session, account, at)]

    def export(session: Session, account: str) -> dict[str, Any]:
        return {name: value for part in parts for name, value in part.export(session, account).items()}

    def told(session: Session, account: str, device: bytes) -> dict[str, Any]:
        return {name: value for part in parts for name, value in part.told(session, account, device).items()}

    def gone(account: str) -> None:
        for part in parts:
            part.gone(account)

    return Beside(opened, closed, export, told, gone)


class Lines(Protocol):
    """The sockets that were opened with logins."""

    def renew(self, old: bytes, new: bytes) -> None:
        """A device has another login of the same account now, by their digests."""

    async def close_ended(self) -> None:
        """Close those whose login is no more."""


class Accounts:
    """All accounts of the service."""

    lines: Lines | None = None
    """Whatever must not outlive a login; it is closed before whoever ended the login is answered."""

    def __init__(self, writer: Writer, reader: Reader, clock: Clock, passwords: Passwords, beside: Beside) -> None:
        self.writer = writer
        self.reader = reader
        self.clock = clock
        self.passwords = passwords
        self.beside = beside
        self.sql = Statements(writer)

    # Opening and entering.

    async def open(self, name: str, password: str, device: Device) -> bytes:
        """A new account, signed in on this device. Answers the login's token."""
        fault = names.fault_of(name)
        if fault:
            raise Refused("malformed", fault, field="name")
        self._check_password(password, name)
        kept = await self.passwords.hash(password)
        now, account, token = self.clock(), new_account(), new_token()
        unit = [
            self.sql.add_account(account, name, kept, now),
            *self.beside.opened(account, now),
            self.sql.add_login(account, token, device, now),
        ]
        try:
            await self._save(unit)
        except Duplicate as taken:
            raise Refused("name_taken", field="name") from taken
        return token

    async def enter(self, name: str, password: str, device: Device) -> bytes:
        """Sign in. The same answer for an unknown name as for a wrong password, after the same time."""
        row = await self.reader.run(lambda session: by_name(session, name))
        if not await self.passwords.fits(password, row.password if row else None) or row is None:
            raise Refused("wrong_login")
        unit = []
        if row.password is not None and self.passwords.outdated(row.password):
            unit.append(self.sql.set_password(row.id, await self.passwords.hash(password)))
        return await self._signed_in(row.id, device, unit)

    async def _signed_in(self, account: str, device: Device, unit: Sequence[Write] = ()) -> bytes:
        token = new_token()
        try:
            await self._save([*unit, self.sql.add_login(account, token, device, self.clock())])
        except (Conflict, Duplicate) as gone:
            raise Refused("wrong_login") from gone
        return token

    async def who(self, token: bytes | None) -> Login | None:
        """The login behind a cookie's token; notes now and then that it was seen."""
        if token is None:
            return None
        now, digest = self.clock(), digest_of(token)
        login = await self.reader.run(lambda session: logins.find(session, digest, now))
        if login is not None and now - login.seen_at > logins.SEEN_EVERY_MS:
            await self._save([self.sql.seen(digest, now)])
        return login

    async def alive(self, digests: Collection[bytes]) -> set[bytes]:
        """Those of some logins that have neither ended nor run out."""
        now = self.clock()
        return await self.reader.run(lambda session: logins.alive(session, digests, now))

    async def leave(self, login: Login, which: str | None = None) -> None:
        """Sign this device out, or another one of the same account."""
        digest = login.digest
        if which is not None:
            digests = await self.reader.run(lambda session: digests_of(session, login.account))
            found = next((each for each in digests if logins.name_of(each) == which), None)
            if found is None:
                raise Refused("not_found")
            digest = found
        await self._save([self.sql.end_login(digest)])
        await self.ended()

    async def leave_others(self, login: Login) -> None:
        """Sign every other device of the account out."""
        await self._save([self.sql.end_others(login.account, login.digest)])
        await self.ended()

    async def prove(self, login: Login, password: str, device: Device) -> bytes:
        """Show the password again, for what could lock its owner out. The login gets a new token."""
        row = await self.reader.run(lambda session: session.get(AccountRow, login.account))
        if not await self.passwords.fits(password, row.password if row else None):
            raise Refused("wrong_login")
        token = await self._signed_in(login.account, device, [self.sql.end_login(login.digest)])
        await self.ended(login, token)
        return token

    # Changing.

    async def rename(self, login: Login, name: str) -> None:
        """Another name."""
        fault = names.fault_of(name)
        if fault:
            raise Refused("malformed", fault, field="name")
        try:
            await self._save([self.sql.rename(login.account, name)])
        except Duplicate as taken:
            raise Refused("name_taken", field="name") from taken
        except Conflict as gone:
            raise Refused("signed_out") from gone

    async def change_password(self, login: Login, password: str, device: Device) -> bytes:
        """Another password. All other devices are signed out, and this one gets a new token."""
        self.must_have_proved(login)
        self._check_password(password, login.name)
        kept = await self.passwords.hash(password)
        token = new_token()
        unit = [
            self.sql.set_password(login.account, kept),
            self.sql.end_all(login.account),
            self.sql.add_login(login.account, token, device, self.clock()),
        ]
        try:
            await self._save(unit)
        except Conflict as gone:
            raise Refused("signed_out") from gone
        await self.ended(login, token)
        return token

    async def new_codes(self, login: Login) -> list[str]:
        """Ten recovery codes in the place of those there were; told once and never again."""
        self.must_have_proved(login)
        made = codes.new_codes()
        await self._save([self.sql.drop_codes(login.account), self.sql.add_codes(login.account, made)])
        return made

    async def recover(self, name: str, code: str, password: str, device: Device) -> bytes:
        """Use a recovery code: a new password, and all devices but this one signed out."""
        digest = codes.digest_of(code)
        row = await self.reader.run(lambda session: by_code(session, name, digest))
        self._check_password(password, name)
        kept = await self.passwords.hash(password)
        if row is None:
            raise Refused("wrong_login", "This name and code do not belong together, or the code was used before.")
        token = new_token()
        unit = [
            self.sql.use_code(digest, row),
            self.sql.set_password(row, kept),
            self.sql.end_all(row),
            self.sql.add_login(row, token, device, self.clock()),
        ]
        try:
            await self._save(unit)
        except Conflict as used:
            raise Refused("wrong_login", "This code was used before.") from used
        await self.ended()
        return token

    async def close(self, login: Login, name: str) -> None:
        """Delete the account: what its owner typed must be its name. Its id stays in the ledger and in histories."""
        self.must_have_proved(login)
        if names.key_of(name.strip()) != names.key_of(login.name):
            raise Refused("malformed", "Type the account's name to delete it.", field="name")
        now = self.clock()
        beside = await self.reader.run(lambda session: self.beside.closed(session, login.account, now))
        try:
            await self._save([*self.sql.close(login.account, now), *beside])
        except (Conflict, Duplicate) as moved:
            # Its coins moved in this very moment; nothing was changed.
            raise Refused("busy") from moved
        self.beside.gone(login.account)
        await self.ended()

    # Telling.

    async def told(self, login: Login, device: bytes = b"") -> dict[str, Any]:
        """The account as its owner sees it, on one of its devices."""
        now = self.clock()

        def read(session: Session) -> dict[str, Any]:
            row = session.get_one(AccountRow, login.account)
            left = codes_left(session, login.account)
            devices = logins.of_account(session, login.account, now)
            return {
                "account": row.id,
                "name": row.name,
                "made_at": row.made_at,
                "notice": row.notice_at is not None,
                "codes_left": left,
                "logins": devices,
                **self.beside.told(session, login.account, device),
            }

        told = await self.reader.run(read)
        return {**told, "login": logins.name_of(login.digest), "proved": login.proved(now)}

    async def export(self, login: Login) -> dict[str, Any]:
        """Everything that is kept about the account."""
        told = await self.told(login)
        told["passkeys"] = await self.reader.run(lambda session: passkeys_of(session, login.account))
        return {**told, **await self.reader.run(lambda session: self.beside.export(session, login.account))}

    async def accept_notice(self, login: Login) -> None:
        """Note that the owner knows what coins are; the first time counts."""
        await self._save([self.sql.accept_notice(login.account, self.clock())])

    # Below.

    async def ended(self, old: Login | None = None, token: bytes = b"") -> None:
        """Logins have ended; the device of one of them goes on with another token."""
        if self.lines is None:
            return
        if old is not None:
            self.lines.renew(old.digest, digest_of(token))
        await self.lines.close_ended()

    def must_have_proved(self, login: Login) -> None:
        """Refuse what could lock an owner out, unless a password or a passkey was shown lately."""
        if not login.proved(self.clock()):
            raise Refused("prove_again")

    @staticmethod
    def _check_password(password: str, name: str) -> None:
        weak = weakness(password, name)
        if weak:
            raise Refused("malformed", weak, field="password")

    async def _save(self, unit: Sequence[Write]) -> None:
        try:
            await self.writer.save(unit)
        except WriteFailed as failed:
            raise Refused("busy") from failed


def new_account() -> str:
    """An id for an account: nothing can be read from it."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_CHARACTERS))


def by_name(session: Session, name: str) -> AccountRow | None:
    """The open account with this name."""
    key = names.key_of(name.strip())
    return session.scalar(select(AccountRow).where(AccountRow.name_key == key, AccountRow.closed_at.is_(None)))


def by_code(session: Session, name: str, digest: bytes) -> str | None:
    """The account with this name, if that recovery code is one of its own."""
    account = by_name(session, name)
    row = session.get(CodeRow, digest)
    return account.id if account and row and row.account_id == account.id else None


def codes_left(session: Session, account: str) -> int:
    """How many recovery codes can still be used."""
    return len(session.scalars(select(CodeRow.digest).where(CodeRow.account_id == account)).all())


def passkeys_of(session: Session, account: str) -> list[dict[str, Any]]:
    """What is kept of an account's passkeys, but for their keys."""
    rows = session.scalars(select(PasskeyRow).where(PasskeyRow.account_id == account).order_by(PasskeyRow.made_at))
    return [{"label": row.label, "made_at": row.made_at, "used_at": row.used_at} for row in rows]


def digests_of(session: Session, account: str) -> list[bytes]:
    """The digests of all logins of an account."""
    return list(session.scalars(select(LoginRow.digest).where(LoginRow.account_id == account)))
