"""What pages and tiers weigh on the wire: tests/bench/sizes.py weighs, here the budgets hold."""

from __future__ import annotations

import pytest

from app.api.pages.precache import PAGES
from tests.bench.sizes import ALL_TIERS, FIRST_LOAD, FONTS, SCRIPTS_HOME, SCRIPTS_TABLE, SHEETS, TIER_1, Scales


@pytest.fixture(scope="module")
def scales() -> Scales:
    return Scales()


@pytest.mark.parametrize("address", PAGES)
def test_a_page_stays_within_what_a_slow_line_brings_in_two_seconds(scales: Scales, address: str) -> None:
    weight = scales.page(address)
    assert 0 < weight.js <= (SCRIPTS_TABLE if address == "/practice" else SCRIPTS_HOME).most
    assert 0 < weight.css <= SHEETS.most
    assert 0 < weight.font <= FONTS.most
    assert 0 < weight.all <= FIRST_LOAD.most


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_for_a_day_without_a_network_weighs_at_most_600_kb(scales: Scales, language: str) -> None:
    assert 300_000 < scales.tier_1(language) <= TIER_1.most
    assert scales.tier_1(language) + scales.tier_2() <= ALL_TIERS.most
