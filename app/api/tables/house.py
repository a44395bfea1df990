"""Rule sets as the service takes and tells them: presets, house rules, and the card that a table shows."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from app.api.core.refusals import Refused
from app.api.core.wire import Closed
from app.engine import bots, house, rulesets
from app.engine.card import code, score_lines
from app.engine.house import Checked
from app.engine.rules import RuleSet, to_record

CHANGES_MAX = 40


class HouseRules(Closed, frozen=True):
    """A preset with some rules changed."""

    preset: Annotated[str, Meta(max_length=32)]
    changes: Annotated[dict[Annotated[str, Meta(max_length=32)], Any], Meta(max_length=CHANGES_MAX)] = {}  # noqa: RUF012
    name: Annotated[str, Meta(max_length=200)] = ""

    def checked(self) -> Checked:
        """The card they make, or what keeps it from being played."""
        return house.check(self.preset, self.changes, self.name)


def card_of(rules: str | HouseRules) -> RuleSet:
    """The rules that were asked for. Refuses naming the field at fault and what is allowed there."""
    checked = rules.checked() if isinstance(rules, HouseRules) else house.check(rules, {})
    if checked.card is not None:
        return checked.card
    field, sentence = checked.faults[0]
    if field == "preset":
        raise Refused("malformed", f"There is no such rule set: {sentence}.", field="rules")
    raise Refused("malformed", f"{field} {sentence}.", field=f"rules.{field}")


def told(rules: RuleSet) -> dict[str, Any]:
    """The rule card as clients show it."""
    return {
        "hash": code(rules),
        "rules": to_record(rules),
        "preset": house.preset_of(rules).key,
        "changed": [
            {"field": field, "preset": printed, "here": here} for field, printed, here in house.differences(rules)
        ],
        "score": [
            {
                "part": line.part,
                "faces": line.faces,
                "open": str(line.opened),
                "points": line.points,
                "parts": line.parts,
            }
            for line in score_lines(rules)
        ],
    }


def fields_told() -> list[dict[str, Any]]:
    """What an editor offers, field by field."""
    return [
        {
            "field": each.field,
            "group": each.group,
            "kind": each.kind,
            "values": each.values,
            "min": each.min,
            "max": each.max,
            "step": each.step,
        }
        for each in house.FIELDS
    ]


def presets_told() -> list[dict[str, Any]]:
    """All printed rule sets."""
    return [to_record(rulesets.load(key)) for key in rulesets.keys()]


def rules_told() -> dict[str, Any]:
    """All rule sets and bots there are, and what an editor offers for each rule."""
    return {
        "rulesets": presets_told(),
        "bots": [{"key": bot.key, "name": bot.name, "line": bot.line} for bot in bots.BOTS],
        "fields": fields_told(),
    }
