"""What flags write, compiled once from the definitions of the rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Update, bindparam, case, delete, insert, literal_column, null, update
from sqlalchemy.sql.expression import ColumnClause

from app.api.core.db import table_of
from app.api.core.writer import Write, Writer
from app.api.flags.models import FlagRow, HouseRow


class Statements:
    """What flags write."""

    def __init__(self, writer: Writer) -> None:
        flag, house = table_of(FlagRow), table_of(HouseRow)
        one = update(flag).where(flag.c.id == bindparam("of"), flag.c.removed_at.is_(None))
        closed = flag.c.status == word("closed")
        self._add = writer.prepare(insert(flag))
        self._answer = writer.prepare(
            one.values(
                answer=bindparam("text"),
                answered_by=bindparam("by"),
                answered_at=bindparam("at"),
                status=case((closed, word("closed")), else_=word("answered")),
            )
        )
        self._close = writer.prepare(one.values(status=word("closed"), closed_at=bindparam("at")).where(~closed))
        self._remove = writer.prepare(emptied(one).values(status=word("closed"), removed_at=bindparam("at")))
        self._forget = writer.prepare(
            emptied(update(flag).where(flag.c.account == bindparam("of"))).values(account=null(), alias=word(""))
        )
        self._forget_answers = writer.prepare(
            update(flag).where(flag.c.answered_by == bindparam("of")).values(answered_by=null())
        )
        self._add_house = writer.prepare(insert(house))
        self._end_house = writer.prepare(delete(house).where(house.c.account == bindparam("of")))

    def add(self, **values: Any) -> Write:
        """A new flag; refused by the database if its holder flagged that roll, or sent one more at the same time."""
        empty = dict.fromkeys(("answer", "answered_by", "answered_at", "closed_at", "removed_at"))
        return Write(self._add, [self._add.row(**empty, **values)])

    def answer(self, flag: str, text: str, account: str | None, at: int) -> Write:
        """The house answers; an answer there was is replaced."""
        return Write(self._answer, [self._answer.row(of=flag, text=text, by=account, at=at)], guarded=True)

    def close(self, flag: str, at: int) -> Write:
        """There is nothing more to be done about a flag."""
        return Write(self._close, [self._close.row(of=flag, at=at)], guarded=True)

    def remove(self, flag: str, at: int) -> Write:
        """Its holder takes it back, with all that was said in it."""
        return Write(self._remove, [self._remove.row(of=flag, at=at)], guarded=True)

    def forget(self, account: str) -> list[Write]:
        """An account goes: its flags are nobody's, and it answers none."""
        all_of_it = (self._forget, self._forget_answers, self._end_house)
        return [Write(statement, [statement.row(of=account)]) for statement in all_of_it]

    def house(self, account: str, at: int) -> Write:
        """An account answers for the house from now on."""
        return Write(self._add_house, [self._add_house.row(account=account, since=at)])

    def no_house(self, account: str) -> Write:
        """It no longer does."""
        return Write(self._end_house, [self._end_house.row(of=account)], guarded=True)


def word(value: str) -> ColumnClause[str]:
    """A word of ours inside a statement, which the writer need not be given."""
    return literal_column(f"'{value}'")


def emptied(change: Update) -> Update:
    """What somebody said in a flag is forgotten; the roll and what came of it stay."""
    return change.values(note=null(), transcript=null(), evidence=null())
