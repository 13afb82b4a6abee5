// @ts-check
/** Loads the board of a game with its texts and style sheet, or the generic board if it has none. */

import { has } from "../given.js";
import { dress } from "../looks.js";
import { loadGame } from "../net.js";

/** @param {string} name of the game @returns {Promise<BoardFile>} */
export async function loadBoard(name) {
	const own = has(name, "board.js");
	const place = `/static/games/${name}`;
	const [file] = await Promise.all([
		own ? import(`${place}/board.js`) : import("./generic.js").then(({ boardOf }) => boardOf(name)),
		dress(name),
		loadGame(name),
	]);
	return file;
}
