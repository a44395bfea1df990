/**
 * Steps the picture's density down where frames come too slowly, and never up again on this stage.
 */

const WINDOW = 20;
const SLOW_MS = 20;
/** Longer than this is not a slow frame but a page that was away. */
const AWAY_MS = 1000;

/**
 * @param {number[]} densities  device pixels per CSS pixel, from best to least
 */
export function createPace(densities) {
  let level = 0;
  let last = -1;
  let sum = 0;
  let count = 0;
  return {
    density: () => densities[level],
    /**
     * @param {number} now
     * @param {boolean} moving  whether the next frame follows at once
     * @returns {boolean} whether the density has just changed
     */
    mark(now, moving) {
      const gap = last < 0 ? -1 : now - last;
      last = moving ? now : -1;
      if (gap < 0 || gap > AWAY_MS) return false;
      sum += gap;
      count += 1;
      if (count < WINDOW) return false;
      const slow = sum / count > SLOW_MS;
      sum = 0;
      count = 0;
      if (!slow || level + 1 >= densities.length) return false;
      level += 1;
      return true;
    },
  };
}
