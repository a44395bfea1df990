"""Which language a visitor gets, on pages and in refusals, and that both sides write and count numbers alike."""

from __future__ import annotations

import json
import random
import re
import subprocess

import httpx
import pytest

from app.api.core.languages import PSEUDO, number, plural, wanted
from tests.serving import Launch, Server

LANGUAGES = ("en", "de", "fr", "es", "pl")
INTL = """
const { languages, samples, counts } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const told = languages.map((language) => {
  const written = new Intl.NumberFormat(language, { useGrouping: "always" });
  const plurals = new Intl.PluralRules(language);
  return [samples.map((n) => written.format(n)), counts.map((n) => plurals.select(n))];
});
console.log(JSON.stringify(told));
"""


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "de", "de"),
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "en-GB,en;q=0.9,de;q=0.8", "en"),
        (None, "fr,pl;q=0.9,de;q=0.1", "de"),
        (None, "de;q=0,fr", "en"),
        (None, "de;q=0.3,en;q=0.7", "en"),
        (None, "*", "en"),
        (None, "de;q=nonsense,;;,,", "en"),
        (None, "DE-ch", "de"),
        ("en", "de", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        (PSEUDO, "de", "de"),
    ],
)
def test_the_chosen_language_goes_before_the_browsers(cookie: str | None, accepted: str, language: str) -> None:
    assert wanted(cookie, accepted) == language


def test_the_pseudo_language_is_only_for_those_who_build_the_game() -> None:
    assert wanted(PSEUDO, "de", pseudo=True) == PSEUDO
    assert wanted(PSEUDO, "de", pseudo=False) == "de"


def test_server_and_browser_write_and_count_the_same_numbers() -> None:
    rng = random.Random(7)
    samples = [*range(2_000), *range(9_990, 10_010), 99_999, 100_000, 999_999, 1_000_000, 10_000_000]
    samples += [rng.randrange(10_000_000) for _ in range(3_000)]
    counts = list(range(300))
    asked = json.dumps({"languages": LANGUAGES, "samples": samples, "counts": counts})
    told = json.loads(
        subprocess.run(["node", "-e", INTL], input=asked, capture_output=True, text=True, check=True).stdout
    )
    for language, (written, forms) in zip(LANGUAGES, told, strict=True):
        assert [number(n, language) for n in samples] == written, language
        assert [plural(n, language) for n in counts] == forms, language


def get(server: Server, path: str, *, method: str = "GET", **headers: str) -> httpx.Response:
    return httpx.request(method, server.url + path, headers=headers, timeout=30)


def language_of(answer: httpx.Response) -> str:
    found = re.search(r'<html lang="([\w-]+)"', answer.text)
    assert found is not None
    return found[1]


def test_a_page_speaks_its_readers_language_and_no_cache_mixes_them(house: Server) -> None:
    english, german = get(house, "/rules"), get(house, "/rules", **{"accept-language": "de-DE,de;q=0.9"})
    assert (language_of(english), language_of(german)) == ("en", "de")
    assert "Landen auf 10.000" in german.text
    assert "+1.000" in german.text
    assert english.headers["etag"] != german.headers["etag"]
    for answer in (english, german):
        assert {"accept-language", "cookie"} <= set(answer.headers["vary"].split(", "))
    crossed = get(house, "/rules", **{"cookie": "lang=de", "if-none-match": english.headers["etag"]})
    assert (crossed.status_code, language_of(crossed)) == (200, "de")
    own = get(house, "/rules", **{"cookie": "lang=de", "if-none-match": crossed.headers["etag"]})
    assert own.status_code == 304
    assert language_of(get(house, "/rules", cookie="a=b; lang=en; c=d", **{"accept-language": "de"})) == "en"
    assert language_of(get(house, "/rules", cookie='prefs={"a": 1}; lang=de')) == "de", "one of another program"


def test_refusals_and_error_pages_speak_it_too(house: Server) -> None:
    german = {"accept-language": "de"}
    nothing = get(house, "/api/tables/nothing/card", **german)
    assert nothing.json()["message"] == "Hier ist nichts."
    assert get(house, "/api/tables/nothing/card").json()["message"] == "There is nothing here."
    short = get(house, "/api/accounts/names?name=x", **german).json()
    assert short["message"] == "Ein Name hat 3 bis 16 Zeichen."
    missing = get(house, "/nowhere", **german)
    assert (missing.status_code, language_of(missing)) == (404, "de")
    assert "Hier liegt nichts" in missing.text


def test_the_texts_that_a_script_fetches_are_there_in_each_language(house: Server) -> None:
    page = get(house, "/settings", cookie="lang=de").text
    release = re.search(r"/s/(\w+)/", page)
    assert release is not None
    found = get(house, f"/s/{release[1]}/text/de/rolls.json")
    assert found.json()["rolls.title"] == "Würfe dieses Spiels"
    assert "immutable" in found.headers["cache-control"]


def test_a_cookie_that_is_none_breaks_nothing(house: Server) -> None:
    for cookie in ("lang=", 'lang="de', "lang=de;lang=en", "lang=%00", "lang=" + "x" * 7_000, f"lang={PSEUDO}x"):
        answer = get(house, "/settings", cookie=cookie)
        assert (answer.status_code, language_of(answer)) in {(200, "en"), (200, "de")}, cookie


def test_in_production_there_is_no_pseudo_language(launch: Launch) -> None:
    server = launch(env="production", public_url="https://dice.example", device_secret="x" * 40)
    page = get(server, "/settings", cookie=f"lang={PSEUDO}")
    assert language_of(page) == "en"
    release = re.search(r"/s/(\w+)/", page.text)
    assert release is not None
    assert get(server, f"/s/{release[1]}/text/{PSEUDO}/home.json").status_code == 404
