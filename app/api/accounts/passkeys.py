"""Passkeys: accounts opened and entered with a touch, a glance or a PIN. The device checks its owner every time."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import webauthn
from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app.api.accounts import names
from app.api.accounts.logins import Device, Login, new_token
from app.api.accounts.models import AccountRow, ChallengeRow, PasskeyRow
from app.api.accounts.service import Accounts, codes_left, new_account
from app.api.core.db import table_of
from app.api.core.refusals import Refused
from app.api.core.writer import Conflict, Duplicate, Write, WriteFailed, Writer

log = logging.getLogger("tenk.accounts")

HOUSE = "Progressive 10,000"
CHALLENGE_MS = 5 * 60 * 1000
"""How long a challenge is good."""
Json = dict[str, Any]
NOT_SIGNED = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)
"""What comes of an answer that no browser gave: it may hold anything."""
OPEN, ADD, ENTER = "open", "add", "enter"


class Where(Struct, frozen=True):
    """The address under which passkeys are made and used."""

    origin: str

    @property
    def rp_id(self) -> str:
        """The host that a passkey belongs to."""
        return urlsplit(self.origin).hostname or ""


class Passkeys:
    """Everything that passkeys do to accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.sql = Statements(accounts.writer)

    # Making one.

    async def offer_account(self, name: str, device: Device, where: Where) -> Json:
        """What a browser needs to make the first passkey of a new account."""
        fault = names.fault_of(name)
        if fault:
            raise Refused("malformed", fault, field="name")
        return await self._offer_new(OPEN, new_account(), name, device, where, ())

    async def offer_another(self, login: Login, device: Device, where: Where) -> Json:
        """What a browser needs to make one more passkey."""
        self.accounts.must_have_proved(login)
        have = await self.accounts.reader.run(lambda session: credentials_of(session, login.account))
        return await self._offer_new(ADD, login.account, login.name, device, where, have)

    async def _offer_new(
        self, purpose: str, account: str, name: str, device: Device, where: Where, have: Sequence[bytes]
    ) -> Json:
        options = webauthn.generate_registration_options(
            rp_id=where.rp_id,
            rp_name=HOUSE,
            user_id=account.encode(),
            user_name=name,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in have],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        await self._save(self._asked(options.challenge, purpose, device, account, name))
        return dict(json.loads(webauthn.options_to_json(options)))

    async def open(self, credential: Json, device: Device, where: Where) -> bytes:
        """A new account with its first passkey, signed in. Answers the login's token."""
        asked = await self._challenge(credential, OPEN, device)
        account, name = asked.account, asked.name
        assert account is not None, "an offer of an account has its id"
        assert name is not None, "and its name"
        now, token = self.accounts.clock(), new_token()
        unit = [
            self.sql.use(asked.value),
            self.accounts.sql.add_account(account, name, None, now),
            *self.accounts.beside.opened(account, now),
            self._made(credential, asked, account, device, where, now),
            self.accounts.sql.add_login(account, token, device, now),
        ]
        try:
            await self._save(unit)
        except Duplicate as taken:
            raise Refused("name_taken", field="name") from taken
        return token

    async def add(self, login: Login, credential: Json, device: Device, where: Where) -> None:
        """One more passkey for an account."""
        self.accounts.must_have_proved(login)
        asked = await self._challenge(credential, ADD, device)
        if asked.account != login.account:
            raise Refused("passkey_refused")
        made = self._made(credential, asked, login.account, device, where, self.accounts.clock())
        try:
            await self._save([self.sql.use(asked.value), made])
        except Duplicate as known:
            raise Refused("passkey_refused") from known

    def _made(
        self, credential: Json, asked: ChallengeRow, account: str, device: Device, where: Where, now: int
    ) -> Write:
        try:
            found = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=asked.value,
                expected_rp_id=where.rp_id,
                expected_origin=where.origin,
                require_user_verification=True,
            )
        except NOT_SIGNED as wrong:
            raise Refused("passkey_refused") from wrong
        return self.sql.add(
            found.credential_id, account, found.credential_public_key, found.sign_count, found.credential_backed_up,
            device.label, now,
        )  # fmt: skip

    # Using one.

    async def offer_entry(self, device: Device, where: Where) -> Json:
        """What a browser needs to let its owner choose a passkey; no name is asked, none is told."""
        options = webauthn.generate_authentication_options(
            rp_id=where.rp_id, user_verification=UserVerificationRequirement.REQUIRED
        )
        await self._save(self._asked(options.challenge, ENTER, device, None, None))
        return dict(json.loads(webauthn.options_to_json(options)))

    async def enter(self, credential: Json, device: Device, where: Where, now_in: Login | None) -> bytes:
        """Sign in. Whoever was signed in to the same account has shown who it is, and gets a new token."""
        asked = await self._challenge(credential, ENTER, device)
        key = await self.accounts.reader.run(lambda session: session.get(PasskeyRow, raw_id(credential)))
        if key is None:
            raise Refused("passkey_refused")
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=asked.value,
                expected_rp_id=where.rp_id,
                expected_origin=where.origin,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.sign_count,
                require_user_verification=True,
            )
        except NOT_SIGNED as wrong:
            log.warning("a passkey of account %s was refused: %s", key.account_id, wrong)
            raise Refused("passkey_refused") from wrong
        now, token = self.accounts.clock(), new_token()
        unit = [
            self.sql.use(asked.value),
            self.sql.used(key.credential, found.new_sign_count, found.credential_backed_up, now),
            self.accounts.sql.add_login(key.account_id, token, device, now),
        ]
        same = now_in if now_in is not None and now_in.account == key.account_id else None
        if same is not None:
            unit.append(self.accounts.sql.end_login(same.digest))
        await self._save(unit)
        if same is not None:
            await self.accounts.ended(same, token)
        return token

    # Looking after them.

    async def told(self, login: Login) -> list[Json]:
        """An account's passkeys, the last made first."""
        return await self.accounts.reader.run(lambda session: told_of(session, login.account))

    async def remove(self, login: Login, which: str) -> None:
        """Take a passkey away, unless it is the only way in."""
        self.accounts.must_have_proved(login)

        def look(session: Session) -> tuple[list[bytes], bool]:
            account = session.get_one(AccountRow, login.account)
            other_way = account.password is not None or codes_left(session, login.account) > 0
            return credentials_of(session, login.account), other_way

        have, other_way = await self.accounts.reader.run(look)
        found = next((each for each in have if name_of(each) == which), None)
        if found is None:
            raise Refused("not_found")
        if len(have) == 1 and not other_way:
            raise Refused("last_key")
        await self._save([self.sql.remove(found, login.account)])

    # Below.

    def _asked(self, value: bytes, purpose: str, device: Device, account: str | None, name: str | None) -> list[Write]:
        now = self.accounts.clock()
        return [self.sql.forget(now - CHALLENGE_MS), self.sql.ask(value, purpose, device.id, account, name, now)]

    async def _challenge(self, credential: Json, purpose: str, device: Device) -> ChallengeRow:
        """The challenge that was signed: of this purpose, on this device, and not too long ago."""
        value = challenge_in(credential)
        row = await self.accounts.reader.run(lambda session: session.get(ChallengeRow, value))
        fresh = row is not None and self.accounts.clock() - row.made_at <= CHALLENGE_MS
        if row is None or not fresh or row.purpose != purpose or row.device != device.id:
            raise Refused("passkey_refused")
        return row

    async def _save(self, unit: Sequence[Write]) -> None:
        try:
            await self.accounts.writer.save(unit)
        except Conflict as used:
            raise Refused("passkey_refused") from used
        except WriteFailed as failed:
            raise Refused("busy") from failed


def challenge_in(credential: Json) -> bytes:
    """The challenge that a browser says was signed; whether it was is found out later."""
    try:
        client = json.loads(webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return webauthn.base64url_to_bytes(client["challenge"])
    except NOT_SIGNED as wrong:
        raise Refused("malformed", field="credential") from wrong


def raw_id(credential: Json) -> bytes:
    """The passkey that a browser says was used."""
    try:
        return webauthn.base64url_to_bytes(credential["rawId"])
    except NOT_SIGNED as wrong:
        raise Refused("malformed", field="credential") from wrong


def credentials_of(session: Session, account: str) -> list[bytes]:
    """The ids of an account's passkeys."""
    return list(session.scalars(select(PasskeyRow.credential).where(PasskeyRow.account_id == account)))


def name_of(credential: bytes) -> str:
    """How its owner refers to a passkey."""
    return bytes_to_base64url(credential)[:24]


def told_of(session: Session, account: str) -> list[Json]:
    """What an owner sees of passkeys."""
    asked = select(PasskeyRow).where(PasskeyRow.account_id == account).order_by(PasskeyRow.made_at.desc())
    return [
        {
            "id": name_of(row.credential),
            "label": row.label,
            "backed_up": row.backed_up,
            "made_at": row.made_at,
            "used_at": row.used_at,
        }
        for row in session.scalars(asked)
    ]


class Statements:
    """What passkeys write."""

    def __init__(self, writer: Writer) -> None:
        passkey, challenge = table_of(PasskeyRow), table_of(ChallengeRow)
        self._add = writer.prepare(insert(passkey))
        self._used = writer.prepare(
            update(passkey)
            .where(passkey.c.credential == bindparam("of"))
            .values(sign_count=bindparam("count"), backed_up=bindparam("copied"), used_at=bindparam("at"))
        )
        self._remove = writer.prepare(
            delete(passkey).where(passkey.c.credential == bindparam("of"), passkey.c.account_id == bindparam("whose"))
        )
        self._ask = writer.prepare(insert(challenge))
        self._use = writer.prepare(delete(challenge).where(challenge.c.value == bindparam("of")))
        self._forget = writer.prepare(delete(challenge).where(challenge.c.made_at < bindparam("before")))

    def add(
        self, credential: bytes, account: str, key: bytes, count: int, backed_up: bool, label: str, now: int
    ) -> Write:
        """A new passkey."""
        row = self._add.row(
            credential=credential, account_id=account, public_key=key, sign_count=count, backed_up=backed_up,
            label=label, made_at=now, used_at=now,
        )  # fmt: skip
        return Write(self._add, [row])

    def used(self, credential: bytes, count: int, backed_up: bool, now: int) -> Write:
        """A passkey opened its account."""
        return Write(self._used, [self._used.row(of=credential, count=count, copied=backed_up, at=now)], guarded=True)

    def remove(self, credential: bytes, account: str) -> Write:
        """A passkey opens nothing any longer."""
        return Write(self._remove, [self._remove.row(of=credential, whose=account)], guarded=True)

    def ask(self, value: bytes, purpose: str, device: bytes, account: str | None, name: str | None, now: int) -> Write:
        """Something to sign."""
        row = self._ask.row(value=value, purpose=purpose, device=device, account=account, name=name, made_at=now)
        return Write(self._ask, [row])

    def use(self, value: bytes) -> Write:
        """It was signed: by the first who comes, and nobody after."""
        return Write(self._use, [self._use.row(of=value)], guarded=True)

    def forget(self, before: int) -> Write:
        """What nobody signed in time."""
        return Write(self._forget, [self._forget.row(before=before)])
