"""The sheet of throws that people look at."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from app.cli import looks


def test_the_sheet_shows_twenty_throws_and_another_word_shows_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = []
    for word in ("one", "other"):
        out = tmp_path / word
        assert looks.main(["--out", str(out), "--series", word, "--only", "throws"]) == 0
        assert str(out / "looks.png") in capsys.readouterr().out
        with Image.open(out / "looks.png") as sheet:
            pictures.append(sheet.convert("RGB").copy())
    assert pictures[0].size == pictures[1].size
    wide, high = pictures[0].size
    assert min(wide, high) > 2000
    for column in range(4):
        for row in range(5):
            box = (column * wide // 4, row * high // 5, (column + 1) * wide // 4, (row + 1) * high // 5)
            cells = [picture.crop(box) for picture in pictures]
            assert len(cells[0].getcolors(1 << 20)) > 20
            assert cells[0].tobytes() != cells[1].tobytes()
