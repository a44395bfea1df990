"""The composition root: which parts make up the service, and in which order they start and stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from app.api.accounts.devices import Devices, device_secret
from app.api.accounts.limits import AccountLimits
from app.api.accounts.logins import LoginCookie
from app.api.accounts.passkey_routes import router as passkeys_router
from app.api.accounts.passkeys import Passkeys
from app.api.accounts.passwords import Passwords
from app.api.accounts.routes import router as accounts_router
from app.api.accounts.service import Accounts, together
from app.api.core import failpoints, languages
from app.api.core.clock import wall_clock
from app.api.core.db import Reader, open_engine
from app.api.core.headers import FixedHeaders, fixed_headers
from app.api.core.limits import Windows
from app.api.core.origin import Origin, SameOrigin
from app.api.core.settings import Settings
from app.api.core.writer import WriteFailed, Writer
from app.api.cosmetics.beside import beside_looks
from app.api.cosmetics.books import goods_by_transfer
from app.api.cosmetics.limits import LookLimits
from app.api.cosmetics.routes import router as looks_router
from app.api.cosmetics.service import Looks
from app.api.flags.beside import beside_flags
from app.api.flags.routes import router as flags_router
from app.api.flags.schemas import BODY_BYTES_MAX as FLAG_BYTES_MAX
from app.api.flags.service import Flags
from app.api.ledger.routes import router as coins_router
from app.api.ledger.statement import beside_accounts
from app.api.ledger.verifier import Verifier
from app.api.live.hub import Hub
from app.api.luck.routes import router as luck_router
from app.api.luck.service import Luck, beside_luck
from app.api.pages import failures
from app.api.pages.made import client_files
from app.api.pages.routes import router as pages_router
from app.api.pages.templates import Pages
from app.api.play import repo
from app.api.play.coin_books import pots_match_their_seats
from app.api.play.coin_routes import router as coin_tables_router
from app.api.play.coin_sweeper import Clocks
from app.api.play.coin_tables import CoinTables
from app.api.play.guests import beside_seats
from app.api.play.look_routes import router as table_looks_router
from app.api.play.loose_throws import router as loose_throws_router
from app.api.play.replays import router as replays_router
from app.api.play.routes import router as play_router
from app.api.play.service import Play
from app.api.tables.rule_routes import router as rules_router

SOCKET_PATH = "/ws"


class Service:
    """The whole service as one ASGI application. Nothing is opened before it starts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.origin = Origin(settings.public_url)
        self.hub: Hub | None = None
        self.app = FastAPI(
            title="Progressive 10,000",
            docs_url=None,
            redoc_url=None,
            openapi_url=None,
            lifespan=self.life,
        )
        state = self.app.state
        state.settings = settings
        state.origin = self.origin
        state.limits = Windows(settings.posts_per_window, settings.message_window_s)
        state.login_cookie = LoginCookie(production=settings.production)
        state.look_limits = LookLimits()
        state.goods = goods_by_transfer
        state.account_limits = AccountLimits(settings.accounts_per_hour)
        state.pages = Pages(client_files(pseudo=not settings.production), live_edit=not settings.production)
        # Before the addresses that name a login by its id.
        self.app.include_router(passkeys_router)
        self.app.include_router(accounts_router)
        self.app.include_router(coins_router)
        self.app.include_router(looks_router)
        self.app.include_router(table_looks_router)
        self.app.include_router(loose_throws_router)
        self.app.include_router(rules_router)
        self.app.include_router(coin_tables_router)
        self.app.include_router(play_router)
        self.app.include_router(flags_router)
        self.app.include_router(replays_router)
        self.app.include_router(luck_router)
        self.app.include_router(pages_router)
        failures.install(self.app)
        # Outside of everything, so that the answer to a crash carries the headers too.
        own_pages = SameOrigin(self.app, self.origin, {"/api/flags": FLAG_BYTES_MAX})
        self.http = FixedHeaders(own_pages, fixed_headers(settings.public_url))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets go straight to the hub, everything else through the framework; each in its visitor's language."""
        if scope["type"] != "lifespan":
            languages.begin(scope, pseudo=not self.settings.production)
        if scope["type"] != "websocket":
            await self.http(scope, receive, send)
        elif scope["path"] == SOCKET_PATH and self.hub is not None:
            await self.hub(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    @asynccontextmanager
    async def life(self, app: FastAPI) -> AsyncIterator[None]:
        """Open the database, play, and put everything away in the opposite order."""
        settings = self.settings
        failpoints.arm(settings.failpoint)
        url = settings.sqlalchemy_url
        if settings.embedded:
            from app.api.core.migrate import upgrade

            await asyncio.to_thread(upgrade, url)
        devices = Devices(device_secret(settings), production=settings.production)
        writer, reader = Writer(open_engine(url)), Reader(url)
        play = Play(settings, writer, reader, wall_clock, await reader.run(repo.epoch))
        passwords = Passwords()
        flags = Flags(writer, reader, wall_clock, devices.secret)
        luck = Luck(writer, reader, wall_clock)
        looks = Looks(writer, reader, wall_clock, play.coins, lambda: play.halted)
        looks.on_worn = play.worn
        beside = together(
            beside_accounts(play.coins), beside_looks(looks), beside_seats(play), beside_flags(flags), beside_luck(luck)
        )
        accounts = Accounts(writer, reader, wall_clock, passwords, beside)
        clocks = Clocks(play)
        verifier = Verifier(reader, settings.verify_s, play.halt, [pots_match_their_seats])
        app.state.devices = devices
        app.state.play = play
        app.state.flags = flags
        app.state.luck = luck
        app.state.looks = looks
        app.state.coin_tables = CoinTables(play)
        app.state.accounts = accounts
        app.state.passkeys = Passkeys(accounts)
        self.hub = Hub(settings, play, devices, self.origin, accounts, app.state.login_cookie)
        works = (play.keep_house(), verifier.run(), clocks.run(), self.hub.watch_logins(), luck.run())
        running = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in running:
                task.cancel()
            await play.stop()
            with suppress(WriteFailed):
                # When it is started again, this is where its clocks stood still.
                await clocks.beat(wall_clock())
            await play.throws.close()
            await luck.close()
            passwords.close()
            await writer.close()
            reader.close()

    async def say_goodbye(self) -> None:
        """Refuse new commands, finish the running ones, and tell every socket that we restart."""
        if self.hub is None:
            return
        await self.hub.play.stop()
        await self.hub.say_goodbye()


def create_app(settings: Settings) -> Service:
    """The service for these settings."""
    return Service(settings)
