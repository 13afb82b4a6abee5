// @ts-check
/** When the game is over: the result, and what can be done next. */

import { button, el, redraw } from "../dom.js";
import { list, t, texts } from "../i18n.js";
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
	const reason = texts(table.game)(`reason.${result.reason}`);
	const own = result.winners.filter((seat) => table.seats[seat].mine);
	if (!result.winners.length) return t("result.draw", { reason });
	if (own.length && mine.length === own.length && own.length === result.winners.length)
		return t(mine.length === 1 ? "result.you" : "result.team", { reason });
	const names = list(result.winners.map((seat) => page.name(seat)));
	const loser = table.seats.length === 2 ? 1 - result.winners[0] : page.gaveUp;
	if (mine.length === 1 && loser === mine[0] && ["resigned", "time"].includes(result.reason))
		return t(`result.lost.${result.reason}`, { n: result.winners.length, names });
	return t("result.won", { n: result.winners.length, names, reason });
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
