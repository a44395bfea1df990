/** The rules page. */

import "./prefs.js";
import { wireBack } from "./view/back.js";
import { all, followAnchors, one } from "./view/dom.js";

wireBack();
followAnchors(one(".rules"), true);
window.addEventListener("beforeprint", () => all("details").forEach((part) => (part.open = true)));
one("#print").addEventListener("click", () => window.print());
