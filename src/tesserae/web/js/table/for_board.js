// @ts-check
/** The interface of a table for its board. */

import { say } from "../net.js";
import { motion, settings } from "../settings.js";

/** @typedef {"act" | "acting" | "keep" | "legal" | "step" | "why"} ToAct */
/** @typedef {"flipped" | "game" | "live" | "mine" | "name" | "status" | "table"} ToShow */
/** @param {Pick<TablePage, ToAct | ToShow>} page @returns {Table} */
export function forBoard(page) {
	return {
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
		legal: async (at, begins) => {
			const { actions = [] } = await page.legal(at, begins);
			return actions;
		},
		stage: async (actions) => {
			const answer = await page.live.ask({ t: "stage", seat: page.live.seat, actions });
			if (answer.t === "staged") return answer;
			page.status.explain(say(answer), answer.rule);
			throw new Error(say(answer));
		},
		reach: (square) => page.live.ask({ t: "reach", seat: page.live.seat, square }),
		why: (action) => page.why(action),
		explain: (text, rule) => page.status.explain(text, rule),
		propose: (actions, words) => page.status.propose(actions, words),
		keep: (steps) => (page.step(), page.keep(steps)),
		send: (actions) => page.act(actions),
		status: (text) => page.status.say(text),
	};
}
