"""Rule sets over HTTP: house rules and their card, and a hand to check."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from app.api.tables import house as told
from app.engine import rulesets
from app.engine.house import check
from tests.playing import Phone, play
from tests.serving import Server


def post(house: Server, path: str, body: Any) -> httpx.Response:
    return httpx.post(f"{house.url}{path}", json=body, headers={"origin": house.url})


def test_all_presets_and_every_rule_that_can_be_changed_are_told(house: Server) -> None:
    told = httpx.get(f"{house.url}/api/rules").json()
    assert [record["key"] for record in told["rulesets"]] == list(rulesets.keys())
    offered = {each["field"] for each in told["fields"]}
    assert offered == set(told["rulesets"][0]) - {"key", "name", "how_to_win", "source"}
    for record in told["rulesets"]:
        for each in told["fields"]:
            if each["kind"] in ("choice", "switch"):
                assert record[each["field"]] in each["values"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"preset": "baseline"}, []),
        ({"preset": "baseline", "changes": {"opening": 350, "piggyback": True}, "name": "Granny's"}, []),
        ({"preset": "scribd", "changes": {"alike_fixed": [500, 1000, 1500]}}, []),
        ({"preset": "chess"}, ["preset"]),
        ({"preset": "inform", "changes": {"hot_dice": "must"}}, ["roll_limit"]),
        ({"preset": "baseline", "changes": {"dice": "six", "colour": "red"}}, ["dice", "colour"]),
        ({"preset": "baseline", "changes": {"dice": 5}}, ["alike_fixed", "run_full", "three_pairs"]),
        ({"preset": "baseline", "changes": {"key": "mine"}}, ["key"]),
        ({"preset": "baseline", "changes": {"piggyback": 1}}, ["piggyback"]),
        ({"preset": "baseline", "changes": {"target": 1e4}}, ["target"]),
        ({"preset": "baseline", "changes": {"alike_fixed": [500, "1000"]}}, ["alike_fixed"]),
        ({"preset": "baseline", "changes": {"target": 10**30}}, ["target"]),
        ({"preset": "baseline", "name": "x" * 41}, ["name"]),
    ],
)
def test_house_rules_come_back_as_a_card_or_as_the_fields_at_fault(
    house: Server, body: dict[str, Any], fields: list[str]
) -> None:
    answer = post(house, "/api/rules/check", body)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert [fault["field"] for fault in told["faults"]][: len(fields)] == fields
    assert all(fault["message"] for fault in told["faults"])
    assert (told["card"] is None) == bool(fields)


@pytest.mark.parametrize("body", [[], {}, {"preset": 5}, {"preset": "inform", "changes": []}, {"preset": "x", "y": 1}])
def test_what_is_no_house_rules_at_all_is_refused(house: Server, body: Any) -> None:
    answer = post(house, "/api/rules/check", body)
    assert (answer.status_code, answer.json()["refused"]) == (422, "malformed")


def test_the_card_shows_what_differs_and_the_same_code_to_all_who_play_the_same() -> None:
    cards = [check("baseline", {"opening": 750}, name).card for name in ("Granny's", "Uncle's")]
    assert cards[0] is not None
    assert cards[1] is not None
    first, second = told.told(cards[0]), told.told(cards[1])
    assert first["changed"] == [{"field": "opening", "preset": 500, "here": 750}]
    assert first["hash"] == second["hash"] == told.told(rulesets.load("scribd"))["hash"]
    assert first["hash"] != told.told(rulesets.load("baseline"))["hash"]


@pytest.mark.parametrize(
    ("body", "points", "dead", "hint", "better"),
    [
        ({"rules": "progressive", "taps": [6, 6, 6, 1, 2, 3, 4, 5]}, 1350, [], None, None),
        ({"rules": "progressive", "taps": [1, 2, 3, 4, 5, 6, 6, 6]}, 0, [6, 6], 1350, None),
        ({"rules": "progressive", "taps": [1, 2, 3, 4, 5, 6, 1, 1]}, 1700, [], None, 1750),
        ({"rules": "progressive", "taps": [4, 4], "open": "set:4"}, 800, [], None, None),
        ({"rules": "baseline", "taps": [1, 1, 1, 1]}, 1100, [], None, None),
        ({"rules": "baseline", "taps": [2, 3]}, 0, [2, 3], None, None),
        ({"rules": {"preset": "baseline", "changes": {"alike": "double", "alike_fixed": []}}, "taps": [2, 2, 2, 2]},
         400, [], None, None),
        ({"rules": "baseline", "taps": []}, 0, [], None, None),
    ],
)  # fmt: skip
def test_a_hand_is_read_for_any_rule_set(
    house: Server, body: dict[str, Any], points: int, dead: list[int], hint: int | None, better: int | None
) -> None:
    told = post(house, "/api/rules/read", body).json()
    assert (told["points"], told["dead"]) == (points, dead)
    assert (told["hint"] and told["hint"]["points"], told["better"] and told["better"]["points"]) == (hint, better)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"rules": "progressive", "taps": [7]}, "taps[0]"),
        ({"rules": "progressive", "taps": [1] * 9}, "taps"),
        ({"rules": "inform", "taps": [1] * 6}, "taps"),
        ({"rules": "progressive", "taps": [1, 1], "thrown": 1}, "taps"),
        ({"rules": "progressive", "taps": [1], "open": "set:9"}, "open"),
        ({"rules": "chess", "taps": [1]}, "rules"),
        ({"rules": {"preset": "baseline", "changes": {"target": 7}}, "taps": [1]}, "rules.target"),
    ],
)
def test_a_hand_that_cannot_lie_there_names_the_field(house: Server, body: dict[str, Any], field: str) -> None:
    answer = post(house, "/api/rules/read", body)
    assert (answer.status_code, answer.json().get("field")) == (422, field), answer.text


@pytest.mark.parametrize(
    "rules",
    [
        *rulesets.keys(),
        {"preset": "scribd", "changes": {"piggyback": True, "farkle_penalty": 1000, "tie": "roll_off", "target": 5000}},
        {"preset": "progressive", "changes": {"starts": "highest_die", "target": 2000}, "name": "Highest first"},
    ],
    ids=str,
)
def test_every_rule_set_is_played_to_its_end_over_a_socket(house: Server, rules: Any) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=3) as phone:
            table = (await phone.open_table(["Ann", "Ben", "Cleo"], rules=rules))["table"]
            line = await phone.line(table)
            fold = phone.folds[table]
            while fold.status != "over":
                await play(phone, line, table, commands=1, bank_at=1000)
            assert fold.gaps == fold.repeated == 0
            card = (await phone.http.get(f"/api/tables/{table}/card")).json()
            assert card["rules"] == (await phone.http.get(f"/api/tables/{table}")).json()["rules"]
            asked = isinstance(rules, dict)
            assert bool(card["changed"]) == asked
            assert card["rules"]["key"].endswith("+") == asked
            await line.close()

    asyncio.run(story())
