"""`verify` as a doubting player runs it: a file in, sentences or an object out, and an exit code to build on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from tests.vectors.make_transcripts import FILE

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
TRUE = {each["name"]: each["transcript"] for each in VECTORS["true"]}
ALTERED = {each["name"]: each["transcript"] for each in VECTORS["altered"]}


def verify(tmp_path: Path, record: Any, *more: str) -> int:
    file = tmp_path / "game.json"
    file.write_bytes(record if isinstance(record, bytes) else json.dumps(record, ensure_ascii=False).encode())
    return main(["verify", *more, str(file)])


@pytest.mark.parametrize(
    ("name", "last", "code"),
    [
        ("a finished game on one phone", "Matches: every roll follows from what was sealed before it.", 0),
        ("a finished game among friends", "Matches: every roll follows from what was sealed before it.", 0),
        ("a running game on one phone", "Matches so far. The secret opens when the game ends; check again then.", 0),
    ],
)
def test_a_true_record_is_told_in_plain_sentences(
    name: str, last: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, TRUE[name]) == code
    assert capsys.readouterr().out.splitlines()[-1] == last


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("another face", "Roll 4 does not match at “recomputed”: the shares make other dice: 3 1 4 2 2 4 2 1."),
        ("a bit of a key", "Roll 2 does not match at “sealed before the roll”: the key"),
        ("a bit of a promise", "Roll 1 does not match at “opened after it was promised”: the share of seat 1"),
        ("a roll left out", "Roll 3 does not match at “its number”: roll 3 should stand here"),
        ("another seat starts", "The table roll does not match at “recomputed”: seat 1 is said to start"),
        ("a name was changed", "The record does not match at “the digest”: something was changed"),
    ],
)
def test_an_altered_record_names_roll_and_step(
    name: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, ALTERED[name]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(said) for line in lines)
    assert lines[-1] == "Does not match."


@pytest.mark.parametrize("name", ALTERED)
def test_every_altered_record_has_a_sentence_and_an_object(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, ALTERED[name], "--json") == 1
    told = json.loads(capsys.readouterr().out)
    case = next(each for each in VECTORS["altered"] if each["name"] == name)
    assert {key: told["findings"][0][key] for key in ("roll", "step", "code")} == {
        key: case[key] for key in ("roll", "step", "code")
    }
    assert told["state"] == "fails"
    assert "{" not in told["findings"][0]["said"]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (b"", "it is no JSON: line 1, column 1"),
        (json.dumps(TRUE["a finished game among friends"]).encode()[:5000], "it is no JSON"),
        (b"\xff\xfe", "it is no UTF-8 text"),
        (b'{"name":"app"}', "it is no record of a game: it names no scheme"),
        (b'{"scheme":"dice/v9"}', "it is no record of the scheme trippn-roll/v1"),
    ],
)
def test_what_is_no_record_cannot_be_read(
    record: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, record) == 2
    assert why in capsys.readouterr().err
    assert verify(tmp_path, record, "--json") == 2
    assert json.loads(capsys.readouterr().out)["state"] == "unreadable"


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "/nowhere.json"]) == 2
    assert capsys.readouterr().err == "tenk verify: /nowhere.json cannot be read: No such file or directory\n"


def test_only_so_many_findings_are_told_in_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {**TRUE["a finished game among friends"]}
    record["rolls"] = [{**each, "key": "00" * 32} for each in record["rolls"] * 4]
    assert verify(tmp_path, record) == 1
    assert "more." in capsys.readouterr().out.splitlines()[-2]


def test_a_record_comes_from_standard_input_and_names_come_out_in_any_locale() -> None:
    record = json.dumps(TRUE["a finished game on one phone"]).encode()
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "app", "verify", "-"], input=record, capture_output=True, env=environment, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Zoë 🎲" in done.stdout.decode()
