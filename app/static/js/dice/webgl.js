/** Draws dice and table with WebGL2: two programs, two draw calls, everything else made at start. */
import { roundedDie, tray } from './geometry.js';
import { EDGE } from './layout.js';
import { DIE_VERTEX, TABLE_VERTEX, fragments } from './shaders.js';
import { MARKS, NUMERALS, numeralTexels } from './faces.js';
import { skinNumbers } from './skins.js';
import { grit, studioMap, weave } from './studio.js';
import { surfaceNumbers } from './surfaces.js';

const ATTRIBUTES = ['point', 'normal', 'place', 'turn'];

/** @typedef {import('./renderer.js').Look} Look */
/** @typedef {import('./camera.js').View} View */
/** @typedef {{program: WebGLProgram, at: Record<string, WebGLUniformLocation | null>}} Part */

/** @param {WebGL2RenderingContext} gl @param {string} vertex @param {string} fragment @returns {Part} */
function link(gl, vertex, fragment) {
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  const shaders = [vertex, fragment].map((source, k) => {
    const shader = /** @type {WebGLShader} */ (gl.createShader(k ? gl.FRAGMENT_SHADER : gl.VERTEX_SHADER));
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return shader;
  });
  ATTRIBUTES.forEach((name, k) => gl.bindAttribLocation(program, k, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`${gl.getProgramInfoLog(program)} ${shaders.map((shader) => gl.getShaderInfoLog(shader))}`);
  }
  const names = ['lens', 'eye', 'pool', 'dense', 'bodies', 'count', 'studio', 'weave', 'numerals', 'grit', 'skin', 'surface', 'marks'];
  return { program, at: Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)])) };
}

/** @param {WebGL2RenderingContext} gl @param {import('./geometry.js').Mesh} mesh */
function upload(gl, { points, corners }) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
  for (const at of [0, 1]) {
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 24, at * 12);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
  return { array, count: corners.length };
}

/** A texture of bytes with its levels. @type {(gl: WebGL2RenderingContext, unit: number, kept: number, format: number, w: number, h: number, texels: Uint8Array) => void} */
function uploadTexture(gl, unit, kept, format, w, h, texels) {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, kept, w, h, 0, format, gl.UNSIGNED_BYTE, texels);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
}

/** The buffer that holds each die's place, mood and turn, eight numbers, as attributes of the bound array. @param {WebGL2RenderingContext} gl @param {Float32Array} bodies */
function uploadBodies(gl, bodies) {
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, bodies, gl.DYNAMIC_DRAW);
  for (const at of [2, 3]) {
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 4, gl.FLOAT, false, 32, (at - 2) * 16);
    gl.vertexAttribDivisor(at, 1);
  }
  return buffer;
}

export class GlPainter {
  #gl;
  #dice;
  #table;
  #ground;
  #die;
  #bodies = new Float32Array(64);
  #buffer;
  /** Whether the numerals are there: most players never ask for them. */
  #numbered = false;

  /** @param {WebGL2RenderingContext} gl @param {boolean} high @param {Look} look */
  constructor(gl, high, look) {
    const source = fragments(high);
    this.#gl = gl;
    this.#dice = link(gl, DIE_VERTEX, source.die);
    this.#table = link(gl, TABLE_VERTEX, source.table);
    this.#ground = upload(gl, tray());
    this.#die = upload(gl, roundedDie(EDGE / 2, high ? 5 : 3));
    this.#buffer = uploadBodies(gl, this.#bodies);
    uploadTexture(gl, 0, gl.RGBA8, gl.RGBA, 256, 128, studioMap(256));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    uploadTexture(gl, 1, gl.RG8, gl.RG, 256, 256, weave(256));
    uploadTexture(gl, 3, gl.RG8, gl.RG, 256, 256, grit(256));
    for (const { program, at } of [this.#dice, this.#table]) {
      gl.useProgram(program);
      gl.uniform1i(at.weave, 1);
      gl.uniform1i(at.numerals, 2);
      gl.uniform1i(at.grit, 3);
    }
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    this.wear(look);
  }

  /** Dice and table of the next picture. @param {Look} look */
  wear({ skin, surface, marks }) {
    const gl = this.#gl;
    if (marks !== 'pips' && !this.#numbered) {
      uploadTexture(gl, 2, gl.R8, gl.RED, NUMERALS.w, NUMERALS.h, numeralTexels());
      this.#numbered = true;
    }
    for (const { program, at } of [this.#dice, this.#table]) {
      gl.useProgram(program);
      gl.uniform4fv(at.skin, skinNumbers(skin));
      gl.uniform4fv(at.surface, surfaceNumbers(surface));
      gl.uniform1i(at.marks, MARKS[marks]);
    }
  }

  /** @param {Float32Array} poses @param {number} n @param {View} view */
  draw(poses, n, view) {
    const gl = this.#gl;
    const bodies = this.#bodies;
    for (let i = 0; i < n; i += 1) {
      for (let k = 0; k < 7; k += 1) bodies[i * 8 + k + (k > 2 ? 1 : 0)] = poses[i * 7 + k];
      bodies[i * 8 + 3] = view.mood[i];
    }
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    // Dice first: the felt they hide is then never shaded.
    this.#begin(this.#dice, n, view, this.#die.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, bodies);
    gl.drawElementsInstanced(gl.TRIANGLES, this.#die.count, gl.UNSIGNED_SHORT, 0, n);
    this.#begin(this.#table, n, view, this.#ground.array);
    gl.drawElements(gl.TRIANGLES, this.#ground.count, gl.UNSIGNED_SHORT, 0);
  }

  /** @param {Part} part @param {number} n @param {View} view @param {WebGLVertexArrayObject} array */
  #begin({ program, at }, n, { lens, eye, pool, w, h }, array) {
    const gl = this.#gl;
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.lens, false, lens);
    gl.uniform3fv(at.eye, eye);
    gl.uniform4f(at.pool, pool[0], h - pool[1], pool[2], pool[3]);
    gl.uniform1f(at.dense, gl.drawingBufferWidth / w);
    gl.uniform4fv(at.bodies, this.#bodies);
    gl.uniform1i(at.count, n);
    gl.bindVertexArray(array);
  }
}
