/** The account page: its door for those who are signed out, and the account itself. */

import "./prefs.js";
import { wireDoor } from "./account/door.js";
import { wireAccount } from "./account/own.js";
import { wireNotice } from "./coins/notice.js";
import { fillAccount } from "./luck/account.js";
import { wireBack } from "./view/back.js";
import { all, one } from "./view/dom.js";

wireBack();
for (const button of all("[data-notice]")) wireNotice(button);
const inside = document.querySelector("#in");
if (inside) {
  wireAccount(/** @type {HTMLElement} */ (inside));
  void fillAccount(one("#luck"));
} else wireDoor();
