"""Every sound as samples: rendered by the browser's own audio, measured here."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.dice_page import served

RATE = 44_100
MATERIALS = ("wood", "stone", "resin", "metal", "ceramic", "gem")
"""From the darkest to the brightest."""

BLOWS = ("hit-felt", "hit-wall", "hit-die", "settle")
SIGNALS = {
    "slide": 0.4, "tap": 0.5, "keep": 0.7, "bank": 1.0, "bust": 0.7, "for-nothing": 1.6, "your-turn": 1.1, "win": 2.4,
    "out-even": 2.4, "all-eight": 1.9, "locked-in": 1.9,
}  # fmt: skip
"""Each signal and when it has died away, s."""

RENDER = """async ({ name, material, delay, times, master }) => {
  let desk;
  window.AudioContext = function () { return (desk ??= new OfflineAudioContext(1, 44100 * 2.6, 44100)); };
  const { sound } = await import('/app/static/js/sound.js?' + Math.random());
  sound.prime();
  sound.wear(material ?? 'resin');
  (await import('/app/static/js/prefs.js')).prefs.set('master', master);
  sound.play(name);
  const before = desk !== undefined;
  dispatchEvent(new Event('touchend'));
  for (let n = 0; n < times; n++) sound.play(name, { order: 3, delay });
  const samples = (await desk.startRendering()).getChannelData(0);
  let text = '';
  const bytes = new Uint8Array(Int16Array.from(samples, (s) => Math.round(s * 32000)).buffer);
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { before, samples: btoa(text) };
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with served() as house:
        page = browser.new_page()
        page.goto(f"{house}/app/static/text/en/settings.json")
        yield page
        page.close()


def rendered(
    page: Page, name: str, material: str | None = None, delay: float = 0.0, times: int = 1, master: int = 60
) -> np.ndarray:
    how: dict[str, Any] = {"name": name, "material": material, "delay": delay, "times": times, "master": master}
    found = page.evaluate(RENDER, how)
    assert found["before"] is False, "audio was opened before a touch"
    return np.frombuffer(base64.b64decode(found["samples"]), "<i2") / 32_000


def centroid(samples: np.ndarray) -> float:
    """The middle of the spectrum, Hz: how bright it sounds."""
    strength = np.abs(np.fft.rfft(samples)) ** 2
    return float((np.fft.rfftfreq(len(samples), 1 / RATE) * strength).sum() / strength.sum())


def begins(samples: np.ndarray) -> float:
    return float(np.argmax(np.abs(samples) > 0.002)) / RATE


def ends(samples: np.ndarray) -> float:
    return float(np.flatnonzero(np.abs(samples) > 0.002).max()) / RATE


@pytest.mark.parametrize("blow", BLOWS)
def test_a_blow_is_heard_at_once_is_short_and_tells_its_material(page: Page, blow: str) -> None:
    bright = {}
    for material in MATERIALS:
        samples = rendered(page, blow, material)
        assert 0.04 < np.abs(samples).max() < 0.7, material
        assert begins(samples) < 0.03, material
        assert ends(samples) < (0.5 if material == "metal" else 0.35), material
        bright[material] = centroid(samples)
    if blow == "hit-die":
        assert sorted(bright, key=bright.__getitem__) == list(MATERIALS), bright
        steps = np.diff([bright[material] for material in MATERIALS])
        assert (steps > 0.1 * np.array([bright[material] for material in MATERIALS[:-1]])).all(), bright
    else:
        assert max(bright.values()) > 1.1 * min(bright.values()), bright


def test_felt_is_duller_than_the_rail_and_the_rail_than_two_dice(page: Page) -> None:
    felt, wall, dice = (centroid(rendered(page, blow)) for blow in ("hit-felt", "hit-wall", "hit-die"))
    assert felt < 0.75 * wall < 0.75 * dice
    assert felt > 200, "a phone's loudspeaker plays next to nothing lower"


def test_two_blows_are_never_quite_the_same(page: Page) -> None:
    """On an unchanging source two renderings would be equal to the last bit."""
    one, two, three = (rendered(page, "hit-die") for _ in range(3))
    assert min(np.abs(one - two).max(), np.abs(one - three).max(), np.abs(two - three).max()) > 0.004


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_is_heard_and_is_neither_harsh_nor_long(page: Page, name: str) -> None:
    samples = rendered(page, name)
    assert 0.03 < np.abs(samples).max() < 0.6
    assert begins(samples) < 0.06
    assert ends(samples) < SIGNALS[name]
    assert centroid(samples) < 2_600


def test_a_contact_is_heard_when_it_is_seen_and_a_hail_of_them_does_not_clip(page: Page) -> None:
    assert begins(rendered(page, "hit-die", delay=0.1)) == pytest.approx(0.105, abs=0.02)
    assert np.abs(rendered(page, "hit-felt", "metal", times=60, master=100)).max() < 1.0


def test_only_so_many_sounds_are_made_at_once_and_a_signal_still_comes_through(page: Page) -> None:
    found = page.evaluate(
        """async () => {
          const { Desk, MOST_VOICES } = await import('/app/static/js/sound/desk.js');
          const desk = new Desk(new OfflineAudioContext(1, 4410, 44100));
          for (let n = 0; n < 60; n++) desk.blow('hit-felt', 'resin', 0.01 * n, 1);
          return { most: MOST_VOICES, voices: desk.voices, dice: desk.claim(1, false), signal: desk.claim(1, true) };
        }"""
    )
    assert found == {"most": 14, "voices": 14, "dice": False, "signal": True}
