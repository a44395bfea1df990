"""House rules on the new game screen: change, fault, fix, name, keep, and play by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.engine import rulesets
from app.engine.card import code
from tests.e2e.at_rules import choose, edit, rule, shown_code, table
from tests.e2e.visiting import Visit, cut_texts, small_targets, visiting, wider_than_screen
from tests.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(browser: Browser, house: Server) -> Iterator[Visit]:
    with visiting(browser, house.url, (320, 568)) as visit:
        yield visit


def test_every_printed_game_can_be_chosen_and_opened(visit: Visit) -> None:
    for key in rulesets.keys():
        page = edit(visit, key)
        page.keyboard.press("Escape")
        expect(page.locator("#card-code")).to_have_text(code(rulesets.load(key)))
        page.tap("#go")
        assert table(visit)["rules"]["key"] == key


def test_the_words_on_the_screen_are_those_of_the_printed_sets(visit: Visit) -> None:
    page = visit.go("/new")
    page.tap("#more-games")
    offered = {
        button.get_attribute("data-preset"): button.inner_text().split("\n")
        for button in page.locator("#games [data-preset]").all()
    }
    others = [rulesets.load(key) for key in rulesets.keys() if key not in ("progressive", "trippn")]
    assert offered == {rules.key: [rules.name, rules.how_to_win] for rules in others}


def test_a_table_opens_by_changed_rules_under_their_name(visit: Visit) -> None:
    page = edit(visit, "baseline")
    expect(page.locator("#editor-count")).to_have_text("Nothing differs from Six-dice baseline.")
    choose(page, "opening", "350")
    rule(page, "piggyback").locator("label").tap()
    expect(page.locator("#editor-count")).to_have_text("2 rules differ from Six-dice baseline:")
    page.fill("#house-name", "Grandma's")
    page.tap("#editor-done")
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#other-game")).to_contain_text("Grandma's")
    expect(page.locator("#other-game")).to_contain_text("Six-dice baseline with 2 rules changed")
    expected = shown_code("baseline", opening=350, piggyback=True)
    expect(page.locator("#card-code")).to_have_text(expected)
    page.tap("#see-card")
    expect(page.locator(".card-code b")).to_have_text(expected)
    changed = page.locator(".card-changed li").all_inner_texts()
    assert [" ".join(text.split()) for text in changed] == [
        "To open: 350 Six-dice baseline: 500",
        "Piggyback: Yes Six-dice baseline: No",
    ]
    page.keyboard.press("Escape")
    page.tap("#go")
    rules = table(visit)["rules"]
    assert [rules[key] for key in ("key", "name", "opening", "piggyback")] == ["baseline+", "Grandma's", 350, True]
    # The next visit begins where this one ended.
    page = visit.go("/new")
    expect(page.locator("#other-game")).to_contain_text("Grandma's")
    assert page.is_checked("#other-game input")
    expect(page.locator("#card-code")).to_have_text(expected)


def test_a_change_can_be_taken_back_alone_or_with_all_others(visit: Visit) -> None:
    page = edit(visit, "baseline")
    choose(page, "opening", "800")
    choose(page, "hot_dice", "Must roll again")
    choose(page, "tie", "Shared win")
    page.click("#editor [data-field=opening] .back")
    expect(rule(page, "opening").locator("input:checked")).to_have_value("500")
    expect(page.locator("#editor-count")).to_contain_text("2 rules differ")
    page.locator("#editor-differences li", has_text="A tie").locator("button").tap()
    expect(page.locator("#editor-count")).to_contain_text("One rule differs")
    page.tap("#editor-all")
    expect(page.locator("#editor-count")).to_contain_text("Nothing differs")
    expect(page.locator("#editor .changed")).to_have_count(0)
    page.tap("#editor-done")
    expect(page.locator("#other-game")).to_contain_text("Six-dice baseline")
    page.tap("#go")
    assert table(visit)["rules"]["key"] == "baseline"


def test_what_does_not_fit_is_said_beside_its_rule_and_fixed_with_one_tap(visit: Visit) -> None:
    page = edit(visit)
    choose(page, "dice", "6 dice")
    fault = rule(page, "four_pairs").locator(".rule-fault")
    expect(fault).to_have_text("This needs eight dice, and you play with 6.")
    expect(page.locator("#editor-fault")).to_have_text(
        "Four pairs: This needs eight dice, and you play with 6. And 1 more."
    )
    page.tap("#editor-done")
    expect(page.locator("#editor")).to_be_visible()
    page.wait_for_function("() => document.activeElement.closest('.rule')?.dataset.field === 'four_pairs'")
    rule(page, "four_pairs").locator("text=Set “Four pairs” to: Not scored").tap()
    expect(page.locator("#editor-fault")).to_have_text("")
    expect(rule(page, "four_pairs_seq")).to_be_hidden()
    page.tap("#editor-done")
    page.tap("#go")
    rules = table(visit)["rules"]
    assert [rules[key] for key in ("key", "dice", "four_pairs", "four_pairs_seq")] == ["progressive+", 6, 0, 0]


FORCED = [
    ("progressive", "dice", "5 dice", {"run_full": 0, "three_pairs": 0, "four_pairs": 0}),
    ("progressive", "finish", "Or more", {"ending": "final_turn"}),
    ("baseline", "finish", "Exactly", {"ending": "last_round", "tie": "vote"}),
    ("bc_society", "progressive", "", {"alike": "add"}),
    ("inform", "hot_dice", "Must roll again", {"roll_limit": 0}),
    ("trippn", "progressive", "", {"survives_and_roll": False, "locked_in": False}),
]


@pytest.mark.parametrize(("preset", "field", "words", "forced"), FORCED, ids=[f"{row[0]} {row[1]}" for row in FORCED])
def test_where_a_choice_forces_others_every_fix_is_a_tap(
    visit: Visit, preset: str, field: str, words: str, forced: dict[str, object]
) -> None:
    page = edit(visit, preset)
    if words:
        choose(page, field, words)
    else:
        rule(page, field).locator("label").tap()
    expect(page.locator("#editor-fault")).not_to_be_empty()
    while page.locator("#editor .fix:visible").count():
        page.locator("#editor .fix:visible").first.tap()
        page.wait_for_timeout(400)
    expect(page.locator("#editor-fault")).to_be_empty()
    page.tap("#editor-done")
    page.tap("#go")
    rules = table(visit)["rules"]
    assert {key: rules[key] for key in forced} == forced


def test_all_that_does_not_fit_is_fixed_at_once(visit: Visit) -> None:
    page = edit(visit)
    choose(page, "dice", "5 dice")
    expect(page.locator("#editor-fault")).to_contain_text("And 4 more.")
    page.tap("#editor-fix")
    expect(page.locator("#editor-fault")).to_be_empty()
    expect(page.locator("#editor-fix")).to_be_hidden()
    page.tap("#editor-done")
    page.tap("#go")
    assert table(visit)["rules"]["dice"] == 5


def test_other_points_are_typed_and_checked_as_typed(visit: Visit) -> None:
    page = edit(visit, "baseline")
    choose(page, "opening", "Other")
    field = rule(page, "opening").locator(".points-own input")
    for typed in ("475", "lots", ""):
        field.fill(typed)
        expect(rule(page, "opening").locator(".rule-fault")).to_have_text(
            "Allowed is a multiple of 50 from 0 to 50,000."
        )
        expect(field).to_have_value(typed)
    field.fill("20,000")
    expect(rule(page, "opening").locator(".rule-fault")).to_have_text(
        "This cannot be more than the 10,000 it takes to win."
    )
    # Nothing is written into what is being typed.
    field.fill("1250")
    expect(page.locator("#editor-count")).to_contain_text("One rule differs")
    expect(field).to_have_value("1250")
    expect(rule(page, "opening").locator(".rule-fault")).to_be_hidden()
    page.tap("#editor-done")
    page.tap("#go")
    assert table(visit)["rules"]["opening"] == 1250


def test_only_rules_that_matter_now_are_shown(visit: Visit) -> None:
    page = edit(visit, "inform")
    for field in ("three_pairs", "four_pairs", "fill", "locked_in", "beat_leader", "alike_fixed", "run_full"):
        expect(rule(page, field)).to_be_hidden()
    choose(page, "alike", "Fixed points")
    expect(rule(page, "alike_fixed").locator("input")).to_have_count(2)
    expect(rule(page, "alike_fixed").locator("input").first).to_have_value("1,000")
    expect(page.locator("#editor-fault")).to_be_empty()


def test_rules_of_last_time_that_cannot_be_played_any_more_are_shown_in_the_editor(visit: Visit) -> None:
    kept = {"rules": {"preset": "inform", "changes": {"hot_dice": "must"}}, "seats": [{"name": "Ann", "bot": None}]}
    page = visit.go("/new")
    page.evaluate("(kept) => localStorage.setItem('setup', JSON.stringify(kept))", kept)
    page = visit.go("/new")
    page.tap("#go")
    expect(page.locator("#editor")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "rule-roll_limit"
    expect(page.locator("#editor-said")).to_contain_text("roll_limit")
    page.locator("#editor .fix:visible").tap()
    page.tap("#editor-done")
    page.tap("#go")
    assert table(visit)["rules"]["roll_limit"] == 0
    visit.troubles[:] = [each for each in visit.troubles if "422" not in each]


def test_only_the_last_answer_counts(visit: Visit) -> None:
    page = edit(visit, "baseline")
    held: list[Any] = []
    page.route("**/api/rules/check", lambda route: held.append(route) if not held else route.continue_())
    choose(page, "dice", "5 dice")
    page.wait_for_timeout(500)
    choose(page, "dice", "6 dice")
    expect(page.locator("#editor-code")).to_contain_text(code(rulesets.load("baseline")))
    with page.expect_response("**/api/rules/check") as answered:
        held[0].continue_()
    assert answered.value.json()["faults"] != []
    page.wait_for_timeout(100)
    expect(page.locator("#editor-fault")).to_be_empty()


def test_without_network_what_was_chosen_is_kept(visit: Visit) -> None:
    page = edit(visit, "baseline")
    page.context.set_offline(True)
    choose(page, "opening", "350")
    expect(page.locator("#editor-told")).to_contain_text("What you chose is kept.")
    page.tap("#editor-done")
    expect(page.locator("#editor")).to_be_visible()
    # Closed by mistake: it is all still there.
    page.keyboard.press("Escape")
    page.tap("#edit-rules")
    expect(rule(page, "opening").locator("input:checked")).to_have_value("350")
    page.context.set_offline(False)
    expect(page.locator("#editor-told")).to_be_hidden()
    page.tap("#editor-done")
    expect(page.locator("#other-game")).to_contain_text("one rule changed")
    visit.troubles[:] = [each for each in visit.troubles if "ERR_INTERNET_DISCONNECTED" not in each]


def test_rules_are_kept_on_the_phone_reused_renamed_and_deleted(visit: Visit) -> None:
    page = edit(visit, "scribd")
    choose(page, "farkle_penalty", "1,000")
    page.tap("#house-save")
    expect(page.locator("#editor-note")).to_have_text("Give the rules a name first, to find them again.")
    assert page.evaluate("document.activeElement.id") == "house-name"
    page.keyboard.type("Sundays")
    page.tap("#house-save")
    expect(page.locator("#editor-note")).to_have_text("“Sundays” is saved on this phone.")
    page = visit.go("/new")
    page.tap("#more-games")
    expect(page.locator(".saved")).to_contain_text("Scribd guide with one rule changed")
    page.tap("[aria-label='Rename “Sundays”']")
    page.wait_for_timeout(400)
    page.fill("dialog[open]:not(#games) input", "Mondays")
    page.tap("dialog >> text=Rename >> nth=-1")
    expect(page.locator(".saved b")).to_have_text("Mondays")
    page.tap(".saved [data-do=use]")
    expect(page.locator("#other-game")).to_contain_text("Mondays")
    page.tap("#go")
    assert [table(visit)["rules"][key] for key in ("name", "farkle_penalty")] == ["Mondays", 1000]
    page = visit.go("/rules")
    page.select_option("#which", label="Mondays")
    expect(page.locator(".card-name")).to_have_text("Mondays")
    page = visit.go("/new")
    page.tap("#more-games")
    page.tap("[aria-label='Delete “Mondays”']")
    page.wait_for_timeout(400)
    page.tap("dialog >> text=Delete >> nth=-1")
    expect(page.locator(".saved")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_every_sheet_fits_and_breaks_no_rule_of_accessibility(
    browser: Browser, house: Server, size: tuple[int, int]
) -> None:
    with visiting(browser, house.url, size) as visit:
        page = edit(visit)
        page.fill("#house-name", "Our rules")
        page.tap("#house-save")
        choose(page, "dice", "5 dice")
        choose(page, "opening", "Other")
        expect(page.locator("#editor-fault")).to_contain_text("more.")
        page.wait_for_timeout(300)
        sheets = {"#edit-rules": "#editor", "#more-games": "#games", "#see-card": "#card-sheet"}
        for opener, sheet in sheets.items():
            if opener != "#edit-rules":
                page.tap(opener)
                page.wait_for_timeout(400)
            expect(page.locator(sheet)).to_be_visible()
            assert visit.axe() == [], sheet
            assert small_targets(page) == [], sheet
            assert wider_than_screen(page) == [], sheet
            assert cut_texts(page) == [], sheet
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            page.wait_for_timeout(100)
            assert wider_than_screen(page) == [], f"{sheet} at 200 %"
            assert cut_texts(page) == [], f"{sheet} at 200 %"
            page.evaluate("document.documentElement.style.fontSize = ''")
            page.keyboard.press("Escape")


def test_rules_are_changed_by_keyboard_alone(visit: Visit) -> None:
    page = visit.go("/new")
    page.focus("#edit-rules")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "editor-title"
    reached: list[str] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        here = page.evaluate("document.activeElement.name || document.activeElement.id")
        assert page.evaluate("document.activeElement !== document.body"), "the focus stays in the sheet"
        reached.append(here)
        if here == "rule-dice":
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
            expect(page.locator("#editor-fix")).to_be_visible()
        if here == "editor-fix":
            page.keyboard.press("Enter")
            expect(page.locator("#editor-fault")).to_be_empty()
            break
    assert reached.index("rule-dice") < reached.index("rule-opening") < reached.index("rule-progressive")
    assert page.evaluate("document.activeElement.id") == "editor-done"
    page.keyboard.press("Enter")
    expect(page.locator("#other-game")).to_contain_text("Progressive 10,000 with")
    assert page.evaluate("document.activeElement.id") == "edit-rules"
