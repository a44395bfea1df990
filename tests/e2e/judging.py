"""Whether dice can be read and found on a picture: by luminance, and as colour-blind players see it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from PIL import Image

Array = npt.NDArray[np.float64]

PIPS_MIN: Final = 4.5
EDGE_MIN: Final = 3.0
GLARE_MAX: Final = 1.7
"""How much brighter than its middle any part of an upper face may be, as a ratio, beside 0.05 of stray light."""
BLOWN_OUT: Final = 0.97

WEIGHTS: Final = np.array([0.2126, 0.7152, 0.0722])
"""Of linear red, green and blue in the relative luminance. Source: WCAG 2.2."""

SEEN_AS: Final[dict[str, Array]] = {
    "greyscale": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""What becomes of linear red, green and blue. Source: Machado, Oliveira and Fernandes 2009, severity 1."""


def luminances(seen: Image.Image, view: str) -> Array:
    """The picture's relative luminances, row by row, as such an eye sees them."""
    parts = np.asarray(seen.convert("RGB"), dtype=np.float64) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.clip(linear @ SEEN_AS[view].T, 0, 1) @ WEIGHTS


def ratio(one: float, other: float) -> float:
    """Contrast of two luminances. Source: WCAG 2.2."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def at(light: Array, spots: list[list[float]]) -> Array:
    """Luminances at these places, those beyond the picture left out."""
    xy = np.rint(np.array(spots)).astype(int)
    inside = (xy >= 0).all(axis=1) & (xy[:, 0] < light.shape[1]) & (xy[:, 1] < light.shape[0])
    return light[xy[inside, 1], xy[inside, 0]]


def pip_contrast(light: Array, die: dict[str, Any]) -> float:
    """The pips' nearest twentieth to the face against the face's nearest twentieth to them."""
    pips, body = at(light, die["pips"]), at(light, die["body"])
    if np.median(pips) < np.median(body):
        return ratio(float(np.quantile(pips, 0.95)), float(np.quantile(body, 0.05)))
    return ratio(float(np.quantile(pips, 0.05)), float(np.quantile(body, 0.95)))


def edge_contrast(light: Array, die: dict[str, Any]) -> float:
    """The weakest side's step from die to felt: on each of nine lines across it the strongest pair of a point on the
    die's last 1.4 mm (a highlight on the bevel counts) and one on the felt's next 3 mm (the contact shadow counts)."""
    sides = []
    for side in range(4):
        lines = [(at(light, on), at(light, beside)) for on, beside in die["edges"][side::4]]
        steps = [
            max(ratio(on.max(), beside.min()), ratio(on.min(), beside.max()))
            for on, beside in lines
            if len(on) and len(beside)
        ]
        if len(steps) == 9:
            sides.append(float(np.median(steps)))
    assert len(sides) >= 3, "a die is seen on three sides and more"
    return min(sides)


def complaints(seen: Image.Image, dice: list[dict[str, Any]]) -> list[str]:
    """What is wrong with these dice at rest, one line each, with the figure that is too low or too high."""
    found = []
    for view in SEEN_AS:
        light = luminances(seen, view)
        for die in dice:
            pips, edge = pip_contrast(light, die), edge_contrast(light, die)
            if pips < PIPS_MIN:
                found.append(f"pips of {die['face']} in {view}: {pips:.1f}")
            if edge < EDGE_MIN:
                found.append(f"edge of {die['face']} in {view}: {edge:.1f}")
    light = luminances(seen, "greyscale")
    for die in dice:
        body = at(light, die["body"])
        if body.max() > GLARE_MAX * np.median(body) + 0.05 or body.max() >= BLOWN_OUT:
            found.append(f"glare on {die['face']}: {body.max():.2f} beside {np.median(body):.2f}")
    return found
