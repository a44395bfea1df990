import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blendPose, createAnimator, leanAt } from '../../app/static/js/dice/animator.js';
import { faceUp, skew, turnUp } from '../../app/static/js/dice/faces.js';
import { planFelt } from '../../app/static/js/dice/layout.js';
import { createStill } from '../../app/static/js/dice/still.js';
import { EIGHT, RecordingStage, frozenClock, straightThrow } from './dice_throws.mjs';

const LAYOUT = planFelt(390, 524);
const THROW = straightThrow(EIGHT, 1500, [
  { tMs: 100, kind: 'felt', a: 0, b: 0, intensity: 0.4 },
  { tMs: 700, kind: 'wall', a: 2, b: 2, intensity: 0.9 },
  { tMs: 1400, kind: 'dice', a: 1, b: 3, intensity: 0.2 },
]);

function table(options = {}, create = createAnimator) {
  const clock = frozenClock();
  const stage = new RecordingStage();
  const heard = { hits: [], delays: [], settled: 0 };
  const player = create(stage, LAYOUT, {
    clock,
    onHit: (cue, ms) => {
      heard.hits.push(cue.tMs);
      heard.delays.push(Math.round(ms));
    },
    onSettled: () => (heard.settled += 1),
    ...options,
  });
  const pass = (ms, step = 16) => {
    for (let left = ms; left > 0; left -= step) clock.advance(Math.min(step, left));
  };
  return { clock, stage, player, heard, pass };
}

/** Where the eye stands over the felt, to a thousandth of a mm. */
const heights = (stage) => stage.pictures.map(({ eye }) => Math.round(eye[2] * 1000));

const facesDrawn = ({ n, poses }) => Array.from({ length: n }, (_, die) => faceUp(Float32Array.from(poses), die * 7 + 3));

test('a throw ends with the faces it was thrown with, flat and nearly square in the grid', () => {
  const { stage, player, heard, pass } = table();
  player.play(THROW);
  pass(1500 + 350 + 20);
  assert.equal(heard.settled, 1);
  assert.deepEqual(player.faces(), EIGHT.map(({ face }) => face));
  assert.deepEqual(facesDrawn(stage.last), player.faces());
  const { poses } = stage.last;
  for (let die = 0; die < 8; die += 1) {
    assert.equal(poses[die * 7 + 2], 8, 'on the felt');
    assert.ok(Math.abs(skew(Float32Array.from(poses), die * 7 + 3)) < 0.12, 'tidy');
  }
});

test('the whole roll at full speed takes the recorded time and the glide, at fast speed at most 0.8 s', () => {
  for (const [speed, most] of [['full', 1500 + 350], ['fast', 800]]) {
    const { player, heard, pass } = table({ speed });
    player.play(THROW);
    pass(most - 25, 5);
    if (speed === 'full') assert.equal(heard.settled, 0);
    pass(25, 5);
    assert.equal(heard.settled, 1, speed);
  }
});

test('hit boxes stand before anything moves, in the order the dice come to lie', () => {
  const { player } = table();
  player.play(THROW);
  const boxes = player.boxes();
  assert.equal(boxes.length, 8);
  assert.deepEqual(player.order(), [2, 0, 3, 1, 5, 7, 4, 6]);
  const [first, second] = [boxes[2], boxes[0]];
  assert.ok(first.x < second.x && first.y === second.y);
  assert.ok(boxes[5].y > first.y);
});

test('the order does not change while dice are picked, dimmed and taken', () => {
  const { player, pass } = table();
  player.play(THROW);
  pass(2000);
  const before = JSON.stringify([player.order(), player.boxes()]);
  player.lift(3, 1);
  player.dim([4]);
  player.remove([3, 1]);
  pass(600);
  assert.equal(JSON.stringify([player.order(), player.boxes()]), before);
});

test('at rest no frame runs and nothing is drawn', () => {
  const { clock, stage, player, pass } = table();
  player.play(THROW);
  pass(2000);
  const [frames, pictures] = [clock.frames, stage.pictures.length];
  pass(3000);
  assert.equal(player.moving(), false);
  assert.equal(clock.frames, frames);
  assert.equal(stage.pictures.length, pictures);
  assert.equal(stage.last.moving, false, 'the last picture says that none follows');
});

test('sound cues are told once each, at most 100 ms before the picture reaches them and with the time that is left', () => {
  const { player, heard, pass } = table();
  player.play(THROW);
  assert.deepEqual([heard.hits, heard.delays], [[100], [100]]);
  pass(592);
  assert.deepEqual(heard.hits, [100]);
  pass(16);
  assert.deepEqual([heard.hits, heard.delays], [[100, 700], [100, 92]]);
  pass(2000);
  assert.deepEqual(heard.hits, [100, 700, 1400]);
});

test('on a clock that runs faster or slower a cue is still told 100 real ms ahead', () => {
  for (const [rate, ahead] of [[4, 400], [0.5, 50]]) {
    const { clock, player, heard, pass } = table();
    clock.run(rate);
    player.play(THROW);
    pass(700 - ahead - 2, 1);
    assert.ok(!heard.hits.includes(700), `${rate} times`);
    pass(2, 1);
    assert.equal(heard.delays[heard.hits.indexOf(700)], 100, `${rate} times`);
  }
});

test('a throw that is skipped tells none of the cues that were still to come', () => {
  const { player, heard, pass } = table();
  player.play(THROW);
  pass(300);
  player.skip();
  pass(2000);
  assert.deepEqual(heard.hits, [100]);
});

test('the eye leans in at a hard hit and with the throw, and is back when the dice lie there', () => {
  const hits = [{ tMs: 700, intensity: 0.9 }];
  const LEANS = [
    // ms of the throw, then how far the eye leans in, in thousandths of its distance
    [0, 0], [690, 7], [770, 23], [1100, 15], [1500, 16],
  ];
  for (const [t, lean] of LEANS) assert.equal(Math.round(leanAt(hits, t, 1500) * 1000), lean, `at ${t} ms`);
  const hard = Array.from({ length: 9 }, () => ({ tMs: 100, intensity: 1 }));
  assert.ok(leanAt(hard, 170, 1500) <= 0.045, 'however hard it is hit');
  const { stage, player, pass } = table();
  player.show([1]);
  const still = heights(stage).at(-1);
  player.play(THROW);
  pass(1900);
  assert.equal(heights(stage).at(-1), still);
});

test('the same throw breathes the same, at any moment at which it is looked at', () => {
  const seen = [16, 8].map((step) => {
    const { stage, player, pass } = table();
    player.show([1]);
    player.play(THROW);
    pass(1200, step);
    return heights(stage).at(-1);
  });
  assert.equal(seen[0], seen[1]);
});

test('dice taken up tremble in the hand for a moment, longer when they are stirred again, and then no frame runs', () => {
  const { clock, stage, player, pass } = table();
  player.show([6, 6, 6]);
  player.gather();
  pass(400);
  assert.equal(stage.last.n, 3, 'they are seen in the hand');
  const middle = stage.last.poses[8];
  assert.ok(middle < -40, `near the player, at ${middle}`);
  const seen = stage.pictures.slice(-8).map(({ poses }) => poses[7]);
  assert.ok(Math.max(...seen) - Math.min(...seen) > 1, 'they tremble');
  pass(500);
  player.gather();
  pass(900);
  assert.equal(player.moving(), true, 'stirred again');
  pass(300);
  const frames = clock.frames;
  pass(2000);
  assert.equal(player.moving(), false);
  assert.equal(clock.frames, frames);
});

test('a wave runs through dice at rest in reading order and leaves them where they were', () => {
  const { clock, stage, player, pass } = table();
  player.show([1, 2, 3]);
  const home = stage.last.poses;
  player.wave();
  pass(100, 10);
  const [first, second, third] = [2, 9, 16].map((at) => stage.last.poses[at] - 8);
  assert.ok(first > second && second > third && third === 0, `${[first, second, third]}`);
  pass(900);
  assert.deepEqual(stage.last.poses, home);
  const frames = clock.frames;
  pass(500);
  assert.equal(clock.frames, frames);
});

test('dice whose small twins fly to the tray are gone at once', () => {
  const { stage, player, pass } = table();
  player.show([6, 6, 6, 2]);
  player.remove([0, 1, 2], true);
  pass(16);
  assert.equal(stage.last.n, 1);
});

test('who comes late sees the rest of the throw and hears no cue that is past', () => {
  const { player, heard, pass } = table();
  player.play(THROW, { at: 900 });
  pass(640);
  assert.deepEqual(heard.hits, [1400]);
  pass(330);
  assert.equal(heard.settled, 1);
});

test('a tap on the felt ends the motion within 100 ms, but not one that still belongs to the throw', () => {
  const { player, heard, pass } = table();
  player.play(THROW);
  pass(240);
  assert.equal(player.skip(), false);
  pass(20);
  assert.equal(player.skip(), true);
  pass(100, 10);
  assert.equal(heard.settled, 1);
  assert.equal(player.moving(), false);
  assert.deepEqual(player.faces(), EIGHT.map(({ face }) => face));
  assert.equal(player.skip(), false, 'nothing is left to skip');
});

test('a tap during the glide ends it no later than the glide itself', () => {
  const { player, heard, pass } = table();
  player.play(THROW);
  pass(1500 + 30, 10);
  assert.equal(player.skip(), true);
  pass(100, 10);
  assert.equal(heard.settled, 1);
});

test('a die picked during the glide is lifted when it arrives', () => {
  const { stage, player, pass } = table();
  player.play(THROW);
  pass(1700, 10);
  player.lift(6);
  pass(200, 10);
  assert.equal(stage.last.poses[6 * 7 + 2], 8 + 7);
  assert.equal(stage.last.poses[5 * 7 + 2], 8);
});

test('lifting and dimming move for a moment and stop', () => {
  const { clock, stage, player, pass } = table();
  player.show([1, 2, 3]);
  player.lift(1);
  player.dim([0, 2]);
  pass(60);
  assert.ok(stage.last.mood[0] > 0.2 && stage.last.mood[0] < 0.8);
  pass(100);
  assert.deepEqual(stage.last.mood, [1, 0, 1]);
  assert.equal(stage.last.poses[7 + 2], 15);
  const frames = clock.frames;
  pass(500);
  assert.equal(clock.frames, frames);
});

test('kept dice leave over the rail and are drawn no more; the others stay where they are', () => {
  const { stage, player, pass } = table();
  player.show([6, 6, 6, 2]);
  const stays = stage.last.poses.slice(21, 24);
  player.remove([0, 1, 2]);
  pass(120);
  assert.equal(stage.last.n, 4);
  const highest = Math.max(stage.last.poses[2]);
  assert.ok(highest > 8 + 10, 'above the rail');
  pass(200);
  assert.equal(stage.last.n, 1);
  assert.deepEqual(stage.last.poses.slice(0, 3), stays);
});

test('dice swept up for a throw can be put back when it does not come', () => {
  const { stage, player, pass } = table();
  player.show([6, 6]);
  const home = stage.last;
  player.gather();
  pass(400);
  assert.notDeepEqual(stage.last.poses, home.poses, 'in the hand');
  assert.notDeepEqual(stage.last.lens, home.lens, 'the eye has stepped back');
  player.gather(false);
  pass(400);
  assert.deepEqual(stage.last.poses, home.poses);
  assert.deepEqual(stage.last.lens, home.lens);
});

test('the eye never jumps: between two frames the picture of the far rail moves less than a tenth of the felt', () => {
  const { stage, player, pass } = table();
  player.show([1]);
  player.play(THROW);
  pass(1900);
  const at = ({ lens: m }) => ((m[5] * 96 + m[9] * 7 + m[13]) / (m[7] * 96 + m[11] * 7 + m[15])) * 262;
  const steps = stage.pictures.slice(1).map((picture, k) => Math.abs(at(picture) - at(stage.pictures[k])));
  assert.ok(Math.max(...steps) < 52, `${Math.max(...steps)} px`);
  assert.ok(stage.pictures.length > 100);
});

test('without motion a roll is two pictures, settled at once, and ends within 150 ms', () => {
  for (const [create, options] of [[createStill, {}], [createAnimator, { speed: 'instant' }]]) {
    const { stage, player, heard, pass } = table(options, create);
    player.play(THROW);
    assert.equal(heard.settled, 1);
    assert.deepEqual(heard.hits, [700], 'the loudest cue stands for all');
    assert.deepEqual(player.faces(), EIGHT.map(({ face }) => face));
    assert.deepEqual(stage.last.mood, Array(8).fill(-1), 'each die flashes');
    pass(150, 10);
    assert.equal(stage.pictures.length, 2);
    assert.deepEqual(stage.last.mood, Array(8).fill(0));
    assert.deepEqual(stage.pictures[0].poses, stage.pictures[1].poses, 'nothing moves');
  }
});

test('without motion every change at rest is one picture', () => {
  const { stage, player, pass } = table({}, createStill);
  player.show([1, 2, 3, 4]);
  for (const change of [() => player.lift(0), () => player.dim([1]), () => player.remove([0]), () => player.gather()]) {
    const before = stage.pictures.length;
    change();
    pass(300);
    assert.equal(stage.pictures.length, before + 1);
  }
});

test('speed can change between rolls', () => {
  const { stage, player, heard, pass } = table();
  player.play(THROW);
  pass(1900);
  player.setSpeed('instant');
  const before = stage.pictures.length;
  player.play(THROW);
  pass(200);
  assert.equal(stage.pictures.length, before + 2);
  player.setSpeed('fast');
  player.play(THROW);
  pass(800);
  assert.equal(heard.settled, 3);
});

test('a new throw during an old one takes its place and settles once', () => {
  const { player, heard, pass } = table();
  player.play(THROW);
  pass(300);
  player.play(straightThrow(EIGHT.slice(0, 3), 1000));
  pass(3000);
  assert.equal(heard.settled, 1);
  assert.deepEqual(player.faces(), [6, 1, 2]);
});

test('a turned phone lays the same dice out anew', () => {
  const { stage, player } = table();
  player.show([1, 2, 3, 4, 5]);
  player.relayout(planFelt(320, 248));
  assert.equal(player.boxes().length, 5);
  assert.equal(player.boxes()[0].w, 78);
  assert.equal(stage.last.n, 5);
});

test('a moment of a throw can be looked at without playing it', () => {
  const { clock, stage, player, pass } = table();
  player.scrub(THROW, 0);
  assert.ok(stage.last.poses[1] < -80, 'at the near edge');
  player.scrub(THROW, 1500);
  assert.ok(Math.abs(stage.last.poses[1] - 70) < 0.01);
  pass(1000);
  assert.equal(clock.frames, 0);
});

test('gliding turns a die the short way and brings it exactly home', () => {
  const a = new Float32Array(7);
  const b = new Float32Array(7);
  const out = new Float32Array(7);
  turnUp(4, 0.2, a, 3);
  turnUp(4, 0.5, b, 3);
  b.set([30, 40, 8]);
  b.forEach((v, k) => k > 2 && (b[k] = -v));
  blendPose(a, b, 0, 0.5, out);
  assert.ok(Math.abs(skew(out, 3) - 0.35) < 1e-5);
  assert.ok(out[2] > 4, 'over a hop');
  blendPose(a, b, 0, 1, out);
  assert.deepEqual([...out.slice(0, 3)], [30, 40, 8]);
});
