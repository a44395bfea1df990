"""The service with one bug put into it, to show that what looks for such bugs finds them.

python -m tests.coins.broken BUG serve --port 0
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.api.accounts.callers import Caller
from app.api.core.writer import Done, Unit, Writer
from app.api.play import carrying, coin_clock, messages, repo, rules
from app.api.play.actor import TableActor
from app.api.play.asked import Asked
from app.api.play.standing import Change
from app.cli.main import main

APART_S = 0.1
"""Between the two transactions of what should be one."""


def no_dedupe() -> None:
    """A command that comes again is carried out again."""

    def forgets(*_: Any) -> None:
        return None

    TableActor.remember = forgets  # type: ignore[method-assign]
    repo.answered = forgets  # type: ignore[assignment]


def split() -> None:
    """Coins move in one transaction, and the seat that they are for is written in the next one."""
    whole = Writer.save_then

    def save_then(self: Writer, unit: Unit, done: Done) -> None:
        coins = [write for write in unit if write.statement.sql.startswith("INSERT INTO transfer")]
        rest = [write for write in unit if write not in coins]
        opens = any(write.statement.sql.startswith("INSERT INTO purse") for write in unit)
        if not coins or opens:
            whole(self, unit, done)
            return

        def then(outcome: Exception | None) -> None:
            if outcome is None:
                self.loop.call_later(APART_S, whole, self, rest, done)
            else:
                done(outcome)

        whole(self, coins, then)

    Writer.save_then = save_then  # type: ignore[method-assign]


def anybody() -> None:
    """Whoever calls plays the seat that acts."""

    def act(asked: Asked, said: messages.Command) -> Change:
        state = asked.standing.state
        if state is None or state.seat is None:
            return coin_clock.act(asked, said)
        account = asked.standing.sittings[state.seat].account
        return coin_clock.act(replace(asked, caller=Caller(asked.caller.device, account)), said)

    carrying.COIN_HANDLERS |= dict.fromkeys(rules.PLAIN, act)


BUGS: dict[str, Callable[[], None]] = {"no_dedupe": no_dedupe, "split": split, "anybody": anybody}

if __name__ == "__main__":
    BUGS[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
