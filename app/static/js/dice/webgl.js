/**
 * Draws the dice and their table with WebGL2: two programs, two draw calls, everything else made at start.
 */
import { roundedDie, tray } from './geometry.js';
import { EDGE } from './layout.js';
import { DIE_VERTEX, TABLE_VERTEX, fragments } from './shaders.js';
import { linear, skinNumbers } from './skins.js';
import { softLight, studioLevels, weave } from './studio.js';

const ATTRIBUTES = ['point', 'normal', 'place', 'turn'];
const MOST_DICE = 8;

/**
 * @typedef {object} GlPainter
 * @property {(poses: Float32Array, n: number, view: import('./camera.js').View) => void} draw
 * @property {(skin: import('./skins.js').Skin) => void} setSet
 */

/**
 * @param {WebGL2RenderingContext} gl
 * @param {number} kind
 * @param {string} source
 */
function compile(gl, kind, source) {
  const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {string} vertex
 * @param {string} fragment
 */
function link(gl, vertex, fragment) {
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  const parts = [compile(gl, gl.VERTEX_SHADER, vertex), compile(gl, gl.FRAGMENT_SHADER, fragment)];
  for (const part of parts) gl.attachShader(program, part);
  ATTRIBUTES.forEach((name, at) => gl.bindAttribLocation(program, at, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(parts.map((part) => gl.getShaderInfoLog(part)).join('') || gl.getProgramInfoLog(program) || '');
  }
  /** @type {Record<string, WebGLUniformLocation>} */
  const at = {};
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
  for (let i = 0; i < count; i += 1) {
    const name = /** @type {WebGLActiveInfo} */ (gl.getActiveUniform(program, i)).name;
    at[name.replace('[0]', '')] = /** @type {WebGLUniformLocation} */ (gl.getUniformLocation(program, name));
  }
  return { program, at };
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {import('./geometry.js').Mesh} mesh
 */
function upload(gl, mesh) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, mesh.points, gl.STATIC_DRAW);
  for (const at of [0, 1]) {
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 24, at * 12);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.corners, gl.STATIC_DRAW);
  return { array, corners: mesh.corners.length };
}

/**
 * What a surface must be for the tone mapping to show it as `c` in full light: the inverse of its toe.
 * @param {number[]} c  linear, its least part below 0.04
 */
function beforeToe(c) {
  const low = Math.min(...c);
  return c.map((part) => part + Math.sqrt(low / 6.25) - low);
}

/** Reflections in unit 0, weave in unit 1. @param {WebGL2RenderingContext} gl */
function uploadTextures(gl) {
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  const levels = studioLevels(256);
  levels.forEach(({ w, h, texels }, at) =>
    gl.texImage2D(gl.TEXTURE_2D, at, gl.RGBA16F, w, h, 0, gl.RGBA, gl.FLOAT, texels),
  );
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.activeTexture(gl.TEXTURE1);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8, 256, 256, 0, gl.RG, gl.UNSIGNED_BYTE, weave(256));
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {{high: boolean, skin: import('./skins.js').Skin, felt: string}} options
 * @returns {GlPainter}
 */
export function createGlPainter(gl, { high, skin, felt }) {
  const source = fragments(high);
  const dice = link(gl, DIE_VERTEX, source.die);
  const table = link(gl, TABLE_VERTEX, source.table);
  const ground = upload(gl, tray());
  const die = upload(gl, roundedDie(EDGE / 2, high ? 5 : 3));
  const bodies = new Float32Array(MOST_DICE * 8);
  const bodyBuffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, bodyBuffer);
  gl.bufferData(gl.ARRAY_BUFFER, bodies, gl.DYNAMIC_DRAW);
  for (const at of [2, 3]) {
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 4, gl.FLOAT, false, 32, (at - 2) * 16);
    gl.vertexAttribDivisor(at, 1);
  }
  uploadTextures(gl);
  const light = softLight();
  for (const { program, at } of [table, dice]) {
    gl.useProgram(program);
    gl.uniform3fv(at.soft, light);
    gl.uniform1i(at.studio, 0);
    gl.uniform1i(at.weave, 1);
  }
  gl.uniform4fv(dice.at.skin, skinNumbers(skin));
  gl.useProgram(table.program);
  gl.uniform3fv(table.at.felt, beforeToe(linear(felt)));
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.CULL_FACE);

  /**
   * @param {{program: WebGLProgram, at: Record<string, WebGLUniformLocation>}} part
   * @param {number} n
   * @param {import('./camera.js').View} view
   */
  function begin({ program, at }, n, view) {
    const { pool } = view;
    gl.useProgram(program);
    gl.uniformMatrix4fv(at.lens, false, view.lens);
    gl.uniform3fv(at.eye, view.eye);
    gl.uniform4f(at.pool, pool[0], view.h - pool[1], pool[2], pool[3]);
    gl.uniform1f(at.dense, gl.drawingBufferWidth / view.w);
    gl.uniform4fv(at.bodies, bodies);
    gl.uniform1i(at.count, n);
  }

  return {
    draw(poses, n, view) {
      for (let i = 0; i < n; i += 1) {
        for (let k = 0; k < 3; k += 1) bodies[i * 8 + k] = poses[i * 7 + k];
        bodies[i * 8 + 3] = view.mood[i];
        for (let k = 0; k < 4; k += 1) bodies[i * 8 + 4 + k] = poses[i * 7 + 3 + k];
      }
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      // Dice first: the felt they hide is then never shaded.
      begin(dice, n, view);
      gl.bindVertexArray(die.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, bodyBuffer);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, bodies);
      gl.drawElementsInstanced(gl.TRIANGLES, die.corners, gl.UNSIGNED_SHORT, 0, n);
      begin(table, n, view);
      gl.bindVertexArray(ground.array);
      gl.drawElements(gl.TRIANGLES, ground.corners, gl.UNSIGNED_SHORT, 0);
    },
    setSet(next) {
      gl.useProgram(dice.program);
      gl.uniform4fv(dice.at.skin, skinNumbers(next));
    },
  };
}
