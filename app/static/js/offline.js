/** The page that stands where another could not be fetched: it tries again when asked, and by itself once there is a network. */

import { one } from "./view/dom.js";

const reload = () => location.reload();

one("#retry").addEventListener("click", reload);
// Called up by its own address there is nothing behind it to come back to.
if (location.pathname !== "/offline") window.addEventListener("online", reload);
