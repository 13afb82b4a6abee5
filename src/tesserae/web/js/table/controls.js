// @ts-check
/** Undo, offering, resigning. */

import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";

/** Members of the page that are used here.
 * @typedef {"advice" | "asking" | "board" | "called" | "closing" | "command" | "controls" | "file" | "flip" |
 *   "flippable" | "game" | "gaveUp" | "host" | "live" | "mine" | "name" | "over" | "past" | "post" | "status" |
 *   "table" | "view"} Needed */

/** @type {Draw<Needed>} */
export function drawControls(panel, page) {
	const { table } = page;
	if (page.over) return void import("./over.js").then(({ drawOver }) => drawOver(panel, page));
	if (page.asking) return;
	const shown = [
		table.status,
		table.undo,
		table.takeback,
		table.draw,
		table.offers,
		table.seats,
		table.given,
		page.mine,
		page.live.seat,
	];
	redraw(panel, shown, () => during(page));
}

/** @param {Pick<TablePage, Needed>} page */
function during(page) {
	const { table, live, game } = page;
	if (table.given && !page.mine.length)
		return el(
			"div",
			{ class: "row" },
			el("span", { class: "muted note" }, t("controls.given")),
			button(t("controls.reclaim"), () => void page.post("take-back"), { "data-key": "reclaim" }),
		);
	if (!page.mine.length || table.status !== "playing") return null;
	const seat = live.seat;
	const bots = table.seats.some((one) => one.kind === "bot");
	const others = table.seats.filter((one) => one.kind === "person" && !one.mine).length;
	/** @param {"resign" | "takeback"} what @param {Props} command */
	const ask = (what, command) =>
		import("./resign.js").then(({ askBack }) => askBack(page.controls, page, what, command));
	/** @param {string} key @param {string} label @param {() => unknown} does */
	const press = (key, label, does) => button(label, () => void does(), { "data-key": key });
	return el(
		"div",
		{ class: "row" },
		table.undo && press("undo", t("controls.undo"), () => page.command({ t: "undo", seat })),
		table.takeback &&
			!table.offers.takeback &&
			press("takeback", t("controls.takeback"), () => {
				const command = { t: "offer", what: "takeback" };
				return table.takeback === "alone" && bots ? ask("takeback", command) : page.command(command);
			}),
		table.draw &&
			!table.offers.draw &&
			press("draw", t("controls.draw"), () => page.command({ t: "offer", what: "draw" })),
		others === 0 &&
			page.mine.length === 1 &&
			press("hint", t("controls.hint"), () => import("./hint.js").then(({ hint }) => hint(page))),
		seat !== null && press("resign", t("controls.resign"), () => ask("resign", { t: "resign", seat })),
		page.flippable && press("flip", t("controls.flip"), () => page.flip()),
		game.memory && !page.past.open && el("span", { class: "muted note" }, t("moves.memory")),
	);
}
