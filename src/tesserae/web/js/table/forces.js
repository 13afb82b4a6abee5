// @ts-check
/** Choosing forces before the game. */

import { loadBoard } from "../boards/load.js";
import { button, el, loadStyle, redraw } from "../dom.js";
import { t, texts } from "../i18n.js";
import { seatName, sideName } from "../names.js";

await loadStyle("box");

/** @type {Draw<"command" | "game" | "live" | "mine" | "table">} */
export function drawForces(panel, page) {
	redraw(panel, ["choosing", page.mine, page.table.seats], () =>
		el("div", { class: "box notice" }, el("h2", {}, t("forces.title")), choosing(page)),
	);
}

/** @param {Pick<TablePage, "command" | "game" | "live" | "table">} page */
function choosing(page) {
	const seat = page.live.seat;
	if (seat === null || page.table.seats[seat].force) return el("p", {}, t("forces.wait"));
	let chosen = "";
	const host = el("div", { "data-seat": seat });
	const ready = button(t("forces.ready"), () => void page.command({ t: "force", seat, force: chosen }), {
		class: "primary",
	});
	void loadBoard(page.table.game).then((file) =>
		file.builder?.([host], page.table.options, (texts) => {
			chosen = texts?.[0] ?? "";
			ready.disabled = !texts;
		}),
	);
	const who = seatName(page.table.seats[seat], sideName(page.game, seat));
	return [
		el("p", {}, el("strong", {}, who), " ", texts(page.table.game)("forces.choose")),
		host,
		el("div", { class: "row" }, ready),
	];
}
