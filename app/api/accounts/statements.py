"""What accounts write, compiled once from the definitions of the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, null, update

from app.api.accounts import codes, names
from app.api.accounts.logins import Device, digest_of
from app.api.accounts.models import AccountRow, CodeRow, LoginRow, PasskeyRow
from app.api.core.db import table_of
from app.api.core.writer import Prepared, Write, Writer


class Statements:
    """What accounts write."""

    def __init__(self, writer: Writer) -> None:
        account, login, code = (table_of(row) for row in (AccountRow, LoginRow, CodeRow))
        mine = account.c.id == bindparam("of")
        self._add_account = writer.prepare(insert(account))
        self._rename = writer.prepare(
            update(account).where(mine).values(name=bindparam("to"), name_key=bindparam("key"))
        )
        self._set_password = writer.prepare(update(account).where(mine).values(password=bindparam("to")))
        self._close = writer.prepare(
            update(account)
            .where(mine, account.c.closed_at.is_(None))
            .values(name=bindparam("to"), name_key=bindparam("key"), password=null(), closed_at=bindparam("at"))
        )
        self._accept_notice = writer.prepare(
            update(account).where(mine, account.c.notice_at.is_(None)).values(notice_at=bindparam("at"))
        )
        self._add_login = writer.prepare(insert(login))
        self._seen = writer.prepare(
            update(login).where(login.c.digest == bindparam("of")).values(seen_at=bindparam("at"))
        )
        self._end_login = writer.prepare(delete(login).where(login.c.digest == bindparam("of")))
        self._end_all = writer.prepare(delete(login).where(login.c.account_id == bindparam("of")))
        self._end_others = writer.prepare(
            delete(login).where(login.c.account_id == bindparam("of"), login.c.digest != bindparam("but"))
        )
        self._add_code = writer.prepare(insert(code))
        self._drop_codes = writer.prepare(delete(code).where(code.c.account_id == bindparam("of")))
        passkey = table_of(PasskeyRow)
        self._drop_passkeys = writer.prepare(delete(passkey).where(passkey.c.account_id == bindparam("of")))
        self._use_code = writer.prepare(
            delete(code).where(code.c.digest == bindparam("of"), code.c.account_id == bindparam("whose"))
        )

    @staticmethod
    def _one(statement: Prepared, *, guarded: bool = False, **values: Any) -> Write:
        return Write(statement, [statement.row(**values)], guarded=guarded)

    def add_account(self, account: str, name: str, password: str | None, now: int) -> Write:
        """A new account; refused by the database if the name is taken."""
        return self._one(
            self._add_account, id=account, name=name, name_key=names.key_of(name), password=password, made_at=now,
            closed_at=None, notice_at=None,
        )  # fmt: skip

    def rename(self, account: str, name: str) -> Write:
        """Another name."""
        return self._one(self._rename, guarded=True, of=account, to=name, key=names.key_of(name))

    def set_password(self, account: str, kept: str) -> Write:
        """Another password."""
        return self._one(self._set_password, guarded=True, of=account, to=kept)

    def accept_notice(self, account: str, now: int) -> Write:
        """Its owner knows that coins have play value only."""
        return self._one(self._accept_notice, of=account, at=now)

    def close(self, account: str, now: int) -> list[Write]:
        """Forget who it was: others' histories show a name that nobody else has."""
        gone = f"deleted-{account[:6]}"
        return [
            self._one(self._close, guarded=True, of=account, to=gone, key=f"deleted-{account}", at=now),
            self.end_all(account),
            self.drop_codes(account),
            self._one(self._drop_passkeys, of=account),
        ]

    def add_login(self, account: str, token: bytes, device: Device, now: int) -> Write:
        """A signed-in device."""
        return self._one(
            self._add_login, digest=digest_of(token), account_id=account, device=device.id, label=device.label,
            made_at=now, seen_at=now, proved_at=now,
        )  # fmt: skip

    def seen(self, digest: bytes, now: int) -> Write:
        """The device was here."""
        return self._one(self._seen, of=digest, at=now)

    def end_login(self, digest: bytes) -> Write:
        """One device is signed out."""
        return self._one(self._end_login, of=digest)

    def end_all(self, account: str) -> Write:
        """All devices are signed out."""
        return self._one(self._end_all, of=account)

    def end_others(self, account: str, but: bytes) -> Write:
        """All but one."""
        return self._one(self._end_others, of=account, but=but)

    def add_codes(self, account: str, made: Sequence[str]) -> Write:
        """Recovery codes, as digests."""
        rows = [self._add_code.row(digest=codes.digest_of(code), account_id=account) for code in made]
        return Write(self._add_code, rows)

    def drop_codes(self, account: str) -> Write:
        """No recovery code of the account works any longer."""
        return self._one(self._drop_codes, of=account)

    def use_code(self, digest: bytes, account: str) -> Write:
        """One recovery code is used, by one of those who try at the same time."""
        return self._one(self._use_code, guarded=True, of=digest, whose=account)
