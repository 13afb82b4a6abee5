// @ts-check
/** The choice of a clock for a new table: a usual one, or any other. */

import { el } from "./dom.js";
import { t } from "./i18n.js";

/** Minutes for the game and seconds per turn. @type {[number, number][]} */
const GAMES = [
	[1, 0],
	[3, 2],
	[5, 3],
	[10, 5],
	[15, 10],
	[30, 20],
];
const DAYS = [1, 3, 7];

/** The choice with its fields, and what was chosen. A form with a number out of range is not sent. */
export function clockChoice() {
	const minutes = number("minutes", 1, 180, 20);
	const seconds = number("seconds", 0, 180, 10);
	const days = number("days", 1, 30, 2);
	/** @type {Record<string, () => Clock | null>} */
	const values = { none: () => null };
	/** @type {[string, string][]} */
	const named = [["none", t("new.clock.none")]];
	for (const [minutes, seconds] of GAMES) {
		values[`${minutes}+${seconds}`] = () => ({ kind: "game", seconds: minutes * 60, increment: seconds });
		named.push([`${minutes}+${seconds}`, t("clock.game", { minutes, seconds })]);
	}
	for (const n of DAYS) {
		values[`${n}d`] = () => ({ kind: "move", days: n });
		named.push([`${n}d`, t("clock.move", { n })]);
	}
	values.game = () => ({
		kind: "game",
		seconds: minutes.input.valueAsNumber * 60,
		increment: seconds.input.valueAsNumber,
	});
	values.days = () => ({ kind: "move", days: days.input.valueAsNumber });
	named.push(["game", t("new.clock.game")], ["days", t("new.clock.days")]);
	const own = [minutes, seconds, days];
	const select = el(
		"select",
		{ id: "clock", on: { change: () => show() } },
		named.map(([value, text]) => el("option", { value }, text)),
	);
	const help = el("p", { class: "help", id: "clock-help" }, t("new.clock.help"));
	select.setAttribute("aria-describedby", "clock-help");
	function show() {
		for (const one of [minutes, seconds]) one.label.hidden = select.value !== "game";
		days.label.hidden = select.value !== "days";
		for (const { input, label } of own) input.disabled = label.hidden; // hidden fields are not validated
		help.hidden = values[select.value]()?.kind !== "game";
	}
	show();
	const element = el(
		"div",
		{ class: "field" },
		el("label", { for: "clock" }, t("new.clock")),
		select,
		el(
			"div",
			{ class: "row clock-own" },
			own.map(({ label }) => label),
		),
		help,
	);
	return { element, value: () => values[select.value]() };
}

/** @param {"minutes" | "seconds" | "days"} name @param {number} min @param {number} max @param {number} value */
function number(name, min, max, value) {
	const input = el("input", { type: "number", id: `clock-${name}`, min, max, step: 1, value, required: true });
	return { input, label: el("label", {}, input, ` ${t(`new.clock.${name}.label`)}`) };
}
