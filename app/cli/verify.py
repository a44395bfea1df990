"""`verify`: check every roll of a game from its record, without asking anybody."""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.cli.lines import tell
from app.engine import proof, transcript
from app.engine.proof import Finding, Report

SIZE_MAX = 64 * 2**20
"""Bytes; the record of ten thousand rolls with eight players has a third of it."""

MATCHES, DIFFERS, UNREADABLE = 0, 1, 2
"""Exit codes."""

TOLD_MAX = 20
"""Findings in sentences; `--json` has all of them."""

STEPS = {
    "shape": "its form",
    "order": "its number",
    "sealed": "sealed before the roll",
    "promises": "opened after it was promised",
    "faces": "recomputed",
    "secret": "one secret for the whole game",
    "digest": "the digest",
}

CODES = {
    "shape": "the field {subject!r} is missing, unknown or not what it must be",
    "missing": "roll {subject} should stand here, and another one does",
    "key_differs": "the key that was told is not the one that was sealed",
    "level": "a roll of level 1 has no promises, and nobody can be absent from it or withhold it",
    "roller_missing": "it does not hold the share of seat {subject} alone, who rolled",
    "unpromised": "seat {subject} gave a share that it had not promised",
    "promise_differs": "the share of seat {subject} is not the one that it had promised",
    "absent_differs": "the seats called absent are not those that promised and gave nothing",
    "by_player": "seat {subject} rolled, and its share is missing",
    "by_autopilot": "the autopilot rolled for seat {subject}, which cannot have promised anything",
    "by_withheld": "seat {subject} is said to have withheld its share, which is there",
    "faces_differ": "the shares make other dice: {found}",
    "withheld_faces": "it was withheld, and yet it has dice",
    "first_differs": "seat {subject} is said to start, and did not roll highest",
    "secret_differs": "its key does not come from the game's secret",
    "commitment_differs": "the secret that was told is not the one that was sealed before the game",
    "digest_differs": "something was changed after the record was made, such as a name, a time or a gesture",
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put `verify` on the command line."""
    parser = subparsers.add_parser("verify", help="check every roll of a game from its record", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="record of a game, as saved from its proof; - = standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of sentences")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Say whether the record holds; exit code 0 if it does, 1 if it does not, 2 if it cannot be read."""
    try:
        record = transcript.parse(_bytes(arguments.file))
    except (OSError, transcript.Unreadable) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else str(wrong)
        if arguments.json:
            tell({"state": "unreadable", "why": reason})
        print(f"tenk verify: {arguments.file} cannot be read: {reason}", file=sys.stderr)
        return UNREADABLE
    report = proof.check(record)
    if arguments.json:
        tell(_plain(report))
    else:
        _print("\n".join(sentences(record, report)))
    return DIFFERS if report.state == proof.FAILS else MATCHES


def _print(said: str) -> None:
    """Names are in anybody's letters, whatever the locale says."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    print(said)


def _bytes(file: str) -> bytes:
    if file == "-":
        data = sys.stdin.buffer.read(SIZE_MAX + 1)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(SIZE_MAX + 1)
    if len(data) > SIZE_MAX:
        raise transcript.Unreadable(f"it is larger than {SIZE_MAX // 2**20} MB")
    return data


def sentences(record: dict[str, Any], report: Report) -> Iterator[str]:
    """The outcome for a reader, the verdict last."""
    if report.id:
        names = ", ".join(each["name"] + (" (bot)" if each["bot"] else "") for each in record["seats"])
        yield f"Game {report.id}: {names}."
        yield from _counts(record, report)
    for finding in report.findings[:TOLD_MAX]:
        yield named(finding)
    if len(report.findings) > TOLD_MAX:
        yield f"… and {len(report.findings) - TOLD_MAX} more."
    yield {
        proof.OK: "Matches: every roll follows from what was sealed before it.",
        proof.WAITING: "Matches so far. The secret opens when the game ends; check again then.",
        proof.FAILS: "Does not match.",
    }[report.state]


def _counts(record: dict[str, Any], report: Report) -> Iterator[str]:
    well = sum(roll.failed is None for roll in report.rolls)
    table = "The table roll and " if report.table_roll and report.table_roll.failed is None else ""
    yield f"{table}{well} of {len(report.rolls)} rolls checked and found right."
    kinds = Counter(_kind(told) for told, roll in zip(record["rolls"], report.rolls, strict=True) if not roll.failed)
    yield from (f"  {count} {kind}" for kind, count in kinds.items())


def _kind(roll: dict[str, Any]) -> str:
    who = {"player": "by players", "bot": "by bots", "autopilot": "by the autopilot", "withheld": "that never fell"}
    shares = "other players' phones took part" if roll["level"] == 2 else "one phone and the server"
    return f"{who[roll['by']]}, level {roll['level']} ({shares})"


def named(finding: Finding) -> str:
    """One finding in a sentence: which roll, which step, and what is wrong there."""
    where = "The record" if finding.roll is None else "The table roll" if finding.roll == 0 else f"Roll {finding.roll}"
    found = " ".join(map(str, finding.found))
    what = CODES[finding.code].format(subject=finding.subject, found=found)
    return f"{where} does not match at “{STEPS[finding.step]}”: {what}."


def _plain(report: Report) -> dict[str, Any]:
    return {
        "state": report.state,
        "id": report.id,
        "rolls": len(report.rolls),
        "right": sum(roll.failed is None for roll in report.rolls),
        "table_roll": report.table_roll is not None and report.table_roll.failed is None,
        "findings": [
            {
                "roll": each.roll,
                "step": each.step,
                "code": each.code,
                "subject": each.subject,
                "found": list(each.found),
                "said": named(each),
            }
            for each in report.findings
        ],
    }
