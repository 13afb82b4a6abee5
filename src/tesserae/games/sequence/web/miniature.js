// @ts-check
/** A small picture of the game, for the home page. */

import { still } from "/static/js/boards/hands.js";
import { square } from "/static/js/boards/kit.js";
import { chip, prepare, space } from "./draw.js";

/** @param {HTMLElement} host @param {View} view */
export async function miniature(host, view) {
	await prepare();
	const picture = still(host, 10, 10);
	const locked = new Set(view.sequences.flatMap((/** @type {[number, string[]]} */ [, names]) => names));
	view.layout.forEach((/** @type {string} */ line, /** @type {number} */ row) =>
		line.split(" ").forEach((code, file) => {
			const name = square(file, 9 - row);
			const team = view.chips[name];
			picture.put(name, space(code), ...(team === undefined ? [] : [chip(team, locked.has(name))]));
		}),
	);
}
