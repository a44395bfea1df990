/**
 * The two programs: dice, and the table under them. Lengths in mm, light linear until the last line.
 */
import { BEVEL } from './geometry.js';
import { FACE_BY_AXIS, PIP } from './faces.js';
import { EDGE, TRAY } from './layout.js';
import { KEY } from './studio.js';

/** @param {number} v */
const real = (v) => v.toFixed(4);

const SHARED = `precision highp float;
precision highp int;
uniform vec3 eye;
uniform vec4 pool;
uniform float dense;
uniform vec3 soft[9];
uniform vec4 bodies[16];
uniform int count;
uniform sampler2D studio, weave;
out vec4 colour;
const vec3 KEY = vec3(${KEY.map(real)});
const vec3 KEY_LIGHT = vec3(.90, .855, .785);
const float CORE = ${real(EDGE / 2 - BEVEL)}, BEVEL = ${real(BEVEL)};

vec3 spin(vec4 q, vec3 v) { return v + 2. * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
vec3 unspin(vec4 q, vec3 v) { return spin(vec4(-q.xyz, q.w), v); }

vec3 softly(vec3 n) {
  return soft[0] + soft[1] * n.y + soft[2] * n.z + soft[3] * n.x + soft[4] * n.x * n.y + soft[5] * n.y * n.z
    + soft[6] * (3. * n.z * n.z - 1.) + soft[7] * n.x * n.z + soft[8] * (n.x * n.x - n.y * n.y);
}
vec3 mirrored(vec3 d, float rough) {
  vec2 at = vec2(atan(d.y, d.x) * .159155 + .5, acos(clamp(d.z, -1., 1.)) * .318310);
  return textureLod(studio, at, rough * 6.).rgb;
}
// Share of light a surface of reflectance f0 mirrors; fit by Karis, Physically Based Shading on Mobile (2014).
vec3 sheen(vec3 f0, float rough, float nv) {
  vec4 r = rough * vec4(-1., -.0275, -.572, .022) + vec4(1., .0425, 1.04, -.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  return f0 * (r.z - 1.04 * a) + r.w + 1.04 * a;
}
// How much of the key light passes die i on its way to p. Walks between the ray and the die's core until
// they are nearest; the penumbra grows with that distance, so a die that touches the felt has a crisp foot.
float passes(int i, vec3 p) {
  vec3 from = p - bodies[2 * i].xyz;
  float along = dot(from, KEY);
  if (dot(from, from) - along * along > 720. || along > 14.) return 1.;
  vec4 q = bodies[2 * i + 1];
  vec3 ro = unspin(q, from), rd = unspin(q, KEY), b;
  float t = max(-along, 0.);
  for (int k = 0; k < STEPS; k++) {
    b = clamp(ro + rd * t, -CORE, CORE);
    t = max(dot(b - ro, rd), 0.);
  }
  float miss = length(ro + rd * t - b) - BEVEL, blur = .2 + .1 * t;
  return smoothstep(-blur, blur, miss);
}
// Khronos PBR Neutral: paper stays white, colours keep their hue.
vec3 neutral(vec3 c) {
  float low = min(c.r, min(c.g, c.b));
  c -= low < .08 ? low - 6.25 * low * low : .04;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < .76) return c;
  float tamed = 1. - .0576 / (peak - .52);
  c *= tamed / peak;
  return mix(c, vec3(tamed), 1. - 1. / (.15 * (peak - tamed) + 1.));
}
void show(vec3 c) {
  vec2 d = (gl_FragCoord.xy / dense - pool.xy) / pool.zw;
  c *= mix(1., .22, smoothstep(.05, 1.2, dot(d, d)) * POOLED);
  c = neutral(c);
  c = mix(c * 12.92, 1.055 * pow(c, vec3(1. / 2.4)) - .055, step(.0031308, c));
  // A grain below one step hides the bands a dark gradient would show.
  colour = vec4(c + (fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(.0671, .00584)))) - .5) / 255., 1.);
}
`;

export const DIE_VERTEX = `#version 300 es
precision highp float;
in vec3 point, normal;
in vec4 place, turn;
uniform mat4 lens;
out vec3 at, facing, own, side;
flat out vec4 axes;
flat out vec2 mood;
vec3 spin(vec4 q, vec3 v) { return v + 2. * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  own = point;
  side = normal;
  axes = turn;
  mood = vec2(place.w, float(gl_InstanceID));
  facing = spin(turn, normal);
  at = spin(turn, point) + place.xyz;
  gl_Position = lens * vec4(at, 1.);
}`;

/** Pip layout: the offset from the nearest pip's centre and its radius, or a radius of 0 where none is. */
const PIPS = `
vec3 pip(int face, vec2 q) {
  const float G = ${real(PIP.gap)};
  vec2 s = vec2(q.x < 0. ? -G : G, q.y < 0. ? -G : G), c = vec2(99.);
  if (face > 3 || (face > 1 && s.x == s.y)) c = q - s;
  if (face == 6 && abs(q.y) < G * .5) c = q - vec2(s.x, 0.);
  if ((face & 1) == 1 && dot(q, q) < dot(c, c)) c = q;
  return vec3(c, face == 1 ? ${real(PIP.ace)} : ${real(PIP.radius)});
}
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
}`;

const DIE_FRAGMENT = `
in vec3 at, facing, own, side;
flat in vec4 axes;
flat in vec2 mood;
uniform vec4 skin[5];
${PIPS}
// The body's colour and roughness at a point; the weave doubles as grain.
vec4 body(vec2 q, vec3 p) {
  vec4 c = vec4(skin[0].rgb, skin[0].a);
  float kind = floor(skin[4].a * .5), amount = skin[1].a, g = 0.;
  if (amount == 0.) return c;
  if (kind < 1.5) {
    float ring = length(p.yz + vec2(21., 9.)) * .45 + textureLod(weave, p.xy * .01, 3.).r * 2.;
    g = abs(fract(ring) * 2. - 1.) * .8 + textureLod(weave, p.xz * vec2(.004, .06), 1.).g * .4;
  } else if (kind < 2.5) {
    g = smoothstep(.52, .56, textureLod(weave, p.xy * .03 + p.z * .021, 2.5).r);
  } else {
    g = textureLod(weave, q * vec2(.003, .12), 0.).g;
    c.a += (g - .5) * .2;
  }
  return vec4(mix(c.rgb, skin[1].rgb, g * amount), c.a);
}
void main() {
  vec2 q;
  vec3 u, v, see = normalize(eye - at), n = normalize(facing), flatly = n;
  int face = faceOf(own, q, u, v);
  vec3 spot = pip(face, q);
  // Blur by the face's own scale: the distance itself jumps where two pips are equally near.
  float r = length(spot.xy), edge = length(fwidth(q)) * .5 + .01;
  float hole = (1. - smoothstep(spot.z - edge, spot.z + edge, r)) * step(max(abs(q.x), abs(q.y)), CORE + .3);
  vec4 stuff = body(q, own);
  float pipMetal = mod(skin[4].a, 2.), metal = mix(skin[4].x, pipMetal, hole);
  vec3 base = mix(stuff.rgb, skin[3].rgb, hole);
  float rough = mix(stuff.a, skin[3].a, hole), coat = skin[4].y * (1. - .5 * hole);
  // Faces are a little crowned. A pip is a shallow bowl: its wall leans in, most near the rim.
  float wall = hole * min(r / spot.z, 1.);
  vec3 lean = (u * q.x + v * q.y) * .011 - (u * spot.x + v * spot.y) / spot.z * wall * .8;
  n = normalize(n + spin(axes, lean));

  float nv = clamp(dot(n, see), .03, 1.), up = n.z;
  float key = 1., near = 1.;
  OTHERS
  // The felt hides part of the room from whatever is low and does not look up.
  float open = mix(1., .42 + .58 * smoothstep(-1., 13., at.z), .5 - .5 * flatly.z) * near;
  float nl = max((dot(n, KEY) + skin[4].z) / (1. + skin[4].z), 0.);
  float bowl = 1. - .45 * hole * smoothstep(1.1, .3, r / spot.z);
  vec3 lit = (softly(n) * open + KEY_LIGHT * nl * key) * bowl;
  // Metal, too, scatters a little, or it would only be as bright as what it happens to mirror.
  vec3 matte = base * lit * (1. - .55 * metal);
  vec3 f0 = mix(vec3(.04), base, metal), back = reflect(-see, n);
  float seen = mix(1., clamp(.35 + .65 * (back.z + .6) + at.z * .03, .3, 1.), step(back.z, .4)) * near;
  vec3 shine = mirrored(back, rough) * sheen(f0, rough, nv);
  float glance = .04 + .96 * pow(1. - nv, 5.);
  shine = (shine * (1. - glance * coat) + mirrored(back, .1) * glance * coat) * seen * mix(.55, 1., key);
  // On the flat of an upward face nothing may outshine the pips: at most a quarter of the matte light; metal half of all.
  vec3 cap = .25 * matte + .5 * metal * base * lit + .05 * hole;
  vec3 square = abs(side);
  float top = smoothstep(.82, .9, flatly.z) * smoothstep(.96, .99, max(square.x, max(square.y, square.z)));
  shine = mix(shine, min(shine, cap), top);
  vec3 c = matte + shine + skin[2].rgb * skin[2].a * pow(1. - nv, 3.) * lit * (1. - hole);
  float grey = dot(c, vec3(.25, .6, .15));
  c = mix(c, vec3(grey) * vec3(.36, .38, .4), max(mood.x, 0.)) + vec3(.5, .36, .12) * max(-mood.x, 0.) * (1. - hole);
  show(c);
}`;

/** What other dice take away from a die: the key light in full, soft light as from a ball. */
const OTHERS = `for (int i = 0; i < count; i++) {
    if (i == int(mood.y)) continue;
    key *= passes(i, at);
    vec3 to = bodies[2 * i].xyz - at;
    float d2 = dot(to, to);
    near *= 1. - .6 * clamp(dot(flatly, to) * inversesqrt(d2) + .3, 0., 1.) * min(64. / d2, 1.);
  }`;

export const TABLE_VERTEX = `#version 300 es
precision highp float;
in vec3 point, normal;
uniform mat4 lens;
out vec3 at, facing;
void main() {
  at = point;
  facing = normal;
  gl_Position = lens * vec4(at, 1.);
}`;

const TABLE_FRAGMENT = `
in vec3 at, facing;
uniform vec3 felt;
const vec2 HALF = vec2(${real(TRAY.w / 2)}, ${real(TRAY.h / 2)});
const float HIGH = ${real(TRAY.railHeight)};
vec3 walnut(vec3 p, vec2 over, out float pore) {
  // Grain runs along each rail; the rails meet in a mitre.
  vec2 g = over.y > over.x ? vec2(p.x, p.y + p.z) : vec2(p.y + 71., p.x + p.z);
  float wave = textureLod(weave, g * vec2(.0011, .003), 3.).r;
  float ring = abs(fract(g.y * .16 + wave * 5. + g.x * .004) * 2. - 1.);
  pore = texture(weave, g * vec2(.006, .12)).g;
  float streak = texture(weave, g * vec2(.003, .05) + .4).r, mitre = smoothstep(.05, .3, abs(over.x - over.y));
  vec3 c = mix(vec3(.052, .0235, .0135), vec3(.118, .058, .031), ring * .55 + streak * .5);
  return c * (.7 + .55 * pore) * mix(.45, 1., mitre);
}
void main() {
  vec3 n = normalize(facing), see = normalize(eye - at), c;
  vec2 over = abs(at.xy) - HALF;
  float out1 = max(over.x, over.y), key = 1., open = 1.;
  for (int i = 0; i < count; i++) {
    key *= passes(i, at);
    OCCLUDE
  }
  if (out1 < .05 && at.z < .5) {
    // Felt: matted fibres and a fine nap, softer further off as if slightly out of focus.
    float far = length(eye - at), bias = clamp((far - 330.) * .004, 0., 1.5);
    float nap = texture(weave, at.xy * .083, bias).g - .5, mat = texture(weave, at.xy * .029 + .3, bias).r - .5;
    float inner = -max(over.x, over.y);
    // The left rail stands between the key light and its own foot.
    float wall = min(inner, 40.);
    open *= 1. - .55 * exp(-wall * .45) - .2 * exp(-wall * .12);
    key *= smoothstep(0., 3., at.x + HALF.x - HIGH * .55 + 1.);
    float line = 1. - smoothstep(.22, .42, abs(inner - 9.));
    c = felt * (1. + .6 * nap + .5 * mat) * mix(vec3(1), vec3(1.5, 1.28, 1.1), line * .55);
    c *= softly(n) * open + KEY_LIGHT * KEY.z * key * mix(.3, 1., open);
    c += felt * pow(1. - max(see.z, 0.), 4.) * .35;
  } else {
    float pore, nv = clamp(dot(n, see), .03, 1.);
    vec3 f0 = vec3(.04), base = walnut(at, over, pore), back = reflect(-see, n);
    // A brass string is let into the wood.
    float brass = (1. - smoothstep(.3, .42, abs(out1 - 4.6))) * step(HIGH - .1, at.z);
    base = mix(base, vec3(.34, .22, .075), brass);
    f0 = mix(f0, vec3(.75, .5, .2), brass);
    open *= 1. - .55 * smoothstep(HIGH, 0., at.z);
    c = base * (softly(n) * open + KEY_LIGHT * max(dot(n, KEY), 0.) * key);
    c += mirrored(back, .3 + .15 * pore) * sheen(f0, .3, nv) * open;
    c *= mix(1., .45, smoothstep(8., 60., out1));
  }
  show(c);
}`;

/** Soft light that a die keeps from the felt near it: a narrow dark foot and a wide faint one. */
const OCCLUDE = `vec3 from = at - bodies[2 * i].xyz;
    if (dot(from, from) > 1400.) continue;
    float gap = length(max(abs(unspin(bodies[2 * i + 1], from)) - CORE, 0.)) - BEVEL;
    gap = max(gap, 0.);
    open *= 1. - .7 * exp(-gap * 1.2) - .3 * exp(-gap * .2);`;

/**
 * Both fragment programs at a quality.
 * @param {boolean} high
 */
export function fragments(high) {
  const head = (/** @type {number} */ pooled) =>
    `#version 300 es
#define STEPS ${high ? 4 : 2}
#define POOLED ${real(pooled)}
${SHARED}`;
  return {
    die: head(0.35) + DIE_FRAGMENT.replace('OTHERS', high ? OTHERS : ''),
    table: head(1) + TABLE_FRAGMENT.replace('OCCLUDE', high ? OCCLUDE : ''),
  };
}
