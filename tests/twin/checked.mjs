/**
 * The twin's side of the comparison: it answers the questions that Python wrote down, and says where its answers differ.
 * Runs in node and in the page of a browser; `base` is the address of the folder with the engine's modules.
 */

const DIFFERENCES_MAX = 5;

/** Where two plain values differ, or null. @returns {string | null} */
export function difference(ours, theirs, path = "") {
  if (ours === theirs) return null;
  if (typeof ours !== "object" || typeof theirs !== "object" || !ours || !theirs || Array.isArray(ours) !== Array.isArray(theirs)) {
    return `${path || "it"} is ${JSON.stringify(ours)}, Python says ${JSON.stringify(theirs)}`;
  }
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const found = difference(ours[key], theirs[key], `${path}.${key}`);
    if (found) return found;
  }
  return null;
}

/** @param {string} base @returns {Promise<(batch: any) => {checked: number, differences: string[]}>} */
export async function checker(base) {
  const names = ["state", "turns", "reducer", "view", "bots", "autopilot", "reading", "orders", "odds", "notation"];
  const parts = await Promise.all(names.map((name) => import(`${base}${name}.js`)));
  const engine = Object.assign({}, ...parts.map((part, at) => ({ [names[at]]: part })));
  return (batch) => check(engine, batch);
}

function check(engine, batch) {
  const differences = [];
  let checked = 0;
  for (const part of Object.keys(CHECKS)) {
    for (const question of batch[part] ?? []) {
      let found;
      try {
        const each = CHECKS[part](engine, batch.rules, question);
        checked += each.checked;
        found = each.found;
      } catch (error) {
        found = `it broke: ${error.stack}`;
      }
      if (found) differences.push(`${part} ${JSON.stringify(question).slice(0, 160)}: ${found}`);
      if (differences.length >= DIFFERENCES_MAX) return { checked, differences };
    }
  }
  return { checked, differences };
}

const ascending = (values) => [...values].sort((a, b) => a - b);

const CHECKS = {
  readings({ reading: { read }, orders: { bestOrder }, notation: { parseOpen } }, rules, [card, taps, thrown, open, answer]) {
    const opened = parseOpen(open);
    const told = read(taps, thrown, opened, rules[card]);
    const order = told.refused === "dead_dice" ? bestOrder(ascending(taps), thrown, opened, rules[card]) : null;
    return { checked: 1, found: difference({ ...told, order }, { order: null, ...answer }) };
  },

  rolls({ orders: { keeps, canScore, scoringPlaces, fits }, odds: { chanceOfNothing }, notation: { parseOpen } }, rules, [card, faces, open, answer]) {
    const opened = parseOpen(open);
    const told = {
      keeps: keeps(ascending(faces), opened, rules[card]),
      scores: canScore(faces, opened, rules[card]),
      places: scoringPlaces(faces, opened, rules[card]),
      fits: fits(faces, opened, rules[card], 300),
      nothing: chanceOfNothing(faces.length, opened, rules[card]),
    };
    return { checked: 1, found: difference(told, answer) };
  },

  games(engine, rules, game) {
    let state = engine.state.newGame(rules[game.card], game.seats, game.first);
    let checked = 0;
    if (game.start) state = { ...game.start, rules: rules[game.card] };
    else {
      const found = difference(engine.turns.openingEvent(state), game.opening);
      if (found) return { checked, found };
    }
    for (const asked of game.steps) {
      const { found, told } = checkStep(engine, state, asked);
      checked++;
      if (found) return { checked, found: `step ${checked}, ${JSON.stringify(asked.command)} | ${asked.faces}: ${found}` };
      state = told.state ?? state;
      // What was stored goes on as what was not.
      if (checked % 50 === 7) state = JSON.parse(JSON.stringify(state));
    }
    return { checked, found: null };
  },
};

/** A command that was tried in a position, and what can be seen there before it. */
function checkStep({ reducer, view, bots }, state, asked) {
  const { rules, ...position } = state;
  const told = reducer.step(state, asked.command, asked.faces);
  const ours = {
    state: position,
    dice: reducer.diceWanted(state, asked.command),
    answer: told.refused === undefined ? { events: told.events } : told,
    seen: asked.seen && {
      view: view.view(state, 0),
      legal: reducer.legalCommands(state),
      bots: asked.seen.bots.map(([key, draw]) => [key, draw, bots.botCommand(state, key, draw)]),
      selected: asked.seen.selected.map(([dice]) => [dice, view.reading(state, dice)]),
    },
  };
  const theirs = { state: asked.state, dice: asked.faces?.length ?? 0, answer: asked.answer, seen: asked.seen };
  return { told, found: difference(ours, theirs) };
}
