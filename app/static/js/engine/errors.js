/** Refusals are values with a stable code, as in app/engine/errors.py. */

/**
 * @typedef {{refused: string, subject: readonly number[], hint: readonly number[] | null}} Refusal
 * `subject`: what the code speaks of (positions of dead dice, the seat asked, the points at stake); `hint`: an order that scores.
 */

/** @param {string} refused @param {readonly number[]} [subject] @param {readonly number[] | null} [hint] @returns {Refusal} */
export const refusal = (refused, subject = [], hint = null) => ({ refused, subject, hint });
