// Runs before the first paint, so that a reader's text size, hand and motion never shift the page.
// A classic script on purpose: modules run after parsing. js/prefs.js does the same, in full, later.
(function () {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const stored = read("prefs") || {};
  const asked = new URLSearchParams(location.search);
  const motion = asked.get("motion") || stored.motion || "system";
  const still =
    motion === "off" || motion === "0" || (motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  root.dataset.motion = still ? "off" : "on";
  if (stored.hand === "left") root.dataset.hand = "left";
  // Room for the games that wait, so that the list never pushes the page down.
  const waiting = Number(read("waiting"));
  if (waiting > 0) root.dataset.waiting = String(waiting);
  // Room for the third game of the new game screen.
  const rules = (read("setup") || {}).rules || "progressive";
  if (asked.has("rules") || (rules !== "progressive" && rules !== "trippn")) root.dataset.games = "other";
  if (stored.text === "large" || stored.text === "largest") root.dataset.text = stored.text;
})();
