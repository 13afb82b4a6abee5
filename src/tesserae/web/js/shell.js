// @ts-check
/** What pages can ask of the frame around them. */

const TOGETHER = 700; // milliseconds

/** Go to an address of ours.
 * @param {string} path @param {boolean} [instead] replace the present address in the history */
export function go(path, instead = false) {
	if (instead) history.replaceState(null, "", path);
	else if (path !== location.pathname + location.search) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
	scrollTo(0, 0);
}

let said = 0;

/** Say something to screen readers; texts that follow at once are added, so that none is lost.
 *  @param {string} text empty: clear it */
export function announce(text) {
	const live = /** @type {HTMLElement} */ (document.getElementById("live"));
	const before = text && Date.now() - said < TOGETHER ? (live.textContent ?? "") : "";
	said = Date.now();
	live.textContent = `${before} ${text}`.trim();
}

/** Set the title of the page and the icon of its tab. @param {string} title @param {boolean} [turn] is it our turn? */
export function titled(title, turn = false) {
	document.title = (turn ? "● " : "") + (title ? `${title} · Tesserae` : "Tesserae");
	const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
	icon.href = `/static/icon${turn ? "-turn" : ""}.svg`;
}
