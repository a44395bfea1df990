"""Draws what people must judge with their eyes, to out/: throws, moves, and every dice set on every table.

    python -m app.cli.looks [--out FOLDER] [--series WORD] [--only throws|moves|sets|cards]

`cards` writes the shop's still pictures. For whoever works on the looks; needs Pillow, Playwright and Debian's
Chromium, none of which is part of the game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

SHEETS = ("throws", "moves", "sets", "cards")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sheets and say where they are."""
    options = argparse.ArgumentParser(prog="looks", description="Draw throws, moves, dice sets and tables on sheets.")
    options.add_argument("--out", type=Path, default=Path("out"), help="the folder for the sheets")
    options.add_argument("--series", default="looks", help="any word; another word makes other throws")
    options.add_argument("--only", choices=SHEETS, help="one kind of picture instead of all")
    chosen = options.parse_args(argv)
    chosen.out.mkdir(parents=True, exist_ok=True)
    wanted = [chosen.only] if chosen.only else list(SHEETS)
    _draw_throws(chosen.out, chosen.series, wanted)
    if {"sets", "cards"} & set(wanted):
        _draw_dice(chosen.out, wanted)
    return 0


def _draw_throws(out: Path, series: str, wanted: Sequence[str]) -> None:
    # Loaded here: every command's module is imported to list the commands, and the game runs without Pillow.
    from app.cli.drawing.contact_sheet import draw_sheet, every_move, twenty

    for kind, file, throws in (("throws", "looks.png", twenty), ("moves", "moves.png", every_move)):
        if kind in wanted:
            draw_sheet(throws(series)).save(out / file)
            print(f"Drawn to {out / file}")


def _draw_dice(out: Path, wanted: Sequence[str]) -> None:
    from app.cli.drawing.felt_page import felt_page
    from app.cli.drawing.set_sheet import draw_cards, draw_sets

    with felt_page() as page:
        if "sets" in wanted:
            draw_sets(page).save(out / "sets.png")
            print(f"Drawn to {out / 'sets.png'}")
        if "cards" in wanted:
            for path, size in draw_cards(page):
                print(f"Drawn to {path}, {size} bytes")


if __name__ == "__main__":
    sys.exit(main())
