// @ts-check
/** When the game is over: the result, and what can be done next. */

import { button, el, redraw } from "../dom.js";
import { list, t } from "../i18n.js";
import { ending } from "../names.js";
import { go } from "../shell.js";

/** Members of the page that are used here.
 * @typedef {"closing" | "flip" | "flippable" | "gaveUp" | "mine" | "name" |
 *   "post" | "status" | "table" | "view"} Needed */

/** @type {Draw<Needed>} */
export function drawOver(panel, page) {
	redraw(panel, ["over", page.table.next, page.mine], () => after(page));
	page.status.result = resultWords(page);
	page.status.draw();
}

/** How the game ended, as a sentence. @param {Pick<TablePage, "gaveUp" | "mine" | "name" | "table" | "view">} page */
export function resultWords(page) {
	const { mine, table, view } = page;
	const result = table.result ?? view?.outcome;
	if (!result) return "";
	const { reason, winners } = result;
	const name = (/** @type {number} */ seat) => page.name(seat);
	const loser = table.seats.length === 2 ? 1 - winners[0] : page.gaveUp;
	if (winners.length && mine.length === 1 && loser === mine[0] && ["resigned", "time"].includes(reason))
		return t(`result.lost.${reason}`, { n: winners.length, names: list(winners.map(name)) });
	return ending(table.game, result, name, mine);
}

/** @param {Pick<TablePage, "closing" | "flip" | "flippable" | "mine" | "post" | "table">} page */
function after(page) {
	const { table } = page;
	return el(
		"div",
		{ class: "row" },
		page.mine.length > 0
			? button(
					t(table.next ? "after.accept" : table.series.over ? "after.rematch" : "after.next-game"),
					() => void rematch(page), // the second player who asks accepts
					{ class: "primary", "data-key": "rematch" },
				)
			: table.next && el("a", { class: "button primary", href: `/t/${table.next}` }, t("after.next")),
		el(
			"a",
			{ class: "button", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` },
			t("after.download"),
		),
		page.flippable && button(t("controls.flip"), () => page.flip(), { "data-key": "flip" }),
		el("a", { class: "button", href: "/" }, t("nav.home")),
	);
}

/** @param {Pick<TablePage, "closing" | "post">} page */
async function rematch(page) {
	const answer = await page.post("rematch");
	if (answer?.id && !page.closing.signal.aborted) go(`/t/${answer.id}`); // at a party the page has gone there already
}
