/** Handing a link on: the phone's own way where there is one, else the clipboard; plain http has neither. */

/** Whether this browser can hand a link to other apps. */
export const canShare = () => typeof navigator.share === "function";

/**
 * @param {{title: string, url: string}} what
 * @returns {Promise<"shared" | "copied" | "by_hand">} `by_hand`: the reader has to mark and copy the link
 */
export async function handOn({ title, url }) {
  if (canShare()) {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      // Closing the share sheet is no failure; anything else falls back to the clipboard.
      if (/** @type {Error} */ (error).name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "by_hand";
  }
}
