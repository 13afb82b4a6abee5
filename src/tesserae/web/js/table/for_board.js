// @ts-check
/** The interface of a table for its board. */

import { motion, settings } from "../settings.js";

/** @typedef {"act" | "acting" | "keep" | "questions" | "step"} ToAct */
/** @typedef {"flipped" | "game" | "live" | "mine" | "name" | "status" | "table"} ToShow */
/** @param {Pick<TablePage, ToAct | ToShow>} page @returns {Table} */
export function forBoard(page) {
	return {
		...page.questions,
		get seat() {
			return page.live.seat;
		},
		get mine() {
			return page.mine;
		},
		get motion() {
			return motion();
		},
		get confirms() {
			return settings.confirm;
		},
		party: page.table.settings.party,
		seats: page.table.seats.length,
		game: page.game,
		flipped: page.flipped,
		name: (seat) => page.name(seat),
		live: () => page.acting && !page.live.waiting,
		explain: (text, rule) => page.status.explain(text, rule),
		propose: (actions, words) => page.status.propose(actions, words),
		keep: (steps) => (page.step(), page.keep(steps)),
		send: (actions) => page.act(actions),
		status: (text) => page.status.say(text),
	};
}
