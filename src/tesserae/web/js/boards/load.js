// @ts-check
/** The board of a game, with its texts and its style sheet; the generic one for a game that brings none. */

import { loadStyle } from "../dom.js";
import { has } from "../given.js";
import { loadGame } from "../net.js";

/** @param {string} name of the game @returns {Promise<BoardFile>} */
export async function loadBoard(name) {
	const own = has(name, "board.js");
	const place = `/static/games/${name}`;
	const [file] = await Promise.all([
		own ? import(`${place}/board.js`) : import("./generic.js").then(({ boardOf }) => boardOf(name)),
		has(name, "board.css") ? loadStyle(`${place}/board.css`) : null,
		loadGame(name),
	]);
	return file;
}
