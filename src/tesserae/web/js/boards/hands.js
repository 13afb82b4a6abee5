// @ts-check
/** Shared by the boards with hands beside them. */

import { loadStyle, svg } from "../dom.js";
import { CELL, Grid, Motion, place, square } from "./kit.js";

await loadStyle("hands");

export class HandBoard {
	/** @type {Made | null} */ last = null;
	shown = false;

	/** @param {HTMLElement} host @param {Table} table @param {string} kind a class of the host
	 * @param {import("../types.js").GridLook & import("../types.js").GridUse} how */
	constructor(host, table, kind, how) {
		this.host = host;
		this.table = table;
		this.kind = kind;
		this.motion = new Motion(() => table.motion);
		this.grid = new Grid(how);
		host.classList.add(kind);
	}

	destroy() {
		this.motion.stop();
		this.host.replaceChildren();
		this.host.classList.remove(this.kind);
	}
}

/** One tab stop for all buttons inside: arrow keys, Home and End move the focus, Escape cancels. Buttons may change.
 * @param {HTMLElement} host @param {() => void} [cancel] */
export function rove(host, cancel) {
	const buttons = () => /** @type {HTMLElement[]} */ ([...host.querySelectorAll("button")]);
	/** @param {Element | null} here */
	const stop = (here) =>
		buttons().forEach((button, n, all) => {
			button.tabIndex = button === here || (!all.includes(/** @type {HTMLElement} */ (here)) && n === 0) ? 0 : -1;
		});
	new MutationObserver(() => stop(host.querySelector("button[tabindex='0']"))).observe(host, {
		childList: true,
		subtree: true,
	});
	let walks = true; // after a click or Escape, the arrow keys belong to the page
	host.addEventListener("pointerdown", () => (walks = false));
	host.addEventListener("focusin", ({ target }) => {
		stop(/** @type {Element} */ (target));
		walks ||= /** @type {Element} */ (target).matches(":focus-visible");
	});
	host.addEventListener("keydown", (event) => {
		const all = buttons();
		const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
		if (event.key === "Escape") {
			walks = false;
			return cancel?.();
		}
		if (!walks) return;
		const [back, on] = [here - 1, here + 1];
		const to = { ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on, Home: 0, End: all.length - 1 }[
			event.key
		];
		if (to === undefined || here < 0) return;
		event.preventDefault();
		all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
	});
}

/** The squares of a board, a1 first. @param {number} files @param {number} ranks */
export const squares = (files, ranks) =>
	Array.from({ length: files * ranks }, (_, n) => square(n % files, Math.floor(n / files)));

/** The background of one square of a chequered board. @param {string} name */
export function ground(name) {
	const [file, rank] = place(name);
	return svg("rect", { class: (file + rank) % 2 ? "light" : "dark", x: -50, y: -50, width: CELL, height: CELL });
}

/** A board without controls, with a1 at the bottom left.
 * @param {HTMLElement} host @param {number} files @param {number} ranks */
export function still(host, files, ranks) {
	const picture = svg("svg", { class: "still", viewBox: `0 0 ${files * CELL} ${ranks * CELL}`, "aria-hidden": "true" });
	host.replaceChildren(picture);
	return {
		/** @param {string} name @param {...SVGElement} nodes */
		put(name, ...nodes) {
			const [file, rank] = place(name);
			picture.append(
				svg("g", { transform: `translate(${file * CELL + 50} ${(ranks - 1 - rank) * CELL + 50})` }, ...nodes),
			);
		},
	};
}
