/** Numerals for those who would rather read than count: drawn once, in the page's own font. */

/** What a face carries, as the painters take it: 1 pips, 2 a numeral, 3 both. */
export const MARKS = { pips: 1, numerals: 2, both: 3 };

/** Six tiles side by side, texels. */
export const NUMERALS = { w: 768, h: 128 };

/** mm: height of a numeral that stands alone, of one beside pips, and how far above the middle that stands. */
export const NUMERAL = { large: 12, small: 4.6, above: 4.4 };

/** Draws a numeral in the middle of a square; the 6 is underlined. @type {(ctx: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, face: number, x: number, y: number, size: number) => void} */
export function drawNumeral(ctx, face, x, y, size) {
  ctx.font = `800 ${size * 0.92}px Figtree, system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  const rise = face === 6 ? size * 0.27 : size * 0.33;
  ctx.fillText(String(face), x, y + rise);
  if (face === 6) ctx.fillRect(x - size * 0.24, y + size * 0.34, size * 0.48, size * 0.08);
}

/** All six, one byte a texel, the first row at the foot as textures want it. */
export function numeralTexels() {
  const { w, h } = NUMERALS;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: w, height: h });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  ctx.fillStyle = '#fff';
  for (let face = 1; face <= 6; face += 1) drawNumeral(ctx, face, (face - 0.5) * h, h / 2, h);
  const { data } = ctx.getImageData(0, 0, w, h);
  return Uint8Array.from({ length: w * h }, (_, k) => data[((h - 1 - Math.floor(k / w)) * w + (k % w)) * 4 + 3]);
}
