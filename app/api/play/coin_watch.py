"""Coins that are handed over by losing on purpose: what gives it away, and what follows (reliability §4.2).

Nobody is punished by a rule: whoever is *watched* sits, until somebody has looked, at listed tables only and not with
newcomers, whose free coins are what such hands are after. Practice is untouched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from app.api.play.models import ReviewRow, StakedRow

DAY_MS = 24 * 3600 * 1000
WEEK_MS = 7 * DAY_MS
MEETINGS_MAX = 10
"""Coin games in a day in which the same two may meet."""
NEWCOMER_GAMES = 5
"""Coin games before an account stands on its own (DESIGN §6)."""
THROWN_MAX = 2
"""Games a week that a newcomer may throw away in somebody's favour before that is looked at."""
IDLE_TURNS = 3
"""So many turns without banking a point, and the game was not played."""
FLOW_MAX = 5_000
"""Coins that may flow one way between two in a week…"""
FLOW_GAMES = 8
FLOW_SHARE = 0.9
"""… unless it is from so many games, of which nearly all went to the same one."""
LEFT_OF = (3, 7)
"""So many of an account's last games left before their end."""


def games_finished(session: Session, account: str) -> int:
    """Coin games that an account played to their end; void ones leave no trace here."""
    return session.scalar(select(func.count()).where(StakedRow.account == account, StakedRow.gone.is_(False))) or 0


def meets_too_often(session: Session, account: str, others: Sequence[str], now: int) -> bool:
    """Whether an account has met one of the others as often as it may in a day."""
    own, theirs = aliased(StakedRow), aliased(StakedRow)
    most = session.execute(
        select(func.count())
        .select_from(own)
        .join(theirs, (theirs.table_id == own.table_id) & (theirs.game == own.game))
        .where(own.account == account, own.at > now - DAY_MS, theirs.account.in_(others))
        .group_by(theirs.account)
        .order_by(func.count().desc())
        .limit(1)
    ).scalar()
    return (most or 0) >= MEETINGS_MAX


def watched(session: Session, account: str, now: int) -> str | None:
    """Why an account is to be looked at; None for nearly everybody."""
    review = session.get(ReviewRow, account)
    since = max(now - WEEK_MS, review.cleared_at if review is not None else 0)
    return (
        _thrown_games(session, account, since) or _one_way(session, account, since) or _leaves(session, account, since)
    )


def _thrown_games(session: Session, account: str, since: int) -> str | None:
    """Newcomers who threw games away that this account won."""
    won, lost, before = aliased(StakedRow), aliased(StakedRow), aliased(StakedRow)
    played = (
        select(func.count())
        .where(before.account == lost.account, before.at < lost.at, before.gone.is_(False))
        .correlate(lost)
        .scalar_subquery()
    )
    thrown = lost.gone.is_(True) | ((lost.turns >= IDLE_TURNS) & (lost.banked == 0))
    games = session.execute(
        select(won.table_id, won.game)
        .join(lost, (lost.table_id == won.table_id) & (lost.game == won.game))
        .where(won.account == account, won.paid > 0, won.at > since, lost.paid == 0, thrown, played < NEWCOMER_GAMES)
        .distinct()
    ).all()
    return f"{len(games)} games that newcomers threw away in its favour" if len(games) > THROWN_MAX else None


def _one_way(session: Session, account: str, since: int) -> str | None:
    """Coins that flow between two, always the same way."""
    own, theirs = aliased(StakedRow), aliased(StakedRow)
    met = session.execute(
        select(theirs.account, own.stake, own.paid, theirs.paid)
        .join(theirs, (theirs.table_id == own.table_id) & (theirs.game == own.game) & (theirs.account != own.account))
        .where(own.account == account, own.at > since)
    ).all()
    flows: dict[str, list[int]] = defaultdict(list)
    for other, stake, paid, paid_theirs in met:
        if bool(paid) != bool(paid_theirs):
            flows[other].append(stake if paid else -stake)
    for other, flow in sorted(flows.items()):
        gains = sum(each > 0 for each in flow)
        one_way = max(gains, len(flow) - gains) >= FLOW_SHARE * len(flow)
        if len(flow) >= FLOW_GAMES and one_way and abs(sum(flow)) > FLOW_MAX:
            return f"{sum(flow)} coins in {len(flow)} games with {other}"
    return None


def _leaves(session: Session, account: str, since: int) -> str | None:
    """Games that it left before their end."""
    few, of = LEFT_OF
    last = session.scalars(
        select(StakedRow.gone)
        .where(StakedRow.account == account, StakedRow.at > since)
        .order_by(StakedRow.at.desc())
        .limit(of)
    ).all()
    return f"left {sum(last)} of its last {len(last)} games" if sum(last) >= few else None


def all_watched(session: Session, now: int) -> list[tuple[str, str]]:
    """All accounts that are to be looked at, and why."""
    accounts = session.scalars(
        select(StakedRow.account).where(StakedRow.at > now - WEEK_MS).distinct().order_by(StakedRow.account)
    )
    found = ((account, watched(session, account, now)) for account in accounts)
    return [(account, why) for account, why in found if why is not None]
