/** What could lock an owner out is done only after the password was shown again. */

import { Refused, post } from "../http.js";
import { t } from "../text.js";
import { dialog, el } from "../view/dom.js";
import { canUsePasskeys, usePasskey } from "./passkey.js";

/**
 * Does something; where the house wants the password first, asks for it and does it then.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null when the player would not show it
 */
export async function proved(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "prove_again") throw error;
  }
  return (await shown()) ? work() : null;
}

/** Asks for the password until it fits or the player gives up. @returns {Promise<boolean>} */
async function shown() {
  for (let complaint = ""; ; ) {
    const input = el("input", { class: "input", type: "password", autocomplete: "current-password", "aria-label": t("account.password") });
    const answer = await dialog({
      title: t("account.prove"),
      body: [el("p", { text: t("account.prove.body") }), input, complaint && el("p", { class: "error", role: "alert", text: complaint })],
      actions: [
        { id: "no", label: t("app.cancel") },
        ...(canUsePasskeys() ? [{ id: "passkey", label: t("account.prove.passkey") }] : []),
        { id: "yes", label: t("account.prove.go"), kind: /** @type {const} */ ("primary") },
      ],
    });
    if (answer === null || answer === "no") return false;
    try {
      if (answer === "passkey") return (await usePasskey()) !== null;
      await post("/api/logins/prove", { password: input.value });
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || !["wrong_login", "passkey_refused"].includes(error.code)) throw error;
      complaint = error.message;
    }
  }
}
