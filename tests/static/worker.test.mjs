import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { House, PAGES, Phone, WHOLE, workerOf } from "./worker_kit.mjs";

/** @type {Phone} */
let phone;

beforeEach(() => {
  phone = new Phone();
});

/** A release that the house has from now on, and its worker. */
function release(...told) {
  phone.house = new House(...told);
  return workerOf(phone, phone.house);
}

/** Releases one after another, each taken into use. */
async function inUse(...names) {
  let last;
  for (const name of names) await (last = release(name)).begin();
  return last;
}

test("a phone that is full keeps the release it plays with when its pages are fetched again", async () => {
  const a = await inUse("a");
  phone.language = "de";
  phone.full = true;
  await a.ask("reload-pages");
  await a.ask("prepare");
  assert.deepEqual(phone.kept(), { a: WHOLE });
});

test("a first preparation without room leaves nothing, a second one leaves what was there", async () => {
  phone.full = true;
  await assert.rejects(release("a").install(), { name: "QuotaExceededError" });
  assert.deepEqual(phone.kept(), {});
  phone.full = false;
  await inUse("a");
  phone.full = true;
  phone.language = "de";
  phone.shelves.get("tenk-a").things.delete("https://h.test/");
  await assert.rejects(release("a").install(), { name: "QuotaExceededError" });
  assert.deepEqual(phone.kept(), { a: WHOLE - 1 });
});

test("a release that takes over leaves alone what a newer one is fetching", async () => {
  await inUse("a");
  const b = release("b");
  await b.install();
  const c = release("c", "strict", "new words");
  let open;
  phone.gate = new Promise((resolve) => (open = resolve));
  const installing = c.install();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await b.activate();
  open();
  await installing;
  assert.deepEqual(phone.kept(), { a: WHOLE, b: WHOLE, c: WHOLE });
});

test("a release whose cache is taken away while it comes is not installed, and comes when it is asked for", async () => {
  const a = release("a");
  let open;
  phone.gate = new Promise((resolve) => (open = resolve));
  const installing = a.install();
  await new Promise((resolve) => setTimeout(resolve, 5));
  phone.shelves.clear();
  open();
  await assert.rejects(installing);
  assert.equal((await a.ask("status")).why, "gone");
  assert.equal((await a.ask("prepare")).state, "ready");
  assert.deepEqual(phone.kept(), { a: WHOLE });
});

test("the release that was in use last stays until the next one takes over", async () => {
  await inUse("a", "b");
  assert.deepEqual(phone.kept(), { a: WHOLE, b: WHOLE });
  await inUse("c");
  assert.deepEqual(phone.kept(), { b: WHOLE, c: WHOLE });
});

test("a release that never came into use goes, the one a game is played with stays", async () => {
  await inUse("a");
  await release("b").install();
  await inUse("c");
  assert.deepEqual(phone.kept(), { a: WHOLE, c: WHOLE });
});

test("the language that was chosen while an update waits is the update's language", async () => {
  const a = await inUse("a");
  const b = release("b", "strict", "new words");
  await b.install();
  phone.language = "de";
  await Promise.all([a.ask("reload-pages"), b.ask("reload-pages")]);
  await b.activate();
  assert.deepEqual(await phone.pages("b"), ["de strict"]);
  assert.ok(phone.has("b", "text/de/rolls.json"));
});

test("an update comes in the language that is chosen, not in that of the kept pages", async () => {
  await inUse("a");
  phone.language = "de";
  await inUse("b");
  assert.deepEqual(await phone.pages("b"), ["de strict"]);
  assert.ok(phone.has("b", "text/de/rolls.json"));
});

for (const path of ["/settings", "/practice"]) {
  test(`pages in another language come all when the house shows ${path} in it`, async () => {
    const a = await inUse("a");
    phone.language = "de";
    await a.visit(path);
    assert.deepEqual(await phone.pages("a"), ["de strict"]);
    assert.ok(phone.has("a", "text/de/rolls.json"));
    phone.asked.length = 0;
    await a.visit(path);
    assert.deepEqual(phone.asked, [path], "the second time there is nothing to fetch");
  });
}

test("a page of a newer house is shown and not kept", async () => {
  const a = await inUse("a");
  release("b");
  assert.match(await a.visit("/settings"), /\/s\/b+\//);
  assert.match(await (await phone.shelves.get("tenk-a").match("/settings")).text(), /\/s\/a+\//);
});

test("while pages in two languages are kept, the catalogues of both are", async () => {
  const a = await inUse("a");
  phone.language = "de";
  phone.shelves.get("tenk-a").things.delete("https://h.test/practice");
  assert.equal((await a.ask("prepare")).state, "ready");
  assert.deepEqual(await phone.pages("a"), ["de strict", "en strict"]);
  assert.ok(phone.has("a", "text/de/rolls.json") && phone.has("a", "text/en/rolls.json"));
});

for (const [language, fetched] of [["en", 0], ["de", PAGES.length + 1]]) {
  test(`where the cookie can be read, ${fetched} things are fetched for ${language}`, async () => {
    phone.tells = true;
    await inUse("a");
    phone.language = language;
    phone.asked.length = 0;
    await inUse("b");
    assert.equal(phone.asked.length, fetched);
    assert.deepEqual(await phone.pages("b"), [`${language} strict`]);
  });
}

for (const [name, policy, fetched] of [
  ["of pages in which only the release's name is another, one is fetched", "strict", 1],
  ["where the headers are others, every page is fetched and kept with them", "stricter", PAGES.length],
]) {
  test(name, async () => {
    await inUse("a");
    phone.asked.length = 0;
    await release("b", policy).begin();
    assert.equal(phone.asked.length, fetched);
    assert.deepEqual(await phone.pages("b"), [`en ${policy}`]);
  });
}

test("a house that is silent keeps the worker awake no longer than its patience", async () => {
  const a = await inUse("a");
  phone.gate = new Promise(() => {});
  assert.match(await a.visit("/practice"), /^<html/);
  assert.match(await a.visit("/settings"), /^<html/);
});
