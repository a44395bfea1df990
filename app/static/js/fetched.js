/**
 * Modules that a page loads late. Some browsers remember for a page's life that a module could not be loaded, or one that it
 * imports; none remembers that of a file. So a late module is fetched first, with all that it brings along, and asked for
 * as a module once everything lies in the browser's cache.
 */

/** What a module imports at once, as modules are served: without comments. */
const IMPORTS = /\b(?:from|import)\s*["'](\.[^"']+)["']/g;

/** Files that are here: those fetched, and at first those that the page itself runs on. @type {Set<string> | null} */
let here = null;

/** @returns {Set<string>} */
const onPage = () => new Set(Array.from(document.querySelectorAll('link[rel="modulepreload"]'), (link) => /** @type {HTMLLinkElement} */ (link).href));

/**
 * Keeps its promise when these modules can be imported without the line; rejects where that fails, to be asked again.
 * @param {...string} modules  below js/
 */
export async function fetched(...modules) {
  const known = (here ??= onPage());
  /** @type {Set<string>} */
  const asked = new Set();
  /** @param {string} url */
  async function bring(url) {
    if (known.has(url) || asked.has(url)) return;
    asked.add(url);
    const answer = await fetch(url);
    if (!answer.ok) throw new TypeError(`${url}: ${answer.status}`);
    await Promise.all(Array.from((await answer.text()).matchAll(IMPORTS), ([, name]) => bring(new URL(name, url).href)));
  }
  await Promise.all(modules.map((name) => bring(new URL(name, import.meta.url).href)));
  for (const url of asked) known.add(url);
}
