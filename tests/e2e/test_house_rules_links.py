"""House rules on their way to others: links that open on them, links that cannot be taken, invitations."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_rules import choose, edit, rule, shown_code, table
from tests.e2e.visiting import Visit, open_table, small_targets, visiting, wider_than_screen
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    with visiting(browser, house.url, (320, 568)) as visit:
        yield visit


LINK = "/new?rules=baseline&opening=350&piggyback=true&name=Grandma%27s"


def test_rules_are_handed_on_as_a_link_that_opens_on_them(visit: Visit, browser: Browser, house: Server) -> None:
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.page.add_init_script("delete Navigator.prototype.share")
    page = edit(visit, "baseline")
    choose(page, "opening", "350")
    rule(page, "piggyback").locator("label").tap()
    page.fill("#house-name", "Grandma's")
    page.tap("#house-share")
    expect(page.locator("#editor-note")).to_have_text("The link is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == visit.house + LINK
    with visiting(browser, house.url) as friend:
        opened = friend.go(LINK)
        expect(opened.locator("#other-game")).to_contain_text("Grandma's")
        expect(opened.locator("#rules-said")).to_be_hidden()
        opened.tap("#go")
        rules = table(friend)["rules"]
        assert [rules[key] for key in ("key", "name", "opening", "piggyback")] == ["baseline+", "Grandma's", 350, True]


def test_a_phone_that_can_share_is_asked_to(visit: Visit) -> None:
    visit.page.add_init_script("Navigator.prototype.share = async (what) => { window.shared = what; }")
    page = edit(visit, "bc_society")
    choose(page, "opening", "500")
    page.tap("#house-share")
    assert page.evaluate("shared.url") == visit.house + "/new?rules=bc_society&opening=500"


BAD = [
    (
        "rules=baseline&openning=350&tie=shared",
        r"“openning”, which is not a rule; the rules are dice, .*piggyback\.",
        "tie",
        "shared",
    ),
    (
        "rules=baseline&opening=lots&tie=shared",
        r"“To open” \(opening\) to “lots”; allowed is a multiple of 50",
        "tie",
        "shared",
    ),
    (
        "rules=baseline&piggyback=maybe&opening=800",
        r"“Piggyback” \(piggyback\) to “maybe”; allowed is true or false",
        "opening",
        "800",
    ),
    (
        "rules=baseline&ending=never&opening=800",
        r"allowed is one of last_round, final_turn, final_roll, sudden",
        "opening",
        "800",
    ),
    (
        "rules=inform&hot_dice=must",
        r"“Rolls in a turn” \(roll_limit: 3\): A limit does not go with",
        "hot_dice",
        "must",
    ),
    (
        "rules=baseline&opening=475",
        r"“To open” \(opening: 475\): Allowed is a multiple of 50 from 0 to 50,000",
        "opening",
        "other",
    ),
    (
        "rules=chess&opening=350",
        r"“chess”, and there are no rules of that name; there are progressive, baseline",
        "opening",
        "350",
    ),
]


@pytest.mark.parametrize(("query", "sentence", "field", "value"), BAD, ids=[row[0] for row in BAD])
def test_a_link_that_cannot_be_taken_whole_says_why_and_opens_nothing(
    visit: Visit, query: str, sentence: str, field: str, value: str
) -> None:
    page = visit.go(f"/new?{query}")
    said = page.locator("#rules-said")
    expect(said).to_have_text(re.compile(sentence))
    page.fill("#names", "Ann, Ben")
    page.tap("#go")
    page.wait_for_timeout(300)
    assert page.url.endswith(query)
    assert page.input_value("#names") == "Ann, Ben"
    assert page.context.request.get(visit.house + "/api/mine").json()["tables"] == []
    expect(said).to_be_in_viewport()
    assert wider_than_screen(page) == []
    # What could be understood stands in the editor, and Done makes a game of it.
    page.tap("#edit-rules")
    expect(page.locator("#editor-said")).to_have_text(re.compile(sentence))
    expect(rule(page, field).locator("input:checked")).to_have_value(value)


def test_after_a_bad_link_another_game_can_be_started_at_once(visit: Visit) -> None:
    page = visit.go("/new?rules=baseline&openning=350")
    expect(page.locator("#rules-said")).to_be_visible()
    page.check("input[value=progressive]")
    expect(page.locator("#rules-said")).to_be_hidden()
    page.tap("#go")
    assert table(visit)["rules"]["key"] == "progressive"


def test_what_was_understood_of_a_bad_link_is_played_after_a_look(visit: Visit) -> None:
    page = visit.go("/new?rules=baseline&openning=350&tie=shared")
    expect(page.locator("#rules-said")).to_be_visible()
    page.tap("#edit-rules")
    page.tap("#editor-done")
    expect(page.locator("#rules-said")).to_be_hidden()
    page.tap("#go")
    assert table(visit)["rules"]["tie"] == "shared"


def test_a_link_does_not_lose_to_a_hasty_start(visit: Visit) -> None:
    page = visit.page
    page.route("**/api/rules/check", lambda route: (page.wait_for_timeout(600), route.continue_()))
    page.goto(visit.house + "/new?rules=inform&hot_dice=must", wait_until="load")
    page.tap("#go")
    expect(page.locator("#rules-said")).to_contain_text("The link's rules cannot be played")
    page.wait_for_timeout(300)
    assert "/new" in page.url
    expect(page.locator("#editor")).to_be_hidden()


def test_the_invited_see_by_which_rules_they_will_play(visit: Visit, browser: Browser, house: Server) -> None:
    rules = {"preset": "baseline", "changes": {"opening": 350}, "name": "Grandma's"}
    told = open_table(visit.page.context, house.url, "Ann", kind="friends", rules=rules)
    with visiting(browser, house.url, (320, 568)) as guest:
        page = guest.go(f"/j/{told['invite']}")
        expect(page.locator("#game")).to_have_text("To a game of Grandma's")
        expect(page.locator("#card-code")).to_have_text(shown_code("baseline", opening=350))
        expect(page.locator("#card-line")).to_have_text("Six-dice baseline with one rule changed")
        page.tap("#see-card")
        expect(page.locator(".rule-card .card-changed li")).to_have_count(1)
        expect(page.locator(".rule-card .ours")).to_have_count(1)
        page.wait_for_timeout(300)
        assert guest.axe() == []
        assert wider_than_screen(page) == []
        assert small_targets(page) == []
