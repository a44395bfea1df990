"""Questions about what happened to the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from app.api.fairness.models import SecretRow
from app.api.play.models import EpochRow, EventRow, ThrowRow

CATCH_UP_MAX = 200
"""Events a reader may be behind before a snapshot is shorter."""


def epoch(session: Session) -> str:
    """The history that all sequence numbers belong to."""
    return session.scalars(select(EpochRow.epoch)).one()


def last_events(session: Session, table: str, count: int) -> list[tuple[int, bytes]]:
    """The last events of a table, oldest first."""
    rows = session.execute(
        select(EventRow.seq, EventRow.told).where(EventRow.table_id == table).order_by(EventRow.seq.desc()).limit(count)
    ).all()
    return [(row.seq, row.told.encode()) for row in reversed(rows)]


def position(session: Session, table: str) -> tuple[int, bytes | None]:
    """The number of a table's last event, and the game's position after it."""
    row = session.execute(
        select(EventRow.seq, EventRow.state).where(EventRow.table_id == table).order_by(EventRow.seq.desc()).limit(1)
    ).one()
    return row.seq, row.state


def positions(session: Session, tables: Collection[str]) -> dict[str, bytes | None]:
    """The positions after the last events of some tables, in one question."""
    last = (
        select(EventRow.table_id, func.max(EventRow.seq).label("seq"))
        .where(EventRow.table_id.in_(tables))
        .group_by(EventRow.table_id)
        .subquery()
    )
    rows = session.execute(
        select(EventRow.table_id, EventRow.state).join(
            last, and_(last.c.table_id == EventRow.table_id, last.c.seq == EventRow.seq)
        )
    )
    return {row.table_id: row.state for row in rows}


def events_since(session: Session, table: str, have_seq: int) -> list[bytes]:
    """Events after a number, at most as many as one may catch up with."""
    rows = session.scalars(
        select(EventRow.told)
        .where(EventRow.table_id == table, EventRow.seq > have_seq)
        .order_by(EventRow.seq)
        .limit(CATCH_UP_MAX)
    )
    return [told.encode() for told in rows]


def events_of_game(session: Session, table: str, game: int) -> Sequence[str]:
    """All events of one game, as they were told."""
    return session.scalars(
        select(EventRow.told).where(EventRow.table_id == table, EventRow.game == game).order_by(EventRow.seq)
    ).all()


def secret(session: Session, table: str, game: int) -> bytes | None:
    """A game's secret; only the draw may ask before the game is over."""
    return session.scalar(select(SecretRow.secret).where(SecretRow.table_id == table, SecretRow.game == game))


def secret_row(session: Session, table: str, game: int) -> SecretRow | None:
    """A game's secret, and when it was told."""
    return session.get(SecretRow, (table, game))


def answered(session: Session, table: str, device: bytes, cid: bytes) -> tuple[bytes, int] | None:
    """What the command with this number said, in digest, and its answer; None if it was not carried out."""
    row = session.execute(
        select(EventRow.body, EventRow.seq).where(
            EventRow.table_id == table, EventRow.device == device, EventRow.cid == cid
        )
    ).first()
    return None if row is None or row.body is None else (row.body, row.seq)


def throw(session: Session, table: str, game: int, roll: int) -> bytes | None:
    """A stored throw."""
    return session.scalar(
        select(ThrowRow.record).where(ThrowRow.table_id == table, ThrowRow.game == game, ThrowRow.roll == roll)
    )
