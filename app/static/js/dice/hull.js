/** Shapes of dice on the picture: which to paint first, and what goes round a cloud of points. */

/** Dice in the order to paint them. @type {(poses: Float32Array, n: number, lens: Float32Array, out: Uint8Array) => void} */
export function farthestFirst(poses, n, lens, out) {
  const depth = (/** @type {number} */ i) => lens[7] * poses[i * 7 + 1] + lens[11] * poses[i * 7 + 2];
  for (let i = 0; i < n; i += 1) {
    let k = i;
    for (; k > 0 && depth(out[k - 1]) < depth(i); k -= 1) out[k] = out[k - 1];
    out[k] = i;
  }
}

/** The convex outline of points, x y pairs, wrapped from the leftmost; returns how many it has. @type {(points: Float32Array, n: number, out: Float32Array) => number} */
export function hullOf(points, n, out) {
  let here = 0;
  for (let i = 1; i < n; i += 1) if (points[i * 2] < points[here * 2]) here = i;
  const start = here;
  let count = 0;
  do {
    const x = points[here * 2];
    const y = points[here * 2 + 1];
    out[count * 2] = x;
    out[count * 2 + 1] = y;
    count += 1;
    let next = here ? 0 : 1;
    for (let i = 0; i < n; i += 1) {
      const turn = (points[next * 2] - x) * (points[i * 2 + 1] - y) - (points[next * 2 + 1] - y) * (points[i * 2] - x);
      if (turn < 0) next = i;
    }
    here = next;
  } while (here !== start && count < n);
  return count;
}
