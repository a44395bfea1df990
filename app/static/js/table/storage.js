/** The browser's storages, or null where it forbids them. @param {"localStorage" | "sessionStorage"} name */
export function storageOf(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}
