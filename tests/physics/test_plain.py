"""The plain throw stays the throw it is: moves and bodies are added beside it."""

from __future__ import annotations

from hashlib import sha256

from tests.physics.thrown import Thrown

PLAIN_DIGEST = "f53600c774ef9d5169f29a913e1cea4bdc930f8981d58ee4db9b7bc6f80d9e19"
"""Of 240 mixed throws with the house's dice and no move, taken before any move was built.

A record is made once and stored, so another digest breaks no replay; but it means that every throw flies differently.
"""


def test_a_throw_without_a_move_has_the_bytes_it_had_before_there_were_moves(throws: list[Thrown]) -> None:
    assert sha256(b"".join(throw.blob for throw in throws)).hexdigest() == PLAIN_DIGEST
