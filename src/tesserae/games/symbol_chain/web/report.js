// @ts-check
/** What the report of a game of Symbol Chain has in addition to what all have: how good the memories were. */
/** @import { Kit, Report } from "/static/js/table/report.js" */

import { button, el } from "/static/js/dom.js";
import { list, texts } from "/static/js/i18n.js";

const t = texts("symbol_chain");
const MISSES = 5; // turns that are listed

/** How well a seat remembered, and what it could have known in a turn.
 * @typedef {{right: number, sure: number, recent: [number, number], points: number, missed: number}} Memory
 * @typedef {{square: string, wanted: string, right: boolean, there: string[], ago: number}} Flip
 * @typedef {{made: number, sure: number, flips: Flip[]}} Turn
 * @typedef {{memory: Memory[], turns: (Turn | null)[], recent: number}} Details
 */

/** @param {Report & {details: Details}} report @param {Kit} kit */
export function details({ details, turns }, kit) {
	const missed = details.turns
		.flatMap((about, turn) => (about ? [{ about, turn, lost: about.sure - about.made }] : []))
		.filter(({ lost }) => lost > 0)
		.sort((a, b) => b.lost - a.lost || a.turn - b.turn)
		.slice(0, MISSES);
	return [
		el("h4", {}, t("report.memory")),
		el("p", { class: "muted note" }, t("report.memory.how")),
		el(
			"ul",
			{ class: "facts" },
			details.memory.map((one, seat) =>
				el(
					"li",
					{},
					t("report.memory.score", {
						name: kit.name(seat),
						right: one.right,
						n: one.sure,
						percent: one.sure ? Math.round((100 * one.right) / one.sure) : 100,
					}),
					" ",
					one.recent[1] > 0 &&
						t("report.memory.recent", { turns: details.recent, right: one.recent[0], n: one.recent[1] }),
					" ",
					t("report.memory.points", { made: one.points, n: one.missed }),
				),
			),
		),
		missed.length > 0 && el("h5", {}, t("report.misses")),
		missed.length > 0 &&
			el(
				"ul",
				{ class: "points" },
				missed.map(({ about, turn }) => el("li", {}, miss(about, turn, turns, kit))),
			),
	];
}

/** @param {Turn} about @param {number} turn @param {Report["turns"]} turns @param {Kit} kit */
function miss(about, turn, turns, kit) {
	const wrong = about.flips.find((flip) => !flip.right && flip.there.length);
	const words = { n: turn + 1, name: kit.who(turn), made: about.made, sure: about.sure };
	const { begin } = turns[turn];
	return [
		el(
			"p",
			{},
			t("report.miss", words),
			" ",
			wrong &&
				t("report.miss.where", {
					square: wrong.square,
					face: t(`piece.${wrong.wanted}`),
					there: list(wrong.there),
					n: wrong.ago,
				}),
		),
		button(t("report.show"), () => kit.look(begin), { class: "small" }),
	];
}
