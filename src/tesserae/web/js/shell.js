// @ts-check
/** What pages ask of the frame round them. */

import { t } from "./i18n.js";

/** Go to an address of ours. @param {string} path */
export function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/** Say something to those who listen instead of looking. @param {string} text */
export function announce(text) {
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  live.textContent = live.textContent === text ? `${text}\u00a0` : text; // the same words are news, too
}

/** Name the page. @param {string} title */
export function titled(title) {
  document.title = title ? `${title} · Tesserae` : "Tesserae";
}

/** Put a text on the clipboard; false where the browser does not let us. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    announce(t("copied"));
    return true;
  } catch {
    return false;
  }
}
