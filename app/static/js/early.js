// Runs before the first paint, so that a reader's text size, hand and motion never shift the page.
// A classic script on purpose: modules run after parsing. js/prefs.js does the same, in full, later.
(function () {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("prefs") || "{}") || {};
  } catch {
    stored = {};
  }
  const asked = new URLSearchParams(location.search);
  const motion = asked.get("motion") || stored.motion || "system";
  const still =
    motion === "off" || motion === "0" || (motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  root.dataset.motion = still ? "off" : "on";
  if (stored.hand === "left") root.dataset.hand = "left";
  if (stored.text === "large" || stored.text === "largest") root.dataset.text = stored.text;
})();
