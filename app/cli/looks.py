"""Draws twenty throws on one sheet, to be looked at: paths, tilt and height over time, and how the dice lie.

    python -m app.cli.looks [--out PICTURE] [--series WORD]

For whoever works on the motion; needs Pillow, which is not part of the game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sheet and say where it is."""
    options = argparse.ArgumentParser(prog="looks", description="Draw twenty throws on one sheet.")
    options.add_argument("--out", type=Path, default=Path("out/looks.png"), help="the picture to write")
    options.add_argument("--series", default="looks", help="any word; another word throws twenty others")
    chosen = options.parse_args(argv)
    # Loaded here: every command's module is imported to list the commands, and the game runs without Pillow.
    from app.cli.drawing.contact_sheet import draw_sheet, twenty

    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    draw_sheet(twenty(chosen.series)).save(chosen.out)
    print(f"Drawn to {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
