"""The service with one bug put into it, to show that what looks for such bugs finds them.

python -m tests.coins.broken BUG serve --port 0
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from app.api.core.writer import Done, Unit, Writer
from app.api.play import repo
from app.api.play.actor import TableActor
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


BUGS: dict[str, Callable[[], None]] = {"no_dedupe": no_dedupe, "split": split}

if __name__ == "__main__":
    BUGS[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
