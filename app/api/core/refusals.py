"""Refusals: a stable code, a sentence for people, and the HTTP status that goes with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.api.core.languages import say


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a code says."""

    status: int
    message: str


MEANINGS: dict[str, Meaning] = {
    "dead_dice": Meaning(409, "Some of these dice score nothing in this order."),
    "nothing_tapped": Meaning(409, "Tap the dice you want to keep."),
    "not_on_table": Meaning(409, "That die does not lie on the table."),
    "unconfirmed_over": Meaning(409, "This keep goes past the target. Keep it anyway?"),
    "not_your_turn": Meaning(409, "It is somebody else's turn."),
    "wrong_phase": Meaning(409, "That cannot be done now."),
    "promise_first": Meaning(409, "Other phones take part in this roll: yours promises first."),
    "nothing_to_bank": Meaning(409, "There is nothing to bank yet."),
    "below_opening": Meaning(409, "The first bank needs more points in one turn."),
    "must_roll": Meaning(409, "All dice are used: roll once more."),
    "exact_must_roll": Meaning(409, "Exactly there: now roll for nothing."),
    "no_bank_in_rolloff": Meaning(409, "There is no banking in a roll-off."),
    "no_offer": Meaning(409, "Nothing was left to go on with."),
    "not_seated": Meaning(409, "You have no seat for that."),
    "seat_taken": Meaning(409, "That seat is taken."),
    "table_full": Meaning(409, "All eight seats are taken."),
    "too_few": Meaning(409, "A game with friends needs two players."),
    "not_offline": Meaning(409, "That player is still here."),
    "game_over": Meaning(409, "This game is over."),
    "stale": Meaning(409, "The table has moved on."),
    "cid_reused": Meaning(409, "This command number was used for something else."),
    "too_few_coins": Meaning(409, "You have too few coins for this table. Practice is free."),
    "seated_elsewhere": Meaning(409, "You sit at a coin table already. One at a time."),
    "same_device": Meaning(409, "Somebody from this device sits here. Two accounts of one device cannot share a pot."),
    "stake_too_high": Meaning(409, "Your first five games are at 250 and 500."),
    "under_review": Meaning(
        409,
        "Some of your games are being looked at. Until then: listed tables, and players with five games behind them.",
    ),
    "met_too_often": Meaning(409, "You have met somebody here ten times today. Tomorrow again, or at another table."),
    "notice": Meaning(409, "Read and accept first that coins have play value only."),
    "autopilot": Meaning(409, "Time was up: the autopilot finishes this turn."),
    "away": Meaning(409, "You are away, and the autopilot plays. Say that you are back first."),
    "not_away": Meaning(409, "You are not away."),
    "flagged_already": Meaning(409, "You have flagged this roll already. It is on your list."),
    "flag_limit": Meaning(429, "Ten flags a day. Tomorrow again."),
    "not_house": Meaning(403, "Only the house answers flags."),
    "unknown_look": Meaning(404, "The shop has no such set or move."),
    "already_owned": Meaning(409, "This is yours already."),
    "not_owned": Meaning(409, "This is not yours yet. The shop has it."),
    "look_not_owned": Meaning(409, "At a coin table you throw what is yours. The shop has this one."),
    "price_changed": Meaning(409, "The price is another one now. Nothing was bought."),
    "coins_halted": Meaning(503, "The coins are being checked. Practice goes on; try again in a few minutes."),
    "not_found": Meaning(404, "There is nothing here."),
    "unknown_type": Meaning(400, "This is not a message we know."),
    "malformed": Meaning(422, "This message cannot be read."),
    "wrong_origin": Meaning(403, "This call must come from our own pages."),
    "signed_out": Meaning(401, "Sign in first."),
    "wrong_login": Meaning(401, "This name and password do not belong together."),
    "passkey_refused": Meaning(401, "This passkey was not accepted. Try again, or use your password."),
    "last_key": Meaning(409, "This is the only way in. Set a password or make recovery codes first."),
    "prove_again": Meaning(403, "Enter your password again."),
    "name_taken": Meaning(409, "That name is taken."),
    "rate": Meaning(429, "Too many at once. Wait a moment."),
    "too_large": Meaning(413, "This message is too large."),
    "busy": Meaning(503, "The table is busy. It will be tried again."),
    "restarting": Meaning(503, "We are restarting. It goes on in a moment."),
}


class Refused(Exception):
    """Something that changed nothing, and why. `code` is one of `MEANINGS`."""

    def __init__(
        self,
        code: str,
        message: str | None = None,
        *,
        status: int | None = None,
        field: str | None = None,
        **more: Any,
    ) -> None:
        super().__init__(code)
        meaning = MEANINGS[code]
        self.code = code
        self.message = message or meaning.message
        self.status = status or meaning.status
        self.field = field
        self.more = more
        """What the code speaks of: `subject`, `hint`, `seq`."""

    def record(self) -> dict[str, Any]:
        """The refusal as it is sent, in the language of whoever is refused."""
        told: dict[str, Any] = {"refused": self.code, "message": say(self.message)}
        if self.field is not None:
            told["field"] = self.field
        return {**told, **self.more}
