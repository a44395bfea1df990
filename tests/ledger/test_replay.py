"""The transfers alone make the balances; nobody who reads meanwhile sees a coin too many or too few."""

from __future__ import annotations

import asyncio
import time

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.api.core.db import Reader
from app.api.ledger.models import PurseRow
from app.api.ledger.verifier import Verifier
from tests.ledger.bank import Bank, at_the_bank
from tests.ledger.dealings import Dealings, counted_anew

REPLAY_S = 10.0
SAMPLES = 1_000


@pytest.mark.parametrize("count", [5_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_the_transfers_counted_from_empty_purses_are_the_balances(books: str, count: int) -> None:
    """L13."""

    async def story(bank: Bank) -> None:
        dealings = Dealings(bank)
        await dealings.open()
        await dealings.make(count)
        began = time.perf_counter()
        counted, says, transfers = bank.ask(counted_anew)
        took = time.perf_counter() - began
        print(f"{transfers} transfers, {len(says)} purses: {took:.2f} s")
        assert transfers >= count
        assert counted == says
        assert took < REPLAY_S

    at_the_bank(books, story)


@pytest.mark.parametrize("count", [2_000, pytest.param(20_000, marks=pytest.mark.soak)])
def test_whoever_reads_while_games_are_paid_and_settled_sees_nothing_missing(books: str, count: int) -> None:
    """L12: every sample of the sum is 0, and the watch over the books raises no false alarm."""

    async def story(bank: Bank) -> None:
        dealings = Dealings(bank)
        await dealings.open()
        reader, alarms = Reader(books), list[bool]()
        verifier = Verifier(reader, 0.0, alarms.append, audit_every_s=0.0)
        samples: list[int] = []
        looks = 0
        enough = asyncio.Event()

        def summed(session: Session) -> int:
            return int(session.scalar(select(func.sum(PurseRow.balance))) or 0)

        async def sample() -> None:
            while not enough.is_set():
                samples.append(await reader.run(summed))

        async def watch() -> None:
            nonlocal looks
            while not enough.is_set():
                await verifier.check_once()
                looks += 1

        reading = [asyncio.create_task(each()) for each in (sample, sample, watch)]
        while len(samples) < SAMPLES or dealings.transfers < count:
            await dealings.make(dealings.transfers + 400)
        enough.set()
        await asyncio.gather(*reading)
        print(f"{len(samples)} samples and {looks} looks during {dealings.transfers} transfers")
        assert set(samples) == {0}
        assert looks >= 10
        assert (alarms, verifier.findings) == ([], ())
        await asyncio.to_thread(reader.close)

    at_the_bank(books, story)
