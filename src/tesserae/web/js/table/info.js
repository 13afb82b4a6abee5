// @ts-check
/** Information about the table and the state of the game. */

import { swatch } from "../boards/kit.js";
import { el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { gameTitle, terms } from "../names.js";

/** Members of the page that are used here. @typedef {"colour" | "file" | "name"} Needed */

/** @type {Draw<"colour" | "file" | "game" | "live" | "mine" | "name" | "post" | "table">} */
export function drawInfo(panel, page) {
	const { table, live } = page;
	const shown = [table.options, table.settings, table.series, live.watching, table.status, table.secret, page.mine];
	redraw(panel, shown, () => {
		const { series } = table;
		const others = live.watching - (page.mine.length ? 0 : 1); // do not count this spectator
		const more = el("div", {});
		const { [page.game.per_seat ?? ""]: brought, ...options } = table.options;
		const shows = page.file.brings && brought;
		return [
			el("h2", {}, gameTitle(table.game)),
			el("p", { class: "muted" }, terms(shows ? { ...table, options } : table, table.settings.clock).join(" · ")),
			shows && brought.map((/** @type {string} */ text, /** @type {number} */ seat) => bringing(page, text, seat)),
			table.past && el("p", {}, el("a", { href: `/t/${table.past.table}` }, t("info.past", { n: table.past.moves }))),
			el("p", {}, el("a", { href: `/rules/${table.game}`, target: "_blank" }, t("info.rules"))),
			series &&
				series.best_of > 1 &&
				el("p", {}, t("info.series", { game: series.game, all: series.best_of, wins: series.wins.join(" : ") })),
			others > 0 && el("p", { class: "muted" }, t("info.watching", { n: others })),
			el(
				"details",
				{ on: { toggle: () => void import("./details.js").then(({ drawDetails }) => drawDetails(more, page)) } },
				el("summary", {}, t("info.more")),
				more,
			),
		];
	});
}

/** What a seat plays with. @param {Pick<TablePage, Needed>} page @param {string} text @param {number} seat */
const bringing = (page, text, seat) =>
	el(
		"div",
		{ class: "row", "data-brought": seat },
		swatch(page.colour(seat)),
		el("span", { class: "unseen" }, `${page.name(seat)}:`),
		page.file.brings?.(text, seat),
	);

/** Points, regions, sequences and so on, with names for people who cannot see the colours.
 * @type {Draw<"colour" | "file" | "name" | "past" | "table">} */
export function drawSummary(panel, page) {
	const view = page.past.shown;
	if (!view) return;
	const rows = page.file.summary(view);
	panel.hidden = !rows.length;
	const { seats } = page.table;
	/** @param {number} seat */
	const whose = (seat) =>
		typeof seats[seat].team !== "number" && el("span", { class: "unseen" }, `${page.name(seat)}:`);
	redraw(panel, [rows, seats], () => [
		el("h2", { class: "unseen" }, t("summary.title")),
		el(
			"dl",
			{ class: "summary" },
			rows.map(({ label, seat, value }) =>
				el(
					"div",
					{},
					el("dt", {}, seat !== undefined && [swatch(page.colour(seat)), whose(seat)], " ", label),
					el("dd", {}, value),
				),
			),
		),
	]);
}
