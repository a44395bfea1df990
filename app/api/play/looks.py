"""How dice look at a table: changed without a number, for nothing of the game depends on it (decision 0019)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.api.cosmetics.look import PLAIN_LOOK
from app.api.play.messages import Dress, TryOn, Worn
from app.api.play.standing import OVER, Standing
from app.api.tables.place import Sitting, Sittings, seats_of


def dressed(standing: Standing, caller: Caller, said: Dress) -> Sittings:
    """Who sits at the table once somebody looks otherwise. Refuses a seat of somebody else, and a game that is over."""
    if isinstance(said, Worn):
        # The latest choice counts: what was tried on before is put away.
        return tuple(
            replace(each, worn=said.look, tried=None) if each.account == said.account else each
            for each in standing.sittings
        )
    assert isinstance(said, TryOn), "there are no other ways to dress"
    if said.seat not in seats_of(standing.sittings, caller):
        raise Refused("not_seated")
    if standing.status == OVER:
        raise Refused("game_over")
    return tuple(replace(each, tried=said.look) if each.seat == said.seat else each for each in standing.sittings)


def changed(before: Sittings, after: Sittings) -> list[Sitting]:
    """Seats whose dice look otherwise than before."""
    if before is after:
        return []
    seen = {each.seat: each.look for each in before}
    return [each for each in after if each.look != seen.get(each.seat, PLAIN_LOOK)]


def to_keep(before: Sittings, after: Sittings) -> list[Sitting]:
    """Seats whose row has to say something else: what is tried on. What is worn stands with the account."""
    return [each for each, old in zip(after, before, strict=True) if each.tried != old.tried]


def told(table: str, sitting: Sitting) -> dict[str, Any]:
    """A seat's look as it is told to everybody at the table."""
    return {"table": table, "type": "look", "seat": sitting.seat, "look": sitting.look.record()}


def all_told(table: str, sittings: Collection[Sitting], *, changed: bool) -> list[dict[str, Any]]:
    """What somebody is told who comes back, and may have missed a change; nothing where all is as at first."""
    if not changed and all(each.look == PLAIN_LOOK for each in sittings):
        return []
    return [told(table, each) for each in sittings]
