/**
 * Celebrations over the felt, each with its own character: going out even is a sweep of light that leaves gold dust in the
 * air, eight at once a burst from die to die that rises into the tray, locked in four bolts that shut a frame and four
 * medals. They run on the dice's clock, in the colours of the dice, and leave nothing behind.
 */

import { clock } from "../dice/time.js";

/** @typedef {import("../table/cheering.js").CheerKind} CheerKind */
/** @typedef {import("../dice/layout.js").Box} Box */
/** @typedef {{x: number, y: number, vx: number, vy: number, born: number, life: number, size: number, spin: number, colour: string}} Fleck  seconds and CSS pixels */
/** @typedef {{pen: CanvasRenderingContext2D, w: number, h: number, t: number, u: number, boxes: Box[], middle: number, colours: string[], add: (fleck: Partial<Fleck>) => void}} Moment  `t` seconds since it began, `u` its share, `middle` the height at which something large stands */

const GOLD = ["#fff6d8", "#ffdf8a", "#f2c14e", "#c9922a"];
/** Most flecks in the air: more are no brighter and cost frames. */
const MOST = 150;
/** Sharper than this a sparkle is only work. */
const DENSEST = 1.5;
/** What locks in. */
const MEDALS = [2, 3, 4, 6];

/** @param {number} low @param {number} high */
const between = (low, high) => low + Math.random() * (high - low);
/** @template T @param {T[]} list @returns {T} */
const any = (list) => list[Math.floor(Math.random() * list.length)];
/** 0 before `from`, 1 after `to`, soft in between. @param {number} t @param {number} from @param {number} to */
function rise(t, from, to) {
  const u = Math.min(1, Math.max(0, (t - from) / (to - from)));
  return u * u * (3 - 2 * u);
}

/** @type {Record<CheerKind, (moment: Moment) => void>} */
const DRAW = {
  "out-even"({ pen, w, h, u, colours, add }) {
    const reach = rise(u, 0, 0.5) * (w + h) * 1.3 - 0.2 * h;
    const band = w * 0.34;
    const light = pen.createLinearGradient(reach - band, 0, reach, h * 0.35);
    light.addColorStop(0, "rgb(255 214 120 / 0%)");
    light.addColorStop(0.7, `rgb(255 226 150 / ${0.46 * (1 - rise(u, 0.45, 0.6))})`);
    light.addColorStop(1, "rgb(255 246 216 / 0%)");
    pen.fillStyle = light;
    pen.fillRect(0, 0, w, h);
    if (u > 0.52) return;
    for (let k = 0; k < 5; k += 1) {
      const y = between(0, h);
      add({ x: reach - y * 0.4 - between(0, band), y, vx: between(-8, 18), vy: between(6, 46), life: between(0.7, 1.5), colour: any(colours) });
    }
  },
  "all-eight"({ pen, t, u, boxes, colours, w, add }) {
    boxes.forEach((box, place) => {
      const age = t - place * 0.07;
      if (age < 0 || age > 0.55) return;
      const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
      pen.strokeStyle = colours[place % colours.length];
      pen.globalAlpha = (1 - age / 0.55) ** 2;
      pen.lineWidth = 5 * (1 - age);
      pen.beginPath();
      pen.ellipse(x, y, box.w * (0.42 + age), box.w * (0.38 + age * 0.9), 0, 0, 7);
      pen.stroke();
      pen.globalAlpha = 1;
      if (age > 0.1) return;
      for (let k = 0; k < 3; k += 1) {
        const way = between(0, 6.28);
        add({ x, y, vx: Math.cos(way) * between(40, 170), vy: Math.sin(way) * between(40, 150) - 70, life: between(0.4, 0.9), colour: any(colours) });
      }
    });
    // Where the eight now stand it sparkles.
    if (u > 0.55 && u < 0.85) add({ x: between(8, w - 8), y: between(6, 40), vx: 0, vy: between(-12, 14), life: between(0.3, 0.6), colour: any(GOLD) });
  },
  "locked-in"({ pen, w, h, t, u, middle, add }) {
    const shut = rise(u, 0.02, 0.26);
    pen.strokeStyle = GOLD[2];
    pen.lineWidth = 16;
    pen.globalAlpha = 1 - rise(u, 0.8, 1);
    // From each corner along both its edges, until they meet.
    pen.beginPath();
    for (const [x, y, dx, dy] of [[0, 0, 1, 1], [w, 0, -1, 1], [0, h, 1, -1], [w, h, -1, -1]]) {
      pen.moveTo(x + (dx * w * shut) / 2, y);
      pen.lineTo(x, y);
      pen.lineTo(x, y + (dy * h * shut) / 2);
    }
    pen.stroke();
    const flash = shut < 1 ? 0 : Math.max(0, 0.42 - t * 0.34);
    pen.fillStyle = `rgb(255 240 200 / ${flash})`;
    pen.fillRect(0, 0, w, h);
    if (flash > 0.25) for (const x of [0, w]) add({ x, y: h / 2 + between(-20, 20), vx: (x ? -1 : 1) * between(30, 200), vy: between(-60, 60), life: between(0.3, 0.8), colour: any(GOLD) });
    medals(pen, w, middle, u);
    pen.globalAlpha = 1;
  },
};

/** Four medals fall into their places one after another. @param {CanvasRenderingContext2D} pen @param {number} w @param {number} middle @param {number} u */
function medals(pen, w, middle, u) {
  const r = Math.min(30, w / 13);
  pen.globalCompositeOperation = "source-over";
  MEDALS.forEach((face, k) => {
    const drop = rise(u, 0.26 + k * 0.06, 0.36 + k * 0.06);
    if (drop === 0) return;
    const size = r * (2.2 - 1.2 * drop);
    const [x, y] = [w / 2 + (k - 1.5) * r * 2.5, middle];
    pen.globalAlpha = drop * (1 - rise(u, 0.8, 0.97));
    pen.fillStyle = GOLD[2];
    pen.beginPath();
    pen.arc(x, y, size, 0, 7);
    pen.fill();
    pen.lineWidth = 3;
    pen.strokeStyle = GOLD[0];
    pen.stroke();
    pen.fillStyle = "#231803";
    pen.font = `800 ${size * 1.15}px Figtree, system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(face), x, y + size * 0.06);
  });
  pen.globalCompositeOperation = "lighter";
}

export class Cheer {
  #root;
  #canvas = document.createElement("canvas");
  #number = document.createElement("p");
  /** @type {Fleck[]} */
  #flecks = [];
  /** @type {(() => void) | null} */
  #stop = null;

  /** @param {HTMLElement} root  the felt */
  constructor(root) {
    this.#root = root;
    this.#canvas.className = "cheer-sky";
    this.#number.className = "cheer-number";
    for (const part of [this.#canvas, this.#number]) {
      part.ariaHidden = "true";
      part.hidden = true;
    }
    root.querySelector(".tray")?.before(this.#canvas);
    root.append(this.#number);
  }

  /**
   * @param {CheerKind} kind
   * @param {{ms: number, text: string, still: boolean, skin: import("../dice/skins.js").Skin, boxes: Box[]}} how  `still`: a frame, and nothing that moves
   */
  start(kind, { ms, text, still, skin, boxes }) {
    this.end();
    this.#root.dataset.cheer = kind;
    this.#number.textContent = text;
    this.#number.hidden = still || text === "";
    // Above the dice where there is room, else over them.
    const high = this.#root.clientHeight;
    const free = Math.min(...boxes.map(({ y }) => y), high);
    const middle = free > 150 ? free * 0.64 : high - 36;
    this.#number.style.top = `${middle}px`;
    this.#number.classList.toggle("small", free <= 150);
    this.#number.style.animationDuration = `${ms / (clock.rate || 1)}ms`;
    const ended = clock.after(ms, () => this.end());
    const drawn = still ? () => {} : this.#run(kind, ms, boxes, middle, [skin.rim, skin.base, skin.pip, ...GOLD].filter(bright));
    this.#stop = () => (ended(), drawn());
  }

  /** Whether anything was going on. */
  end() {
    if (!this.#stop) return false;
    this.#stop();
    this.#stop = null;
    this.#flecks = [];
    this.#canvas.hidden = true;
    this.#number.hidden = true;
    delete this.#root.dataset.cheer;
    return true;
  }

  /** @param {CheerKind} kind @param {number} ms @param {Box[]} boxes @param {number} middle @param {string[]} colours */
  #run(kind, ms, boxes, middle, colours) {
    const { clientWidth: w, clientHeight: h } = this.#root;
    const density = Math.min(DENSEST, devicePixelRatio);
    Object.assign(this.#canvas, { width: w * density, height: h * density, hidden: false });
    const pen = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    const began = clock.now();
    let last = 0;
    return clock.onFrame((now) => {
      const t = Math.max(0, now - began) / 1000;
      pen.setTransform(density, 0, 0, density, 0, 0);
      pen.clearRect(0, 0, w, h);
      pen.globalCompositeOperation = "lighter";
      DRAW[kind]({ pen, w, h, t: (t * 1900) / ms, u: (t * 1000) / ms, boxes, middle, colours, add: (fleck) => this.#add(t, fleck) });
      this.#sparkle(pen, density, t, t - last);
      last = t;
    });
  }

  /** @param {number} born @param {Partial<Fleck>} fleck */
  #add(born, fleck) {
    if (this.#flecks.length >= MOST) return;
    this.#flecks.push(/** @type {Fleck} */ ({ born, size: between(2, 6.5) * between(0.7, 1.25), spin: between(3, 11), ...fleck }));
  }

  /** Flecks fall, turn and glint. @param {CanvasRenderingContext2D} pen @param {number} density @param {number} t @param {number} step */
  #sparkle(pen, density, t, step) {
    this.#flecks = this.#flecks.filter(({ born, life }) => t - born < life);
    for (const fleck of this.#flecks) {
      const age = t - fleck.born;
      fleck.vy += 60 * step;
      fleck.x += fleck.vx * step;
      fleck.y += fleck.vy * step;
      const turn = age * fleck.spin;
      const glint = Math.abs(Math.cos(turn));
      pen.globalAlpha = (0.35 + 0.65 * glint) * (1 - age / fleck.life);
      pen.fillStyle = fleck.colour;
      pen.setTransform(density, 0, 0, density, fleck.x * density, fleck.y * density);
      pen.rotate(turn * 0.5);
      pen.fillRect(-fleck.size / 2, (-fleck.size * glint) / 2, fleck.size, fleck.size * glint + 0.6);
    }
    pen.globalAlpha = 1;
  }
}

/** Whether a colour can be seen as light. @param {string} hex */
function bright(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return 2 * r + 5 * g + b > 620;
}
