// @ts-check
/** A table for a board at which nothing can be done. */

import { sideName } from "./names.js";

/** @typedef {import("./types.js").BoardTable} BoardTable */

/** The members of `more` are used instead of those here; getters stay getters.
 * @param {import("./types.js").Game} game @param {number} seats
 * @param {Partial<BoardTable>} [more] @returns {BoardTable} */
export function spectating(game, seats, more = {}) {
	const nothing = () => {};
	/** @type {BoardTable} */
	const table = {
		seat: null,
		mine: [],
		seats,
		game,
		flipped: false,
		motion: false,
		confirms: true,
		name: (seat) => sideName(game, seat),
		live: () => false,
		legal: async () => [],
		stage: async () => ({ views: [], effects: [], legal: [] }),
		inspect: async () => ({}),
		why: async () => {},
		explain: nothing,
		propose: nothing,
		keep: nothing,
		send: async () => false,
		status: nothing,
	};
	return Object.defineProperties(table, Object.getOwnPropertyDescriptors(more));
}
