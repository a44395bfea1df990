"""What play writes, compiled once from the definitions of the rows."""

from __future__ import annotations

import json

from sqlalchemy import bindparam, delete, insert, literal_column, null, true, update

from app.api.core.db import table_of
from app.api.core.writer import Unit, Write, Writer
from app.api.cosmetics.look import written
from app.api.fairness.models import SecretRow
from app.api.play.models import EventRow, ReviewRow, RollRow, StakedRow, ThrowRow
from app.api.play.standing import Standing
from app.api.tables.models import CoinSeatRow, HeartbeatRow, SeatRow, StandingRow, TableRow
from app.api.tables.place import Place, Sitting
from app.engine.rules import to_record


class Statements:
    """Prepared statements by what they do."""

    def __init__(self, writer: Writer) -> None:
        standing, seat, secret = table_of(StandingRow), table_of(SeatRow), table_of(SecretRow)
        place = table_of(TableRow)
        self.add_event = writer.prepare(insert(table_of(EventRow)), unordered=True)
        # The one of every command: its rows are made by place, not by name.
        assert self.add_event.names == ("table_id", "seq", "game", "told", "device", "cid", "body", "state")
        self.restate = writer.prepare(
            update(standing)
            .where(standing.c.table_id == bindparam("of"))
            .values(game=bindparam("in_game"), status=bindparam("as_status"), due_at=bindparam("by"))
        )
        self.add_place = writer.prepare(insert(place))
        self.add_standing = writer.prepare(insert(standing))
        self.add_seat = writer.prepare(insert(seat))
        self.drop_seat = writer.prepare(
            delete(seat).where(seat.c.table_id == bindparam("of"), seat.c.seat == bindparam("number"))
        )
        self.drop_seats = writer.prepare(delete(seat).where(seat.c.table_id == bindparam("of")))
        self.seat_gone = writer.prepare(
            update(seat)
            .where(seat.c.table_id == bindparam("of"), seat.c.seat == bindparam("number"))
            .values(gone=true())
        )
        self.seat_unpaid = writer.prepare(
            update(seat)
            .where(seat.c.table_id == bindparam("of"), seat.c.seat == bindparam("number"))
            .values(gone=true(), paid=null())
        )
        self.claim = writer.prepare(
            update(seat)
            .where(seat.c.table_id == bindparam("of"), seat.c.seat == bindparam("number"))
            .values(account=bindparam("whose"))
        )
        self.dress = writer.prepare(
            update(seat)
            .where(
                seat.c.table_id == bindparam("of"),
                seat.c.seat == bindparam("number"),
                seat.c.device == bindparam("where"),
            )
            .values(look=bindparam("to"))
        )
        self._of_coin_tables(writer)
        self.add_secret = writer.prepare(insert(secret))
        self.reveal = writer.prepare(
            update(secret)
            .where(secret.c.table_id == bindparam("of"), secret.c.game == bindparam("number"))
            .values(revealed_at=bindparam("at"))
        )
        self.add_roll = writer.prepare(insert(table_of(RollRow)))
        self.add_throw = writer.prepare(insert(table_of(ThrowRow)))
        self.discard = writer.prepare(update(place).where(place.c.id == bindparam("of")).values(discarded=true()))

    def _of_coin_tables(self, writer: Writer) -> None:
        standing, seat, event = table_of(StandingRow), table_of(SeatRow), table_of(EventRow)
        self.rename_seats = writer.prepare(
            update(seat).where(seat.c.account == bindparam("whose")).values(name=bindparam("to"))
        )
        place = table_of(TableRow)
        self.rename_place = writer.prepare(
            update(place).where(place.c.id == bindparam("of")).values(name=bindparam("to"))
        )
        self.retell = writer.prepare(
            update(event)
            .where(event.c.table_id == bindparam("of"), event.c.seq == bindparam("number"))
            .values(told=bindparam("to"))
        )
        review = table_of(ReviewRow)
        self._add_review = writer.prepare(insert(review))
        self._drop_review = writer.prepare(delete(review).where(review.c.account == bindparam("of")))
        self.add_staked = writer.prepare(insert(table_of(StakedRow)))
        coin_seat, heartbeat = table_of(CoinSeatRow), table_of(HeartbeatRow)
        self.add_coin_seat = writer.prepare(insert(coin_seat))
        self.drop_coin_seat = writer.prepare(
            delete(coin_seat).where(coin_seat.c.account == bindparam("whose"), coin_seat.c.table_id == bindparam("of"))
        )
        self.drop_coin_seats = writer.prepare(delete(coin_seat).where(coin_seat.c.table_id == bindparam("of")))
        self.beat = writer.prepare(update(heartbeat).values(at=bindparam("now")))
        self.shift = writer.prepare(
            update(standing)
            .where(standing.c.status == literal_column("'playing'"), standing.c.due_at.is_not(None))
            .values(due_at=standing.c.due_at + bindparam("ms"))
        )

    def open_table(self, place: Place, standing: Standing, now: int) -> Unit:
        """Everything that a new table starts with, its first game's secret included."""
        place_row = self.add_place.row(
            id=place.id,
            kind=place.kind,
            name=place.name,
            rules=json.dumps(to_record(place.rules), separators=(",", ":")),
            opener=place.opener,
            invite=place.invite,
            opened_at=place.opened_at,
            discarded=False,
            stake=place.stake,
            size=place.size,
            listed=place.listed,
        )
        standing_row = self.add_standing.row(
            table_id=place.id, game=standing.game, status=standing.status, due_at=standing.due
        )
        return [
            Write(self.add_place, [place_row]),
            Write(self.add_standing, [standing_row]),
            *self.seated(place.id, standing),
            self.keep_secret(place.id, standing, now),
        ]

    def cleared(self, account: str, now: int) -> list[Write]:
        """Somebody has looked at an account's coin games: those before count no longer."""
        return [
            Write(self._drop_review, [(account,)]),
            Write(self._add_review, [self._add_review.row(account=account, cleared_at=now)]),
        ]

    def keep_secret(self, table: str, standing: Standing, now: int) -> Write:
        """The secret of the standing's game."""
        row = self.add_secret.row(
            table_id=table, game=standing.game, secret=standing.dice.secret, made_at=now, revealed_at=None
        )
        return Write(self.add_secret, [row])

    def seat_row(self, table: str, sitting: Sitting) -> tuple[object, ...]:
        """A seat as a row."""
        return self.add_seat.row(
            table_id=table,
            seat=sitting.seat,
            device=sitting.device,
            name=sitting.name,
            bot=sitting.bot,
            gone=sitting.gone,
            account=sitting.account,
            paid=sitting.paid,
            look=written(sitting.tried),
        )

    def dressed(self, table: str, sitting: Sitting) -> Write:
        """What a seat's player tries on; refused by the database if somebody else sits there by now."""
        row = self.dress.row(of=table, number=sitting.seat, where=sitting.device, to=written(sitting.tried))
        return Write(self.dress, [row], guarded=True)

    def reseat(self, table: str, standing: Standing) -> list[Write]:
        """Replace all seats of a table."""
        return [
            Write(self.drop_seats, [(table,)]),
            *self.seated(table, standing),
        ]

    def seated(self, table: str, standing: Standing) -> list[Write]:
        """Everybody who sits at a table."""
        rows = [self.seat_row(table, each) for each in standing.sittings]
        return [Write(self.add_seat, rows)] if rows else []
