"""The commands of the protocol as closed types. What does not fit them never reaches the game."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from app.api.cosmetics.look import PLAIN_LOOK, Look

SEQ_MAX = 2**53
DIGEST_BYTES = 16

Seq = Annotated[int, Meta(ge=0, le=SEQ_MAX)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
TableId = Annotated[str, Meta(max_length=32)]
Position = Annotated[int, Meta(ge=0, le=255)]
Positions = Annotated[tuple[Position, ...], Meta(max_length=16)]
"""Dice in tap order; whether they lie on the table is the game's question."""


class Gesture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the dice were thrown: degrees from straight ahead, and strength."""

    angle: Annotated[float, Meta(ge=-45, le=45)] = 0
    power: Annotated[float, Meta(ge=0, le=100)] = 50


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every command says."""

    cid: UUID
    """Unique per device; the same command sent again gets the same answer."""
    table: TableId = ""
    expect_seq: Seq | None = None
    """The table's last event that the sender knows of."""


class Roll(Command, tag="roll", frozen=True):
    """Roll the dice that are due."""

    entropy: Entropy | None = None
    """What goes into the dice, where no other phone takes part."""
    commitment: Entropy | None = None
    """Else the commitment to it: other players' phones open theirs first."""
    gesture: Gesture = Gesture()


class Piggyback(Command, tag="piggyback", frozen=True):
    """Go on with the dice and points that the player before left when banking."""


class Keep(Command, tag="keep", frozen=True):
    """Keep dice that lie on the table."""

    dice: Positions
    confirmed: bool = False


class Bank(Command, tag="bank", frozen=True):
    """Write the turn's points down."""


class GiveUp(Command, tag="give_up", frozen=True):
    """Give up a roll that lies unread."""


class Vote(Command, tag="vote", frozen=True):
    """Answer whether to split."""

    yes: bool


class Share(Command, tag="share", frozen=True):
    """Answer whether to share."""

    yes: bool


class ChooseOrder(Command, tag="choose_order", frozen=True):
    """Roll first or last in the roll-off."""

    order: Literal["first", "last"]


class Leave(Command, tag="leave", frozen=True):
    """Leave the game, or stand up before it starts."""

    seat: SeatNumber


class Start(Command, tag="start", frozen=True):
    """Start the first game of a friends' table."""


class PlayFor(Command, tag="play_for", frozen=True):
    """One step for a bot, or for a player who is away."""

    seat: SeatNumber
    entropy: Entropy


class Rematch(Command, tag="rematch", frozen=True):
    """The next game at this table."""

    swap: bool = False


class BuyIn(Command, tag="buy_in", frozen=True):
    """Sit down at a coin table and pay for the seat."""

    stake: Annotated[int, Meta(ge=0, le=1_000_000)]
    """What the seat costs, as its player was shown it."""
    invite: Annotated[str, Meta(max_length=32)] | None = None


class Promise(Command, tag="promise", frozen=True):
    """What a phone will add to the table roll, as a commitment."""

    commitment: Entropy


class Ready(Command, tag="ready", frozen=True):
    """Start as soon as all who sit here are ready."""

    yes: bool


class Reveal(Command, tag="reveal", frozen=True):
    """What the phone promised."""

    r: Entropy
    n: Annotated[int, Meta(ge=0, le=SEQ_MAX)] = 0
    """For which roll; 0 is the table roll."""


class Back(Command, tag="back", frozen=True):
    """An away player plays on."""


AnyCommand = (
    Roll | Piggyback | Keep | Bank | GiveUp | Vote | Share | ChooseOrder | Leave | Start | PlayFor | Rematch
    | BuyIn | Promise | Ready | Reveal | Back
)  # fmt: skip

NEEDS_SEQ = frozenset((Roll, Piggyback, Keep, Bank, GiveUp, Vote, Share, ChooseOrder, PlayFor))
"""Commands that are about what lies on the table now: a second one must not hit what came after."""


class OfService(msgspec.Struct, frozen=True):
    """What only the service itself ever asks of a table."""


class Sit(OfService, frozen=True):
    """Take a seat, for `POST …/seats`."""

    name: str
    worn: Look = PLAIN_LOOK
    """What the account wears that sits down."""


class Claim(OfService, frozen=True):
    """The account that is signed in on a guest's device takes the guest's seats over."""

    worn: Look = PLAIN_LOOK


class Dress(msgspec.Struct, frozen=True):
    """What changes how dice look and nothing of the game: it has no number, and makes no command stale."""


class TryOn(Dress, frozen=True):
    """A player throws other dice, or in another way, for the rest of the game."""

    seat: int
    look: Look


class Worn(Dress, frozen=True):
    """An account wears another look from now on, wherever it sits."""

    account: str
    look: Look


class Due(OfService, frozen=True):
    """The table's time has come."""

    at: int
    """The time that was up, in ms since 1970; a table that has gone on meanwhile has another one."""


class CallOff(OfService, frozen=True):
    """The house calls a coin table's game off: its dice can no longer be trusted."""


class Seal(OfService, frozen=True):
    """Witnesses of a roll have answered, or have had their time."""

    game: int
    n: int


class Lost(OfService, frozen=True):
    """A seat's last socket is gone."""

    seat: int


SITS_DOWN = frozenset((BuyIn, Rematch))
"""Commands of whoever wants to sit down: at a coin table the account must be looked up first."""

_body = msgspec.msgpack.Encoder().encode
_begun = blake2b(digest_size=DIGEST_BYTES, person=b"cmd")


def digest(command: Command) -> bytes:
    """What a command says, in 16 bytes; two commands that differ anywhere differ here."""
    hashed = _begun.copy()
    hashed.update(_body(command))
    return hashed.digest()
