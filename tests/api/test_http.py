"""The calls of docs/protocol.md §2, and what they refuse."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from starlette.routing import BaseRoute, Route

from app.api.core.settings import Settings
from app.api.main import Service
from tests.playing import Phone, play
from tests.serving import Launch, Server

FILL = {
    "table": "{table}", "login": "0123456789abcdef", "passkey": "AAAA", "code": "ABCD2345", "release": "x", "path": "y",
    "game": "1", "roll": "1", "flag": "0123456789ab",
}  # fmt: skip


def routes_that_change() -> list[tuple[str, str]]:
    """Every method and address of the service that is not a plain read."""

    def walk(routes: list[BaseRoute]) -> list[tuple[str, str]]:
        found = []
        for route in routes:
            if isinstance(route, Route):
                methods = set(route.methods or ()) - {"GET", "HEAD", "OPTIONS"}
                found += [(method, route.path) for method in sorted(methods)]
            else:
                found += walk(list(getattr(route, "routes", None) or route.original_router.routes))
        return found

    return walk(list(Service(Settings()).app.routes))


CHANGING = routes_that_change()


def test_the_list_of_changing_calls_is_not_empty() -> None:
    assert {path for _, path in CHANGING} >= {
        "/api/tables",
        "/api/tables/{table}/seats",
        "/api/tables/{table}/commands",
        "/api/tables/{table}/discard",
    }


@pytest.mark.parametrize(("method", "path"), CHANGING)
@pytest.mark.parametrize(
    "head",
    [
        {"origin": "https://evil.example", "content-type": "application/json"},
        {"content-type": "application/json"},
        {"origin": "null", "content-type": "application/json"},
        {"sec-fetch-site": "cross-site", "content-type": "application/json"},
        {"sec-fetch-site": "same-origin", "origin": "https://evil.example", "content-type": "application/json"},
        {"origin": "{own}", "content-type": "text/plain"},
        {"origin": "{own}", "content-type": "application/x-www-form-urlencoded"},
        {"origin": "{own}"},
    ],
    ids=["foreign", "no origin", "null", "cross-site", "both", "text", "form", "no type"],
)
def test_a_call_that_is_not_from_our_page_changes_nothing(
    house: Server, method: str, path: str, head: dict[str, str]
) -> None:
    async def story() -> None:
        async with Phone(house.url) as phone:
            table = (await phone.open_table())["table"]
            before = (await phone.http.get("/api/mine")).json()
            seq = (await phone.http.get(f"/api/tables/{table}")).json()["seq"]
            bodies: dict[str, Any] = {
                "/api/tables": {"kind": "one_phone", "rules": "progressive", "seats": [{"name": "Eve"}]},
                "/api/tables/{table}/commands": phone.command(table, "roll", expect_seq=seq),
            }
            address = path.format(**{**FILL, "table": table})
            body = json.dumps(bodies.get(path, {})).encode()
            headers = {name: value.replace("{own}", house.url) for name, value in head.items()}
            async with httpx.AsyncClient(base_url=house.url, cookies=phone.http.cookies) as client:
                answer = await client.request(method, address, content=body, headers=headers)
            assert 400 <= answer.status_code < 500
            assert answer.json()["refused"] in ("wrong_origin", "malformed")
            assert (await phone.http.get("/api/mine")).json() == before
            assert (await phone.http.get(f"/api/tables/{table}")).json()["seq"] == seq

    asyncio.run(story())


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        (b"", 400, None),
        (b"{", 400, None),
        (b"\xff\xfe", 400, None),
        (b"[" * 3000, 422, None),
        (b"[]", 422, None),
        (b"{}", 422, None),
        (b'{"kind":"one_phone","rules":"progressive","seats":[]}', 422, "seats"),
        (b'{"kind":"coins","rules":"progressive","seats":[{"name":"A"}]}', 422, "kind"),
        (b'{"kind":"one_phone","rules":"chess","seats":[{"name":"A"}]}', 422, "rules"),
        (b'{"kind":"one_phone","rules":{"preset":"chess"},"seats":[{"name":"A"}]}', 422, "rules"),
        (
            b'{"kind":"one_phone","rules":{"preset":"inform","changes":{"dice":7}},"seats":[{"name":"A"}]}',
            422,
            "rules.dice",
        ),
        (
            b'{"kind":"one_phone","rules":{"preset":"inform","changes":{"hot_dice":"must"}},"seats":[{"name":"A"}]}',
            422,
            "rules.roll_limit",
        ),
        (
            b'{"kind":"one_phone","rules":{"preset":"inform","changes":{"odd":1}},"seats":[{"name":"A"}]}',
            422,
            "rules.odd",
        ),
        (b'{"kind":"one_phone","rules":{"preset":"inform","extra":1},"seats":[{"name":"A"}]}', 422, "rules"),
        (b'{"kind":"one_phone","rules":"progressive","seats":[{"name":"  "}]}', 422, "seats[0].name"),
        (b'{"kind":"one_phone","rules":"progressive","seats":[{"name":"A"},{"name":5}]}', 422, "seats[1].name"),
        (b'{"kind":"one_phone","rules":"progressive","seats":[{"name":"A","bot":"hal"}]}', 422, "seats[0].bot"),
        (b'{"kind":"one_phone","rules":"progressive","seats":[{"name":"A","bot":"max"}]}', 422, "seats"),
        (b'{"kind":"friends","rules":"progressive","seats":[{"name":"A"},{"name":"B"}]}', 422, "seats"),
        (b'{"kind":"one_phone","rules":"progressive","seats":[{"name":"A"}],"balance":9}', 422, None),
        (b'{"kind":"one_phone","rules":"progressive","seats":[{"name":"A","is_admin":true}]}', 422, "seats[0]"),
        (
            json.dumps({"kind": "one_phone", "rules": "progressive", "seats": [{"name": "x" * 21}]}).encode(),
            422,
            "seats[0].name",
        ),
        (b" " * 5000, 413, None),
    ],
)
def test_a_table_that_cannot_be_opened_says_what_is_wrong(
    house: Server, body: bytes, status: int, field: str | None
) -> None:
    answer = httpx.post(
        f"{house.url}/api/tables",
        content=body,
        headers={"origin": house.url, "content-type": "application/json"},
    )
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told["refused"] == ("too_large" if status == 413 else "malformed")
    assert told["message"]
    assert told.get("field") == field


def test_names_are_tidied_before_anybody_sees_them(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as phone:
            table = (await phone.open_table(["  Ann\t\n Marie ", "\u202eneB\u202c", "<b>Bo</b>"]))["table"]
            seats = (await phone.http.get(f"/api/tables/{table}")).json()["seats"]
            assert [seat["name"] for seat in seats] == ["Ann Marie", "neB", "<b>Bo</b>"]

    asyncio.run(story())


def test_a_whole_turn_is_played_by_calls_alone(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=1) as phone:
            table = (await phone.open_table())["table"]
            fold = phone.folds[table]
            for _ in range(12):
                fold.take((await phone.http.get(f"/api/tables/{table}")).json())
                command = phone.move(table)
                del command["table"]
                answer = await phone.post(f"/api/tables/{table}/commands", command)
                assert answer.status_code == 200, answer.text
                assert answer.json().keys() == {"cid", "ok", "seq"}
                assert (await phone.post(f"/api/tables/{table}/commands", command)).json() == answer.json()
                news = (await phone.http.get(f"/api/tables/{table}/events?since={fold.seq}")).json()
                assert [event["seq"] for event in news["events"]] == list(range(fold.seq + 1, news["seq"] + 1))
                assert "view" in news["events"][-1]
                for event in news["events"]:
                    fold.take(event)
            truth = (await phone.http.get(f"/api/tables/{table}")).json()
            assert truth["view"] == fold.view
            stale = phone.command(table, "bank", expect_seq=0)
            answer = await phone.post(f"/api/tables/{table}/commands", stale)
            assert (answer.status_code, answer.json()["refused"], answer.json()["seq"]) == (409, "stale", fold.seq)

    asyncio.run(story())


def test_events_that_are_too_far_back_ask_for_a_snapshot(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url, seed=2) as phone:
            table = (await phone.open_table(["Ann", "Ben", "Cleo"]))["table"]
            line = await phone.line(table)
            await play(phone, line, table, 260)
            seq = phone.folds[table].seq
            for since, status in [(seq, 200), (seq - 100, 200), (seq - 200, 200), (seq - 201, 410), (0, 410)]:
                answer = await phone.http.get(f"/api/tables/{table}/events?since={since}")
                assert answer.status_code == status
                if status == 200:
                    assert len(answer.json()["events"]) == seq - since
                else:
                    assert answer.json()["refused"] == "stale"
            for since in ("-1", "x", ""):
                answer = await phone.http.get(f"/api/tables/{table}/events?since={since}")
                assert (answer.status_code, answer.json()["refused"]) == (422, "malformed")

    asyncio.run(story())


def test_a_device_finds_its_tables_newest_first(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as ann, Phone(house.url) as ben:
            assert (await ann.http.get("/api/mine")).json() == {"tables": []}
            first = (await ann.open_table(["Ann", "Bo"]))["table"]
            opened = await ben.open_table(["Ben"], kind="friends")
            await ann.post(f"/api/tables/{opened['table']}/seats", {"invite": opened["invite"], "name": "Ann"})
            listed = (await ann.http.get("/api/mine")).json()["tables"]
            assert [each["table"] for each in listed] == [opened["table"], first]
            assert listed[1] | {"opened_at": 0} == {
                "table": first,
                "page": f"/t/{first}",
                "name": "Ann",
                "kind": "one_phone",
                "status": "playing",
                "yours": True,
                "players": [{"name": "Ann", "banked": 0}, {"name": "Bo", "banked": 0}],
                "turn_of": "Ann",
                "your_turn": True,
                "opened_at": 0,
            }
            assert [each["name"] for each in listed[0]["players"]] == ["Ben", "Ann"]
            assert (listed[0]["status"], listed[0]["turn_of"]) == ("open", None)
            foreign = await ben.post(f"/api/tables/{first}/discard", {})
            assert (foreign.status_code, foreign.json()["refused"]) == (409, "not_seated")
            assert (await ann.post(f"/api/tables/{first}/discard", {})).status_code == 204
            listed = (await ann.http.get("/api/mine")).json()["tables"]
            assert [each["table"] for each in listed] == [opened["table"]]

    asyncio.run(story())


def test_an_invitation_tells_what_it_leads_to(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as ann, Phone(house.url) as ben:
            opened = await ann.open_table(["Ann"], kind="friends", rules="trippn")
            for typed in (
                opened["invite"],
                opened["invite"].lower(),
                f" {opened['invite'][:4]}-{opened['invite'][4:]}",
            ):
                told = (await ben.http.get(f"/api/invites/{typed}")).json()
                assert told == {
                    "table": opened["table"],
                    "page": f"/t/{opened['table']}",
                    "name": "Ann",
                    "rules": "trippn",
                    "seats": [{"seat": 0, "name": "Ann"}],
                    "open": 7,
                    "status": "open",
                    "kind": "friends",
                    "stake": None,
                    "size": 8,
                }
            wrong = await ben.http.get("/api/invites/ZZZZZZZZ")
            assert (wrong.status_code, wrong.json()["refused"]) == (404, "not_found")
            without = await ben.post(f"/api/tables/{opened['table']}/seats", {"invite": "ZZZZZZZZ", "name": "Ben"})
            assert without.status_code == 404

    asyncio.run(story())


def test_eight_sit_down_and_the_ninth_stands(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as host:
            opened = await host.open_table(["P0"], kind="friends")
            seats = f"/api/tables/{opened['table']}/seats"
            phones = [Phone(house.url) for _ in range(8)]
            asked = [
                phone.post(seats, {"invite": opened["invite"], "name": f"P{index}"})
                for index, phone in enumerate(phones, 1)
            ]
            answers = await asyncio.gather(*asked)
            taken = sorted(answer.json()["seat"] for answer in answers if answer.status_code == 201)
            assert taken == list(range(1, 8))
            full = [answer for answer in answers if answer.status_code == 409]
            assert [answer.json()["refused"] for answer in full] == ["table_full"]
            for phone in phones:
                await phone.http.aclose()

    asyncio.run(story())


def test_the_rules_list_what_can_be_played(house: Server) -> None:
    told = httpx.get(f"{house.url}/api/rules").json()
    keys = [record["key"] for record in told["rulesets"]]
    assert keys[0] == "progressive"
    assert "trippn" in keys
    assert {tuple(bot) for bot in told["bots"]} == {("key", "name", "line")}


def test_who_calls_too_often_is_told_to_wait(launch: Launch) -> None:
    async def story() -> None:
        server = launch(posts_per_window=5)
        async with Phone(server.url) as phone:
            table = (await phone.open_table())["table"]
            answers = [
                await phone.post(f"/api/tables/{table}/commands", phone.command(table, "bank", expect_seq=2))
                for _ in range(8)
            ]
            assert [answer.status_code for answer in answers[-3:]] == [429] * 3
            assert answers[-1].json()["refused"] == "rate"

    asyncio.run(story())


def altered(cookie: str) -> str:
    """Another first character: one at the end may stand for bits that are not read."""
    return ("B" if cookie[0] == "A" else "A") + cookie[1:]


def test_forms_of_a_forged_cookie_are_nobody(house: Server) -> None:
    async def story() -> None:
        async with Phone(house.url) as phone, Phone(house.url) as thief:
            table = (await phone.open_table())["table"]
            for cookie in ("x", "A" * 43, altered(phone.http.cookies["device"])):
                thief.http.cookies = httpx.Cookies({"device": cookie})
                command = thief_command(thief, table)
                answer = await thief.post(f"/api/tables/{table}/commands", command)
                assert (answer.status_code, answer.json()["refused"]) == (409, "not_seated")

    asyncio.run(story())


def thief_command(thief: Phone, table: str) -> dict[str, Any]:
    """A roll that only the table's own phone may ask for."""
    return {"cid": thief.cid(), "expect_seq": 2, "type": "roll", "entropy": thief.entropy()}
