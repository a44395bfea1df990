"""`read` and `script` as another program drives them: bytes in, objects and exit codes out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading

import pytest

from app.cli.script_game import Line, Script

_ENVIRONMENT = {"PATH": os.environ["PATH"]}


def tenk(*arguments: str, told: bytes = b"", locale: str = "C.UTF-8") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    environment = {**_ENVIRONMENT, "LC_ALL": locale}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments], input=told, capture_output=True, env=environment, timeout=60
    )


def script(*lines: str) -> Script:
    """A script that has played these lines, none of them refused."""
    game = Script()
    for number, text in enumerate(lines, 1):
        verb, *words = text.split()
        told = game.play(Line(number, verb, tuple(words)))
        assert told is None or "refused" not in told, (text, told)
    return game


def objects(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, object]]:
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


@pytest.mark.parametrize("locale", ["C.UTF-8", "C", "POSIX"])
def test_names_come_back_as_they_were_written_in_any_locale(locale: str) -> None:
    done = tenk("script", "-", told="players Zoë 李雷\nleave Zoë\nexpect result=win:李雷".encode(), locale=locale)
    assert done.returncode == 0
    state = objects(done)[0]["state"]
    assert isinstance(state, dict)
    assert state["banked"] == {"Zoë": 0, "李雷": 0}


def test_a_script_may_start_with_a_byte_order_mark_and_end_its_lines_as_elsewhere() -> None:
    told = b"\xef\xbb\xbfplayers Ann Ben\r\n\r\n# remark\r\nroll\t1 2 2 3 3 4 6 6\r\nexpect\tplayer=Ann # so far"
    assert tenk("script", "-", told=told).returncode == 0
    assert tenk("read", "--batch", told=b"\xef\xbb\xbf8 | - | 1 1 1\r\n").returncode == 0


@pytest.mark.parametrize("command", [("script", "-"), ("read", "--batch")])
def test_bytes_that_are_no_text_are_a_bad_line(command: tuple[str, ...]) -> None:
    done = tenk(*command, told=b"\xff\xfe\x00")
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert b"UTF-8" in done.stderr


def test_a_file_that_is_no_text_is_a_bad_script(tmp_path: object) -> None:
    path = f"{tmp_path}/game.txt"
    with open(path, "wb") as file:
        file.write(b"players Ann\nroll \xff")
    done = tenk("script", path)
    assert done.returncode == 2
    assert b"UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("command", "line", "answered"),
    [
        (("read", "--batch"), b"8 | - | 1 1 1\n", b'"points": 1000'),
        (("script", "-"), b"players Ann\nroll 1 2 2 3 3 4 6 6\n", b'"line": 2'),
    ],
)
def test_every_line_is_answered_before_the_next_is_written(
    command: tuple[str, ...], line: bytes, answered: bytes
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "app", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_ENVIRONMENT
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        deadline = threading.Timer(30, running.kill)
        deadline.start()
        running.stdin.write(line)
        running.stdin.flush()
        first = running.stdout.readline()
        running.stdin.close()
        assert answered in first
        assert running.wait(60) == 0
        deadline.cancel()


@pytest.mark.parametrize(
    "line",
    ["9" * 5_000 + " | - | 1", "² | - | 1", " | - | 1", "-1 | - | ", "8 | - | 1 - 5", "8 | set:4 - | 1", "8 | -"],
)
def test_a_line_of_a_batch_that_is_no_selection_ends_it(line: str) -> None:
    done = tenk("read", "--batch", told=f"8 | - | 1\n{line}\n8 | - | 5\n".encode())
    assert done.returncode == 2
    assert [told["points"] for told in objects(done)] == [100]
    assert b"tenk read: line 2: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_nothing_tapped_is_refused_and_no_bad_line() -> None:
    done = tenk("read", "--batch", told=b"8 | - | \n0 | | -\n")
    assert [told["refused"] for told in objects(done)] == ["nothing_tapped", "nothing_tapped"]
    assert done.returncode == 0


def test_an_expectation_looks_and_does_not_start_the_game() -> None:
    game = script("players Ann Ben", "expect player=Ann dice=8", "rules trippn", "players Ben Cleo", "first Cleo")
    assert game.shown()["player"] == "Cleo"
    assert game.rules.key == "trippn"


def test_who_starts_may_be_said_before_the_names() -> None:
    assert script("first Ben", "players Ann Ben").shown()["player"] == "Ben"
    with pytest.raises(ValueError, match="no player 'Ben'; there are Ann, Cleo"):
        script("first Ben", "players Ann Cleo")


def test_who_starts_may_be_said_until_the_first_roll_and_brings_nobody_back() -> None:
    lines = ("players Ann Ben Cleo Dan", "leave Ann", "leave Ben", "first Dan")
    game = script(*lines)
    game.play(Line(5, "expect", ("player=Dan", "turn=1")))
    with pytest.raises(ValueError, match="Ann has left"):
        script(*lines, "first Ann")
    assert script(*lines, "leave Cleo").shown()["result"] == "win:Dan"
    with pytest.raises(ValueError, match="before the first roll"):
        script(*lines, "roll 1 2 2 3 3 4 6 6", "first Cleo")


@pytest.mark.parametrize("name", ["A=B", "A.B", "banked", "-x", "yes"])
def test_a_name_with_any_sign_in_it_can_be_expected(name: str) -> None:
    game = script(f"players {name} Ben", f"expect player={name} banked.{name}=0 out=- rolloff=- result=-")
    assert game.names == (name, "Ben")


def test_open_parts_are_expected_in_any_order() -> None:
    script(
        "rules trippn",
        "players Ann",
        "roll 2 3 4 5 6 5 5 1",
        "keep 2 3 4 5 6",
        "roll 5 5 5",
        "keep 5 5 5",
        "roll 1 2 3 4 5 2 3 4",
        "keep 1 2 3 4 5",
        "expect open=set:5,straight:high,straight:low",
        "expect open=straight:low,set:5,straight:high",
    )


def test_what_is_not_yet_there_is_expected_as_a_dash_or_as_the_output_writes_it() -> None:
    script("players Ann", "expect result=null rolloff=null", "expect result=- rolloff=- open=- out=-")


@pytest.mark.parametrize(
    "change", ["alike_fixed=abc", "alike_fixed=1000,x", "dice=--6", "dice=", "dice=+8", "target=1e4", "opening=-50"]
)
def test_a_change_of_the_card_that_is_no_value_is_a_bad_line(change: str) -> None:
    with pytest.raises(ValueError, match=f"{change.partition('=')[0]}: "):
        script(f"rules progressive {change}")


def test_a_keep_of_more_dice_than_there_are_is_refused_however_long_the_line() -> None:
    game = script("players Ann", "roll 1 2 2 3 3 4 6 6")
    for taps in (("1", "1"), ("5",), ("1",) * 200_000):
        assert game.play(Line(3, "keep", taps)) == {"line": 3, "refused": "not_on_table"}
