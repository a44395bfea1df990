/**
 * The felt alone, for tests and for looking: `open()` puts dice on it, the rest are handles.
 */
import { createAnimator } from '/app/static/js/dice/animator.js';
import { planFelt } from '/app/static/js/dice/layout.js';
import { createStage } from '/app/static/js/dice/renderer.js';
import { createStill } from '/app/static/js/dice/still.js';
import { clock } from '/app/static/js/dice/time.js';
import * as trajectory from '/app/static/js/dice/trajectory.js';

const felt = document.getElementById('felt');
const table = { clock };
window.table = table;

/**
 * @param {{w: number, h: number, dpr?: number, quality?: string, speed?: string, still?: boolean, set?: object}} wish
 */
table.open = ({ w, h, dpr = 1, quality = 'high', speed = 'full', still = false, set }) => {
  table.player?.dispose();
  table.stage?.dispose();
  Object.assign(table, { hits: [], settled: 0, changes: [] });
  felt.style.cssText = `width:${w}px;height:${h}px`;
  felt.innerHTML = '<canvas aria-hidden="true"></canvas>';
  const onLost = (kind) => table.changes.push(kind);
  table.stage = createStage(felt.firstChild, { quality, set, onLost });
  table.stage.resize(w, h, dpr);
  table.player = (still ? createStill : createAnimator)(table.stage, planFelt(w, h), {
    speed,
    onHit: (cue) => table.hits.push(cue),
    onSettled: () => (table.settled += 1),
  });
  return table.stage.kind;
};

/** Decodes a throw's bytes, given as base64, and keeps it for `play`. */
table.load = (base64) => {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  table.thr = trajectory.decodeThrow(bytes.buffer);
};
table.play = (options) => table.player.play(table.thr, options);
table.ready = true;
