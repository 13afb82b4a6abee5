// @ts-check
/** What pages ask of the frame round them. */

const TOGETHER = 700; // milliseconds

/** Go to an address of ours.
 * @param {string} path @param {boolean} [instead] of the present one, to which nobody goes back */
export function go(path, instead = false) {
	if (instead) history.replaceState(null, "", path);
	else if (path !== location.pathname + location.search) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
	scrollTo(0, 0);
}

let said = 0;

/** Say something to those who listen instead of looking; what follows at once is added, not said over it.
 *  @param {string} text nothing: be silent */
export function announce(text) {
	const live = /** @type {HTMLElement} */ (document.getElementById("live"));
	const before = text && Date.now() - said < TOGETHER ? (live.textContent ?? "") : "";
	said = Date.now();
	live.textContent = `${before} ${text}`.trim();
}

/** Name the page, and mark its tab. @param {string} title @param {boolean} [turn] whether somebody waits for us */
export function titled(title, turn = false) {
	document.title = (turn ? "● " : "") + (title ? `${title} · Tesserae` : "Tesserae");
	const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
	icon.href = `/static/icon${turn ? "-turn" : ""}.svg`;
}
