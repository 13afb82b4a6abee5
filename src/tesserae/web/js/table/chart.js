// @ts-check
/** A small chart of numbers over the turns of a game: one line per side, with its own colour and dashes. */

import { el, svg } from "../dom.js";
import { t } from "../i18n.js";

const WIDTH = 300,
	HEIGHT = 96,
	EDGE = 6;

/** @typedef {{name: string, colour: number, values: number[]}} Line */
/** @typedef {{root: HTMLElement, look(turn: number): void}} Chart */

/** The symbol of a line in the legend. @param {number} colour */
const sample = (colour) =>
	svg(
		"svg",
		{ class: "sample", viewBox: "0 0 28 10", "aria-hidden": "true" },
		svg("path", { class: `series side-${colour}`, d: "M1 5h26" }),
	);

/** `values` of each line: before the first turn and after each turn; `look(turn)` shows the moment after that turn.
 * @param {{label: string, lines: Line[], low: number, high: number, marks?: number[], tell: (turn: number) => string,
 *   look: (turn: number) => void}} how
 * @returns {Chart} */
export function chart({ label, lines, low, high, marks = [], tell, look }) {
	const last = lines[0].values.length - 1;
	const x = (/** @type {number} */ turn) => EDGE + (WIDTH - 2 * EDGE) * (last ? turn / last : 0);
	const y = (/** @type {number} */ value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - low)) / (high - low || 1);
	const here = svg("path", { class: "here" });
	const picture = svg(
		"svg",
		{ class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
		svg("path", { class: "axis", d: `M0 ${y(Math.max(0, low))}H${WIDTH}` }),
		here,
		lines.map(({ colour, values }) =>
			svg("path", {
				class: `series side-${colour}`,
				d: values.map((value, turn) => `${turn ? "L" : "M"}${x(turn).toFixed(1)} ${y(value).toFixed(1)}`).join(""),
			}),
		),
		marks.map((turn) => svg("path", { class: "turning", d: `M${x(turn)} ${EDGE}l5 -6h-10z` })),
	);
	let now = last;
	/** @param {number} turn */
	const go = (turn) => {
		now = Math.max(0, Math.min(last, turn)); // at once, because the next key starts from there
		look(now);
	};
	const slider = el(
		"div",
		{
			class: "slider",
			role: "slider",
			tabindex: "0",
			"aria-label": label,
			"aria-valuemin": 0,
			"aria-valuemax": last,
			on: {
				click: (/** @type {MouseEvent} */ event) => {
					const box = picture.getBoundingClientRect();
					const along = ((event.clientX - box.left) / box.width) * WIDTH - EDGE;
					go(Math.round((along / (WIDTH - 2 * EDGE)) * last));
				},
				keydown: (/** @type {KeyboardEvent} */ event) => {
					const to = {
						ArrowLeft: now - 1,
						ArrowDown: now - 1,
						ArrowRight: now + 1,
						ArrowUp: now + 1,
						Home: 0,
						End: last,
					}[event.key];
					if (to === undefined) return;
					event.preventDefault();
					event.stopPropagation();
					go(to);
				},
			},
		},
		picture,
	);
	const root = el(
		"figure",
		{ class: "figure" },
		el(
			"figcaption",
			{},
			label,
			el(
				"span",
				{ class: "legend" },
				lines.map(({ name, colour }) => el("span", {}, sample(colour), name)),
			),
		),
		slider,
	);
	return {
		root,
		look(turn) {
			now = turn;
			here.setAttribute("d", `M${x(turn)} 0V${HEIGHT}`);
			slider.setAttribute("aria-valuenow", String(turn));
			slider.setAttribute("aria-valuetext", tell(turn));
		},
	};
}

/** The same numbers as a table. @param {string[]} head @param {(string | number)[][]} rows */
export function table(head, rows) {
	return el(
		"details",
		{},
		el("summary", {}, t("report.table")),
		el(
			"div",
			{ class: "scroll", tabindex: "0", role: "region", "aria-label": t("report.table") },
			el(
				"table",
				{},
				el(
					"thead",
					{},
					el(
						"tr",
						{},
						head.map((text) => el("th", { scope: "col" }, text)),
					),
				),
				el(
					"tbody",
					{},
					rows.map((row) =>
						el(
							"tr",
							{},
							row.map((cell, n) => (n ? el("td", {}, cell) : el("th", { scope: "row" }, cell))),
						),
					),
				),
			),
		),
	);
}
