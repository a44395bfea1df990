/** The page that stands where another could not be fetched: it tries again when asked, and by itself once there is a network. */

import { all, one } from "./view/dom.js";

let leaving = false;
const reload = () => location.reload();

one("#retry").addEventListener("click", reload);
// Whoever is on the way to another page must not be brought back by a network that comes just then.
for (const link of all("main a")) link.addEventListener("click", () => (leaving = true));
// Called up by its own address there is nothing behind it to come back to.
if (location.pathname !== "/offline") window.addEventListener("online", () => leaving || reload());
