"""Whole games played back by the page's own modules, held to what the engine said when they were played."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.api.play import service
from tests.api.tables import tables
from tests.api.test_replays import bots_play, replay_of

REPLAYED = Path(__file__).with_name("replayed.mjs")
GAMES = [("progressive", 2, 1), ("trippn", 3, 2), ("bc_society", 2, 4)]
Record = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Record, Record]]:
    """Finished games of bots, each as it is told again and as the page plays it back."""

    async def record(rules: str, seats: int, seed: int) -> Record:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service, "new_secret", lambda: bytes([seed]) * 32)
            async with tables(tmp_path_factory.mktemp(rules)) as play:
                table, _ = await bots_play(play, rules, seats)
                found = await replay_of(play, table)
                assert found is not None
                return found

    records = [asyncio.run(record(*game)) for game in GAMES]
    lines = "".join(f"{json.dumps(each)}\n" for each in records)
    done = subprocess.run(["node", REPLAYED], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    return list(zip(records, shown, strict=True))


def after_the_opening(record: Record) -> list[Record]:
    """The events that a replay shows: all but those of the opening."""
    opened = next(i for i, event in enumerate(record["events"]) if "view" in event)
    return list(record["events"][opened + 1 :])


def test_a_replay_shows_every_event_once_in_order_and_ends_as_the_game_did(played: list[tuple[Record, Record]]) -> None:
    for record, shown in played:
        assert shown["shown"] == [event["seq"] for event in after_the_opening(record)]
        assert shown["view"] == record["events"][-1]["view"]
        assert (shown["status"], shown["ended"]) == ("over", [True, len(shown["rolls"]) + 1, False])
        assert shown["resting"]


def test_a_replay_that_starts_in_the_middle_ends_the_same(played: list[tuple[Record, Record]]) -> None:
    for record, shown in played:
        assert shown["half"] == record["events"][-1]["view"]


def test_every_keep_is_tapped_die_by_die_in_its_own_order_and_read_in_full(played: list[tuple[Record, Record]]) -> None:
    for record, shown in played:
        firsts = [events[0] for events in commands(record) if events[0]["type"] == "kept"]
        assert [taps["dice"] for taps in shown["taps"]] == [
            kept["dice"][:count] for kept in firsts for count in range(1, len(kept["dice"]) + 1)
        ]
        whole = [taps["points"] for taps, more in pairs(shown["taps"]) if more is None or len(more["dice"]) == 1]
        assert whole == [kept["points"] + kept["bonus"] for kept in firsts]


def test_at_every_stop_the_dice_lie_there_as_they_were_rolled(played: list[tuple[Record, Record]]) -> None:
    for record, shown in played:
        rolled = [event for event in record["events"] if event["type"] == "rolled"]
        assert [stop["lying"] for stop in shown["stops"]] == [event["dice"] for event in rolled]
        assert [stop["roll"] for stop in shown["stops"]] == [event["roll"] for event in rolled]
        assert [stop["seat"] for stop in shown["stops"]] == [event["seat"] for event in rolled]


def test_each_roll_is_said_to_have_ended_as_it_did(played: list[tuple[Record, Record]]) -> None:
    for record, shown in played:
        ends = [roll["end"] for roll in shown["rolls"]]
        events = [event["type"] for event in record["events"]]
        assert ends.count("kept") + ends.count("over") == events.count("kept")
        assert ends.count("out") == events.count("went_out")
        assert ends.count("over") == events.count("went_over")
        assert "open" not in ends
        assert shown["turns"] == events.count("turn_started")


def commands(record: Record) -> list[list[Record]]:
    """The events after the opening, by the command that they came of."""
    parted: list[list[Record]] = [[]]
    for event in after_the_opening(record):
        parted[-1].append(event)
        if "view" in event:
            parted.append([])
    return parted[:-1]


def pairs(items: list[Record]) -> list[tuple[Record, Record | None]]:
    return list(zip(items, [*items[1:], None], strict=True))
