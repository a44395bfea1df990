"""What looks write, compiled once from the definitions of the rows."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import BigInteger, BindParameter, LargeBinary, String, bindparam, delete, insert, or_, select, update

from app.api.core.db import table_of
from app.api.core.writer import Prepared, Write, Writer
from app.api.cosmetics.look import Look
from app.api.cosmetics.models import FavoriteRow, OwnedSetRow, OwnedStageRow, PurchaseRow, WornMoveRow, WornSetRow
from app.api.ledger.models import PurseRow


class Statements:
    """What looks write."""

    def __init__(self, writer: Writer) -> None:
        worn_set, worn_move = table_of(WornSetRow), table_of(WornMoveRow)
        favorite = table_of(FavoriteRow)
        self._bought = self._purchase(writer)
        self._own_set = writer.prepare(insert(table_of(OwnedSetRow)))
        self._own_stage = writer.prepare(insert(table_of(OwnedStageRow)))
        whose: BindParameter[str] = bindparam("of")
        self._wear_set = writer.prepare(insert(worn_set))
        self._wear_move = writer.prepare(insert(worn_move))
        self._drop_set = writer.prepare(delete(worn_set).where(worn_set.c.account == whose))
        this_set = worn_move.c.dice_set == bindparam("this")
        self._drop_move = writer.prepare(delete(worn_move).where(worn_move.c.account == whose, this_set))
        self._drop_moves = writer.prepare(delete(worn_move).where(worn_move.c.account == whose))
        self._love = writer.prepare(insert(favorite))
        self._say = writer.prepare(
            update(favorite).where(favorite.c.id == whose).values(note=bindparam("text"), at=bindparam("now"))
        )
        held = or_(favorite.c.account == bindparam("whose"), favorite.c.device == bindparam("where"))
        self._unlove = writer.prepare(delete(favorite).where(held, favorite.c.dice_set == bindparam("this")))
        self._forget_love = writer.prepare(delete(favorite).where(favorite.c.account == whose))

    @staticmethod
    def _purchase(writer: Writer) -> Prepared:
        """A purchase that was carried out, with what its account holds after it, as the database knows it."""
        purse = table_of(PurseRow)
        known = select(
            bindparam("whose", type_=String),
            bindparam("number", type_=LargeBinary),
            bindparam("said", type_=LargeBinary),
            purse.c.balance,
            bindparam("now", type_=BigInteger),
        ).where(purse.c.id == bindparam("purse"))
        return writer.prepare(
            insert(table_of(PurchaseRow)).from_select(["account", "cid", "body", "coins", "at"], known)
        )

    def bought(self, account: str, cid: UUID, body: bytes, purse: str, at: int) -> Write:
        """The call that bought something; refused by the database if it was carried out before."""
        row = self._bought.row(whose=account, number=cid.bytes, said=body, purse=purse, now=at)
        return Write(self._bought, [row], guarded=True)

    def own_set(self, account: str, dice_set: str, price: int, transfer: str, at: int) -> Write:
        """A set is the account's; refused by the database if it is so already."""
        row = self._own_set.row(account=account, dice_set=dice_set, price=price, transfer=transfer, at=at)
        return Write(self._own_set, [row])

    def own_stages(
        self, account: str, dice_set: str, move: str, stages: Sequence[tuple[int, int]], transfer: str, at: int
    ) -> Write:
        """Stages of a move, each with its price, are the account's for one of its sets."""
        rows = [
            self._own_stage.row(
                account=account, dice_set=dice_set, move=move, stage=stage, price=price, transfer=transfer, at=at
            )
            for stage, price in stages
        ]
        return Write(self._own_stage, rows)

    def wear(self, account: str, look: Look) -> list[Write]:
        """The account throws this set from now on, and this set with this move."""
        writes = [
            Write(self._drop_set, [self._drop_set.row(of=account)]),
            Write(self._wear_set, [self._wear_set.row(account=account, dice_set=look.set)]),
            Write(self._drop_move, [self._drop_move.row(of=account, this=look.set)]),
        ]
        if look.move is not None:
            row = self._wear_move.row(account=account, dice_set=look.set, move=look.move, stage=look.stage)
            writes.append(Write(self._wear_move, [row]))
        return writes

    def love(
        self, heart: str, dice_set: str, account: str | None, device: bytes | None, note: str | None, at: int
    ) -> Write:
        """A heart; refused by the database if its giver gave this set one."""
        row = self._love.row(id=heart, dice_set=dice_set, account=account, device=device, note=note, at=at)
        return Write(self._love, [row])

    def say(self, heart: str, note: str, at: int) -> Write:
        """A heart's giver says something, in the place of what was said before."""
        return Write(self._say, [self._say.row(of=heart, text=note, now=at)])

    def unlove(self, dice_set: str, account: str | None, device: bytes) -> Write:
        """A heart is taken back, with what was said."""
        return Write(self._unlove, [self._unlove.row(this=dice_set, whose=account, where=device)])

    def forget(self, account: str) -> list[Write]:
        """An account goes, and with it what it wore and loved. What it bought stays with the coins it paid."""
        every = (self._drop_set, self._drop_moves, self._forget_love)
        return [Write(statement, [statement.row(of=account)]) for statement in every]
