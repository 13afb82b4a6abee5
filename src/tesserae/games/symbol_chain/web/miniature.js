// @ts-check
/** A small picture of the game, for the home page. */

import { ground, squares, still } from "/static/js/boards/hands.js";
import { drawing } from "./draw.js";

/** @param {HTMLElement} host @param {View} view */
export function miniature(host, view) {
	const picture = still(host, 7, 7);
	for (const name of squares(7, 7)) {
		const tile = view.board[name];
		picture.put(name, ground(name), ...(tile ? [drawing(tile[1], tile[0])] : []));
	}
}
