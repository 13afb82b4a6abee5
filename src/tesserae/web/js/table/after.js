// @ts-check
/** When the game is over: playing on from the selected moment, and the report. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { sideName } from "../names.js";
import { loadGames } from "../net.js";
import { go } from "../shell.js";
import { extras } from "./advice.js";

/** Members of the page that are used here.
 * @typedef {"advice" | "board" | "file" | "game" | "host" | "layout" | "level" | "mine" | "name" | "past" | "post" |
 *   "table"} Needed */

/** @typedef {import("../pages/table.js").TablePage} TablePage */

/** What the panel of a page holds: `on`, the controls to play on, and `below`, the report or the button that opens it.
 * @typedef
 * {{on: HTMLElement, below: HTMLElement, report: import("./report.js").ReportPanel | null, seat: string | null}}
 * After */
/** @type {WeakMap<object, After>} */
const afters = new WeakMap();

/** @param {HTMLElement} panel @param {Pick<TablePage, Needed>} page */
export async function drawAfter(panel, page) {
	const [{ levels }] = await Promise.all([loadGames(), extras()]);
	const after = afters.get(page) ?? {
		on: el("div", { class: "play-on", role: "group", "aria-label": t("after.play-on") }),
		below: el("div", {}),
		report: null,
		seat: null,
	};
	afters.set(page, after);
	const { past, table } = page;
	const at = past.at ?? past.moves.length;
	const view = past.viewAt(at);
	const ended = at === past.moves.length && view !== null && !view.actors.length;
	panel.hidden = view === null;
	redraw(panel, [], () => [el("h2", {}, t("after.title")), after.on, after.below]);
	redraw(after.on, [at, ended, page.level, after.seat, table.seats], () =>
		playOn(page, after, at, view, levels, ended),
	);
	redraw(
		after.below,
		[Boolean(after.report)],
		() =>
			after.report?.root ??
			button(t("report.open"), () => void openReport(panel, page, after), { "data-key": "report" }),
	);
	after.report?.look();
}

/** @param {HTMLElement} panel @param {Pick<TablePage, Needed>} page @param {After} after */
async function openReport(panel, page, after) {
	const { ReportPanel } = await import("./report.js");
	const report = (after.report = new ReportPanel(page));
	await drawAfter(panel, page);
	report.root.focus();
	await report.load();
}

/** The controls to play on from the selected moment.
 * @param {Pick<TablePage, "game" | "level" | "mine" | "post" | "table">} page @param {After} after
 * @param {number} at @param {View | null} view @param {string[]} levels
 * @param {boolean} ended the game, by its rules */
function playOn(page, after, at, view, levels, ended) {
	const { table, game, mine } = page;
	const usual = mine.length === 1 ? mine[0] : (view?.actors[0] ?? mine[0] ?? 0);
	const seats = table.seats.map((_, seat) => /** @type {[string, string]} */ ([String(seat), sideName(game, seat)]));
	const seat = choice("play-on-seat", seats, after.seat ?? String(usual));
	seat.addEventListener("change", () => (after.seat = seat.value));
	const level = choice(
		"play-on-level",
		levels.map((name) => [name, t("seat.bot", { level: t(`level.${name}`) })]),
		page.level,
	);
	level.addEventListener("change", () => (page.level = level.value));
	const start = async () => {
		const made = await page.post("play-on", { moves: at, seat: Number(seat.value), level: level.value });
		if (made?.id) go(`/t/${made.id}`);
	};
	return [
		el("label", {}, el("span", {}, t("after.seat")), seat),
		el("label", {}, el("span", {}, t("after.level")), level),
		button(t("after.play-on"), () => void start(), { "data-key": "play-on", disabled: ended }),
		el("p", { class: "muted note" }, ended ? t("after.ended") : t("after.moment", { n: at })),
	];
}

/** @param {string} key @param {[string, string][]} values @param {string} chosen */
function choice(key, values, chosen) {
	return el(
		"select",
		{ "data-key": key },
		values.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
	);
}
