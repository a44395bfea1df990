/** The two programs: dice, and the table under them. Lengths in mm; light is linear until `show`. */
import { FACE_BY_AXIS, PIP } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE, TRAY } from './layout.js';
import { BRIGHTEST, KEY, SOFT } from './studio.js';

/** @param {number} v */
const real = (v) => v.toFixed(4);

const SPIN = `#version 300 es
precision highp float;
vec3 spin(vec4 q, vec3 v) { return v + 2. * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

const SHARED = `
uniform vec3 eye;
uniform vec4 pool, bodies[16];
uniform float dense;
uniform int count;
uniform sampler2D studio, weave;
out vec4 colour;
const vec3 KEY = vec3(${KEY.map(real)}), KEY_LIGHT = vec3(.90, .855, .785);
const float CORE = ${real(EDGE / 2 - BEVEL)}, BEVEL = ${real(BEVEL)};

vec3 unspin(vec4 q, vec3 v) { return spin(vec4(-q.xyz, q.w), v); }
vec3 softly(vec3 n) { return vec3(1, .975, .91) * (${real(SOFT[0])} + dot(n, vec3(${SOFT.slice(1, 4).map(real)})) + (${real(SOFT[4])}) * n.z * n.z); }
vec3 mirrored(vec3 d, float rough) {
  vec3 c = textureLod(studio, vec2(atan(d.y, d.x) * .159155 + .5, acos(clamp(d.z, -1., 1.)) * .31831), rough * 6.).rgb;
  return c * c * ${real(BRIGHTEST)};
}
// Share of light a surface of reflectance f0 mirrors; fit by Karis, Physically Based Shading on Mobile (2014).
vec3 sheen(vec3 f0, float rough, float nv) {
  vec4 r = rough * vec4(-1., -.0275, -.572, .022) + vec4(1., .0425, 1.04, -.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  return f0 * (r.z - 1.04 * a) + r.w + 1.04 * a;
}
// How much key light passes die i on its way to p: walks between the ray and the die's core until they are nearest.
// The penumbra grows with the way from there, so a die that touches the felt has a crisp foot.
float passes(int i, vec3 p) {
  vec3 from = p - bodies[2 * i].xyz, b;
  float along = dot(from, KEY), t = max(-along, 0.);
  if (dot(from, from) - along * along > 720. || along > 14.) return 1.;
  vec4 q = bodies[2 * i + 1];
  vec3 ro = unspin(q, from), rd = unspin(q, KEY);
  for (int k = 0; k < STEPS; k++) {
    b = clamp(ro + rd * t, -CORE, CORE);
    t = max(dot(b - ro, rd), 0.);
  }
  float blur = .2 + .1 * t;
  return smoothstep(-blur, blur, length(ro + rd * t - b) - BEVEL);
}
// Darkens away from the pool of light; Khronos PBR Neutral, so that paper stays white; sRGB.
void show(vec3 c, float pooled) {
  vec2 d = (gl_FragCoord.xy / dense - pool.xy) / pool.zw;
  c *= mix(1., .22, smoothstep(.05, 1.2, dot(d, d)) * pooled);
  float low = min(c.r, min(c.g, c.b));
  c -= low < .08 ? low - 6.25 * low * low : .04;
  float peak = max(c.r, max(c.g, c.b));
  if (peak > .76) {
    float tamed = 1. - .0576 / (peak - .52);
    c = mix(c * tamed / peak, vec3(tamed), 1. - 1. / (.15 * (peak - tamed) + 1.));
  }
  c = mix(c * 12.92, 1.055 * pow(c, vec3(1. / 2.4)) - .055, step(.0031308, c));
  // A grain below one step hides the bands of a dark gradient.
  colour = vec4(c + (fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(.0671, .00584)))) - .5) / 255., 1.);
}
`;

export const DIE_VERTEX = `${SPIN}
in vec3 point, normal;
in vec4 place, turn;
uniform mat4 lens;
out vec3 at, facing, own, side;
flat out vec4 axes;
flat out vec2 mood;
void main() {
  own = point;
  side = abs(normal);
  axes = turn;
  mood = vec2(place.w, gl_InstanceID);
  facing = spin(turn, normal);
  at = spin(turn, point) + place.xyz;
  gl_Position = lens * vec4(at, 1.);
}`;

const DIE = `
in vec3 at, facing, own, side;
flat in vec4 axes;
flat in vec2 mood;
uniform vec4 skin[6];
// The number of the face under p, and where p stands on it.
int faceOf(vec3 p, out vec2 q, out vec3 u, out vec3 v) {
  vec3 a = abs(p);
  if (a.x > a.y && a.x > a.z) {
    q = p.yz; u = vec3(0, 1, 0); v = vec3(0, 0, 1);
    return p.x > 0. ? ${FACE_BY_AXIS[0]} : ${FACE_BY_AXIS[1]};
  }
  if (a.y > a.z) {
    q = p.zx; u = vec3(0, 0, 1); v = vec3(1, 0, 0);
    return p.y > 0. ? ${FACE_BY_AXIS[2]} : ${FACE_BY_AXIS[3]};
  }
  q = p.xy; u = vec3(1, 0, 0); v = vec3(0, 1, 0);
  return p.z > 0. ? ${FACE_BY_AXIS[4]} : ${FACE_BY_AXIS[5]};
}
// Offset from the nearest pip's centre; far off where the face has none near.
vec2 fromPip(int face, vec2 q) {
  const float G = ${real(PIP.gap)};
  vec2 s = vec2(q.x < 0. ? -G : G, q.y < 0. ? -G : G), c = vec2(99.);
  if (face > 3 || (face > 1 && s.x == s.y)) c = q - s;
  if (face == 6 && abs(q.y) < G * .5) c = q - vec2(s.x, 0.);
  if ((face & 1) == 1 && dot(q, q) < dot(c, c)) c = q;
  return c;
}
void main() {
  vec2 q;
  vec3 u, v, see = normalize(eye - at), flatly = normalize(facing);
  int face = faceOf(own, q, u, v);
  vec2 spot = fromPip(face, q);
  float size = face == 1 ? ${real(PIP.ace)} : ${real(PIP.radius)}, r = length(spot) / size;
  // Blurred by the face's own scale: the distance itself jumps where two pips are equally near.
  float edge = (length(fwidth(q)) * .5 + .01) / size;
  float hole = (1. - smoothstep(1. - edge, 1. + edge, r)) * step(max(abs(q.x), abs(q.y)), CORE + .3);
  // Veins are the weave seen through the body, stretched and cut as the set wants it.
  float vein = textureLod(weave, vec2(own.x + own.z * .3, own.y + own.z) * skin[5].xy, 1.5).r;
  vec3 base = mix(skin[0].rgb, skin[1].rgb, smoothstep(skin[5].z, skin[5].w, vein) * skin[1].a);
  base = mix(base, skin[3].rgb, hole);
  float rough = mix(skin[0].a, skin[3].a, hole), metal = mix(skin[4].x, skin[4].w, hole);
  float coat = skin[4].y * (1. - .5 * hole);
  // Faces are a little crowned. A pip is a shallow bowl: its wall leans in, most near the rim.
  vec3 lean = (u * q.x + v * q.y) * .011 - (u * spot.x + v * spot.y) / size * hole * min(r, 1.) * .8;
  vec3 n = normalize(flatly + spin(axes, lean)), back = reflect(-see, n);
  float nv = clamp(dot(n, see), .03, 1.), key = 1., near = 1.;
  OTHERS
  // The felt hides part of the room from whatever is low and does not look up.
  float open = mix(1., .42 + .58 * smoothstep(-1., 13., at.z), .5 - .5 * flatly.z) * near;
  float direct = max((dot(n, KEY) + skin[4].z) / (1. + skin[4].z), 0.) * key;
  vec3 lit = base * (softly(n) * open + KEY_LIGHT * direct) * (1. - (.45 - .3 * metal) * hole * smoothstep(1.1, .3, r));
  // Metal, too, scatters a little, or it would only be as bright as what it happens to mirror.
  vec3 matte = lit * (1. - .55 * metal);
  float seen = mix(1., clamp(.74 + .65 * back.z + at.z * .03, .3, 1.), step(back.z, .4)) * near;
  float glance = (.04 + .96 * pow(1. - nv, 5.)) * coat;
  vec3 shine = mirrored(back, rough) * sheen(mix(vec3(.04), base, metal), rough, nv) * (1. - glance);
  shine = (shine + mirrored(back, .1) * glance) * seen * mix(.55, 1., key) * (1. - .7 * hole * (1. - metal));
  // On the flat of an upward face nothing outshines the pips: at most a quarter of the matte light, metal half of all.
  float top = smoothstep(.82, .9, flatly.z) * smoothstep(.96, .99, max(side.x, max(side.y, side.z)));
  shine = mix(shine, min(shine, .25 * matte + .5 * metal * lit + .05 * hole), top);
  vec3 c = matte + shine + skin[2].rgb * skin[2].a * pow(1. - nv, 3.) * (softly(n) * open + direct) * (1. - hole);
  c = mix(c, dot(c, vec3(.25, .6, .15)) * vec3(.36, .38, .4), max(mood.x, 0.));
  show(c + vec3(.5, .36, .12) * max(-mood.x, 0.) * (1. - hole), .35);
}`;

/** What other dice take from a die: the key light in full, soft light as balls would. */
const OTHERS = `for (int i = 0; i < count; i++) {
    if (i == int(mood.y)) continue;
    key *= passes(i, at);
    vec3 to = bodies[2 * i].xyz - at;
    float d2 = dot(to, to);
    near *= 1. - .6 * clamp(dot(flatly, to) * inversesqrt(d2) + .3, 0., 1.) * min(64. / d2, 1.);
  }`;

export const TABLE_VERTEX = `${SPIN}
in vec3 point, normal;
uniform mat4 lens;
out vec3 at, n;
void main() {
  at = point;
  n = normal;
  gl_Position = lens * vec4(at, 1.);
}`;

const TABLE = `
in vec3 at, n;
uniform vec3 felt;
const vec2 HALF = vec2(${real(TRAY.w / 2)}, ${real(TRAY.h / 2)});
const float RAIL = ${real(TRAY.rail)};
void main() {
  vec3 see = normalize(eye - at), c;
  vec2 over = abs(at.xy) - HALF;
  float out1 = max(over.x, over.y), key = 1., open = 1.;
  for (int i = 0; i < count; i++) {
    key *= passes(i, at);
    OCCLUDE
  }
  if (out1 < .05 && at.z < .5) {
    // Felt: matted fibres and a fine nap, softer further off as if slightly out of focus.
    float bias = clamp((length(eye - at) - 330.) * .004, 0., 1.5);
    float nap = texture(weave, at.xy * .083, bias).g - .5, mat = texture(weave, at.xy * .029 + .3, bias).r - .5;
    open *= 1. - .55 * exp(out1 * .45) - .2 * exp(out1 * .12);
    // The left rail stands between the key light and its own foot.
    key *= smoothstep(0., 3., at.x + HALF.x - RAIL * .55 + 1.);
    float line = 1. - smoothstep(.22, .42, abs(out1 + 9.));
    c = felt * (1. + .6 * nap + .5 * mat) * mix(vec3(1), vec3(2.2, 1.6, 1.2), line * .6);
    c *= softly(n) * open + KEY_LIGHT * KEY.z * key * mix(.3, 1., open);
    c += felt * pow(1. - max(see.z, 0.), 4.) * .35;
  } else {
    // Walnut: the grain runs along each rail, the rails meet in a mitre, a brass string is let in.
    vec2 g = over.y > over.x ? vec2(at.x, at.y + at.z) : vec2(at.y + 71., at.x + at.z);
    float ring = abs(fract(g.y * .16 + textureLod(weave, g * vec2(.0011, .003), 3.).r * 5. + g.x * .004) * 2. - 1.);
    float pore = texture(weave, g * vec2(.006, .12)).g, streak = texture(weave, g * vec2(.003, .05) + .4).r;
    c = mix(vec3(.052, .0235, .0135), vec3(.118, .058, .031), ring * .55 + streak * .5) * (.7 + .55 * pore);
    c *= mix(.45, 1., smoothstep(.05, .3, abs(over.x - over.y)));
    float brass = (1. - smoothstep(.3, .42, abs(out1 - 4.6))) * step(RAIL - .1, at.z), nv = clamp(dot(n, see), .03, 1.);
    open *= 1. - .55 * smoothstep(RAIL, 0., at.z);
    c = mix(c, vec3(.34, .22, .075), brass) * (softly(n) * open + KEY_LIGHT * max(dot(n, KEY), 0.) * key);
    c += mirrored(reflect(-see, n), .3 + .15 * pore) * sheen(mix(vec3(.04), vec3(.75, .5, .2), brass), .3, nv) * open;
    c *= mix(1., .45, smoothstep(8., 60., out1));
  }
  show(c, 1.);
}`;

/** Soft light that a die keeps from what is near: a narrow dark foot and a wide faint one. */
const OCCLUDE = `vec3 from = at - bodies[2 * i].xyz;
    if (dot(from, from) > 1400.) continue;
    float gap = max(length(max(abs(unspin(bodies[2 * i + 1], from)) - CORE, 0.)) - BEVEL, 0.);
    open *= 1. - .7 * exp(-gap * 1.2) - .3 * exp(-gap * .2);`;

/** Both fragment programs; the lesser ones leave out what dice do to each other's soft light. @param {boolean} high */
export function fragments(high) {
  const head = SPIN.replace('\n', `\n#define STEPS ${high ? 4 : 2}\n`) + SHARED;
  return {
    die: head + DIE.replace('OTHERS', high ? OTHERS : ''),
    table: head + TABLE.replace('OCCLUDE', high ? OCCLUDE : ''),
  };
}
