// @ts-check
/** The 49 squares of Symbol: names, terrain and regions; piles of pieces; the notation of actions. */
/** @import { Reach, View } from "./types.js" */

import { notation } from "/static/js/actions.js";
import { square } from "/static/js/boards/kit.js";
import { facts } from "/static/js/given.js";

export const ORDER = "KGBWRD";
export const SQUARES = Array.from({ length: 49 }, (_, n) => square(n % 7, Math.floor(n / 7)));

const { terrain: TERRAIN } = /** @type {{terrain: string[]}} */ (facts("symbol"));

/** @param {string} square */
export const terrain = (square) => TERRAIN[Number(square[1]) - 1];
/** The region of a square, by its name: the letters of its files and the numbers of its ranks.
 * @param {View["regions"]} regions @param {string} square */
export const regionOf = (regions, [file, rank]) =>
	Object.keys(regions).find((name) => name.includes(file) && name.includes(rank)) ?? "";

/** The pieces of a seat on a square. @param {View} view @param {string} square @param {number} seat */
export const pile = (view, square, seat) => (view.board[square]?.[0] === seat ? view.board[square][1] : "");

/** How many of each colour. @param {string} pieces */
export const counted = (pieces) =>
	[...ORDER]
		.map((letter) => /** @type {[string, number]} */ ([letter, pieces.split(letter).length - 1]))
		.filter(([, n]) => n);

/** What is left of the pieces. @param {string} pieces @param {string} less */
export const without = (pieces, less) => [...less].reduce((left, letter) => left.replace(letter, ""), pieces);

export const { read, write } = notation("symbol");

/** Where these movements of a seat go, and what they strike.
 * @param {View} view @param {number} seat @param {string[]} actions @returns {Reach} */
export function aimsOf(view, seat, actions) {
	const all = actions.map(read);
	const plain = all.filter(({ target }) => !target).map(({ to }) => to);
	const [takes, moves] = [true, false].map((enemy) =>
		plain.filter((to) => Boolean(pile(view, to, 1 - seat)) === enemy),
	);
	return { moves, takes, strikes: [...new Set(all.map(({ target }) => target).filter(Boolean))] };
}
