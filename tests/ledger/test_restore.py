"""A backup taken while people play and coins move, put back by the very commands of docs/operations.md."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from app.api.core.db import Reader
from app.api.core.migrate import upgrade
from app.api.core.writer import WriteFailed
from app.api.ledger.audit import audit
from app.api.ledger.models import PurseRow, TransferRow
from app.api.play import repo
from app.api.play.models import EventRow
from tests.ledger.bank import Bank, at_the_bank
from tests.ledger.dealings import Dealings
from tests.ledger.spoiling import by_hand, plainly
from tests.playing import Phone, play
from tests.postgres import Postgres, programs
from tests.serving import ROOT, Launch, Server

OPERATIONS = ROOT / "docs" / "operations.md"


def blocks(chapter: str, part: str, language: str = "sh") -> str:
    """The commands that the operations' page gives under a heading and a further one below it."""
    (found,) = re.findall(rf"^## {chapter}\n(.*?)(?=^## |\Z)", OPERATIONS.read_text(), re.S | re.M)
    (below,) = re.findall(rf"^### {part}\n(.*?)(?=^###? |\Z)", found, re.S | re.M)
    (commands,) = re.findall(rf"^( *)```{language}\n(.*?)^ *```", below, re.S | re.M)
    return str(commands[1])


@dataclass(frozen=True, slots=True)
class Host:
    """A machine with the service on one kind of database, and an operator's terminal."""

    part: str
    """Its heading on the operations' page."""
    folder: Path
    here: str
    """The database's address."""
    restored: str
    """Its address after a restore."""
    postgres: Postgres | None = None

    def run(self, chapter: str) -> str:
        """Type what the page says; what the terminal answers."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("TENK_", "DATABASE"))}
        path = [str(Path(sys.executable).parent), *([str(programs())] if self.postgres else []), os.environ["PATH"]]
        environment["PATH"] = ":".join(path)
        environment["PYTHONPATH"] = str(ROOT)
        if self.postgres:
            environment |= {"PGHOST": str(self.postgres.folder), "PGUSER": "postgres"}
        done = subprocess.run(
            ["/bin/sh", "-euc", blocks(chapter, self.part)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    """A machine whose database is empty."""
    if request.param == "SQLite":
        url = f"sqlite:///{tmp_path / 'var' / 'tenk.db'}"
        upgrade(url)
        yield Host(request.param, tmp_path, url, url)
        return
    server: Postgres = request.getfixturevalue("server")
    databases = ("tenk", "tenk_restored")
    psql = [programs() / "psql", "-h", server.folder, "-U", "postgres", "-qc"]
    subprocess.run([*psql, "CREATE DATABASE tenk"], check=True)
    upgrade(server.url("tenk"))
    yield Host(request.param, tmp_path, *map(server.url, databases), server)
    for name in databases:
        subprocess.run([*psql, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"], check=True)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a database says of itself."""

    epoch: str
    seq: dict[str, int]
    """Numbers of the last events, by table."""
    transfers: int
    coins: int
    findings: list[str]
    wounds: list[str]


def facts(url: str) -> Facts:
    """All of it, of one moment."""

    def told(session: Session) -> Facts:
        last = select(EventRow.table_id, func.max(EventRow.seq).label("seq")).group_by(EventRow.table_id)
        sqlite = url.startswith("sqlite")
        return Facts(
            repo.epoch(session),
            {row.table_id: row.seq for row in session.execute(last)},
            int(session.scalar(select(func.count()).select_from(TransferRow)) or 0),
            int(session.scalar(select(func.sum(PurseRow.balance))) or 0),
            [str(finding) for finding in audit(session)],
            [word for word in session.scalars(text("PRAGMA integrity_check")) if word != "ok"] if sqlite else [],
        )

    reader = Reader(url)
    try:
        return reader.now(told)
    finally:
        reader.close()


async def copied_under_load(host: Host, phone: Phone, table: str) -> tuple[Facts, Facts]:
    """Take a backup while a game is played and coins move; the facts just before it, and after it was taken."""
    bank = Bank(host.here)
    dealings = Dealings(bank, accounts=60, goods=True)
    await dealings.open()
    line = await phone.line(table)

    async def stir() -> None:
        while True:
            # The server writes to the same file: on a slow disk it may keep the bank waiting for too long.
            with suppress(WriteFailed):
                await dealings.play()

    working = [asyncio.create_task(play(phone, line, table, 1_000_000)), *(asyncio.create_task(stir()) for _ in "abcd")]
    await until(lambda: phone.folds[table].seq > 20 and dealings.transfers > 300)
    before = await asyncio.to_thread(facts, host.here)
    for _ in range(40):
        busy = dealings.transfers
        for copy in host.folder.glob("copy.*"):
            copy.unlink()
        await asyncio.to_thread(host.run, "Backup")
        if dealings.transfers > busy:
            break
    else:
        for work in working:
            assert not work.done(), work.result()
        pytest.fail("no coin moved while it was taken")
    seq = phone.folds[table].seq
    await until(lambda: phone.folds[table].seq > seq + 10)
    for work in working:
        work.cancel()
    await asyncio.wait(working)
    await line.close()
    await bank.close()
    return before, await asyncio.to_thread(facts, host.here)


async def until(ready: Callable[[], bool], within_s: float = 30.0) -> None:
    async with asyncio.timeout(within_s):
        while not ready():
            await asyncio.sleep(0.02)


def serve(launch: Launch, host: Host, url: str, monkeypatch: pytest.MonkeyPatch) -> Server:
    if host.postgres:
        monkeypatch.setenv("DATABASE_URL", url)
    return launch(host.folder / "var", messages_per_window=1_000_000)


def test_a_backup_taken_under_load_comes_back_whole_and_as_another_history(
    host: Host, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """L22."""

    async def story() -> None:
        server = serve(launch, host, host.here, monkeypatch)
        phone = Phone(server.url, seed=7)
        table = (await phone.open_table())["table"]
        before, live = await copied_under_load(host, phone, table)
        await asyncio.to_thread(server.stop)
        said = await asyncio.to_thread(host.run, "Restore")
        back = await asyncio.to_thread(facts, host.restored)
        assert said.splitlines() == [
            f"New epoch {back.epoch}: phones fetch their tables anew.",
            "Coin games called off, stakes given back: 0.",
            "The books balance.",
        ]
        assert back.epoch != live.epoch == before.epoch
        assert (back.coins, back.findings, back.wounds) == (0, [], [])
        # Nothing that was there when it was begun is missing, and nothing came from nowhere.
        assert before.seq[table] <= back.seq[table] < live.seq[table]
        assert before.transfers <= back.transfers < live.transfers
        await goes_on(serve(launch, host, host.restored, monkeypatch), phone, table, back)

    async def goes_on(server: Server, old: Phone, table: str, back: Facts) -> None:
        """A phone that knows numbers which are no more gets the table as it now is, and plays on."""
        async with Phone(server.url, seed=8) as phone:
            phone.http.cookies, phone.folds = old.http.cookies, old.folds
            fold = phone.folds[table]
            snapshots = fold.snapshots
            assert fold.seq > back.seq[table]
            line = await phone.line(table)
            assert (fold.epoch, fold.seq, fold.snapshots) == (back.epoch, back.seq[table], snapshots + 1)
            await play(phone, line, table, 10)
            await line.close()
        await old.http.aclose()
        assert server.complaints() == []

    asyncio.run(story())


@pytest.mark.parametrize(
    ("spoil", "purses"),
    [
        (["UPDATE purse SET balance = 2500 WHERE id = 'account:ann'"], ["account:ann"]),
        (
            ["INSERT INTO transfer VALUES ('x', 'x', 'purchase', 'account:ann', 'shop', 50, NULL, NULL, NULL, 1)"],
            ["account:ann", "shop"],
        ),
    ],
    ids=["a balance that was changed", "a transfer that moved nothing"],
)
def test_what_was_changed_by_hand_is_put_right_as_the_page_says(
    books: str, spoil: list[str], purses: list[str]
) -> None:
    """The statement of the page gives each purse that the audit names what its transfers come to."""

    async def story(bank: Bank) -> None:
        await bank.open("ann", "ben")
        by_hand(books, spoil)
        named = [finding.row for finding in bank.findings() if finding.invariant.startswith("a balance")]
        assert sorted(named) == purses
        for purse in named:
            plainly(books, blocks("Coins", "When the alarm is raised", "sql").replace("PURSE", purse))

    at_the_bank(books, story)
