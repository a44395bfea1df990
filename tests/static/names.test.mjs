import assert from "node:assert/strict";
import { test } from "node:test";

import { cut, parseNames, seatNames, tooLong, withNames } from "../../app/static/js/names.js";

const nameless = (n) => `Player ${n}`;
const people = (...names) => names.map((name) => ({ name, bot: null }));
const roger = { name: "Roger", bot: "roger" };

test("names are separated by commas, semicolons or lines; spaces and empty ones do not count", () => {
  assert.deepEqual(parseNames(" Ann,  Ben  Lee ;Chloé\nDara,, ,"), ["Ann", "Ben Lee", "Chloé", "Dara"]);
  assert.deepEqual(parseNames("  "), []);
});

test("an empty name is called after its place", () => {
  assert.deepEqual(seatNames(people("Ann", "", " "), nameless), ["Ann", "Player 2", "Player 3"]);
});

test("a second Ben is Ben 2, whatever the capitals", () => {
  assert.deepEqual(seatNames(people("Ben", "ben", "Ben", "Ben 2"), nameless), ["Ben", "ben 2", "Ben 3", "Ben 2 2"]);
});

test("a bot keeps its name and the person gives way", () => {
  assert.deepEqual(seatNames([...people("Roger"), roger, roger], nameless), ["Roger 3", "Roger", "Roger 2"]);
});

test("a name is cut to sixteen signs, never within one", () => {
  assert.equal(cut("Bartholomew the Great"), "Bartholomew the");
  assert.equal(cut("abcdefghijklmnopq"), "abcdefghijklmnop");
  assert.equal(cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "twenty code points at most");
  assert.equal(tooLong("abcdefghijklmnop"), false);
  assert.equal(tooLong("abcdefghijklmnopq"), true);
});

test("a number behind a long name still fits", () => {
  const long = "abcdefghijklmnop";
  assert.deepEqual(seatNames(people(long, long), nameless), [long, "abcdefghijklmn 2"]);
});

test("typed names rename people in order and leave bots where they are", () => {
  const seats = [...people("Ann"), roger, ...people("Ben")];
  assert.deepEqual(withNames(seats, ["Cy", "Di"]), [...people("Cy"), roger, ...people("Di")]);
  assert.deepEqual(withNames(seats, ["Cy"]), [...people("Cy"), roger]);
  assert.deepEqual(withNames(seats, ["Cy", "Di", "Ed"]), [...people("Cy"), roger, ...people("Di", "Ed")]);
  assert.deepEqual(withNames(seats, []), [...people(""), roger]);
});
