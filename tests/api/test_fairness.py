"""Every roll can be checked, and until the game is over nobody can know the next one."""

from __future__ import annotations

import ast
import asyncio
import hashlib
import hmac
import inspect
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from app.api.core.writer import Duplicate, Write
from app.api.fairness.dice import GameDice, Mixed, game_id, new_secret, read_script
from app.api.play.messages import Leave, Roll
from app.api.play.service import Play
from tests.api.tables import ANN, Ear, one_phone, say, tables
from tests.playing import Phone, play
from tests.serving import ROOT, Server


def sha(*parts: Any) -> bytes:
    return hashlib.sha256(packed(*parts)).digest()


def mac(key: bytes, *parts: Any) -> bytes:
    return hmac.new(key, packed(*parts), "sha256").digest()


def packed(*parts: Any) -> bytes:
    """The encoding of docs: written here a second time, so that a mistake in the first shows."""
    out = b""
    for part in parts:
        if isinstance(part, int):
            part = part.to_bytes(8, "big")
        elif isinstance(part, str):
            part = part.encode()
        out += len(part).to_bytes(4, "big") + part
    return out


def verify(transcript: dict[str, Any]) -> int:
    """Check a finished game from its transcript alone; answers how many rolls hold."""
    game, secret = transcript["id"], bytes.fromhex(transcript["secret"])
    assert sha("trippn/v1/commit", "S", game, 255, 0, secret).hex() == transcript["commitment"]
    for number, roll in enumerate(transcript["rolls"], 1):
        assert roll["n"] == number
        key = mac(secret, "trippn/v1/roll-key", game, roll["n"])
        assert key.hex() == roll["key"]
        assert sha("trippn/v1/commit", "k", game, 255, roll["n"], key).hex() == roll["commitment"]
        given = sorted((each["seat"], bytes.fromhex(each["r"])) for each in roll["contributions"])
        mixed = [part for pair in given for part in pair]
        seed = mac(key, "trippn/v1/roll", game, roll["n"], roll["roller"], roll["ndice"], len(given), *mixed)
        stream = b"".join(mac(seed, "trippn/v1/dice", block) for block in range(2))
        faces = [byte % 6 + 1 for byte in stream if byte < 252][: roll["ndice"]]
        assert faces == roll["faces"]
    return len(transcript["rolls"])


def test_a_played_game_verifies_from_its_transcript_alone(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=1) as phone, Phone(house.url) as anybody:
            table = (await phone.open_table(["Ann"], bots=["max"]))["table"]
            line = await phone.line(table)
            fold = phone.folds[table]
            promised: dict[int, str] = {}
            sent: dict[int, str] = {}
            while fold.status != "over":
                assert fold.view is not None
                if fold.view["next"]:
                    promised[fold.view["next"]["n"]] = fold.view["next"]["commitment"]
                mine = fold.view["seat"] == 0
                command = phone.move(table, 1000) if mine else phone.command(table, "play_for", seat=1)
                if command["type"] == "roll":
                    sent[fold.view["roll"] + 1] = command["entropy"]
                assert (await line.ask(command)).get("ok")
            transcript = (await anybody.http.get(f"/api/tables/{table}/transcript/1")).json()
            assert verify(transcript) > 10
            assert transcript["secret"] == fold.events[-1]["secret"]
            for roll in transcript["rolls"]:
                assert promised[roll["n"]] == roll["commitment"], "told before the roll"
                if roll["n"] in sent:
                    assert roll["contributions"] == [{"seat": 0, "r": sent[roll["n"]]}]

    asyncio.run(story())


def test_any_change_to_a_transcript_is_noticed(house: Server) -> None:
    async def story() -> dict[str, Any]:
        async with Phone(house.url, seed=2) as phone:
            table = (await phone.open_table(["Ann"]))["table"]
            line = await phone.line(table)
            await play(phone, line, table, 5)
            leave = {"cid": phone.cid(), "table": table, "type": "leave", "seat": 0}
            assert (await line.ask(leave))["ok"]
            found: dict[str, Any] = (await phone.http.get(f"/api/tables/{table}/transcript/1")).json()
            return found

    transcript = asyncio.run(story())
    assert verify(transcript) > 0
    first = transcript["rolls"][0]
    changes: list[tuple[dict[str, Any], str, Any]] = [
        (transcript, "secret", "00" * 32),
        (transcript, "commitment", "00" * 32),
        (transcript, "id", "0" * 13 + "/1"),
        (first, "key", "00" * 32),
        (first, "commitment", "00" * 32),
        (first, "roller", first["roller"] + 1),
        (first, "n", first["n"] + 1),
        (first, "faces", first["faces"][::-1] if first["faces"] != first["faces"][::-1] else [1] * 8),
        (first, "contributions", [{"seat": 0, "r": "00" * 32}]),
        (first, "contributions", []),
    ]
    for holder, name, value in changes:
        kept, holder[name] = holder[name], value
        with pytest.raises(AssertionError):
            verify(transcript)
        holder[name] = kept
    assert verify(transcript) > 0


def test_the_secret_is_nowhere_to_be_seen_before_the_game_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path) as here:
            table = await one_phone(here, "Ann")
            ear = Ear()
            actor = here.actors[table]
            actor.attach(ear)
            await here.command(ANN, say(here, table, Roll))
            secret = actor.standing.dice.secret.hex()
            key_to_come = actor.standing.dice.key(2)[0].hex()
            seen = repr(ear.heard) + actor.snapshot(ANN).decode() + events_saved(here)
            assert actor.standing.dice.commitment in seen
            assert secret not in seen
            assert key_to_come not in seen
            await here.command(ANN, say(here, table, Leave, seat=0))
            assert ear.heard[-2]["secret"] == secret
            assert secret in actor.snapshot(ANN).decode()

    asyncio.run(story())


def events_saved(here: Play) -> str:
    return here.reader.now(lambda session: repr(session.execute(text("SELECT told FROM event")).all()))


def test_no_secret_serves_two_games(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path) as here:
            first, second = await one_phone(here), await one_phone(here)
            assert here.actors[first].standing.dice.secret != here.actors[second].standing.dice.secret
            row = here.statements.add_secret.row(
                table_id=second,
                game=2,
                secret=here.actors[first].standing.dice.secret,
                made_at=0,
                revealed_at=None,
            )
            with pytest.raises(Duplicate):
                await here.writer.save([Write(here.statements.add_secret, [row])])

    asyncio.run(story())


def test_angle_and_power_never_reach_the_faces(tmp_path: Path) -> None:
    """A gesture is not among the inputs of a draw; a hundred different ones roll the same."""
    dice = GameDice("t" * 13, 1, bytes(32))
    drawn = {dice.draw(1, 0, 8, Mixed({0: b"r" * 32})).faces for _ in range(100)}
    assert len(drawn) == 1
    assert "gesture" not in GameDice.draw.__code__.co_varnames


def test_a_game_is_named_after_its_table_and_number() -> None:
    assert game_id("k3v9", 2) == "k3v9/2"
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()


@pytest.mark.parametrize(
    ("script", "rolls"),
    [
        ("66612345", [(6, 6, 6, 1, 2, 3, 4, 5)]),
        ("6 6 6 / 1 5", [(6, 6, 6), (1, 5)]),
        ("123\n456\n", [(1, 2, 3), (4, 5, 6)]),
    ],
)
def test_a_script_is_read_as_rolls(script: str, rolls: list[tuple[int, ...]], tmp_path: Path) -> None:
    assert list(read_script(script).rolls) == rolls
    file = tmp_path / "rolls.txt"
    file.write_text(script)
    assert read_script(str(file)) == read_script(script)


def test_a_script_that_holds_no_dice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rolls.txt"
    file.write_text("667\n")
    with pytest.raises(ValueError, match="faces from 1 to 6"):
        read_script(str(file))


def test_scripted_rolls_come_by_their_number_and_end_in_drawn_ones() -> None:
    scripted = GameDice("t" * 13, 1, bytes(32), read_script("66612345/11"))
    drawn = GameDice("t" * 13, 1, bytes(32))
    given = Mixed({0: b"r" * 32})
    assert scripted.draw(1, 0, 8, given).faces == (6, 6, 6, 1, 2, 3, 4, 5)
    assert scripted.draw(2, 0, 4, given).faces == (1, 1, *drawn.draw(2, 0, 4, given).faces[2:])
    assert scripted.draw(3, 0, 8, given).faces == drawn.draw(3, 0, 8, given).faces


def test_the_house_makes_no_part_that_phones_give_to_a_roll() -> None:
    """Chance enters the dice in one place: the secret of a game. What phones give is never made up for them."""
    makers = []
    for folder in ("fairness", "play", "tables", "live"):
        for path in sorted((ROOT / "app" / "api" / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                if name.partition(".")[0] in ("secrets", "random") or name == "os.urandom":
                    makers.append((f"{folder}/{path.name}", name))
    assert makers == [("fairness/dice.py", "secrets.token_bytes"), ("live/hub.py", "random.randrange")]
    source = inspect.getsource(GameDice.draw) + inspect.getsource(GameDice.table_roll)
    assert "new_secret" not in source
    assert "token" not in source
