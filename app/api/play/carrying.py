"""Which part of play carries a command out."""

from __future__ import annotations

from app.api.core.refusals import Refused
from app.api.play import changes, coin_clock, coin_seats, coin_start, messages, rules
from app.api.play.asked import Asked
from app.api.play.standing import Change
from app.api.tables.place import COINS

COIN_HANDLERS: dict[type, changes.Handler] = {
    **dict.fromkeys(rules.PLAIN, coin_clock.act),
    messages.BuyIn: coin_seats.buy_in,
    messages.Leave: coin_seats.leave,
    messages.Rematch: coin_seats.rematch,
    messages.Promise: coin_start.promise,
    messages.Ready: coin_start.ready,
    messages.Reveal: coin_clock.reveal,
    messages.Seal: coin_clock.sealed,
    messages.Back: coin_clock.back,
    messages.Due: coin_clock.due,
    messages.Lost: coin_clock.lost,
    messages.CallOff: coin_clock.call_off,
}


def carry_out(asked: Asked, said: messages.Command | messages.OfService) -> Change:
    """What a command would change. Raises Refused."""
    handlers = changes.HANDLERS
    if asked.place.kind == COINS:
        handlers = COIN_HANDLERS
        if asked.tools.halted():
            raise Refused("coins_halted")
    handler = handlers.get(type(said))
    if handler is None:
        raise Refused("wrong_phase", "This table knows no such command.")
    return handler(asked, said)
