"""Accounts over HTTP: opened, entered, changed, recovered, exported and deleted; and what strangers get."""

from __future__ import annotations

import sqlite3
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import Launch, Server

PASSWORD = "seven green teacups"
NUMBERS = count(1)


def fresh_name() -> str:
    return f"Player {next(NUMBERS)}"


class Browser:
    """One browser: its cookies, and calls as our pages make them."""

    def __init__(self, house: Server, agent: str = "Mozilla/5.0 (Linux; Android 14) Chrome/130") -> None:
        self.http = httpx.Client(base_url=house.url, headers={"origin": house.url, "user-agent": agent}, timeout=30)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api{path}", json=body)

    def get(self, path: str) -> Any:
        answer = self.http.get(f"/api{path}")
        return answer.json() if answer.status_code == 200 else answer.status_code

    def opened(self, name: str | None = None, password: str = PASSWORD) -> str:
        name = name or fresh_name()
        answer = self.post("/accounts", name=name, password=password)
        assert answer.status_code == 201, answer.text
        return name

    def enters(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/logins", name=name, password=password)

    @property
    def token(self) -> str | None:
        return self.http.cookies.get("login")


def test_a_new_account_is_signed_in_and_has_its_first_coins(house: Server) -> None:
    ann = Browser(house)
    name = ann.opened()
    told = ann.get("/account")
    assert (told["name"], told["codes_left"], told["proved"]) == (name, 0, True)
    assert [login["label"] for login in told["logins"]] == ["Chrome, Android"]
    coins = ann.get("/coins")
    assert coins["coins"] == 2_000
    assert [(each["code"], each["coins"]) for each in coins["transfers"]] == [("grant", 2_000)]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"name": "Al", "password": PASSWORD}, 422, "name"),
        ({"name": "x" * 17, "password": PASSWORD}, 422, "name"),
        ({"name": "House of Ann", "password": PASSWORD}, 422, "name"),
        ({"name": "...", "password": PASSWORD}, 422, "name"),
        ({"name": "Weak One", "password": "short"}, 422, "password"),
        ({"name": "Weak Two", "password": "password1"}, 422, "password"),
        ({"name": "Weak Three", "password": "Weak Three1"}, 422, "password"),
        ({"name": "Weak Four", "password": "x" * 129}, 422, "password"),
        ({"name": "Extra", "password": PASSWORD, "coins": 9}, 422, None),
        ({"name": "Missing"}, 422, None),
    ],
)
def test_an_account_that_cannot_be_opened_says_what_is_wrong(
    house: Server, body: dict[str, Any], status: int, field: str | None
) -> None:
    answer = Browser(house).post("/accounts", **body)
    assert (answer.status_code, answer.json().get("field")) == (status, field), answer.text
    assert answer.json()["message"]


@pytest.mark.parametrize("other", [str.upper, str.lower, lambda name: name.replace("e", "ｅ")])
def test_names_that_look_alike_are_taken(house: Server, other: Any) -> None:
    name = Browser(house).opened()
    eve = Browser(house)
    assert eve.get(f"/accounts/names?name={other(name)}")["free"] is False
    answer = eve.post("/accounts", name=other(name), password=PASSWORD)
    assert (answer.status_code, answer.json()["refused"]) == (409, "name_taken")
    assert eve.token is None


def test_signing_in_makes_a_login_of_its_own_and_out_ends_it(house: Server) -> None:
    phone, desk = Browser(house), Browser(house, "Mozilla/5.0 (Windows NT 10.0) Firefox/130")
    name = phone.opened()
    assert desk.enters(name.upper()).status_code == 201
    assert desk.token != phone.token
    assert {login["label"] for login in desk.get("/account")["logins"]} == {"Chrome, Android", "Firefox, Windows"}
    before = dict(desk.http.cookies)
    assert desk.post("/logins/leave").status_code == 204
    assert desk.get("/account") == 401
    again = httpx.get(f"{house.url}/api/account", cookies=before)
    assert again.status_code == 401, "an ended login's cookie opens nothing"
    assert phone.get("/account")["name"] == name


def test_a_cookie_that_was_there_before_is_never_taken_over(house: Server) -> None:
    eve = Browser(house)
    answer = eve.http.post(
        "/api/accounts", json={"name": fresh_name(), "password": PASSWORD}, headers={"cookie": f"login={'A' * 43}"}
    )
    assert answer.status_code == 201
    assert answer.cookies["login"] != "A" * 43
    assert httpx.get(f"{house.url}/api/account", cookies={"login": "A" * 43}).status_code == 401


def test_an_owner_ends_other_logins_and_nobody_elses(house: Server) -> None:
    phone, desk, eve = Browser(house), Browser(house), Browser(house)
    name = phone.opened()
    desk.enters(name)
    eve.opened()
    told = phone.get("/account")
    other = next(login["id"] for login in told["logins"] if login["id"] != told["login"])
    assert eve.post(f"/logins/{other}/leave").status_code == 404
    assert desk.get("/account") != 401
    assert phone.post(f"/logins/{other}/leave").status_code == 204
    assert desk.get("/account") == 401
    desk.enters(name)
    assert phone.post("/logins/others/leave").status_code == 204
    assert (desk.get("/account"), phone.get("/account")["name"]) == (401, name)


@pytest.mark.parametrize("known", [True, False])
def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(house: Server, known: bool) -> None:
    name = Browser(house).opened() if known else fresh_name()
    answer = Browser(house).enters(name, "not this password")
    assert answer.status_code == 401
    body = {"refused": "wrong_login", "message": "This name and password do not belong together."}
    assert answer.json() == body


def test_many_wrong_tries_are_held_up_for_this_name_only(house: Server) -> None:
    name, other = Browser(house).opened(), Browser(house).opened()
    eve = Browser(house)
    answers = [eve.enters(name, "not this password").status_code for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2
    assert eve.enters(other).status_code == 201


def test_a_password_is_changed_and_every_other_device_is_signed_out(house: Server) -> None:
    phone, desk = Browser(house), Browser(house)
    name = phone.opened()
    desk.enters(name)
    old = phone.token
    assert phone.post("/account/password", password="eight blue teacups").status_code == 200
    assert phone.token != old
    assert (phone.get("/account")["name"], desk.get("/account")) == (name, 401)
    assert desk.enters(name).status_code == 401
    assert desk.enters(name, "eight blue teacups").status_code == 201


def test_a_long_password_counts_to_its_last_character(house: Server) -> None:
    ann = Browser(house)
    name = ann.opened(password="a" * 100 + "b" * 28)
    assert Browser(house).enters(name, "a" * 100 + "b" * 27 + "c").status_code == 401
    assert Browser(house).enters(name, "a" * 100 + "b" * 28).status_code == 201


def test_a_recovery_code_opens_the_account_once_and_signs_everybody_else_out(house: Server) -> None:
    phone, found = Browser(house), Browser(house)
    name = phone.opened()
    codes = phone.post("/account/codes").json()["codes"]
    assert len(set(codes)) == 10
    assert phone.get("/account")["codes_left"] == 10
    answer = found.post("/logins/recover", name=name, code=codes[0].upper(), password="nine red teacups")
    assert answer.status_code == 201, answer.text
    assert (found.get("/account")["codes_left"], phone.get("/account")) == (9, 401)
    again = Browser(house).post("/logins/recover", name=name, code=codes[0], password="ten red teacups")
    assert (again.status_code, again.json()["refused"]) == (401, "wrong_login")
    assert Browser(house).enters(name, "nine red teacups").status_code == 201
    other = Browser(house).opened()
    stolen = Browser(house).post("/logins/recover", name=other, code=codes[1], password="ten red teacups")
    assert stolen.status_code == 401


def test_fresh_codes_take_the_place_of_the_old_ones(house: Server) -> None:
    ann = Browser(house)
    name = ann.opened()
    old = ann.post("/account/codes").json()["codes"]
    ann.post("/account/codes")
    answer = Browser(house).post("/logins/recover", name=name, code=old[0], password="ten red teacups")
    assert answer.status_code == 401


def test_an_export_holds_all_and_a_deleted_account_leaves_the_books_balanced(house: Server) -> None:
    ann = Browser(house)
    name = ann.opened()
    told = ann.get("/account/export")
    assert {"name", "logins", "coins", "transfers", "made_at"} <= set(told)
    assert ann.post("/account/delete", name="Somebody").json()["field"] == "name"
    assert ann.post("/account/delete", name=name.lower()).status_code == 204
    assert ann.get("/account") == 401
    assert Browser(house).enters(name).status_code == 401
    again = Browser(house)
    again.opened(name)
    assert again.get("/coins")["coins"] == 2_000
    assert again.get("/account")["account"] != told["account"]


def test_strangers_get_nothing(house: Server) -> None:
    eve = Browser(house)
    for path in ("/account", "/account/export", "/coins"):
        assert eve.get(path) == 401
    for path, body in (
        ("/account/name", {"name": "Evelyn"}),
        ("/account/password", {"password": PASSWORD}),
        ("/account/codes", {}),
        ("/account/delete", {"name": "Evelyn"}),
        ("/logins/prove", {"password": PASSWORD}),
        ("/logins/others/leave", {}),
        ("/logins/0011223344556677/leave", {}),
    ):
        answer = eve.post(path, **body)
        assert (answer.status_code, answer.json()["refused"]) == (401, "signed_out"), path
    assert eve.post("/logins/leave").status_code == 204


def test_only_digests_are_kept_and_nothing_secret_is_logged(launch: Launch, tmp_path: Path) -> None:
    house = launch()
    ann = Browser(house)
    ann.opened(password="a canary in the coal mine")
    codes = ann.post("/account/codes").json()["codes"]
    assert ann.token is not None
    rows = [row for row in dump(tmp_path / "state" / "tenk.db") if "INSERT" in row]
    secrets = ["a canary in the coal mine", ann.token, codes[0], codes[0].replace("-", "")]
    for secret in secrets:
        assert not [row for row in rows if secret in row]
        assert secret not in "".join(house.complaints())
    (kept,) = [row for row in rows if "argon2id" in row]
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in kept


def dump(database: Path) -> list[str]:
    """Everything a database holds, as text."""
    connection = sqlite3.connect(database)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def test_one_address_opens_three_accounts_an_hour(launch: Launch) -> None:
    house = launch(accounts_per_hour=3)
    answers = [Browser(house).post("/accounts", name=fresh_name(), password=PASSWORD).status_code for _ in range(5)]
    assert answers == [201, 201, 201, 429, 429]
    spoofed = Browser(house)
    spoofed.http.headers["x-forwarded-for"] = "203.0.113.9"
    assert spoofed.post("/accounts", name=fresh_name(), password=PASSWORD).status_code == 429


@pytest.mark.parametrize(
    "credential",
    [{}, {"rawId": 5}, {"response": []}, {"response": {"clientDataJSON": 7}}, {"response": {"clientDataJSON": "W10"}},
     {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOjV9"}},
     {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiJBQSJ9"}}],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/logins/passkey", "/accounts/passkey"])
def test_an_answer_that_no_browser_gave_is_refused_and_breaks_nothing(
    house: Server, path: str, credential: dict[str, Any]
) -> None:
    answer = Browser(house).post(path, credential=credential)
    assert answer.status_code in (401, 422), answer.text


@pytest.mark.parametrize("name", ["\0", "a\0b", "\u202e", "x" * 300, "🎲" * 20])
def test_odd_names_get_the_plain_answer(house: Server, name: str) -> None:
    assert Browser(house).enters(name, "not this password").status_code == 401
    assert Browser(house).post("/accounts", name="\0", password=PASSWORD).status_code == 422


def test_half_a_sign_is_no_name(house: Server) -> None:
    body = b'{"name": "\\ud83d", "password": "not this password"}'
    head = {"origin": house.url, "content-type": "application/json"}
    for path in ("/api/logins", "/api/accounts", "/api/logins/recover"):
        answer = httpx.post(f"{house.url}{path}", content=body, headers=head)
        assert answer.status_code in (400, 401, 422), answer.text
