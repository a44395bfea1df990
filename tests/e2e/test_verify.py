"""The proof page: a game from the house, a file or a paste, checked on the phone and without asking anybody."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app.engine.proof import check
from app.engine.transcript import parse
from tests.e2e.visiting import (
    Visit,
    call,
    cut_texts,
    open_table,
    small_targets,
    visiting,
    wider_than_screen,
)
from tests.serving import Server
from tests.vectors.make_transcripts import FILE

pytestmark = pytest.mark.browser

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
FRIENDS = VECTORS["true"][2]["transcript"]
RUNNING = VECTORS["true"][1]["transcript"]
ALTERED = {each["name"]: each["transcript"] for each in VECTORS["altered"]}


def text_of(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False)


def by_file(page: Page, record: Any) -> None:
    page.set_input_files(
        "#file", files=[{"name": "g.json", "mimeType": "application/json", "buffer": text_of(record).encode()}]
    )


def by_paste(page: Page, text: str) -> None:
    if page.locator("#paste").is_hidden():
        page.locator(".verify-fold > summary").tap()
    page.fill("#paste", text)
    page.locator("#paste-form button").tap()


def verdict(page: Page, state: str) -> str:
    expect(page.locator("#verdict")).to_have_attribute("data-state", state)
    return page.locator("#verdict-title").inner_text()


def short_game(visit: Visit, rolls: int) -> str:
    """A practice game of this phone that was rolled so many times and then left; answers its table."""
    table: str = open_table(visit.page.context, visit.house, "Ann", "Ben")["table"]
    for _ in range(rolls):
        assert said(visit, table, "roll", entropy=uuid.uuid4().hex * 2)["ok"]
        view = visit.page.context.request.get(f"{visit.house}/api/tables/{table}").json()["view"]
        if view["phase"] == "keep":
            assert said(visit, table, "give_up")["ok"]
    return table


def said(visit: Visit, table: str, kind: str, **more: Any) -> dict[str, Any]:
    state = visit.page.context.request.get(f"{visit.house}/api/tables/{table}").json()
    body = {"cid": str(uuid.uuid4()), "expect_seq": state["seq"], "type": kind, **more}
    answer: dict[str, Any] = call(visit.page.context, visit.house, f"/api/tables/{table}/commands", body).json()
    return answer


def listen(page: Page, asked: list[str]) -> None:
    """Note what the page asks for; the browser itself fetches the tab's picture when it pleases."""
    page.on("request", lambda request: None if "favicon" in request.url else asked.append(request.url))


def test_a_record_from_a_file_or_a_paste_is_checked_without_a_network_and_without_a_request(
    browser: Browser, house: Server
) -> None:
    with visiting(browser, house.url) as visit:
        page = visit.go("/verify")
        page.context.set_offline(True)
        asked: list[str] = []
        listen(page, asked)

        by_file(page, FRIENDS)
        assert verdict(page, "ok") == "Matches"
        assert page.locator("#verdict-text").inner_text() == "All 9 rolls follow from what was sealed before them."
        expect(page.locator("#verdict-title")).to_be_focused()
        expect(page.locator("#say")).to_have_text("Matches. All 9 rolls follow from what was sealed before them.")
        expect(page.locator(".roll")).to_have_count(10)
        first = page.locator("#roll-1")
        first.locator("summary").first.tap()
        expect(first.locator(".lines li")).to_have_count(3)
        assert first.locator(".lines b").all_inner_texts() == [
            "Sealed before the roll", "Opened after it", "Recomputed on this phone",
        ]  # fmt: skip
        assert first.locator(".roll-verdict").inner_text().split()[-1] == "Matches"
        first.locator(".figures > summary").tap()
        assert FRIENDS["rolls"][0]["key"] in first.locator(".figures").inner_text()

        page.locator("#another").tap()
        expect(page.locator("#address")).to_be_focused()
        by_paste(page, text_of(RUNNING))
        assert verdict(page, "waiting") == "Matches so far"
        page.locator("#roll-1 > summary").tap()
        expect(page.locator("#roll-1 .lines li")).to_have_count(3)
        assert "Opens when the game ends" in page.locator("#roll-1 .roll-verdict").inner_text()

        page.locator("#another").tap()
        by_file(page, ALTERED["another face"])
        assert verdict(page, "fails") == "Does not match"
        assert page.locator("#findings li").all_inner_texts() == [
            "Roll 4 · recomputed on this phone: These parts make other dice: 3 1 4 2 2 4 2 1."
        ]
        expect(page.locator("#shout")).to_have_text("Does not match. In one place this record does not hold.")
        page.locator("#findings a").tap()
        expect(page.locator("#roll-4")).to_have_attribute("open", "")
        expect(page.locator("#roll-4 > summary")).to_be_focused()
        expect(page.locator("#roll-4 .lines li")).to_have_count(3)
        assert [each.get_attribute("data-state") for each in page.locator("#roll-4 .lines li").all()] == [
            "ok", "ok", "fails",
        ]  # fmt: skip

        for text, why in [
            (text_of(FRIENDS)[:3000], "This is no record of a game, or a part of it is missing."),
            ('{"name":"app"}', "This is no record of a game."),
            ('{"scheme":"dice/v9"}', "This record follows another scheme, which this page does not know."),
        ]:
            if page.locator("#another").is_visible():
                page.locator("#another").tap()
            by_paste(page, text)
            expect(page.locator("#problem")).to_have_text(why)
            expect(page.locator("#problem")).to_be_focused()
        assert asked == []


def test_a_game_of_this_house_opens_by_its_address_and_leaves_as_a_file_that_the_command_line_takes(
    browser: Browser, house: Server, tmp_path: Path
) -> None:
    with visiting(browser, house.url) as visit:
        visit.go("/verify")
        table = short_game(visit, 3)
        page = visit.go(f"/verify#{table}/1")
        assert verdict(page, "waiting") == "Matches so far"
        assert said(visit, table, "leave", seat=0)["ok"]
        page.locator("#another").tap()
        asked: list[str] = []
        listen(page, asked)
        page.fill("#address", f"{house.url}/t/{table.upper()}")
        page.locator("#address-go").tap()
        assert verdict(page, "ok") == "Matches"
        assert "Ann, Ben" in page.locator("#verdict-game").inner_text()
        assert [url.removeprefix(house.url) for url in asked] == [
            f"/api/tables/{table}", f"/api/tables/{table}/transcript/1",
        ]  # fmt: skip

        page.context.set_offline(True)
        with page.expect_download() as waiting:
            page.locator("#save").tap()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        assert file.name == f"10000-{table}-1.json"
        record = parse(file.read_bytes())
        assert check(record).state == "ok"
        assert len(record["rolls"]) == 3
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("#copy").tap()
        expect(page.locator("#copied")).to_have_text("Copied.")
        assert page.evaluate("() => navigator.clipboard.readText()") == file.read_text(encoding="utf-8")
        assert not [url for url in asked[2:] if not url.startswith("blob:")]
        page.context.set_offline(False)

        page.locator("#another").tap()
        for said_there, why in [
            ("hello", "There is no code of a table in this. It has 13 letters and digits."),
            ("0" * 13 + "/1", "The house knows no such game. Perhaps a letter is missing."),
        ]:
            page.fill("#address", said_there)
            page.locator("#address-go").tap()
            expect(page.locator("#problem")).to_have_text(why)
        # The browser itself writes a line for the answer 404.
        visit.troubles[:] = [each for each in visit.troubles if "404" not in each]


@pytest.mark.parametrize(
    ("size", "how"),
    [((320, 568), {}), ((390, 844), {"forced_colors": "active", "reduced_motion": "reduce"})],
    ids=["small", "forced colours"],
)
def test_the_proof_fits_every_phone_and_reads_well_to_everybody(
    browser: Browser, house: Server, size: tuple[int, int], how: dict[str, Any]
) -> None:
    with visiting(browser, house.url, size, **how) as visit:
        page = visit.go("/verify")
        looked_at(visit, "the question", how)
        for name in ("another face", "a seventh face"):
            record = ALTERED[name]
            by_file(page, record)
            verdict(page, "fails")
            expect(page.locator(".roll")).to_have_count(len(record["rolls"]))
            page.evaluate("() => document.querySelectorAll('.roll').forEach((each) => (each.open = true))")
            expect(page.locator(".lines")).to_have_count(len(record["rolls"]))
            page.evaluate("() => document.querySelectorAll('.figures').forEach((each) => (each.open = true))")
            looked_at(visit, name, how)
            page.locator("#another").tap()


def looked_at(visit: Visit, name: str, how: dict[str, Any]) -> None:
    assert wider_than_screen(visit.page) == [], name
    assert small_targets(visit.page) == [], name
    assert cut_texts(visit.page) == [], name
    # Contrast of colours that the reader's own system has chosen is not ours to judge.
    assert how or visit.axe() == [], name


IN_THE_BROWSER = """async ({records, rolls}) => {
  const from = document.querySelector('script[type=module]').src.replace(/verify\\.js$/, '');
  const [proof, scheme, own, device] = await Promise.all(
    ['fair/proof.js', 'fair/scheme.js', 'sha256.js', 'device.js'].map((name) => import(from + name)));
  const ours = { digest: async (m) => own.sha256(m), hmac: async (k, m) => own.hmac(k, m) };
  const told = [];
  for (const tools of [scheme.tools(), ours]) {
    const found = [];
    for (const record of records) {
      const { state, findings } = await proof.checkTranscript(tools, record);
      found.push([state, findings[0]?.roll ?? null, findings[0]?.step ?? null, findings[0]?.code ?? null]);
    }
    for (const { n, roller, ndice, contrib, k } of rolls.rolls) {
      const given = Object.entries(contrib).map(([seat, r]) => ({ seat: Number(seat), r }));
      const seed = await scheme.rollSeed(tools, scheme.unhex(k), rolls.game, n, roller, ndice, given);
      found.push([device.hex(seed), await scheme.facesOf(tools, seed, ndice)]);
    }
    told.push(found);
  }
  return told;
}"""


def test_the_published_records_and_rolls_come_out_alike_in_the_browser(browser: Browser, house: Server) -> None:
    rolls = json.loads(FILE.with_name("fair.json").read_text())
    cases = [*VECTORS["true"], *VECTORS["altered"]]
    expected: list[Any] = [
        [each.get("state", "fails"), each.get("roll"), each.get("step"), each.get("code")] for each in cases
    ]
    expected += [[each["seed"], each["dice"]] for each in rolls["rolls"]]
    with visiting(browser, house.url) as visit:
        page = visit.go("/verify")
        assert page.evaluate("() => isSecureContext"), "the browser's own hashes are there"
        records = [each["transcript"] for each in cases]
        with_the_browsers, with_ours = page.evaluate(IN_THE_BROWSER, {"records": records, "rolls": rolls})
        assert with_the_browsers == expected
        assert with_ours == expected
