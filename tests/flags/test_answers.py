"""What becomes of flags: who sees what of them, what the house says, and what stays when somebody goes."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.api.accounts.callers import Caller
from app.api.core.refusals import Refused
from app.cli.main import main
from tests.flags.flagging import ANN, BEN, EVE, FlagHouse, with_flags
from tests.flags.test_flagging import coin_game
from tests.serving import Launch

MARKUP = "<img src=x onerror=alert(1)>"


async def answered(house: FlagHouse, caller: Caller, flag: str, text: str, account: str | None = None) -> str:
    """The code with which an answer is refused."""
    try:
        await house.flags.answer(flag, text, account)
    except Refused as no:
        return no.code
    return str((await house.flags.one(caller, flag))["status"])


def test_others_see_neither_who_nor_where_nor_what_was_said_but_the_verdict_and_the_answer(
    here: str, tmp_path: Path
) -> None:
    async def story(house: FlagHouse) -> None:
        nina, otto = [await house.player(name) for name in ("Nina", "Otto")]
        public = await coin_game(house, nina, otto)
        flags = []
        for who, table, roll, more in (
            (ANN, house.kitchen, 1, {"note": MARKUP, "evidence": {"face": 7}}),
            (nina, public, 1, {"note": "odd"}),
            (nina, public, 2, {}),
        ):
            house.now += 1
            flags.append(await house.flag(who, table, roll, **more))
        assert await answered(house, ANN, flags[0]["id"], f" {MARKUP}\u202e ") == "answered"
        told = (await house.flags.listed(EVE, "all", None))["flags"]
        assert [flag["id"] for flag in told] == [flag["id"] for flag in flags[::-1]]
        assert [flag["table"] for flag in told] == [public, public, None], "only a listed table has a public address"
        assert told[2]["answer"] == MARKUP
        assert told[0]["who"] == told[1]["who"] != told[2]["who"]
        assert re.fullmatch("Player [0-9A-Z]{4}", told[0]["who"])
        text = json.dumps(told)
        for hidden in ("Nina", "nina", ANN.device.hex(), house.kitchen, "odd", "note", "evidence", "device"):
            assert hidden not in text, hidden
        assert (await house.flags.listed(EVE, "mine", None))["flags"] == []
        own = await house.flags.one(ANN, flags[0]["id"])
        assert (own["note"], json.loads(bytes(own["evidence"]))) == (MARKUP, {"face": 7})
        assert "note" not in await house.flags.one(BEN, flags[0]["id"])

    with_flags(here, tmp_path, story)


def test_pages_follow_each_other_without_a_gap_or_a_flag_told_twice(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        await house.roll(house.kitchen, ANN, rolls=26)
        sent = []
        for roll in range(1, 26):
            house.now += 24 * 3600 * 1000 if roll % 10 == 0 else 0
            sent.append((await house.flag(ANN, house.kitchen, roll))["id"])
        found: list[str] = []
        before = None
        for size, more in ((20, True), (5, False)):
            told = await house.flags.listed(EVE, "all", before)
            assert (len(told["flags"]), told["more"]) == (size, more)
            found += [flag["id"] for flag in told["flags"]]
            before = found[-1]
        assert (len(found), set(found)) == (25, set(sent))
        queue = await house.flags.queue(ANN, "new", None)
        second = await house.flags.queue(ANN, "new", queue["flags"][-1]["id"])
        assert [flag["id"] for flag in queue["flags"] + second["flags"]] == found[::-1], "the longest waiting first"

    with_flags(here, tmp_path, story)


def test_answers_and_ends_of_flags(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        one, two = [(await house.flag(ANN, house.kitchen, roll))["id"] for roll in (1, 2)]
        assert await answered(house, ANN, one, "  ") == "malformed"
        assert await answered(house, ANN, one, "x" * 1001) == "malformed"
        assert await answered(house, ANN, "nothing", "yes") == "not_found"
        assert await answered(house, ANN, one, "x" * 1000) == "answered"
        await asyncio.gather(*(house.flags.close(one) for _ in range(4)))
        assert await answered(house, ANN, one, "And another thing.") == "closed"
        counts = (await house.flags.queue(ANN, None, None))["counts"]
        assert counts == {"new": 1, "answered": 0, "closed": 1}
        with pytest.raises(Refused):
            await house.flags.remove(BEN, two)
        await house.flags.remove(ANN, two)
        for gone in (house.flags.one(ANN, two), house.flags.remove(ANN, two), house.flags.close(two)):
            with pytest.raises(Refused) as no:
                await gone
            assert no.value.code == "not_found"
        assert [flag["id"] for flag in (await house.flags.listed(ANN, "mine", None))["flags"]] == [one]

    with_flags(here, tmp_path, story)


SAW = """
key                      faces     promised  differs
the record's             as told   as told
0000000000000000         as told   as told   key
the record's             others    as told   faces
the record's             others    others    faces promised
the record's             as told   unknown
"""


def test_what_a_phone_saw_is_laid_beside_the_record_for_the_house_and_is_no_verdict(here: str, tmp_path: Path) -> None:
    async def story(house: FlagHouse) -> None:
        roll = house.transcript(house.kitchen)["rolls"][0]
        found = []
        for number, line in enumerate(SAW.strip().splitlines()[1:]):
            key, faces, promised = line[:25].strip(), line[25:35].strip(), line[35:45].strip()
            saw = {
                "key": roll["key"] if key.startswith("the") else key,
                "faces": roll["faces"] if faces == "as told" else [1],
                "promised": {"as told": roll["commitment"], "others": "f" * 64, "unknown": None}[promised],
                "contributions": roll["contributions"],
            }
            evidence = json.dumps(saw) if number % 2 else saw
            nina = await house.player(f"Nina{number}")
            holder = Caller(ANN.device, nina.account)
            told = await house.flag(holder, house.kitchen, reason="mismatch", auto=True, evidence=evidence)
            assert told["verdict"] == "verified"
            found.append(" ".join(told["phone_differs"]))
        assert found == [line[45:].strip() for line in SAW.strip().splitlines()[1:]]
        for public in (await house.flags.listed(EVE, "all", None))["flags"]:
            assert "phone" not in json.dumps(public)
        for evidence in ("no json", [], 7, "[[["):
            guest = await house.player(f"Otto{evidence!r}"[:12])
            told = await house.flag(Caller(ANN.device, guest.account), house.kitchen, 2, evidence=evidence)
            assert told["phone_differs"] == []

    with_flags(here, tmp_path, story)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """A command with what it said."""
    code = main(words)
    told = capsys.readouterr()
    return code, told.out + told.err


def test_flags_are_looked_at_and_answered_on_the_command_line(
    here: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path))
    sent: dict[str, Any] = {}

    async def story(house: FlagHouse) -> None:
        await house.player("Nina")
        sent.update(await house.flag(ANN, house.kitchen, note="\x1b[2Jodd\nroll"))

    assert run(capsys, "flags", "list") == (0, "No flags.\n")
    with_flags(here, tmp_path, story)
    flag = sent["id"]
    code, said = run(capsys, "flags", "list", "--status", "new")
    assert (code, said.split()[0], "verified" in said) == (0, flag, True)
    code, said = run(capsys, "flags", "show", flag)
    assert code == 0
    assert re.search(r"note: +\[2Jodd roll\n", said)
    assert re.search(rf"chance: +{sent['chance']}\n", said)
    assert run(capsys, "flags", "answer", flag, "We looked: it holds.") == (0, "Answered.\n")
    assert "answer:     We looked: it holds.\n" in run(capsys, "flags", "show", flag)[1]
    assert run(capsys, "flags", "close", flag) == (0, "Closed.\n")
    assert run(capsys, "flags", "list", "--status", "answered") == (0, "No flags.\n")
    for words in (("show", "nothing"), ("answer", "nothing", "x"), ("close", "nothing")):
        assert run(capsys, "flags", *words) == (2, "tenk flags: There is no such flag.\n")
    assert run(capsys, "flags", "answer", flag, " ") == (2, "tenk flags: An answer has 1 to 1,000 characters.\n")


def test_the_house_is_named_on_the_command_line(
    here: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path))

    async def story(house: FlagHouse) -> None:
        await house.player("Nina")

    with_flags(here, tmp_path, story)
    for words, said in (
        (("list",), (0, "Nobody.\n")),
        (("add", "NINA"), (0, "Nina answers flags now.\n")),
        (("add", "Nina"), (0, "Nina answers flags already.\n")),
        (("list",), (0, "Nina, since ")),
        (("remove", "Nina"), (0, "Nina answers no flags any longer.\n")),
        (("remove", "Nina"), (0, "Nina answers no flags.\n")),
        (("add", "Zoe"), (2, "tenk house: there is no account called 'Zoe'\n")),
    ):
        code, told = run(capsys, "house", *words)
        assert (code, told[: len(said[1])]) == said


def test_over_http_a_player_reads_the_answer_of_the_house_and_deleting_the_account_leaves_the_roll_alone(
    launch: Launch, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = launch(accounts_per_hour=100)
    monkeypatch.setenv("TENK_STATE_DIR", str(server.state_dir))
    ann, boss = [httpx.Client(base_url=server.url, headers={"origin": server.url}) for _ in range(2)]
    for client, name in ((ann, "Ann Canary"), (boss, "Boss")):
        assert client.post("/api/accounts", json={"name": name, "password": "seven green teacups"}).status_code == 201
    seats = [{"name": "Ann"}, {"name": "Zoe"}]
    opened = {"kind": "one_phone", "rules": "progressive", "seats": seats}
    table = ann.post("/api/tables", json=opened).json()["table"]
    roll = {"type": "roll", "cid": "6f1c8f70-0000-4000-8000-000000000001", "entropy": "ab" * 32}
    roll["expect_seq"] = ann.get(f"/api/tables/{table}").json()["seq"]
    assert ann.post(f"/api/tables/{table}/commands", json=roll).status_code == 200
    body = {"table": table, "game": 1, "roll": 1, "reason": "looks_wrong", "note": "Canary note"}
    sent = ann.post("/api/flags", json=body)
    assert (sent.status_code, sent.json()["verdict"]) == (201, "verified")
    assert ann.post("/api/flags", json=body).json()["refused"] == "flagged_already"
    assert ann.post("/api/flags", json={**body, "evidence": "x" * 300_000}).json()["refused"] == "too_large"
    assert ann.post("/api/logins/leave", json={"x": "x" * 5_000}).json()["refused"] == "too_large"
    flag = sent.json()["id"]
    assert boss.get("/api/house/flags").status_code == 403
    assert boss.post(f"/api/house/flags/{flag}/answer", json={"text": "x"}).json()["refused"] == "not_house"
    assert httpx.get(f"{server.url}/api/house/flags").json()["refused"] == "signed_out"
    assert run(capsys, "house", "add", "Boss")[0] == 0
    assert boss.get("/api/account").json()["house"] is True
    assert [each["id"] for each in boss.get("/api/house/flags?status=new").json()["flags"]] == [flag]
    assert boss.post(f"/api/house/flags/{flag}/answer", json={"text": MARKUP}).json()["status"] == "answered"
    assert ann.get("/api/flags").json()["flags"][0]["answer"] == MARKUP
    told = ann.get("/api/account/export").json()
    assert (told["flags"][0]["note"], told["house"], told["answers"]) == ("Canary note", False, [])
    assert boss.get("/api/account/export").json()["answers"][0]["flag"] == flag
    assert ann.post("/api/account/delete", json={"name": "Ann Canary"}).status_code == 204
    left = boss.get(f"/api/flags/{flag}").json()
    assert (left["note"], left["who"], left["verdict"], left["answer"]) == (None, None, "verified", MARKUP)
    assert ann.get("/api/flags").json()["flags"] == []
    assert boss.post("/api/account/delete", json={"name": "Boss"}).status_code == 204
    with sqlite3.connect(server.state_dir / "tenk.db") as database:
        kept = database.execute("SELECT account, device, alias, note, answered_by FROM flag").fetchall()
        assert kept == [(None, None, "", None, None)]
        assert database.execute("SELECT count(*) FROM house_role").fetchone() == (0,)
    assert server.complaints() == []
