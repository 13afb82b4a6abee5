// @ts-check
/** The looks of boards: the style sheet of each game and, if another look is chosen, the style sheets of the shell and
 * the game for it. */

import { loadStyle } from "./dom.js";
import { has } from "./given.js";
import { settings, watchSettings } from "./settings.js";

/** All looks: normal, black and white, and as in print. */
export const LOOKS = ["plain", "contrast", "print"];

/** The games whose boards have been shown. @type {Set<string>} */
const dressed = new Set();

/** Have a board look as it shall. @param {string} game */
export async function dress(game) {
	dressed.add(game);
	const place = `/static/games/${game}`;
	if (has(game, "board.css")) await loadStyle(`${place}/board.css`);
	if (!LOOKS.slice(1).includes(settings.look)) return;
	const name = `look-${settings.look}`;
	await Promise.all([loadStyle(name), has(game, `${name}.css`) && loadStyle(`${place}/${name}.css`)]);
}

watchSettings(() => dressed.forEach((game) => void dress(game)));
