/** On every page but the tables: once it is at rest, the game is made ready for a day without a network. */

import { atRest, played, register } from "./offline.js";

atRest(() => void (document.body.dataset.page === "practice" ? played() : register()));
