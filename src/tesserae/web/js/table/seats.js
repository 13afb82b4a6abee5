// @ts-check
/** Who sits where, whose turn it is, and how much time is left. */

import { swatch } from "../boards/kit.js";
import { button, el, redraw } from "../dom.js";
import { t } from "../i18n.js";
import { seatName, sideName } from "../names.js";

/** Members of the page that are used here.
 * @typedef {"colour" | "command" | "file" | "game" | "hotSeat" | "level" | "live" |
 *   "mine" | "table" | "tick" | "view"} Needed */

/** @type {Draw<Needed>} */
export function drawSeats(panel, page) {
	const { live, table, view, game } = page;
	const { seats, status, options } = table;
	const shown = [seats, status, options, view?.actors, table.votes, live.seat, page.mine, !table.clock];
	const shared = page.mine.length > 1;
	redraw(panel, shown, () => [
		el("h2", { class: "unseen" }, t("seats.title")),
		el(
			"ul",
			{ class: `seats${table.seats.length > 4 ? " many" : ""}${table.status === "waiting" ? " open" : ""}` },
			table.seats.map((seat, number) => {
				const side = sideName(game, number);
				const acts = table.status === "playing" && view?.actors.includes(number);
				const here = seat.here !== false;
				return el(
					"li",
					{ class: `seat${acts ? " acts" : ""}`, "data-seat": number },
					swatch(page.colour(number)),
					el(
						"span",
						{ class: "who" },
						el("strong", {}, shared && seat.mine ? side : seatName(seat, side)),
						el("span", { class: "muted" }, notes(page, number, here)),
						table.status === "waiting" && el("span", { class: "muted" }, brought(page, number)),
					),
					acts && el("span", { class: "turn" }, t("seats.to-act")),
					table.clock && el("span", { class: "clock", "data-clock": number, role: "timer" }),
					actions(page, number, here),
					seat.kind === "bot" && el("span", { class: "thinking" }),
				);
			}),
		),
	]);
	void page.tick();
}

/** @param {Pick<TablePage, "game" | "mine" | "table">} page @param {number} number @param {boolean} here */
function notes(page, number, here) {
	const { table, game } = page;
	const seat = table.seats[number];
	const shared = seat.mine && page.mine.length > 1;
	const named = game.sides.length && !shared && (seat.kind !== "person" || seat.name) ? sideName(game, number) : "";
	const team = typeof seat.team === "number" ? t("seat.team", { n: seat.team + 1 }) : "";
	const ready =
		table.status === "choosing" && seat.kind === "person" ? t(seat.ready ? "seats.ready" : "seats.choosing") : "";
	return [seat.mine && page.mine.length === 1 ? t("seats.you") : "", named, team, ready, here ? "" : t("seats.away")]
		.filter(Boolean)
		.join(" · ");
}

/** The force that the options give to a seat; shown before anybody sits down.
 * @param {Pick<TablePage, "file" | "game" | "table">} page @param {number} number */
function brought({ table, game, file }, number) {
	const given = game.per_seat && table.options[game.per_seat];
	return given ? file.brings?.(given[number], number) : null;
}

/** @param {Pick<TablePage, "command" | "hotSeat" | "level" | "mine" | "table">} page
 * @param {number} number @param {boolean} here */
function actions(page, number, here) {
	const { table } = page;
	const seat = table.seats[number];
	/** @param {string} what @param {string} label @param {Props} props @param {Props} [more] */
	const press = (what, label, props, more) =>
		button(label, () => void page.command({ t: what, seat: number, ...more }), {
			class: "small",
			"data-key": `${what}${number}`,
			...props,
		});
	const seated = table.settings.party && page.mine.length > 0; // one phone, one player
	const open = table.seats.filter(({ kind }) => kind === "open").length;
	const choice = page.mine.length > 0 || open > 1; // otherwise the page asks
	if (table.status === "waiting" && seat.kind === "open")
		return [
			!seated && choice && press("sit", t("seats.sit"), {}),
			table.owner && press("bot", t("seats.bot"), {}, { level: page.level }),
		];
	if (table.status !== "playing") return null;
	if (seat.mine) return page.hotSeat?.looking(number);
	if (seat.kind === "person" && !here && page.mine.length && !table.settings.party) {
		const voted = page.mine.some((mine) => table.votes[number]?.includes(mine));
		return press("vote", t(voted ? "seats.voted" : "seats.vote"), { disabled: voted });
	}
	return null;
}
