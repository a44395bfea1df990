"""The dice as they are seen: contrast, contact, rest, loss of the graphics context, and play without motion."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Playwright

from tests.e2e.dice_page import (
    FELTS,
    chromium,
    contrast,
    dice_page,
    luminance,
    opened,
    passing,
    picture,
    play,
)

pytestmark = pytest.mark.browser

SIX = [1, 2, 3, 4, 5, 6]
EIGHT = (6, 2, 3, 1, 2, 5, 4, 5)
PAINTERS = ["high", "low", "2d"]
GLIDE_MS = 350

HOUSE: dict[str, Any] = {}
GOLD = {"base": "#f0c268", "rough": 0.2, "metal": 1, "coat": 0, "depth": 0, "glow": 0, "pip": "#14141c"}
RUBY = {
    "base": "#420c13",
    "rough": 0.15,
    "rim": "#ff3a4a",
    "glow": 0.8,
    "pip": "#f0c268",
    "pipMetal": 1,
    "pipRough": 0.25,
}


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with chromium(playwright) as running:
        yield running


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with dice_page(browser) as ready:
        yield ready


def lights(seen: Image.Image, spots: list[list[float]]) -> list[float]:
    """Luminances of the pixels at these places, in rising order."""
    inside = [(round(x), round(y)) for x, y in spots]
    width, height = seen.size
    return sorted(luminance(seen.getpixel(spot)) for spot in inside if 0 <= spot[0] < width and 0 <= spot[1] < height)


def probed(page: Page, faces: list[int]) -> tuple[Image.Image, list[dict[str, Any]]]:
    """Dice at rest with these faces up: the picture, and for each die where to look."""
    page.evaluate("(faces) => table.player.show(faces)", faces)
    return picture(page), page.evaluate("table.probes()")


def reads(seen: Image.Image, die: dict[str, Any]) -> bool:
    """Whether the pips of a die's upper face can be told from the face."""
    return contrast(median(lights(seen, die["pips"])), median(lights(seen, die["body"]))) >= 4.5


@pytest.mark.parametrize("quality", PAINTERS)
@pytest.mark.parametrize("size", [FELTS[0], FELTS[2]])
def test_pips_stand_out_from_every_face_at_rest(page: Page, quality: str, size: tuple[int, int]) -> None:
    assert opened(page, size, quality=quality) == quality
    seen, dice = probed(page, SIX)
    for die in dice:
        pips, body = lights(seen, die["pips"]), lights(seen, die["body"])
        assert len(pips) > 20
        # The lightest part of the pips against the darkest of the face, a few odd pixels left aside.
        ratio = contrast(pips[int(len(pips) * 0.95)], body[int(len(body) * 0.05)])
        assert ratio >= 4.5, f"face {die['face']}: {ratio:.1f}"


@pytest.mark.parametrize("quality", PAINTERS)
@pytest.mark.parametrize("size", FELTS)
def test_dice_stand_out_from_the_felt_on_all_four_sides(page: Page, quality: str, size: tuple[int, int]) -> None:
    opened(page, size, quality=quality)
    seen, dice = probed(page, [6, 2, 3, 1, 2, 5, 4, 5])
    for die in dice:
        # Beside the outermost dice the picture may end before the felt is bare.
        sides = [side for side in range(4) if lights(seen, die["felt"][side::4])]
        assert len(sides) >= 3
        for side in sides:
            rim = median(lights(seen, die["rim"][side::4]))
            felt = median(lights(seen, die["felt"][side::4]))
            assert contrast(rim, felt) >= 3, f"face {die['face']}, side {side}: {contrast(rim, felt):.1f}"


@pytest.mark.parametrize("quality", ["high", "low"])
@pytest.mark.parametrize("dice_set", [HOUSE, GOLD, RUBY], ids=["house", "gold", "ruby"])
def test_no_lamp_whitens_an_upper_face_and_no_side_goes_dark(
    page: Page, quality: str, dice_set: dict[str, Any]
) -> None:
    opened(page, FELTS[2], quality=quality, set=dice_set)
    seen, dice = probed(page, SIX)
    for die in dice:
        body, front = lights(seen, die["body"]), lights(seen, die["front"])
        assert body[-1] <= 1.3 * median(body) + 0.01, f"face {die['face']} has a glare"
        assert front[-1] >= 0.25 * median(body), f"the front under face {die['face']} is dark"
        assert reads(seen, die), f"face {die['face']}"


@pytest.mark.parametrize("quality", PAINTERS)
def test_felt_is_darkest_at_the_foot_of_a_die(page: Page, quality: str) -> None:
    opened(page, FELTS[2], quality=quality)
    seen, _ = probed(page, [1])
    (die,) = page.evaluate("table.player.boxes()")
    middle = round(die["y"] + die["h"] / 2)
    row = [luminance(seen.getpixel((x, middle))) for x in range(round(die["x"] + die["w"]), FELTS[2][0] - 40)]
    # To the right lies the shadow of the key light; further out the felt is lit again.
    assert min(row[:12]) < 0.65 * max(row)
    dark = row.index(min(row[:12]))
    assert row[dark + 30] > 1.3 * row[dark], "the shadow ends"


@pytest.mark.parametrize("quality", PAINTERS)
def test_dimmed_dice_are_clearly_darker_and_picked_dice_higher(page: Page, quality: str) -> None:
    opened(page, FELTS[2], quality=quality)
    before, dice = probed(page, [1, 1, 1])
    page.evaluate("() => { table.player.dim([0]); table.player.lift(2); }")
    passing(page, 200)
    after = picture(page)
    plain = [median(lights(before, die["body"])) for die in dice]
    now = [median(lights(after, die["body"])) for die in dice]
    assert now[0] < 0.6 * plain[0]
    assert now[1] == pytest.approx(plain[1], rel=0.02)
    above = [[x, y - 5] for x, y in dice[2]["rim"][0::4]]
    assert median(lights(after, above)) > 2 * median(lights(before, above)), "its upper edge has moved up"


@pytest.mark.parametrize("quality", ["high", "2d"])
def test_a_real_throw_ends_on_its_faces_and_the_picture_shows_them(page: Page, quality: str) -> None:
    opened(page, FELTS[0], quality=quality)
    duration = play(page, EIGHT)
    passing(page, duration + GLIDE_MS + 60, 120)
    assert page.evaluate("table.settled") == 1
    assert page.evaluate("table.player.faces()") == list(EIGHT)
    seen, dice = picture(page), page.evaluate("table.probes()")
    assert [die["face"] for die in dice] == list(EIGHT)
    for die in dice:
        assert reads(seen, die)


@pytest.mark.parametrize("size", FELTS)
def test_hit_boxes_are_wide_enough_for_a_finger_and_apart(page: Page, size: tuple[int, int]) -> None:
    opened(page, size, quality="2d")
    play(page, EIGHT)
    boxes = page.evaluate("table.player.boxes()")
    assert len(boxes) == 8
    assert all(box["w"] >= 64 and box["h"] >= 64 for box in boxes)
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert (
                one["x"] + one["w"] <= other["x"]
                or other["x"] + other["w"] <= one["x"]
                or one["y"] + one["h"] <= other["y"]
                or other["y"] + other["h"] <= one["y"]
            )


@pytest.mark.parametrize("quality", ["high", "2d"])
def test_at_rest_no_frame_is_asked_for_and_nothing_is_drawn(page: Page, quality: str) -> None:
    opened(page, FELTS[0], quality=quality, speed="fast")
    page.evaluate("table.clock.thaw()")
    play(page, EIGHT)
    page.wait_for_function("table.settled === 1 && !table.clock.busy")
    counted = page.evaluate(
        """async () => {
          const before = [table.clock.frames, table.stage.draws];
          const asked = window.requestAnimationFrame;
          let calls = 0;
          window.requestAnimationFrame = (act) => { calls += 1; return asked(act); };
          await new Promise((done) => setTimeout(done, 1200));
          window.requestAnimationFrame = asked;
          return [calls, table.clock.frames - before[0], table.stage.draws - before[1]];
        }"""
    )
    page.evaluate("table.clock.freeze()")
    assert counted == [0, 0, 0]


@pytest.mark.parametrize("wish", [{"still": True}, {"speed": "instant"}], ids=["still", "instant"])
def test_without_motion_a_roll_takes_at_most_three_pictures(page: Page, wish: dict[str, Any]) -> None:
    opened(page, FELTS[0], quality="high", **wish)
    page.evaluate("table.player.show([1, 2, 3])")
    before = page.evaluate("table.stage.draws")
    play(page, EIGHT)
    assert page.evaluate("table.player.faces()") == list(EIGHT)
    first = picture(page)
    passing(page, 150, 30)
    assert page.evaluate("table.stage.draws") - before <= 3
    assert page.evaluate("table.settled") == 1
    assert first.tobytes() != picture(page).tobytes(), "each die has flashed"


def test_a_tap_ends_the_throw_within_100_ms_of_its_time(page: Page) -> None:
    opened(page, FELTS[0], quality="2d")
    play(page, EIGHT)
    passing(page, 400)
    assert page.evaluate("table.player.skip()") is True
    passing(page, 100, 20)
    assert page.evaluate("[table.settled, table.player.moving()]") == [1, False]
    assert page.evaluate("table.player.faces()") == list(EIGHT)


def test_a_lost_context_is_answered_with_the_2d_picture_of_the_same_moment(browser: Browser) -> None:
    with dice_page(browser) as page:
        assert opened(page, FELTS[2], quality="high") == "high"
        duration = play(page, EIGHT)
        passing(page, 700, 100)
        middles = page.evaluate("table.middles('tray')")
        pictures = page.evaluate("table.stage.draws")
        page.evaluate("table.lose()")
        page.wait_for_function("table.changes.length === 1")
        # The clock has stood still: the picture came with the loss, not with a later frame.
        assert page.evaluate("[table.changes, table.stage.kind(), table.stage.draws]") == [
            ["2d"],
            "2d",
            pictures + 1,
        ]
        assert page.locator("canvas:visible").count() == 1
        seen = picture(page)
        bright = [spot for spot in middles if max(lights(seen, around(spot))) > 0.4]
        assert len(bright) == len(EIGHT), "every die is where it was"
        passing(page, duration - 700 + GLIDE_MS + 60, 100)
        assert page.evaluate("table.player.faces()") == list(EIGHT)

        page.evaluate("table.restore()")
        page.wait_for_function("table.changes.length === 2")
        assert page.evaluate("[table.stage.kind(), table.player.faces()]") == ["high", list(EIGHT)]
        dice = page.evaluate("table.probes()")
        seen = picture(page)
        assert all(
            contrast(median(lights(seen, die["pips"])), median(lights(seen, die["body"]))) >= 4.5 for die in dice
        )

        page.evaluate("table.lose()")
        page.wait_for_function("table.changes.length === 3")
        page.evaluate("table.restore()")
        page.wait_for_function("!document.querySelector('canvas').getContext('webgl2').isContextLost()")
        assert page.evaluate("[table.changes, table.stage.kind()]") == [["2d", "high", "2d"], "2d"], "twice is enough"
        assert opened(page, FELTS[0], quality="high") == "2d", "for the rest of the session"


def around(spot: list[float]) -> list[list[float]]:
    """A few pixels about one, so that a pip in its middle does not hide a die."""
    return [[spot[0] + dx, spot[1] + dy] for dx in range(-8, 9, 4) for dy in range(-8, 9, 4)]


def test_software_drawing_is_left_to_canvas_2d_unless_the_player_wants_it(page: Page) -> None:
    assert opened(page, FELTS[0], quality="auto") == "2d"
    assert page.locator("canvas:visible").count() == 1
    assert opened(page, FELTS[0], quality="low") == "low"


def test_the_address_can_switch_webgl_off(browser: Browser) -> None:
    with dice_page(browser, "?gl=off") as page:
        assert opened(page, FELTS[0], quality="high") == "2d"
        seen, dice = probed(page, SIX)
        assert all(
            contrast(median(lights(seen, die["pips"])), median(lights(seen, die["body"]))) >= 4.5 for die in dice
        )


def test_two_pictures_of_the_same_dice_are_the_same(page: Page) -> None:
    looks = []
    for _ in range(2):
        opened(page, FELTS[0], quality="high")
        looks.append(probed(page, [6, 2, 3, 1])[0].tobytes())
    assert looks[0] == looks[1]


@pytest.mark.parametrize("quality", ["high", "2d"])
def test_a_resized_felt_is_never_left_empty(page: Page, quality: str) -> None:
    opened(page, FELTS[0], quality=quality)
    before = probed(page, SIX)[0].tobytes()
    draws = page.evaluate("table.stage.draws")
    page.evaluate("table.stage.resize(320, 248, 1)")
    assert page.evaluate("table.stage.draws") == draws, "the same size costs nothing"
    page.evaluate("table.stage.resize(320, 248, 2)")
    page.evaluate("table.stage.resize(320, 248, 1)")
    assert picture(page).tobytes() == before


def test_a_slow_phone_gets_fewer_pixels_during_the_throw_and_keeps_them(page: Page) -> None:
    opened(page, FELTS[0], quality="2d", dpr=3)
    widths = [page.evaluate("table.stage.canvas.width")]
    play(page, EIGHT)
    for _ in range(3):
        passing(page, 525, 25)
        widths.append(page.evaluate("table.stage.canvas.width"))
    assert widths == [640, 480, 320, 320], "two, one and a half, one device pixel a CSS pixel"
    play(page, EIGHT)
    passing(page, 1000, 10)
    assert page.evaluate("table.stage.canvas.width") == 320
