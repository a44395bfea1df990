/** Scoring parts as a player sees them: grouped into few chips, each with its own line style. */

/** @typedef {import("../shapes.js").Part} Part */
/** @typedef {import("../shapes.js").Kept} Kept */

/**
 * @typedef {object} Group
 * @property {Part["kind"]} kind
 * @property {number[]} faces
 * @property {number} points
 * @property {number[]} dice  positions in the lying roll, empty for kept parts
 */

/** Singles are one group, and so are the dice that join one open set. @param {Part} part */
const groupKey = (part) => {
  if (part.kind === "single") return "single";
  if (part.kind === "extend" || part.kind === "fill") return `${part.kind}${part.faces[0]}`;
  return null;
};

/**
 * The groups of some parts, in the order of their first part.
 * @param {readonly Part[]} parts
 * @returns {Group[]}
 */
export function groupParts(parts) {
  /** @type {Group[]} */
  const groups = [];
  /** @type {Map<string, Group>} */
  const open = new Map();
  for (const part of parts) {
    const key = groupKey(part);
    const known = key === null ? undefined : open.get(key);
    if (known) {
      known.faces = [...known.faces, ...part.faces].sort((a, b) => a - b);
      known.points += part.points;
      known.dice.push(...(part.dice ?? []));
      continue;
    }
    const group = { kind: part.kind, faces: [...part.faces], points: part.points, dice: [...(part.dice ?? [])] };
    groups.push(group);
    if (key !== null) open.set(key, group);
  }
  return groups;
}

/** How many line styles there are: solid, dashed, dotted. */
export const STYLES = 3;

/**
 * For every die of a reading the index of its group, for the line style.
 * @param {readonly Group[]} groups
 * @returns {Map<number, number>}
 */
export function styleOf(groups) {
  const styles = new Map();
  groups.forEach((group, index) => group.dice.forEach((die) => styles.set(die, index % STYLES)));
  return styles;
}

/**
 * What the tray shows of a turn: earlier hands as one sum, the running hand in groups.
 * @param {readonly Kept[]} kept
 * @returns {{earlier: number, hands: number, groups: Group[], bonus: number, whole: number}}  `whole`: dice that the bonus was paid for
 */
export function trayOf(kept) {
  const hand = kept.at(-1)?.hand ?? 0;
  const old = kept.filter((keep) => keep.hand !== hand);
  const now = kept.filter((keep) => keep.hand === hand);
  const sum = (/** @type {Kept[]} */ keeps) => keeps.reduce((total, keep) => total + keep.points + (keep.bonus ?? 0), 0);
  return {
    earlier: sum(old),
    hands: new Set(old.map((keep) => keep.hand)).size,
    groups: growSets(groupParts(now.flatMap((keep) => keep.parts))),
    bonus: now.reduce((total, keep) => total + (keep.bonus ?? 0), 0),
    whole: now.find((keep) => keep.bonus)?.parts.reduce((sum, part) => sum + part.faces.length, 0) ?? 0,
  };
}

/** A die that joined a set of this hand is shown in that set, a filled straight as one of six. @param {Group[]} groups */
function growSets(groups) {
  /** @type {Group[]} */
  const grown = [];
  for (const group of groups) {
    const home = grown.find(
      (each) =>
        (group.kind === "extend" && each.kind === "set" && each.faces[0] === group.faces[0]) ||
        (group.kind === "fill" && each.kind === "small" && !each.faces.includes(group.faces[0])) ||
        (group.kind === "pair4" && each.kind === "pairs" && each.faces.length === 6),
    );
    if (!home) {
      grown.push(group);
      continue;
    }
    home.faces = [...home.faces, ...group.faces].sort((a, b) => a - b);
    home.points += group.points;
    if (group.kind === "fill") home.kind = "large";
  }
  return grown;
}

/**
 * An open part in its text form, taken apart: `set:6`, `straight:low`, `pairs:234`.
 * @param {string} word
 * @returns {{kind: "set" | "straight" | "pairs", faces: number[], wants: number[]}}
 */
export function readOpen(word) {
  const [kind, value] = word.split(":");
  if (kind === "set") return { kind, faces: [Number(value)], wants: [Number(value)] };
  if (kind === "straight") {
    const low = value === "low";
    return { kind, faces: low ? [1, 2, 3, 4, 5] : [2, 3, 4, 5, 6], wants: [low ? 6 : 1] };
  }
  const faces = [...value].map(Number);
  return { kind: "pairs", faces, wants: [1, 2, 3, 4, 5, 6].filter((face) => !faces.includes(face)) };
}

/**
 * What one more die (or a fourth pair) adds to an open part; a fourth pair as the least and the most it can pay.
 * @param {ReturnType<typeof readOpen>} part
 * @param {Record<string, any>} rules
 * @returns {{least: number, most: number}}
 */
export function gainOf(part, rules) {
  if (part.kind === "set") {
    const face = part.faces[0];
    const value = face === 1 ? (rules.triple_ones ?? 1000) : face * 100;
    return { least: value, most: value };
  }
  if (part.kind === "straight") return { least: rules.fill ?? 0, most: rules.fill ?? 0 };
  const paid = inSequence(part.faces) ? rules.three_pairs_seq : rules.three_pairs;
  const gains = part.wants.map((face) => {
    const four = [...part.faces, face].sort((a, b) => a - b);
    return (inSequence(four) ? rules.four_pairs_seq : rules.four_pairs) - paid;
  });
  return { least: Math.min(...gains), most: Math.max(...gains) };
}

/** @param {number[]} faces ascending */
const inSequence = (faces) => faces.every((face, i) => i === 0 || face === faces[i - 1] + 1);
