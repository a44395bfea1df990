/** The two programs: dice, and the table under them. Lengths in mm; light is linear until `show`. */
import { FACE_BY_AXIS, NUMERAL, PIP } from './faces.js';
import { BEVEL } from './geometry.js';
import { EDGE, TRAY } from './layout.js';
import { MASKS } from './skins.js';
import { BRIGHTEST, KEY, SOFT } from './studio.js';

/** @param {number} v */
const real = (v) => v.toFixed(4);

const SPIN = `#version 300 es
precision highp float;
vec3 spin(vec4 q, vec3 v) { return v + 2. * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

/**
 * `mirrored`: what the studio looks like in a direction; level 0 is sharp. `sheen`: the share of light that a surface of
 * reflectance f0 mirrors; fit by Karis, Physically Based Shading on Mobile (2014). `passes`: how much key light passes
 * die i on its way to p; walks between the ray and the die's core until they are nearest, and the penumbra grows with
 * the way from there, so a die that touches the felt has a crisp foot. `show`: darkens away from the pool of light;
 * Khronos PBR Neutral, so that paper stays white; sRGB; and a grain below one step, which hides a dark gradient's bands.
 */
const SHARED = `
uniform vec3 eye;
uniform vec4 pool, bodies[16];
uniform float dense;
uniform int count;
uniform vec4 surface[4];
uniform sampler2D studio, weave, grit;
out vec4 colour;
const vec3 KEY = vec3(${KEY.map(real)}), KEY_LIGHT = vec3(.90, .855, .785);
const float CORE = ${real(EDGE / 2 - BEVEL)}, BEVEL = ${real(BEVEL)};

vec3 unspin(vec4 q, vec3 v) { return spin(vec4(-q.xyz, q.w), v); }
vec3 softly(vec3 n) { return vec3(1, .975, .91) * (${real(SOFT[0])} + dot(n, vec3(${SOFT.slice(1, 4).map(real)})) + (${real(SOFT[4])}) * n.z * n.z); }
vec3 mirrored(vec3 d, float level) {
  vec3 c = textureLod(studio, vec2(atan(d.y, d.x) * .159155 + .5, acos(clamp(d.z, -1., 1.)) * .31831), level).rgb;
  return c * c * ${real(BRIGHTEST)};
}
vec3 sheen(vec3 f0, float rough, float nv) {
  vec4 r = rough * vec4(-1., -.0275, -.572, .022) + vec4(1., .0425, 1.04, -.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  return f0 * (r.z - 1.04 * a) + r.w + 1.04 * a;
}
float passes(int i, vec3 p) {
  vec3 from = p - bodies[2 * i].xyz, b;
  float along = dot(from, KEY), t = max(-along, 0.);
  float reach = 14. + .1 * t;
  if (dot(from, from) - along * along > reach * reach || along > 14.) return 1.;
  vec4 q = bodies[2 * i + 1];
  vec3 ro = unspin(q, from), rd = unspin(q, KEY);
  for (int k = 0; k < STEPS; k++) {
    b = clamp(ro + rd * t, -CORE, CORE);
    t = max(dot(b - ro, rd), 0.);
  }
  float blur = .2 + .1 * t;
  return smoothstep(-blur, blur, length(ro + rd * t - b) - BEVEL);
}
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

/**
 * `faceOf`: the number of the face under p, and where p stands on it. `fromPip`: the way from the nearest pip's centre,
 * far off where the face has none near.
 */
const FACES = `
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
vec2 fromPip(int face, vec2 q) {
  const float G = ${real(PIP.gap)};
  vec2 s = vec2(q.x < 0. ? -G : G, q.y < 0. ? -G : G), c = vec2(99.);
  if (face > 3 || (face > 1 && s.x == s.y)) c = q - s;
  if (face == 6 && abs(q.y) < G * .5) c = q - vec2(s.x, 0.);
  if ((face & 1) == 1 && dot(q, q) < dot(c, c)) c = q;
  return c;
}
`;

/** Whether p, on this face, lies in its numeral; the nearest of four ways up is the one that can be read from here. */
const NUMBERED = `
float numbered(int face, vec2 p, vec3 u, vec3 v, float fine) {
  vec3 up = unspin(axes, vec3(0., 1., .4));
  vec2 rise = vec2(dot(up, u), dot(up, v));
  if (dot(cross(u, v), own) < 0.) { p.x = -p.x; rise.x = -rise.x; }
  if (abs(rise.x) > abs(rise.y)) p = rise.x > 0. ? vec2(-p.y, p.x) : vec2(p.y, -p.x);
  else if (rise.y < 0.) p = -p;
  float high = marks == 2 ? ${real(NUMERAL.large)} : ${real(NUMERAL.small)};
  if (marks == 3) p.y -= ${real(NUMERAL.above)};
  p = p / high + .5;
  if (p.x < 0. || p.x > 1. || p.y < 0. || p.y > 1.) return 0.;
  float ink = textureLod(numerals, vec2((p.x + float(face) - 1.) / 6., p.y), log2(max(128. * fine / high, 1.))).r;
  return clamp((ink - .5) * max(high / (128. * fine), 1.) + .5, 0., 1.);
}
`;

/**
 * `fine` is how many mm a pixel is wide here: of the place, as the pips' distance jumps where two pips are equally near.
 * Faces are a little crowned, up to where the edge bends. A pip is a shallow bowl: its wall leans in, most near the rim.
 */
const MARKED = `  vec2 q;
  vec3 u, v, see = normalize(eye - at), flatly = normalize(facing);
  int face = faceOf(own, q, u, v), mask = int(skin[5].w);
  float fine = length(fwidth(own)) * .5, bowl = 0., hole, r = 0., out1 = max(abs(q.x), abs(q.y));
  vec2 spot = vec2(0.);
  bool flatTop = out1 < CORE + .3;
  if (marks != 2) {
    float size = face == 1 ? ${real(PIP.ace)} : ${real(PIP.radius)}, edge = (fine + .01) / size;
    spot = fromPip(face, q) / size;
    r = length(spot);
    bowl = flatTop ? 1. - smoothstep(1. - edge, 1. + edge, r) : 0.;
  }
  hole = bowl;
  if (marks != 1 && flatTop) hole = max(hole, numbered(face, q, u, v, fine));
  vec3 base = skin[0].rgb, crown = (u * q.x + v * q.y) * smoothstep(7.3, 5.6, out1),
    lean = crown * .011 - (u * spot.x + v * spot.y) * bowl * min(r * r, 1.) * 1.1;
  float rough = skin[0].a, line = 0.;
`;

/** Rings round a heart far beside the die, bent a little along it; pores drawn out along the rings. */
const RINGS = `
    float warp = textureLod(weave, vec2(own.x + own.z * .3, own.y + own.z) * .011, 3.).r - .5;
    float ring = length(own.yz * vec2(1., .8) + vec2(11., 27.)) + 5. * warp + own.x * .06;
    ring += .9 * sin(ring * .55) + .25 * sin(ring * 1.7);
    vec2 along = vec2(own.x * .006 + own.z * .001, ring * .07);
    float t = fract(ring * skin[5].x), pore = textureLod(weave, along, log2(max(18. * fine, 1.))).g - .5;
    float band = smoothstep(0., .75, t) * smoothstep(1., .86, t);
    base = mix(base, skin[1].rgb, clamp((.15 + .75 * band + pore * skin[5].y) * skin[1].a, 0., 1.));
    rough += .2 * pore;
`;

/** Chips of four colours. Seen along the die's diagonal all faces are alike, and no chip ends at an edge. */
const CHIPS = `
    float id = texture(grit, (own.x * vec2(1, 0) + own.y * vec2(-.5, .866) - own.z * vec2(.5, .866)) * skin[5].x).g;
    vec3 chip = mix(skin[2].rgb, skin[1].rgb, smoothstep(.58, .6, id));
    chip = mix(chip, mix(skin[1].bgr, skin[2].rgb, .5), smoothstep(.74, .76, id));
    chip = mix(chip, vec3(skin[1].r, skin[2].g, skin[1].b), smoothstep(.88, .9, id));
    base = mix(base, chip, smoothstep(.2, .4, id) * skin[1].a);
`;

/** Lines along a face, which also turn its light. */
const BRUSH = `
    vec2 along = vec2(q.x * .004, q.y * skin[5].x);
    line = textureLod(weave, along, log2(max(256. * skin[5].x * fine, 1.))).g - 1.;
    line += textureLod(weave, along * vec2(.5, .3), 1.).r;
    base = mix(base, skin[1].rgb, clamp(.5 + line, 0., 1.) * skin[1].a);
    lean += v * line * skin[5].y * (1. - hole) * smoothstep(7.3, 5.6, out1);
`;

/**
 * Polish shows the crown more than light does: a lamp bends across a face; and where a pixel holds a wide angle, the
 * picture in it is as soft. The felt hides part of the room from whatever is low and does not look up, and tints it.
 */
const LIT = `  base = mix(base, skin[3].rgb, hole);
  rough = mix(rough, skin[3].a, hole);
  float metal = mix(skin[4].x, skin[4].w, hole), coat = skin[4].y * (1. - .5 * hole);
  vec3 n = normalize(flatly + spin(axes, lean));
  vec3 back = reflect(-see, normalize(n + spin(axes, crown) * (.022 - .004 * metal) * (1. - hole)));
  float wide = log2(max(length(fwidth(back)) * 30., 1.));
  float nv = clamp(dot(n, see), .03, 1.), key = 1., near = 1.;
  OTHERS
  float low = .5 - .5 * flatly.z, open = mix(1., .42 + .58 * smoothstep(-1., 13., at.z), low) * near;
  float direct = max((dot(n, KEY) + skin[4].z) / (1. + skin[4].z), 0.) * key;
  vec3 fall = softly(n) * open + KEY_LIGHT * direct + surface[0].rgb * low * low * open * key;
  vec3 lit = base * fall * (1. - .45 * (1. - max(metal, .8 * skin[3].g)) * bowl * smoothstep(1.1, .3, r));
`;

/**
 * Metal, too, scatters a little, or it would only be as bright as what it happens to mirror; and it lights itself: what
 * is dim has been mirrored more often, and is deeper in colour. On the flat of an upward face nothing outshines the
 * pips: at most a quarter of the matte light, metal four fifths of it. Strips of light all round the room run along
 * whatever edge looks up: that is what parts a die from its table.
 */
const SHINE = `  vec3 matte = lit * (1. - .75 * metal);
  float seen = mix(1., clamp(.74 + .65 * back.z + at.z * .03, .3, 1.), step(back.z, .4)) * near;
  float glance = (.04 + .96 * pow(1. - nv, 5.)) * coat;
  vec3 room = mirrored(back, max(rough * 6., wide));
  room = mix(room, room * (.3 + 2.6 * room) + .11, metal);
  vec3 tint = mix(base * base, base, min(room, 1.));
  vec3 shine = room * (1. + metal) * sheen(mix(vec3(.04), tint, metal), rough, nv) * (1. - glance);
  if (skin[4].y > 0.) shine += mirrored(back, max(.6, wide)) * glance;
  shine *= seen * mix(.55, 1., key) * (1. - .7 * bowl * (1. - metal));
  float turn = max(side.x, max(side.y, side.z)), top = smoothstep(.82, .9, flatly.z) * smoothstep(.96, .99, turn);
  vec3 most = .25 * matte + .8 * metal * lit + .03 * coat + .25 * bowl;
  shine = mix(shine, most * (1. - exp(-shine / most)), top);
  float strip = smoothstep(.985, .95, turn) * smoothstep(.8, .92, flatly.z) * (1.05 - .9 * flatly.x);
  vec3 rim = skin[2].rgb * .25 * pow(1. - max(nv, .1), 4.) * (open + direct);
  rim += mix(skin[2].rgb, vec3(1), .5) * strip * mix(1., 1.3, key);
  vec3 c = matte + shine + rim * skin[2].a * (1. - hole);
`;

/** A clear body: what its far wall mirrors and the cloth below, the less the longer the way; key light gathers far off. */
const CLEAR = `
    vec3 ray = unspin(axes, refract(-see, n, .6)) + 1e-4, span = (sign(ray) * ${real(EDGE / 2)} - own) / ray;
    float way = min(span.x, min(span.y, span.z));
    vec3 wall = -sign(ray) * step(span, vec3(way)), beyond = own + ray * way;
    vec3 inner = mirrored(spin(axes, reflect(ray, wall)), 2.2) + .06;
    inner = mix(inner, surface[0].rgb * 1.5 + .06, smoothstep(.5, .9, spin(axes, wall).z));
    vec3 rims = smoothstep(5., 8., abs(beyond));
    inner *= 1. + 1.5 * (rims.x * rims.y + rims.y * rims.z + rims.z * rims.x - 3. * rims.x * rims.y * rims.z);
    inner += .5 * smoothstep(2., 11., -dot(spin(axes, beyond), KEY)) * key;
    c += skin[2].rgb * inner * exp(-way * .155) * skin[5].z * open * mix(.6, 1., key) * (1. - hole);
`;

const DIE = `
in vec3 at, facing, own, side;
flat in vec4 axes;
flat in vec2 mood;
uniform vec4 skin[6];
uniform int marks;
uniform sampler2D numerals;
${FACES}${NUMBERED}
void main() {
${MARKED}
  if (mask == ${MASKS.rings}) {${RINGS}
  } else if (mask == ${MASKS.chips}) {${CHIPS}
  } else if (mask == ${MASKS.brush}) {${BRUSH}
  }
${LIT}${SHINE}
  if (skin[5].z > 0.) {${CLEAR}
  }
  c = mix(c, dot(c, vec3(.25, .6, .15)) * vec3(.36, .38, .4), max(mood.x, 0.));
  show(c + vec3(.5, .36, .12) * max(-mood.x, 0.) * (1. - hole), .35);
}`;

/** What other dice take from a die: the key light in full, soft light as balls would. */
const OTHERS = `for (int i = 0; i < count; i++) {
    if (i == int(mood.y)) continue;
    key *= passes(i, at);
    vec3 to = bodies[2 * i].xyz - at;
    float d2 = dot(to, to);
    if (d2 < 1000.) near *= 1. - .6 * clamp(dot(flatly, to) * inversesqrt(d2) + .3, 0., 1.) * min(64. / d2, 1.);
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

/**
 * Cloth: matted fibres and a fine nap, or thread over thread; softer further off as if slightly out of focus; the left
 * rail stands between the key light and its own foot. Wood: the grain runs along each rail, the rails meet in a mitre,
 * a brass string is let in.
 */
const TABLE = `
in vec3 at, n;
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
    float bias = clamp((length(eye - at) - 330.) * .004, 0., 1.5);
    float nap = texture(weave, at.xy * .083, bias).g - .5, mat = texture(weave, at.xy * .029 + .3, bias).r - .5;
    vec3 cloth = surface[0].rgb * (1. + surface[0].a * nap + surface[1].a * mat);
    if (surface[2].a > 0.) cloth *= 1. + 1.1 * surface[2].a * (texture(grit, at.xy * .042, bias).r - .5);
    open *= 1. - .55 * exp(out1 * .45) - .2 * exp(out1 * .12);
    key *= smoothstep(0., 3., at.x + HALF.x - RAIL * .55 + 1.);
    float line = 1. - smoothstep(.22, .42, abs(out1 + 9.));
    c = mix(cloth, surface[1].rgb, line * .5);
    c *= softly(n) * open + KEY_LIGHT * KEY.z * key * mix(.1, 1., open);
    c += surface[0].rgb * pow(1. - max(see.z, 0.), 4.) * .35;
  } else {
    vec2 g = over.y > over.x ? vec2(at.x, at.y + at.z) : vec2(at.y + 71., at.x + at.z);
    float ring = abs(fract(g.y * .16 + textureLod(weave, g * vec2(.0011, .003), 3.).r * 5. + g.x * .004) * 2. - 1.);
    float pore = texture(weave, g * vec2(.006, .12)).g, streak = texture(weave, g * vec2(.003, .05) + .4).r;
    c = mix(surface[2].rgb, surface[3].rgb, ring * .55 + streak * .5) * (.7 + .55 * pore);
    c *= mix(.45, 1., smoothstep(.05, .3, abs(over.x - over.y)));
    float brass = (1. - smoothstep(.3, .42, abs(out1 - 4.6))) * step(RAIL - .1, at.z) * surface[3].a, nv = clamp(dot(n, see), .03, 1.);
    open *= 1. - .55 * smoothstep(RAIL, 0., at.z);
    c = mix(c, vec3(.34, .22, .075), brass) * (softly(n) * open + KEY_LIGHT * max(dot(n, KEY), 0.) * key);
    c += mirrored(reflect(-see, n), 1.8 + .9 * pore) * sheen(mix(vec3(.04), vec3(.75, .5, .2), brass), .3, nv) * open;
    c *= mix(1., .45, smoothstep(8., 60., out1));
  }
  show(c, 1.);
}`;

/** Soft light that a die keeps from what is near: a narrow dark foot and a wide faint one. */
const OCCLUDE = `vec3 from = at - bodies[2 * i].xyz;
    if (dot(from, from) > 1400.) continue;
    float gap = max(length(max(abs(unspin(bodies[2 * i + 1], from)) - CORE, 0.)) - BEVEL, 0.);
    open *= 1. - .72 * exp(-gap * .8) - .28 * exp(-gap * .2);`;

/** Both fragment programs; the lesser ones leave out what dice do to each other's soft light. @param {boolean} high */
export function fragments(high) {
  const head = SPIN.replace('\n', `\n#define STEPS ${high ? 4 : 2}\n`) + SHARED;
  return {
    die: head + DIE.replace('OTHERS', high ? OTHERS : ''),
    table: head + TABLE.replace('OCCLUDE', high ? OCCLUDE : ''),
  };
}
