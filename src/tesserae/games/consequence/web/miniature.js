// @ts-check
/** A small picture of the game, for the home page. */

import { ground, squares, still } from "/static/js/boards/hands.js";
import { disc } from "./draw.js";

/** @param {HTMLElement} host @param {View} view */
export function miniature(host, view) {
	const picture = still(host, 4, 4);
	for (const name of squares(4, 4))
		picture.put(name, ground(name), ...(view.board[name] ? [disc(view.board[name])] : []));
}
