"""The twin stands beside app/engine module for module, and knows no page, no time and no chance."""

from __future__ import annotations

import json
import random
import re
import subprocess

import pytest

from app.engine import rulesets
from app.engine.rules import to_record
from tests.twin.asked import ENGINE, HERE
from tests.twin.questions import Batch

MODULES = sorted(ENGINE.glob("*.js"))
PYTHON = ENGINE.parents[2] / "engine"
WORLD = r"\b(document|window|globalThis|Date|performance|Math\.random|crypto|fetch|localStorage|setTimeout|console)\b"
OF_THE_DEVICE = {"fair": {"device", "scheme"}, "card": {"device"}, "house": {"house"}}
"""What these take from beside the engine: SHA-256, chance for a secret, and how house rules are compared."""
PLAYED = """
import { readFileSync } from "node:fs";
const batch = JSON.parse(readFileSync(0, "utf8"));
const { step } = await import("../../app/static/js/engine/reducer.js");
const { newGame } = await import("../../app/static/js/engine/state.js");
const { view, reading } = await import("../../app/static/js/engine/view.js");
const closed = (value) => typeof value !== "object" || !value
  || (Object.isFrozen(value) && Object.values(value).every(closed));
let open = 0;
for (const game of batch.games) {
  let state = newGame(batch.rules[game.card], game.seats, game.first);
  for (const { command, faces } of game.steps) {
    const before = JSON.stringify(state);
    const told = step(state, command, faces);
    open += !closed(told) + !closed(view(state)) + !closed(reading(state, [0])) + (JSON.stringify(state) !== before);
    state = told.state ?? state;
  }
}
console.log(open);
"""


def source(name: str) -> str:
    """A module without what it says about itself."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", (ENGINE / f"{name}.js").read_text(), flags=re.DOTALL)


@pytest.mark.parametrize("name", [path.stem for path in MODULES])
def test_a_module_has_a_twin_of_its_name_and_knows_nothing_of_the_world(name: str) -> None:
    assert (PYTHON / f"{name}.py").exists()
    assert re.findall(WORLD, source(name)) == []
    beside = {path.rpartition("/")[2].removesuffix(".js") for path in re.findall(r'from "(\.\./[^"]+)"', source(name))}
    assert beside == OF_THE_DEVICE.get(name, set())


def test_what_a_step_tells_can_not_be_changed_and_changes_nothing_before_it() -> None:
    batch = Batch()
    for key in ("progressive", "trippn", "bc_society"):
        batch.play(rulesets.load(key), random.Random(key))
    done = subprocess.run(
        ["node", "--input-type=module", "-e", PLAYED],
        input=batch.line().decode(),
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "0", done.stderr


def test_a_card_is_not_changed_by_a_game() -> None:
    record = json.dumps(to_record(rulesets.load("baseline")))
    program = f"""
    import {{ newGame }} from "{ENGINE.as_uri()}/state.js";
    const card = {record};
    newGame(card, 2);
    console.log(Object.isFrozen(card) || Object.isFrozen(card.alike_fixed));
    """
    done = subprocess.run(["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "false", done.stderr
