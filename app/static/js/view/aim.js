/** The arrow and the ring that follow a finger over the felt. */

import { one } from "./dom.js";

/**
 * @param {SVGElement} svg
 */
export function createAimView(svg) {
  const arrow = one(".aim-arrow", svg);
  const power = one(".aim-power", svg);
  return {
    /** @param {{angle: number, power: number} | null} aim */
    show(aim) {
      svg.classList.toggle("shown", aim !== null);
      if (!aim) return;
      arrow.setAttribute("transform", `rotate(${aim.angle})`);
      power.setAttribute("stroke-dasharray", `${aim.power} 100`);
    },
  };
}
