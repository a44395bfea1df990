"""A heart for a set: one of each giver, with a note that only the house reads."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.api.accounts.callers import Caller
from app.api.cosmetics.schemas import NOTE_CHARACTERS_MAX as MOST
from app.cli.main import main
from tests.cosmetics.dressing import ANN, BEN, EVE, Shop, with_shop

HEARTS = f"""
who    set     loved  note               answer
ann    ruby    yes    -                  hearts 1
ann    ruby    yes    like_wine          hearts 1
ann    ruby    yes    -                  hearts 1
ben    ruby    yes    -                  hearts 2
nina   ruby    yes    warm               hearts 3
phone  ruby    yes    -                  hearts 3
ben    ruby    no     -                  hearts 2
ben    ruby    no     -                  hearts 2
ben    gold    yes    {"n" * MOST}  hearts 1
eve    gold    yes    {"n" * (MOST + 1)}  malformed note
eve    gold    yes    a\x07b  malformed note
eve    gold    yes    a\u202eb  malformed note
eve    gold    yes    a\nb  hearts 2
eve    rubies  yes    -                  unknown_look
eve    house   yes    -                  hearts 1
guest  slate   yes    -                  hearts 1
owner  slate   yes    -                  hearts 1
owner  slate   no     -                  hearts 0
"""
"""In this order. `phone` is Nina's account on another device; `owner` is the guest, signed in on the same one."""


def said() -> list[list[str]]:
    rows = [line.split(" ") for line in HEARTS.replace("a\nb", "a\x00b").strip().split("\n")[1:]]
    return [[*(w.replace("\x00", "\n") for w in row if w)] for row in rows]


def test_every_heart_counts_once_and_is_refused_as_the_table_says(here: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        nina = await shop.player("Nina")
        otto = await shop.player("Otto", device=b"otto".ljust(16))
        callers = {"ann": ANN, "ben": BEN, "eve": EVE, "nina": nina, "phone": Caller(b"p" * 16, "nina", "Nina")}
        callers |= {"guest": Caller(otto.device), "owner": otto}
        heard = []
        for who, dice_set, loved, note, *_ in said():
            text = "" if note == "-" else note.replace("_", " ")
            told = await shop.loves(callers[who], dice_set, text, loved=loved == "yes")
            heard.append([who, dice_set, loved, note, *told.split()])
        assert heard == said()
        asking = ("ann", "ben", "nina", "phone", "eve")
        loved = [who for who in asking if (await shop.shown(callers[who], "ruby"))["loved"]]
        assert loved == ["ann", "nina", "phone"]
        assert (await shop.shown(EVE, "gold"))["hearts"] == 2
        assert "note" not in str(await shop.looks.told(nina)), "what somebody wrote is between them and the house"

    with_shop(here, tmp_path, story)


def test_hearts_of_one_giver_that_come_at_once_are_one(books: str, tmp_path: Path) -> None:
    async def story(shop: Shop) -> None:
        nina = await shop.player("Nina")
        for who, hearts in ((ANN, 1), (nina, 2)):
            answers = await asyncio.gather(*(shop.loves(who, "onyx", f"note {turn}") for turn in range(12)))
            assert set(answers) == {f"hearts {hearts}"}

    with_shop(books, tmp_path, story)


def test_the_house_reads_hearts_and_notes_on_the_command_line(
    here: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path))

    async def story(shop: Shop) -> None:
        await shop.loves(ANN, "walnut", "my desk")
        await shop.loves(BEN, "walnut")
        shop.now += 60_000
        await shop.loves(EVE, "gold", "shiny")

    with_shop(here, tmp_path, story)
    assert main(["favorites"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["     2  walnut", "     1  gold", "     0  house"]
    assert [line.split()[2:] for line in lines[14:]] == [["gold", "shiny"], ["walnut", "my", "desk"]]
    assert main(["favorites", "gold", "--notes", "1"]) == 0
    assert "my desk" not in capsys.readouterr().out
    monkeypatch.setenv("TENK_STATE_DIR", str(tmp_path / "none"))
    assert main(["favorites"]) == 2
    assert "Has the server been started?" in capsys.readouterr().err
