"""What the watch over the books reads every minute stays small, however many games were played."""

from __future__ import annotations

from sqlalchemy import event

from app.api.ledger.audit import GLANCES
from tests.ledger.bank import Bank, at_the_bank
from tests.ledger.dealings import Dealings
from tests.ledger.test_verifier import furnished


def test_a_glance_reads_neither_all_transfers_nor_all_pots(books: str) -> None:
    """It is as cheap after ten thousand games as after ten: every statement finds its rows by an index."""

    async def story(bank: Bank) -> None:
        await furnished(bank)
        dealings = Dealings(bank)
        await dealings.open()
        await dealings.make(3_000)
        asked: list[tuple[str, object]] = []

        def listen(connection: object, cursor: object, statement: str, values: object, *rest: object) -> None:
            asked.append((statement, values))

        event.listen(bank.reader.engine, "before_cursor_execute", listen)
        for check in GLANCES:
            assert bank.ask(lambda session, check=check: list(check(session))) == []
        event.remove(bank.reader.engine, "before_cursor_execute", listen)
        plans = {statement: plan_of(bank, statement, values) for statement, values in asked}
        assert len([statement for statement in plans if "FROM" in statement]) == 6
        for statement, plan in plans.items():
            for step in plan:
                whole = step.startswith("SCAN") and "ix_purse_open" not in step
                assert not whole, (statement, plan)
                assert "Seq Scan" not in step, (statement, plan)

    at_the_bank(books, story)


def plan_of(bank: Bank, statement: str, values: object) -> list[str]:
    """How the database finds the rows of a statement."""
    sqlite = bank.reader.engine.dialect.name == "sqlite"
    with bank.reader.engine.connect() as connection:
        if not sqlite:
            # A table of few pages is read whole because that is cheaper; the question is whether it must be.
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "
        return [str(row[-1]).strip() for row in connection.exec_driver_sql(explain + statement, values)]
