// @ts-check
/** Pointers on a board and on things beside it: dragging with the left button or a finger, drawing arrows and rings
 * with the right button. The code for drawing is loaded when it is needed. */

import { drag } from "./drag.js";

/** @typedef {{square: string | null, node: Element}} Source a square of the grid, or something beside it, which has
 * `data-drag` */

/** What can be dragged at a point of the page.
 * @param {Board} board @param {EventTarget | null} target @returns {Source | null} */
export function sourceAt(board, target) {
	if (!(target instanceof Element)) return null;
	const node = target.closest("[data-drag]");
	if (node) return { square: null, node };
	const cell = target.closest("[data-square]");
	const square = cell?.getAttribute("data-square") ?? "";
	return cell && board.grid?.use.drags?.(square) ? { square, node: cell } : null;
}

/** @param {HTMLElement} host @param {() => Board | null} find the board in it @param {AbortSignal} signal ends it */
export function grab(host, find, signal) {
	/** @type {Source | null} */ let source = null;
	/** @type {typeof import("./drawn.js") | null} */ let drawn = null; // once something was drawn
	/** @param {PointerEvent} event */
	const down = (event) => {
		const board = find();
		source = null;
		if (!board || !event.isPrimary) return;
		if (event.button === 2)
			void import("./drawn.js").then((module) => {
				drawn = module;
				void module.begin(board, event);
			});
		else if (event.button === 0) {
			drawn?.wipe(board);
			source = sourceAt(board, event.target);
			if (source) drag(board, source, event);
		}
	};
	host.addEventListener("pointerdown", down, { signal });
	host.addEventListener(
		"contextmenu",
		(event) => event.target instanceof Element && event.target.closest("[data-square]") && event.preventDefault(),
		{ signal },
	);
	addEventListener("pointerup", () => (source = null), { signal });
	// A finger on something that can be dragged does not scroll the page.
	host.addEventListener("touchmove", (event) => source && event.cancelable && event.preventDefault(), {
		signal,
		passive: false,
	});
}
