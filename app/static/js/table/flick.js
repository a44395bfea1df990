/** Throwing by hand: a short quick stroke over the felt is an angle and a power. */

/** A stroke is at least this long, px, and lasts this long, ms. */
export const STROKE = { least: 40, shortest: 60, longest: 400 };
/** px per ms that mean no power and full power. */
const SPEED = { least: 0.3, most: 2.5 };
const ANGLE_MOST = 45;

/** @typedef {{angle: number, power: number}} Aim */

/**
 * What a stroke means, or null when it is none. Up the screen is straight ahead; left is negative.
 * @param {number} dx  px
 * @param {number} dy  px, down the screen
 * @param {number} ms
 * @returns {Aim | null}
 */
export function readStroke(dx, dy, ms) {
  const way = Math.hypot(dx, dy);
  if (way < STROKE.least || ms < STROKE.shortest || ms > STROKE.longest || dy >= 0) return null;
  const angle = (Math.atan2(dx, -dy) * 180) / Math.PI;
  const speed = (way / ms - SPEED.least) / (SPEED.most - SPEED.least);
  return {
    angle: Math.round(Math.max(-ANGLE_MOST, Math.min(ANGLE_MOST, angle))),
    power: Math.round(Math.max(0, Math.min(1, speed)) * 100),
  };
}

/**
 * Watches strokes on the felt. A touch that is not a stroke is a tap.
 * @param {HTMLElement} felt
 * @param {{ready: () => boolean, onAim: (aim: Aim | null) => void, onThrow: (aim: Aim) => void, onWeak: () => void,
 *   onTap: () => void}} wiring  `onAim`: where the stroke stands while the finger is down, null when it is up
 */
export function watchFlicks(felt, { ready, onAim, onThrow, onWeak, onTap }) {
  /** @type {{id: number, x: number, y: number, at: number, live: boolean} | null} */
  let stroke = null;

  /** @param {PointerEvent} event */
  const stands = (event) => {
    const from = /** @type {NonNullable<typeof stroke>} */ (stroke);
    return { dx: event.clientX - from.x, dy: event.clientY - from.y, ms: event.timeStamp - from.at };
  };

  felt.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || /** @type {Element} */ (event.target).closest("button, a")) return;
    stroke = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp, live: ready() };
  });

  felt.addEventListener("pointermove", (event) => {
    if (!stroke?.live || event.pointerId !== stroke.id) return;
    const { dx, dy, ms } = stands(event);
    if (Math.hypot(dx, dy) > 8) onAim(readStroke(dx, dy, Math.max(ms, STROKE.shortest)));
  });

  felt.addEventListener("pointerup", (event) => {
    if (!stroke || event.pointerId !== stroke.id) return;
    const { dx, dy, ms } = stands(event);
    const { live } = stroke;
    stroke = null;
    onAim(null);
    const way = Math.hypot(dx, dy);
    if (way < 12) onTap();
    else if (live && ready()) {
      const aim = readStroke(dx, dy, ms);
      if (aim) onThrow(aim);
      else onWeak();
    }
  });

  felt.addEventListener("pointercancel", () => {
    if (stroke) onAim(null);
    stroke = null;
  });
}
